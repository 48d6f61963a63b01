//! Words: fluent messages, names of tiles and actions, sanitised player names.
