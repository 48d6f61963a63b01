//! Interactions: sending one to the bot, its clocks, and the bot's first answer.
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::error::{ApiError, FormErrors};
use super::hub::intent;
use super::ids::Id;
use super::message::{Posting, asked_flags, kind_of_answer};
use super::modal;
use super::model::{Deed, Interaction, Progress, flag};
use super::request::Upload;
use super::world::{Audience, World};

/// From the event to the first answer, ms.
pub const ANSWER_LIMIT_MS: u64 = 3_000;
/// From the event to the end of edits and follow-ups.
pub const TOKEN_MS: u64 = 15 * 60 * 1_000;
/// Interactions remembered; the oldest are forgotten.
const KEPT: usize = 5_000;

/// What a person did.
pub struct Deeds {
    pub deed: Deed,
    pub user: Id,
    pub channel: Id,
    pub name: String,
    pub source: Option<Id>,
    /// The event's `data`.
    pub data: Value,
}

impl World {
    /// Sends an interaction to the bot; it is pending until the bot's callback, or failed once its time is over.
    pub fn interact(&mut self, deeds: Deeds) -> Id {
        let id = self.next_id();
        let guild = self.data.channels.get(&deeds.channel).and_then(|channel| channel.guild);
        let interaction = Interaction {
            id,
            token: new_token(id),
            deed: deeds.deed,
            user: deeds.user,
            channel: deeds.channel,
            guild,
            name: deeds.name,
            created_ms: self.now_ms(),
            progress: Progress::Pending,
            source: deeds.source,
            original: None,
            deferred: false,
            expired: false,
            submitted: false,
            shown_by: None,
        };
        let event = self.interaction_json(&interaction, &deeds.data);
        while self.data.interactions.len() >= KEPT {
            if let Some((oldest, _)) = self.data.interactions.pop_first() {
                self.pending.remove(&oldest);
            }
        }
        self.data.interactions.insert(id, interaction);
        self.pending.insert(id);
        self.unsaved = true;
        self.dispatch(guild, intent::NONE, "INTERACTION_CREATE", &event);
        id
    }

    /// Marks what was not answered in time; returns when the next answer is due (Unix ms).
    pub fn fail_overdue(&mut self) -> Option<u64> {
        let now = self.now_ms();
        let mut next = None;
        for id in self.pending.clone() {
            let Some(one) = self.data.interactions.get_mut(&id) else { continue };
            let due = one.created_ms + self.answer_limit_ms;
            if due > now {
                next = Some(next.map_or(due, |soonest: u64| soonest.min(due)));
                continue;
            }
            one.progress = Progress::Failed;
            let user = one.user;
            let event = json!({
                "type": "interaction_failed", "interaction": id, "channel_id": one.channel,
                "message_id": one.source, "interaction_type": one.deed.number(), "name": one.name,
            });
            self.pending.remove(&id);
            self.waiting.remove(&id);
            self.tell(Audience::User(user), &event);
        }
        next
    }

    /// `POST /interactions/{id}/{token}/callback`. Returns the body that `with_response` asks for.
    pub fn callback(
        &mut self,
        id: Id,
        token: &str,
        body: &Value,
        files: Vec<Upload>,
    ) -> Result<Value, ApiError> {
        self.fail_overdue();
        let interaction = self.data.interactions.get(&id).filter(|one| one.token == token && !one.expired);
        let interaction = interaction.cloned().ok_or(ApiError::UnknownInteraction)?;
        match interaction.progress {
            Progress::Pending => {}
            Progress::Answered { .. } => return Err(ApiError::AlreadyAcknowledged),
            Progress::Failed => return Err(ApiError::UnknownInteraction),
        }
        let kind = body["type"].as_u64().and_then(|kind| u8::try_from(kind).ok()).unwrap_or(0);
        check_kind(kind, &interaction)?;
        let data = &body["data"];
        let in_data = |error| match error {
            ApiError::Form(errors) => ApiError::Form(errors.below("data")),
            other => other,
        };
        let (original, kept) = match kind {
            4 | 5 => {
                let posted = self.post_answer(&interaction, data, files, kind == 5);
                (Some(posted.map_err(in_data)?), Value::Null)
            }
            6 => (interaction.source, Value::Null),
            7 => {
                let source = interaction.source.ok_or(ApiError::UnknownMessage)?;
                self.edit(source, data, files).map_err(in_data)?;
                (Some(source), Value::Null)
            }
            8 => (None, check_choices(data)?),
            9 => (None, check_modal(data)?),
            _ => (None, Value::Null),
        };
        let at_ms = self.now_ms();
        if let Some(one) = self.data.interactions.get_mut(&id) {
            one.progress = Progress::Answered { at_ms, callback: kind, data: kept.clone() };
            one.original = original;
            one.deferred = kind == 5;
        }
        self.pending.remove(&id);
        self.after_answer(&interaction, kind, &kept);
        Ok(self.callback_json(&interaction, kind, original))
    }

    fn post_answer(
        &mut self,
        interaction: &Interaction,
        data: &Value,
        files: Vec<Upload>,
        loading: bool,
    ) -> Result<Id, ApiError> {
        if !self.data.channels.contains_key(&interaction.channel) {
            return Err(ApiError::UnknownChannel);
        }
        let private = asked_flags(data) & flag::EPHEMERAL != 0;
        let posting = Posting {
            channel: interaction.channel,
            only_for: private.then_some(interaction.user),
            answers: Some(interaction.id),
            kind: kind_of_answer(interaction.source),
            replies_to: interaction.source,
        };
        self.post(posting, data, files, loading)
    }

