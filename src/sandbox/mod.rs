//! The local Discord. Imports nothing of ours.
