//! Discord: gateway, surfaces, REST.
pub mod component;
pub mod edge;
pub mod incoming;
pub mod limits;
pub mod model;
pub mod rest;
pub mod rest_error;
