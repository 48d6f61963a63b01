//! What Discord says of the bot before it runs: whose token it is, where it is a member and with which permissions,
//! and what time it is there.

use std::time::{Duration, SystemTime};

use serde_json::Value;
use serenity::all::Permissions;

use super::error::DiscordError;
use super::rest_error::RestError;

const PATIENCE: Duration = Duration::from_secs(10);

/// What the bot needs in a server where it is to open tables.
pub const NEEDED: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::SEND_MESSAGES_IN_THREADS)
    .union(Permissions::CREATE_PUBLIC_THREADS)
    .union(Permissions::EMBED_LINKS)
    .union(Permissions::ATTACH_FILES);

/// A server with the bot in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Membership {
    /// Its name.
    pub server: String,
    /// The permissions that are missing, by their English names.
    pub missing: Vec<&'static str>,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkup {
    /// The application's id.
    pub application: String,
    /// Its name.
    pub name: String,
    /// The servers, as many as Discord tells at once (200).
    pub servers: Vec<Membership>,
    /// By how much this machine's clock is ahead of Discord's, seconds; `None` where Discord tells no time.
    pub clock_ahead_s: Option<i64>,
}

/// Asks Discord at `base` (such as `https://discord.com`) about the bot of this token.
///
/// # Errors
/// [`DiscordError::BadToken`] for a token that is none, [`DiscordError::Unreachable`] for everything else.
pub async fn checkup(base: &str, token: &str) -> Result<Checkup, DiscordError> {
    let ask = Ask { base, authorization: format!("Bot {token}"), http: reqwest::Client::new() };
    let (application, clock_ahead_s) = ask.get("/oauth2/applications/@me").await?;
    let (guilds, _) = ask.get("/users/@me/guilds").await?;
    let servers = guilds.as_array().into_iter().flatten().map(membership).collect();
    let text = |field: &str| application[field].as_str().unwrap_or_default().to_owned();
    Ok(Checkup { application: text("id"), name: text("name"), servers, clock_ahead_s })
}

fn membership(guild: &Value) -> Membership {
    let bits = guild["permissions"].as_str().and_then(|bits| bits.parse().ok()).unwrap_or(0);
    let has = Permissions::from_bits_truncate(bits);
    let all = has.contains(Permissions::ADMINISTRATOR);
    let missing = if all { Permissions::empty() } else { NEEDED - has };
    let server = guild["name"].as_str().unwrap_or_default().to_owned();
    Membership { server, missing: missing.get_permission_names() }
}

struct Ask<'a> {
    base: &'a str,
    authorization: String,
    http: reqwest::Client,
}

impl Ask<'_> {
    /// The answer, and by how much this machine's clock is ahead of its date.
    async fn get(&self, path: &str) -> Result<(Value, Option<i64>), DiscordError> {
        // Errors say what happened without the request, whose header holds the token.
        let unreachable = |source| DiscordError::Unreachable { base: self.base.to_owned(), source };
        let network = |what| unreachable(RestError::Network { what });
        let url = format!("{}/api/v10{path}", self.base.trim_end_matches('/'));
        let request = self.http.get(url).header("Authorization", &self.authorization).timeout(PATIENCE);
        let answer = request.send().await.map_err(|_| network("no connection"))?;
        if answer.status().as_u16() == 401 {
            return Err(DiscordError::BadToken);
        }
        if !answer.status().is_success() {
            return Err(network("an answer that is no success"));
        }
        let date = answer.headers().get("date").and_then(|date| date.to_str().ok()).and_then(unix_s);
        let ahead = date.map(|theirs| now_s() - theirs);
        let json = answer.json().await.map_err(|_| unreachable(RestError::UnreadableAnswer))?;
        Ok((json, ahead))
    }
}

fn now_s() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_secs().cast_signed()
}

/// `Mon, 30 Nov 2026 06:21:51 GMT` as seconds since 1970.
fn unix_s(date: &str) -> Option<i64> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut words = date.split_once(", ")?.1.split(' ');
    let day: u8 = words.next()?.parse().ok()?;
    let name = words.next()?;
    let month = (1u8..).zip(MONTHS).find(|(_, month)| *month == name)?.0;
    let year: i32 = words.next()?.parse().ok()?;
    let mut clock = words.next()?.split(':').map(str::parse::<u8>);
    let mut next = || clock.next()?.ok();
    let (hour, minute, second) = (next()?, next()?, next()?);
    let date = time::Date::from_calendar_date(year, month.try_into().ok()?, day).ok()?;
    Some(date.with_hms(hour, minute, second).ok()?.assume_utc().unix_timestamp())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_date_of_http_is_read() {
        assert_eq!(unix_s("Thu, 01 Jan 1970 00:00:10 GMT"), Some(10));
        assert_eq!(unix_s("Sun, 01 Nov 2026 00:00:00 GMT"), Some(1_793_491_200));
        for bad in ["", "Sun, 32 Nov 2026 00:00:00 GMT", "2026-11-01T00:00:00Z", "Sun, 01 Nov"] {
            assert_eq!(unix_s(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_missing_permission_is_named_and_an_administrator_misses_none() {
        let of = |permissions: Permissions| {
            membership(&json!({"name": "a", "permissions": permissions.bits().to_string()})).missing
        };
        assert_eq!(of(NEEDED), [""; 0]);
        assert_eq!(of(NEEDED - Permissions::ATTACH_FILES), ["Attach Files"]);
        assert_eq!(of(Permissions::ADMINISTRATOR), [""; 0]);
    }
}
