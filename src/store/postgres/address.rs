//! Where a server is. The address may hold a password, so it prints without.

use std::fmt;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

/// The address of a database, `postgres://user:password@host:port/name`. Printed, it has no password.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerAddress {
    text: String,
    shown: String,
}

/// Why a text is no such address. It may hold a password and is not repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadAddress {
    /// Another kind of database, or no address.
    #[error("it must be like postgres://user:password@host:5432/name")]
    NotPostgres,
    /// The part after the scheme can't be read.
    #[error("what follows postgres:// can't be read: it must be like user:password@host:5432/name")]
    Unreadable,
}

impl ServerAddress {
    /// True where the text holds a password.
    pub fn has_password(&self) -> bool {
        let (_, rest) = self.text.split_once("://").unwrap_or_default();
        let authority = rest.split(['/', '?']).next().unwrap_or_default();
        let user = authority.rsplit_once('@').map_or("", |(user, _)| user);
        user.contains(':') || self.text.contains("password=")
    }

    /// What the driver connects with.
    ///
    /// # Errors
    /// [`BadAddress::Unreadable`], which [`FromStr`] has ruled out.
    pub(super) fn options(&self) -> Result<PgConnectOptions, BadAddress> {
        self.text.parse().map_err(|_| BadAddress::Unreadable)
    }
}

impl FromStr for ServerAddress {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<ServerAddress, BadAddress> {
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(BadAddress::NotPostgres);
        }
        let options: PgConnectOptions = text.parse().map_err(|_| BadAddress::Unreadable)?;
        let place = match options.get_socket() {
            Some(folder) => folder.display().to_string(),
            None => format!("{}:{}", options.get_host(), options.get_port()),
        };
        let name = options.get_database().unwrap_or(options.get_username());
        let shown = format!("PostgreSQL database {name} at {place}");
        Ok(ServerAddress { text: text.to_owned(), shown })
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ServerAddress({})", self.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_prints_without_its_password() {
        for text in
            ["postgres://li:geheim@db.example:5433/mahjong", "postgresql://db.example/m?password=geheim"]
        {
            let address: ServerAddress = text.parse().unwrap();
            let printed = format!("{address} {address:?}");
            assert!(address.has_password() && !printed.contains("geheim"), "{printed}");
            assert!(printed.contains("db.example"), "{printed}");
        }
        for text in
            ["postgres://li@db.example/m", "postgres:///m?host=/run/postgresql", "postgres://h:5432/m"]
        {
            assert!(!text.parse::<ServerAddress>().unwrap().has_password(), "{text}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused_without_repeating_it() {
        for text in ["", "mysql://geheim@x/y", "geheim", "/var/lib/geheim.db"] {
            let refused = text.parse::<ServerAddress>().unwrap_err();
            assert_eq!(refused, BadAddress::NotPostgres);
            assert!(!refused.to_string().contains("geheim"));
        }
        assert_eq!("postgres://geheim:port/x".parse::<ServerAddress>(), Err(BadAddress::Unreadable));
    }
}
