//! `tinghu doctor`: looks at everything that the bot needs, a line each, with what to do where something is wrong.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use crate::config::{Config, Gateway};
use crate::discord::DiscordError;
use crate::discord::checkup::{Checkup, NEEDED, checkup};
use crate::render::Renderer;
use crate::sandbox::BOT_TOKEN;
use crate::store::{ServerAddress, Store, StoreError, check_sqlite, used_bytes_sqlite};

const DISCORD: &str = "https://discord.com";
/// A clock that is off by more shows wrong countdowns and uses dead tokens.
const MOST_CLOCK_ERROR_S: u64 = 5;

/// Of the limit of a file: from here on it is told that it will be full.
const NEARLY_FULL_PERCENT: u64 = 95;

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Finding {
    what: &'static str,
    is_good: bool,
    /// What was found, and what to do about it.
    text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", if self.is_good { "ok  " } else { "FAIL" }, self.what, self.text)
    }
}

fn good(what: &'static str, text: impl Into<String>) -> Finding {
    Finding { what, is_good: true, text: text.into() }
}

fn bad(what: &'static str, text: impl Into<String>) -> Finding {
    Finding { what, is_good: false, text: text.into() }
}

/// Looks at everything and prints what was found; exit status 1 where something is wrong.
pub async fn run(config: &Config, gateway: &Gateway) -> ExitCode {
    let mut findings = discord(gateway).await;
    findings.push(match &config.store.server {
        Some(server) => on_server(server).await,
        None => database(&config.database()).await,
    });
    findings.extend(limit(config).await);
    findings.push(pictures());
    findings.iter().for_each(|finding| println!("{finding}"));
    ExitCode::from(u8::from(findings.iter().any(|finding| !finding.is_good)))
}

async fn discord(gateway: &Gateway) -> Vec<Finding> {
    let found = match gateway {
        Gateway::Discord(token) => checkup(DISCORD, token.expose()).await,
        Gateway::Sandbox(base) => checkup(base, BOT_TOKEN).await,
        Gateway::Own => {
            let text = "DISCORD_TOKEN is not set, so the bot would run on a sandbox of its own; for Discord set it \
                        to the token from the developer portal, under Bot";
            return vec![good("token", text)];
        }
    };
    match found {
        Ok(found) => of_checkup(&found),
        Err(DiscordError::BadToken) => {
            let text = "Discord does not accept it; reset it in the developer portal, under Bot, and set DISCORD_TOKEN";
            vec![bad("token", text)]
        }
        Err(error) => {
            vec![bad("discord", format!("{error}; look at the network, the proxy and discordstatus.com"))]
        }
    }
}

fn of_checkup(found: &Checkup) -> Vec<Finding> {
    let mut findings = vec![
        good("token", "Discord accepts it"),
        good("application", format!("{} ({})", found.application, found.name)),
    ];
    let invite = format!(
        "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}",
        found.application,
        NEEDED.bits()
    );
    if found.servers.is_empty() {
        findings.push(bad("permissions", format!("the bot is in no server; invite it: {invite}")));
    }
    for server in &found.servers {
        findings.push(if server.missing.is_empty() {
            good(
                "permissions",
                format!("{}: all that is needed; a channel may still forbid some", server.server),
            )
        } else {
            let missing = server.missing.join(", ");
            bad(
                "permissions",
                format!(
                    "{}: {missing} missing; give the bot's role them, or invite it again: {invite}",
                    server.server
                ),
            )
        });
    }
    findings.push(match found.clock_ahead_s {
        Some(ahead) if ahead.unsigned_abs() > MOST_CLOCK_ERROR_S => bad(
            "clock",
            format!(
                "{ahead} s ahead of Discord's; switch on time synchronisation (timedatectl set-ntp true)"
            ),
        ),
        Some(ahead) => good("clock", format!("{ahead} s ahead of Discord's")),
        None => good("clock", "Discord told no time to compare with"),
    });
    findings
}

async fn database(path: &Path) -> Finding {
    let shown = path.display();
    if !path.exists() {
        return good("database", format!("{shown} will be made at the first start"));
    }
    match Store::open_sqlite(path).await {
        Ok(store) => {
            let unfinished = store.ledger().unfinished().await;
            store.close().await;
            let fault = match (unfinished, check_sqlite(path).await) {
                (Ok(tables), Ok(())) => {
                    return good("database", format!("{shown}, {} tables to resume", tables.len()));
                }
                (Err(error), _) => format!("{shown}: {error}"),
                (_, Err(error)) => error.to_string(),
            };
            bad("database", format!("{fault}; restore a backup (tinghu restore FILE)"))
        }
        Err(StoreError::InUse { .. }) => good("database", format!("{shown} is used by a running bot")),
        Err(error @ StoreError::Unwritable { .. }) => {
            bad("database", format!("{error}; give the user of the bot the folder, or make room on the disk"))
        }
        Err(error @ StoreError::SchemaNewer { .. }) => bad("database", error.to_string()),
        Err(error) => {
            bad("database", format!("{error}; move it away or restore a backup (tinghu restore FILE)"))
        }
    }
}

/// How near the file is to its limit; nothing where it has none, or there is no file.
async fn limit(config: &Config) -> Option<Finding> {
    if let Some(ignored) = config.store.ignored_limit() {
        return Some(bad("limit", ignored));
    }
    let (most, path) = (config.store.most_bytes()?, config.database());
    if !path.exists() {
        return None;
    }
    let used = match used_bytes_sqlite(&path).await {
        Ok(used) => used,
        Err(error) => return Some(bad("limit", format!("how full the file is can't be read: {error}"))),
    };
    let text =
        format!("{} holds {} of the {} MiB of [store] most_mib", path.display(), used >> 20, most >> 20);
    Some(if used.saturating_mul(100) < most.saturating_mul(NEARLY_FULL_PERCENT) {
        good("limit", text)
    } else {
        bad(
            "limit",
            format!(
                "{text}; at a full file tables stand still: make most_mib larger and start the bot again"
            ),
        )
    })
}

/// As a guest: a bot that plays there is not disturbed.
async fn on_server(server: &ServerAddress) -> Finding {
    let store = match Store::open_postgres(server, None).await {
        Ok(store) => store,
        Err(error) => return bad("database", format!("{error}; look at DATABASE_URL and at the server")),
    };
    let unfinished = store.ledger().unfinished().await;
    store.close().await;
    match unfinished {
        Ok(tables) => good("database", format!("{server}, {} tables to resume", tables.len())),
        Err(error) => bad("database", format!("{server}: {error}; look at the server's log")),
    }
}

fn pictures() -> Finding {
    match Renderer::new() {
        Ok(_) => good("fonts", "tiles and letters are in the program and can be drawn"),
        Err(error) => bad("fonts", format!("{error}; the program is damaged: build or install it again")),
    }
}
