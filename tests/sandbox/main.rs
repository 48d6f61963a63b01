//! The sandbox over real HTTP and WebSocket: Discord's rules, not a friendly version of them.
mod clocks;
mod faults;
mod gateway;
mod human;
mod messages;
mod privacy;
mod support;
mod world;
