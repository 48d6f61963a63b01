//! Whether somebody is still in a server. Asked for one person at a time: to hear of all who leave would need a
//! privileged intent.

use reqwest::Method;

use super::Rest;
use crate::discord::limits::Route;
use crate::discord::rest_error::RestError;

impl Rest {
    /// False for a user who has left the server, was removed from it, or is no user any more.
    ///
    /// # Errors
    /// [`RestError`] where Discord does not say.
    pub async fn is_member(&self, guild: u64, user: u64) -> Result<bool, RestError> {
        let slot = self.slot(Route::Member { guild }).await;
        let path = format!("/guilds/{guild}/members/{user}");
        match self.send(Method::GET, &path, None, None, Some(slot)).await {
            Ok(_) => Ok(true),
            Err(RestError::Refused { code: 10007 | 10013, .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
