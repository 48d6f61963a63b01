//! The messages that the bot sends: the part of Discord's model that is needed, no more.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;
use serde::ser::SerializeStruct;

/// Only its user sees the message.
pub const EPHEMERAL: u64 = 1 << 6;

/// A message without its files. `None` fields are left out, so an edit leaves them alone.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Message {
    /// Text, at most 2,000 characters.
    pub content: String,
    /// At most 10.
    pub embeds: Vec<Embed>,
    /// At most 5 rows.
    pub components: Vec<Row>,
    /// Who is notified: nobody unless named.
    pub allowed_mentions: Mentions,
    /// [`EPHEMERAL`] for a private follow-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flags: Option<u64>,
}

impl Message {
    /// A message of text alone.
    pub fn text(content: impl Into<String>) -> Message {
        Message { content: content.into(), ..Message::default() }
    }

    /// The same number for the same message: what tells a surface that nothing changed.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// Who a message may notify. Never roles, never everyone.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Mentions {
    /// Always empty: nothing is notified because its name stands in the text.
    pub parse: [&'static str; 0],
    /// The users that are notified.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "ids_as_text")]
    pub users: Vec<u64>,
}

fn ids_as_text<S: serde::Serializer>(ids: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(ids.iter().map(u64::to_string))
}

/// A box of text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Embed {
    /// At most 256 characters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// At most 4,096 characters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// 0xRRGGBB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<u32>,
    /// At most 25.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
    /// Small print.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub footer: Option<Footer>,
}

/// A titled part of an embed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Field {
    /// At most 256 characters.
    pub name: String,
    /// At most 1,024 characters.
    pub value: String,
    /// Whether it may stand beside others.
    pub inline: bool,
}

/// The small print of an embed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Footer {
    /// At most 2,048 characters.
    pub text: String,
}

/// A row of at most five buttons, or of one select.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    buttons: Vec<Button>,
    select: Option<Select>,
}

impl Serialize for Row {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("Row", 2)?;
        row.serialize_field("type", &1)?;
        match &self.select {
            Some(select) => row.serialize_field("components", &[select])?,
            None => row.serialize_field("components", &self.buttons)?,
        }
        row.end()
    }
}

impl Row {
    /// A row of at most five buttons; further ones are dropped, as Discord would refuse the whole message.
    pub fn new(buttons: impl IntoIterator<Item = Button>) -> Row {
        Row { buttons: buttons.into_iter().take(5).collect(), select: None }
    }

    /// Buttons in rows of five.
    pub fn wrap(buttons: Vec<Button>) -> Vec<Row> {
        buttons.chunks(5).map(|five| Row::new(five.iter().cloned())).collect()
    }

    /// Its buttons.
    pub fn buttons(&self) -> &[Button] {
        &self.buttons
    }

    /// A row of one select.
    pub fn select(select: Select) -> Row {
        Row { buttons: Vec::new(), select: Some(select) }
    }
}

/// A list to choose from.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Select {
    #[serde(rename = "type")]
    kind: u8,
    custom_id: String,
    placeholder: String,
    min_values: usize,
    max_values: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<Choosable>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    default_values: Vec<ChosenRole>,
}

/// A role that is chosen already.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
struct ChosenRole {
    id: String,
    #[serde(rename = "type")]
    kind: &'static str,
}

/// One line of a [`Select`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Choosable {
    /// What is sent.
    pub value: String,
    /// At most 100 characters.
    pub label: String,
    /// Small print, at most 100 characters.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Chosen already.
    pub default: bool,
}

impl Select {
    /// Most lines that Discord takes.
    pub const MOST: usize = 25;

    /// One of these, or any number of them (`many`). Longer words are cut, further lines dropped.
    pub fn new(custom_id: impl ToString, placeholder: &str, many: bool, options: Vec<Choosable>) -> Select {
        let cut = |text: String| -> String { text.chars().take(100).collect() };
        let options: Vec<Choosable> = options
            .into_iter()
            .take(Select::MOST)
            .map(|one| Choosable { label: cut(one.label), description: cut(one.description), ..one })
            .collect();
        Select {
            kind: 3,
            custom_id: custom_id.to_string(),
            placeholder: placeholder.chars().take(100).collect(),
            min_values: usize::from(!many),
            max_values: if many { options.len() } else { 1 },
            options,
            default_values: Vec::new(),
        }
    }

