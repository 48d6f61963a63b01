//! The messages, each in its channel.
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serializer};

use super::ids::Id;
use super::model::Message;
use super::world::World;

/// Messages kept a channel; the oldest are forgotten.
const KEPT: usize = 1_000;

/// All messages by id. Shared, so that a copy for the state file is cheap.
pub type Messages = BTreeMap<Id, Arc<Message>>;

/// Which messages a channel holds.
#[derive(Default)]
pub struct Shelf(BTreeMap<Id, BTreeSet<Id>>);

impl Shelf {
    /// The shelf of these messages.
    pub fn of(messages: &Messages) -> Shelf {
        let mut shelf = Shelf::default();
        for message in messages.values() {
            shelf.0.entry(message.channel).or_default().insert(message.id);
        }
        shelf
    }

    /// The number of messages in a channel.
    pub fn count(&self, channel: Id) -> usize {
        self.0.get(&channel).map_or(0, BTreeSet::len)
    }
}

impl World {
    /// Puts a new or changed message into its channel, and lets the oldest fall off.
    pub fn put_message(&mut self, message: Message) {
        let (id, channel) = (message.id, message.channel);
        self.data.messages.insert(id, Arc::new(message));
        let ours = self.shelf.0.entry(channel).or_default();
        ours.insert(id);
        let oldest = if ours.len() > KEPT { ours.first().copied() } else { None };
        if let Some(oldest) = oldest {
            self.take_message(oldest);
        }
    }

    /// Removes a message and its attachments; tells nobody.
    pub fn take_message(&mut self, id: Id) -> Option<Arc<Message>> {
        let message = self.data.messages.remove(&id)?;
        if let Some(ours) = self.shelf.0.get_mut(&message.channel) {
            ours.remove(&id);
        }
        self.drop_attachments(&message.attachments, &[]);
        Some(message)
    }

    /// A channel's messages, oldest first.
    pub fn messages_in(&self, channel: Id) -> impl DoubleEndedIterator<Item = &Message> {
        let ids = self.shelf.0.get(&channel).into_iter().flatten();
        ids.filter_map(|id| self.data.messages.get(id).map(Arc::as_ref))
    }
}

/// Writes the messages as a plain map.
pub fn serialize<S: Serializer>(messages: &Messages, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(messages.iter().map(|(id, message)| (id, message.as_ref())))
}

/// Reads the messages from a plain map.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Messages, D::Error> {
    let plain = BTreeMap::<Id, Message>::deserialize(deserializer)?;
    Ok(plain.into_iter().map(|(id, message)| (id, Arc::new(message))).collect())
}
