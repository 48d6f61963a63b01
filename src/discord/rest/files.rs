//! Pictures and other files: what a body lists as attached, and the upload beside it.

use reqwest::multipart::{Form as Multipart, Part};
use serde_json::{Value, json};

use crate::discord::model::{Message, Picture};
use crate::discord::rest_error::RestError;

/// What becomes of the picture of a message that is edited.
pub enum PictureEdit {
    /// There is none afterwards.
    None,
    /// The one with this attachment id stays.
    Keep(u64),
    /// A new one replaces it.
    Replace(Picture),
}

impl PictureEdit {
    /// Keeps an attachment where one is named, else sends the picture, if there is one.
    pub fn of(keep: Option<u64>, picture: Option<Picture>) -> PictureEdit {
        match (keep, picture) {
            (Some(id), _) => PictureEdit::Keep(id),
            (None, Some(picture)) => PictureEdit::Replace(picture),
            (None, None) => PictureEdit::None,
        }
    }
}

/// A new message with its picture.
pub(super) fn with_new_picture(message: &Message, picture: Option<Picture>) -> (Value, Option<Picture>) {
    match picture {
        Some(picture) => with_edited_picture(message, PictureEdit::Replace(picture)),
        None => (json!(message), None),
    }
}

/// An edit lists every attachment that shall stay; what is not listed is removed.
pub(super) fn with_edited_picture(message: &Message, picture: PictureEdit) -> (Value, Option<Picture>) {
    let mut body = json!(message);
    let (listed, upload) = match picture {
        PictureEdit::None => (json!([]), None),
        PictureEdit::Keep(id) => (json!([{ "id": id.to_string() }]), None),
        PictureEdit::Replace(picture) => {
            let mut entry = json!({ "id": "0", "filename": picture.file_name });
            if !picture.alt_text.is_empty() {
                entry["description"] = json!(picture.alt_text);
            }
            (json!([entry]), Some(picture))
        }
    };
    body["attachments"] = listed;
    (body, upload)
}

/// Body and file in one request.
pub(super) fn multipart(body: &Value, picture: Picture) -> Result<Multipart, RestError> {
    let unsendable = |_| RestError::Network { what: "multipart" };
    let json = Part::text(body.to_string()).mime_str("application/json").map_err(unsendable)?;
    let file = Part::bytes(picture.bytes)
        .file_name(picture.file_name)
        .mime_str(mime(picture.file_name))
        .map_err(unsendable)?;
    Ok(Multipart::new().part("payload_json", json).part("files[0]", file))
}

/// A picture, or the log of a hand.
fn mime(file_name: &str) -> &'static str {
    match file_name.rsplit_once('.') {
        Some((_, "png")) => "image/png",
        Some((_, "gif")) => "image/gif",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture() -> Picture {
        Picture { file_name: "board.png", alt_text: "a board".into(), bytes: vec![1] }
    }

    #[test]
    fn an_edit_lists_what_stays() {
        let message = Message::text("x");
        let listed = |edit| with_edited_picture(&message, edit).0["attachments"].clone();
        assert_eq!(listed(PictureEdit::None), json!([]));
        assert_eq!(listed(PictureEdit::Keep(7)), json!([{ "id": "7" }]));
        let new = json!([{ "id": "0", "filename": "board.png", "description": "a board" }]);
        assert_eq!(listed(PictureEdit::Replace(picture())), new);
        assert!(with_new_picture(&message, None).0.get("attachments").is_none());
    }
}