    fn after_answer(&mut self, interaction: &Interaction, kind: u8, data: &Value) {
        if let Some(waiting) = self.waiting.remove(&interaction.id) {
            // The person may have left meanwhile; then nobody needs the choices.
            let _ = waiting.send(data.clone());
        }
        let mut event = json!({
            "type": "interaction_answered", "interaction": interaction.id,
            "channel_id": interaction.channel, "message_id": interaction.source, "callback": kind,
            "interaction_type": interaction.deed.number(),
        });
        self.tell(Audience::User(interaction.user), &event);
        if kind == 9 {
            event["type"] = json!("modal");
            event["modal"] = data.clone();
            self.tell(Audience::User(interaction.user), &event);
        }
    }

    fn callback_json(&self, interaction: &Interaction, kind: u8, original: Option<Id>) -> Value {
        let mut json = json!({"interaction": {
            "id": interaction.id, "type": interaction.deed.number(), "channel_id": interaction.channel,
        }});
        if let Some(guild) = interaction.guild {
            json["interaction"]["guild_id"] = json!(guild);
        }
        if let Some(message) = original.and_then(|id| self.data.messages.get(&id)) {
            json["interaction"]["response_message_id"] = json!(message.id);
            json["interaction"]["response_message_loading"] = json!(message.flags & flag::LOADING != 0);
            json["interaction"]["response_message_ephemeral"] = json!(message.only_for.is_some());
            if matches!(kind, 4 | 5 | 7) {
                let made = if kind == 5 { 4 } else { kind };
                json["resource"] = json!({"type": made, "message": self.message_json(message)});
            }
        }
        json
    }

    /// The interaction that a live token belongs to.
    ///
    /// # Errors
    /// Unknown webhook for a token that never was or is not answered yet; dead token after 15 min.
    pub fn by_token(&self, token: &str) -> Result<&Interaction, ApiError> {
        let found = self.data.interactions.values().rev().find(|one| one.token == token);
        let interaction = found.ok_or(ApiError::UnknownWebhook)?;
        if interaction.expired || interaction.created_ms + TOKEN_MS <= self.now_ms() {
            return Err(ApiError::DeadToken);
        }
        match interaction.progress {
            Progress::Answered { .. } => Ok(interaction),
            _ => Err(ApiError::UnknownWebhook),
        }
    }

    /// Kills every token that is out (a fault).
    pub fn expire_tokens(&mut self) {
        for one in self.data.interactions.values_mut() {
            one.expired = true;
        }
        self.unsaved = true;
    }

    /// What became of an interaction: the human side's answer to `GET /sandbox/interactions/{id}`.
    pub fn interaction_state(&self, interaction: &Interaction) -> Value {
        let mut json = json!({
            "id": interaction.id, "type": interaction.deed.number(), "name": interaction.name,
            "user": interaction.user, "channel_id": interaction.channel, "response": null,
        });
        match &interaction.progress {
            Progress::Pending => json["state"] = json!("pending"),
            Progress::Failed => json["state"] = json!("failed"),
            Progress::Answered { at_ms, callback, data } => {
                json["state"] = json!("answered");
                json["ms"] = json!(at_ms.saturating_sub(interaction.created_ms));
                json["response"] = json!({"type": callback});
                match callback {
                    8 => json["response"]["choices"] = data["choices"].clone(),
                    9 => json["response"]["modal"] = data.clone(),
                    _ => {}
                }
                let original = interaction.original.and_then(|id| self.data.messages.get(&id));
                if let Some(message) = original {
                    json["response"]["message"] = self.human_message_json(message);
                }
            }
        }
        json
    }
}

/// Which callback types a deed may be answered with.
fn check_kind(kind: u8, interaction: &Interaction) -> Result<(), ApiError> {
    let clicked = interaction.source.is_some();
    let fits = match kind {
        1 => true,
        4 | 5 => interaction.deed != Deed::Autocomplete,
        6 | 7 => interaction.deed != Deed::Autocomplete && clicked,
        8 => interaction.deed == Deed::Autocomplete,
        9 => matches!(interaction.deed, Deed::Command | Deed::Component),
        _ => false,
    };
    if fits {
        return Ok(());
    }
    let message = format!("A response of type {kind} does not fit this interaction.");
    Err(FormErrors::one("type", "INTERACTION_CALLBACK_TYPE_INVALID", message))
}

fn check_choices(data: &Value) -> Result<Value, ApiError> {
    let mut errors = FormErrors::default();
    let empty = Vec::new();
    let choices = data["choices"].as_array().unwrap_or(&empty);
    errors.check_count("data.choices", choices.len(), 0, 25);
    for (n, choice) in choices.iter().enumerate() {
        let name = choice["name"].as_str().unwrap_or_default();
        errors.check_len(&format!("data.choices.{n}.name"), name, 1, 100);
        if let Some(text) = choice["value"].as_str() {
            errors.check_len(&format!("data.choices.{n}.value"), text, 0, 100);
        }
    }
    errors.finish()?;
    Ok(json!({"choices": choices}))
}

fn check_modal(data: &Value) -> Result<Value, ApiError> {
    modal::check(data)?;
    let mut form = data.clone();
    if let Some(rows) = form["components"].as_array_mut() {
        super::components::complete(rows);
    }
    Ok(form)
}

/// A token that can't be guessed, in Discord's manner.
fn new_token(id: Id) -> String {
    let mut random = [0u8; 48];
    if getrandom::fill(&mut random).is_err() {
        random[..8].copy_from_slice(&id.0.to_le_bytes());
    }
    format!("{}{}", URL_SAFE_NO_PAD.encode(format!("interaction:{id}:")), URL_SAFE_NO_PAD.encode(random))
}
