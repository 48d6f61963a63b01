//! What the bot needs where a table stands.

use serenity::all::Permissions;

use super::incoming::Incoming;
use crate::text::say;

/// What the bot needs here and does not have.
pub(super) fn missing_permissions(incoming: &Incoming, in_own_thread: bool) -> Permissions {
    let mut needed = Permissions::VIEW_CHANNEL | Permissions::EMBED_LINKS | Permissions::ATTACH_FILES;
    needed |= match (in_own_thread, incoming.in_thread) {
        (true, _) => Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS,
        (false, true) => Permissions::SEND_MESSAGES_IN_THREADS,
        (false, false) => Permissions::SEND_MESSAGES,
    };
    if incoming.app_permissions.contains(Permissions::ADMINISTRATOR) {
        return Permissions::empty();
    }
    needed - incoming.app_permissions
}

/// The missing permissions in words.
pub(super) fn missing_text(incoming: &Incoming, missing: Permissions) -> String {
    let names = missing.get_permission_names().join(", ");
    say(incoming.lang, "permissions-missing", &[("names", names.into())])
}
