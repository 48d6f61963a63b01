//! Files beside the body of a request.

use reqwest::multipart::{Form as Multipart, Part};
use serde_json::Value;

use crate::discord::model::Picture;
use crate::discord::rest_error::RestError;

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