    /// Up to ten roles of the server; Discord lists them itself.
    pub fn roles(custom_id: impl ToString, placeholder: &str, chosen: &[u64]) -> Select {
        const MOST_ROLES: usize = 10;
        let role = |id: &u64| ChosenRole { id: id.to_string(), kind: "role" };
        Select {
            kind: 6,
            max_values: MOST_ROLES,
            default_values: chosen.iter().take(MOST_ROLES).map(role).collect(),
            ..Select::new(custom_id, placeholder, true, Vec::new())
        }
    }
}

/// The colour of a button.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// Blurple: the main thing to do.
    Primary = 1,
    /// Grey.
    Secondary = 2,
    /// Green.
    Success = 3,
    /// Red.
    Danger = 4,
}

impl Serialize for Style {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

/// A button.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Button {
    #[serde(rename = "type")]
    kind: u8,
    style: Style,
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    emoji: Option<Face>,
    custom_id: String,
    disabled: bool,
}

/// An emoji of the application.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Face {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// Characters of a label that Discord takes.
const MAX_LABEL: usize = 80;

impl Button {
    /// A button that can be pressed. Longer labels are cut at 80 characters.
    pub fn new(style: Style, label: impl AsRef<str>, custom_id: impl ToString) -> Button {
        Button {
            kind: 2,
            style,
            label: label.as_ref().chars().take(MAX_LABEL).collect(),
            emoji: None,
            custom_id: custom_id.to_string(),
            disabled: false,
        }
    }

    /// The same with an emoji before its words.
    pub fn with_face(self, face: Option<Face>) -> Button {
        Button { emoji: face, ..self }
    }

    /// The words on it.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Its colour.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Its id.
    pub fn custom_id(&self) -> &str {
        &self.custom_id
    }
}

/// A form of one line of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// Its id.
    pub custom_id: String,
    /// At most 45 characters.
    pub title: String,
    /// At most 45 characters.
    pub label: String,
    /// Most characters that may be entered.
    pub max_length: u16,
}

impl Form {
    /// The id of its only field.
    pub const FIELD: &'static str = "text";

    /// The `data` of a callback of type 9.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::json!({
            "custom_id": self.custom_id,
            "title": self.title,
            "components": [{ "type": 1, "components": [{
                "type": 4,
                "custom_id": Form::FIELD,
                "style": 1,
                "label": self.label,
                "max_length": self.max_length,
                "required": false,
            }]}],
        })
    }
}

/// A picture beside a message.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// The same for all pictures of a kind, so that it tells nothing.
    pub file_name: &'static str,
    /// At most 1,024 characters; empty for what is no picture.
    pub alt_text: String,
    /// PNG, or the text of a hand's log.
    pub bytes: Vec<u8>,
}

/// One of 25 completions of an option that is being typed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// What is shown, at most 100 characters.
    pub name: String,
    /// What is sent, at most 100 characters.
    pub value: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_notifies_nobody_unless_named() {
        let json = serde_json::to_value(Message::text("@everyone")).unwrap();
        assert_eq!(json["allowed_mentions"], serde_json::json!({ "parse": [] }));
        let mut named = Message::text("x");
        named.allowed_mentions.users.push(7);
        assert_eq!(serde_json::to_value(named).unwrap()["allowed_mentions"]["users"][0], "7");
    }

    #[test]
    fn rows_hold_five_buttons() {
        let buttons = (0..12).map(|i| Button::new(Style::Secondary, "x", i)).collect();
        let rows: Vec<usize> = Row::wrap(buttons).iter().map(|row| row.buttons().len()).collect();
        assert_eq!(rows, [5, 5, 2]);
    }

    #[test]
    fn a_long_label_is_cut() {
        let button = Button::new(Style::Primary, "万".repeat(90), "id");
        assert_eq!(button.label().chars().count(), 80);
    }
}
