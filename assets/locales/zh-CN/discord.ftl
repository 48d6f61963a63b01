# Words of the Discord layer: commands, lobby, errors at the edge.
