//! Discord: gateway, surfaces, REST.
