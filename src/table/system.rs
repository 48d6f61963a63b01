//! What a table needs of the operating system: the time of day and randomness.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::game::wall::Secret;
use crate::store::event::UnixMs;

/// Now, as logs and Discord's timestamps count it.
pub(super) fn unix_now() -> UnixMs {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixMs(since.as_millis() as u64)
}

/// 32 bytes from the operating system.
///
/// # Errors
/// When the system has no randomness to give.
pub(super) fn fresh_secret() -> Result<Secret, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(Secret::from_bytes(bytes))
}
