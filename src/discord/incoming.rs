//! An interaction, decoded once: what the rest of the program needs of it and nothing of serenity.

use std::collections::BTreeMap;

use serenity::all::{
    ActionRowComponent, ChannelType, CommandData, CommandDataOptionValue, ComponentInteractionDataKind,
    Interaction, Member, MessageFlags, Permissions, User,
};

use tokio::time::Instant;

use super::component::{BadCustomId, CustomId};
use super::model::Form;
use crate::store::event::{UnixMs, UserId};
use crate::store::preferences::PersonChoices;
use crate::store::surfaces::Token;
use crate::text::Lang;

/// One interaction.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// Its Discord id: the nonce of a ready, and what a repeated event is known by.
    pub id: u64,
    /// Good for 15 minutes of edits and follow-ups to its user.
    pub token: Token,
    /// When it reached the program.
    pub received_at: Instant,
    /// The same moment by the calendar: the token's age after a restart.
    pub received_unix: UnixMs,
    /// Who acted.
    pub user: UserId,
    /// Their display name, raw.
    pub name: String,
    /// Their language: as they chose, else as Discord says.
    pub lang: Lang,
    /// The language of their Discord.
    pub locale: Lang,
    /// May manage messages here.
    pub moderator: bool,
    /// May manage the whole server, whichever channel this is.
    pub manager: bool,
    /// The server; `None` in a direct message.
    pub guild: Option<u64>,
    /// The channel or thread.
    pub channel: u64,
    /// True in a thread, where no further thread can be opened.
    pub in_thread: bool,
    /// What the bot may do here.
    pub app_permissions: Permissions,
    /// Their roles in the server.
    pub roles: Vec<u64>,
    /// What they chose once and for all; looked up after the interaction is acknowledged.
    pub choices: PersonChoices,
    /// What was done.
    pub kind: Kind,
}

/// The kinds of interactions that are answered.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A slash command.
    Command(Call),
    /// An option is being typed and wants completions.
    Typing(Call),
    /// A button or select.
    Click {
        /// Which; an error if it is none of ours.
        custom_id: Result<CustomId, BadCustomId>,
        /// The message it stands on.
        message: u64,
        /// True if that message is seen by the clicking user alone.
        private: bool,
        /// What was chosen, where it is a select.
        values: Vec<String>,
    },
    /// A form was sent.
    Submitted {
        /// Which.
        custom_id: Result<CustomId, BadCustomId>,
        /// What was entered.
        text: String,
    },
}

/// A slash command with its options.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// `table new`: the name with its sub-command.
    pub path: String,
    /// The options given, by name.
    pub options: BTreeMap<String, Given>,
    /// The option that is being typed.
    pub focused: Option<String>,
    /// The people whom options name.
    pub people: BTreeMap<UserId, Named>,
}

/// A person whom an option names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// Their display name, raw.
    pub name: String,
    /// A program.
    pub is_bot: bool,
    /// Whether they are in the server.
    pub is_member: bool,
}

/// The value of an option.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    /// A text, also one of the choices.
    Text(String),
    /// A whole number.
    Number(i64),
    /// A switch.
    Flag(bool),
    /// A user.
    User(UserId),
}

