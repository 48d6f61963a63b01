//! Typed `config.toml` and environment.
