//! The environment: the bot's token, another Discord to talk to, the data folder.

use std::ffi::OsString;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;

use crate::store::{BadAddress, ServerAddress};

/// The token of a bot. It never prints: `Debug` says only that there is one.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A token as Discord's page or the sandbox gives it.
    pub fn new(text: impl Into<String>) -> Token {
        Token(text.into())
    }

    /// The text, for the `Authorization` header and for nothing else.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Which Discord the bot talks to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gateway {
    /// The real one, with this token.
    Discord(Token),
    /// A sandbox in another process: its address, `http://127.0.0.1:PORT`, without a slash at the end.
    Sandbox(String),
    /// A sandbox in this process.
    Own,
}

/// What the environment says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Environment {
    /// From `DISCORD_TOKEN` and `TINGHU_DISCORD_API`.
    pub gateway: Gateway,
    /// `TINGHU_DATA`: goes before the configuration's folder.
    pub data: Option<PathBuf>,
    /// `DATABASE_URL`: goes before the configuration's server.
    pub server: Option<ServerAddress>,
}

/// What is wrong with the environment. Never holds the value of a secret.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EnvironmentError {
    /// Both ways to a Discord are given.
    #[error(
        "DISCORD_TOKEN and TINGHU_DISCORD_API are both set: a real token is never sent to another address; unset one"
    )]
    TwoGateways,
    /// The address is not this machine's, or none at all.
    #[error(
        "TINGHU_DISCORD_API is {given:?}, but must be like http://127.0.0.1:8787: plain http to this machine"
    )]
    NotLoopback {
        /// What was given.
        given: String,
    },
    /// The token can't be one.
    #[error("DISCORD_TOKEN holds a space, a line break or a letter that no token has")]
    MalformedToken,
    /// The address of the database is none.
    #[error("DATABASE_URL: {0}")]
    Server(#[from] BadAddress),
}

impl Environment {
    /// Reads the environment of the process.
    ///
    /// # Errors
    /// [`EnvironmentError`].
    pub fn of_process() -> Result<Environment, EnvironmentError> {
        Environment::read(|name| std::env::var_os(name))
    }

    /// Reads an environment. A variable that is set but empty counts as unset.
    ///
    /// # Errors
    /// [`EnvironmentError`].
    pub fn read(variable: impl Fn(&str) -> Option<OsString>) -> Result<Environment, EnvironmentError> {
        let given = |name| variable(name).filter(|value| !value.is_empty());
        let gateway = match (given("DISCORD_TOKEN"), given("TINGHU_DISCORD_API")) {
            (Some(_), Some(_)) => return Err(EnvironmentError::TwoGateways),
            (Some(token), None) => Gateway::Discord(checked_token(token)?),
            (None, Some(address)) => Gateway::Sandbox(loopback(&address.to_string_lossy())?),
            (None, None) => Gateway::Own,
        };
        let server = given("DATABASE_URL").map(|text| text.to_string_lossy().parse()).transpose()?;
        Ok(Environment { gateway, data: given("TINGHU_DATA").map(PathBuf::from), server })
    }
}

fn checked_token(given: OsString) -> Result<Token, EnvironmentError> {
    let text = given.into_string().map_err(|_| EnvironmentError::MalformedToken)?;
    let text = text.trim();
    if !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic()) {
        return Ok(Token::new(text));
    }
    Err(EnvironmentError::MalformedToken)
}

/// The address if it is plain http to this machine and nothing but scheme, host and port.
fn loopback(given: &str) -> Result<String, EnvironmentError> {
    let refused = || EnvironmentError::NotLoopback { given: given.to_owned() };
    let url = reqwest::Url::parse(given).map_err(|_| refused())?;
    let host = url.host_str().unwrap_or_default();
    let ip: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
    let here = host == "localhost" || ip.is_some_and(|ip| ip.is_loopback());
    let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    if url.scheme() == "http" && here && bare && url.username().is_empty() && url.password().is_none() {
        return Ok(url.as_str().trim_end_matches('/').to_owned());
    }
    Err(refused())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Environment, EnvironmentError> {
        Environment::read(|name| {
            variables.iter().find(|(given, _)| *given == name).map(|(_, value)| OsString::from(*value))
        })
    }

    #[test]
    fn a_token_means_the_real_discord_and_never_prints() {
        let environment = read(&[("DISCORD_TOKEN", "abc.def.ghi\n")]).unwrap();
        assert_eq!(environment.gateway, Gateway::Discord(Token::new("abc.def.ghi")));
        assert!(!format!("{environment:?}").contains("abc"));
    }

    #[test]
    fn a_malformed_token_is_refused_without_repeating_it() {
        for token in ["abc def", "abc\ndef", "秘密"] {
            let error = read(&[("DISCORD_TOKEN", token)]).unwrap_err();
            assert_eq!(error, EnvironmentError::MalformedToken);
            assert!(!error.to_string().contains(token));
        }
    }

    #[test]
    fn another_address_must_be_this_machine() {
        for address in
            ["http://127.0.0.1:8787", "http://127.0.0.1:8787/", "http://localhost:1", "http://[::1]:8787"]
        {
            let environment = read(&[("TINGHU_DISCORD_API", address)]).unwrap();
            assert_eq!(environment.gateway, Gateway::Sandbox(address.trim_end_matches('/').to_owned()));
        }
        for address in [
            "https://127.0.0.1:8787",
            "http://192.0.2.1:8787",
            "http://127.0.0.1.example:80",
            "http://localhost@192.0.2.1",
            "http://127.0.0.1:1/api",
            "127.0.0.1:8787",
            "nonsense",
        ] {
            assert!(read(&[("TINGHU_DISCORD_API", address)]).is_err(), "{address}");
        }
    }

    #[test]
    fn a_real_token_never_meets_another_address() {
        let both = [("DISCORD_TOKEN", "abc"), ("TINGHU_DISCORD_API", "http://127.0.0.1:8787")];
        assert_eq!(read(&both), Err(EnvironmentError::TwoGateways));
    }

    #[test]
    fn empty_variables_count_as_unset() {
        let environment = read(&[("DISCORD_TOKEN", ""), ("TINGHU_DATA", "/x")]).unwrap();
        assert_eq!(
            environment,
            Environment { gateway: Gateway::Own, data: Some(PathBuf::from("/x")), server: None }
        );
    }

    #[test]
    fn the_database_may_be_on_a_server() {
        let environment = read(&[("DATABASE_URL", "postgres://li:geheim@db.example/m")]).unwrap();
        assert!(environment.server.is_some() && !format!("{environment:?}").contains("geheim"));
        let refused = read(&[("DATABASE_URL", "mysql://geheim@x/m")]).unwrap_err();
        assert!(!refused.to_string().contains("geheim"), "{refused}");
    }
}