impl Call {
    /// A text option.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.options.get(name) {
            Some(Given::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A number option.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.options.get(name) {
            Some(Given::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// A switch; off when not given.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.options.get(name), Some(Given::Flag(true)))
    }

    /// A user option.
    pub fn user(&self, name: &str) -> Option<UserId> {
        match self.options.get(name) {
            Some(Given::User(user)) => Some(*user),
            _ => None,
        }
    }

    fn from_data(data: &CommandData) -> Call {
        let people = data.resolved.users.iter().map(|(id, user)| {
            let member = data.resolved.members.get(id);
            let nick = member.and_then(|member| member.nick.clone());
            let name = nick.or_else(|| user.global_name.clone()).unwrap_or_else(|| user.name.clone());
            (UserId(id.get()), Named { name, is_bot: user.bot, is_member: member.is_some() })
        });
        let mut call = Call {
            path: data.name.clone(),
            options: BTreeMap::new(),
            focused: None,
            people: people.collect(),
        };
        call.read(&data.options);
        call
    }

    fn read(&mut self, options: &[serenity::all::CommandDataOption]) {
        for option in options {
            let given = match &option.value {
                CommandDataOptionValue::SubCommand(inner)
                | CommandDataOptionValue::SubCommandGroup(inner) => {
                    self.path = format!("{} {}", self.path, option.name);
                    self.read(inner);
                    continue;
                }
                CommandDataOptionValue::Autocomplete { value, .. } => {
                    self.focused = Some(option.name.clone());
                    Given::Text(value.clone())
                }
                CommandDataOptionValue::String(text) => Given::Text(text.clone()),
                CommandDataOptionValue::Integer(number) => Given::Number(*number),
                CommandDataOptionValue::Boolean(flag) => Given::Flag(*flag),
                CommandDataOptionValue::User(user) => Given::User(UserId(user.get())),
                _ => continue,
            };
            self.options.insert(option.name.clone(), given);
        }
    }
}

impl Incoming {
    /// Decodes an interaction; `None` for a kind that this program never asked for.
    pub fn decode(
        interaction: &Interaction,
        received_at: Instant,
        received_unix: UnixMs,
    ) -> Option<Incoming> {
        macro_rules! build {
            ($source:expr, $member:expr, $kind:expr) => {
                Incoming {
                    id: $source.id.get(),
                    token: Token::new($source.token.clone()),
                    received_at,
                    received_unix,
                    user: UserId($source.user.id.get()),
                    name: display_name($member, &$source.user),
                    lang: Lang::from_locale(&$source.locale),
                    locale: Lang::from_locale(&$source.locale),
                    moderator: $member.and_then(|member| member.permissions).is_some_and(is_moderator),
                    manager: $member.and_then(|member| member.permissions).is_some_and(is_manager),
                    guild: $source.guild_id.map(|id| id.get()),
                    channel: $source.channel_id.get(),
                    in_thread: $source.channel.as_ref().is_some_and(|channel| is_thread(channel.kind)),
                    app_permissions: $source.app_permissions.unwrap_or(Permissions::all()),
                    roles: $member.map(roles).unwrap_or_default(),
                    choices: PersonChoices::default(),
                    kind: $kind,
                }
            };
        }
        Some(match interaction {
            Interaction::Command(command) => {
                build!(command, command.member.as_deref(), Kind::Command(Call::from_data(&command.data)))
            }
            Interaction::Autocomplete(command) => {
                build!(command, command.member.as_deref(), Kind::Typing(Call::from_data(&command.data)))
            }
            Interaction::Component(click) => {
                let flags = click.message.flags.unwrap_or_default();
                let kind = Kind::Click {
                    custom_id: click.data.custom_id.parse(),
                    message: click.message.id.get(),
                    private: flags.contains(MessageFlags::EPHEMERAL),
                    values: match &click.data.kind {
                        ComponentInteractionDataKind::StringSelect { values } => values.clone(),
                        ComponentInteractionDataKind::RoleSelect { values } => {
                            values.iter().map(|role| role.get().to_string()).collect()
                        }
                        _ => Vec::new(),
                    },
                };
                build!(click, click.member.as_ref(), kind)
            }
            Interaction::Modal(form) => {
                let text = entered(&form.data.components);
                let kind = Kind::Submitted { custom_id: form.data.custom_id.parse(), text };
                build!(form, form.member.as_ref(), kind)
            }
            _ => return None,
        })
    }
}

fn entered(rows: &[serenity::all::ActionRow]) -> String {
    let fields = rows.iter().flat_map(|row| &row.components);
    let mut texts = fields.filter_map(|component| match component {
        ActionRowComponent::InputText(input) if input.custom_id == Form::FIELD => input.value.clone(),
        _ => None,
    });
    texts.next().unwrap_or_default()
}

fn display_name(member: Option<&Member>, user: &User) -> String {
    let nick = member.and_then(|member| member.nick.clone());
    nick.or_else(|| user.global_name.clone()).unwrap_or_else(|| user.name.clone())
}

fn is_moderator(permissions: Permissions) -> bool {
    permissions.contains(Permissions::ADMINISTRATOR) || permissions.contains(Permissions::MANAGE_MESSAGES)
}

fn roles(member: &Member) -> Vec<u64> {
    member.roles.iter().map(|role| role.get()).collect()
}

fn is_manager(permissions: Permissions) -> bool {
    permissions.contains(Permissions::ADMINISTRATOR) || permissions.contains(Permissions::MANAGE_GUILD)
}

fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
}
