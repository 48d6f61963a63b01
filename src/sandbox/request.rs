//! One request of the bot, read whole: JSON, a form with `payload_json`, or multipart with files.
use axum::body::Bytes;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use serde_json::{Value, json};

use super::error::ApiError;
use super::ids::Id;

/// What a bot's request says, apart from its credentials.
#[derive(Default)]
pub struct Call {
    pub method: String,
    /// The path below `/api/v10`, percent-decoded as far as Discord's paths need it.
    pub path: String,
    pub query: String,
    pub body: Value,
    pub files: Vec<Upload>,
}

/// A file part of a multipart request.
pub struct Upload {
    /// The `n` of `files[n]`.
    pub number: String,
    pub part: String,
    pub filename: String,
    pub content_type: Option<String>,
    pub bytes: Bytes,
}

impl Call {
    /// Reads the body.
    ///
    /// # Errors
    /// [`ApiError::InvalidJson`], [`ApiError::TooLarge`]. What was understood so far stays in the call.
    pub async fn read(&mut self, request: Request) -> Result<(), ApiError> {
        self.method = request.method().to_string();
        self.query = request.uri().query().unwrap_or_default().to_owned();
        let path = request.uri().path();
        let below = path.trim_start_matches("/api/").split_once('/').map_or("", |(_version, rest)| rest);
        self.path = below.replace("%40", "@").trim_end_matches('/').to_owned();
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        if kind.starts_with("multipart/form-data") {
            let form = Multipart::from_request(request, &()).await.map_err(|_| ApiError::InvalidJson)?;
            return self.read_parts(form).await;
        }
        let form = kind.starts_with("application/x-www-form-urlencoded");
        let bytes = Bytes::from_request(request, &()).await.map_err(|_| ApiError::TooLarge)?;
        if form {
            let fields: Vec<(String, String)> = read_form(&bytes);
            let payload = fields.iter().find(|(name, _)| name == "payload_json");
            self.body = match payload {
                Some((_, text)) => parse_json(text.as_bytes())?,
                None => fields.into_iter().map(|(name, text)| (name, json!(text))).collect(),
            };
        } else if !bytes.is_empty() {
            self.body = parse_json(&bytes)?;
        }
        Ok(())
    }

    async fn read_parts(&mut self, mut form: Multipart) -> Result<(), ApiError> {
        let mut fields = serde_json::Map::new();
        let mut payload = None;
        while let Some(part) = form.next_field().await.map_err(|_| ApiError::TooLarge)? {
            let name = part.name().unwrap_or_default().to_owned();
            let filename = part.file_name().map(str::to_owned);
            let content_type = part.content_type().map(str::to_owned);
            let bytes = part.bytes().await.map_err(|_| ApiError::TooLarge)?;
            if name == "payload_json" {
                payload = Some(parse_json(&bytes)?);
            } else if let Some(filename) = filename {
                let number = name.trim_start_matches("files[").trim_end_matches(']').to_owned();
                self.files.push(Upload { number, part: name, filename, content_type, bytes });
            } else {
                fields.insert(name, json!(String::from_utf8_lossy(&bytes)));
            }
        }
        self.body = payload.unwrap_or(Value::Object(fields));
        Ok(())
    }

    /// A query parameter's text.
    pub fn param(&self, name: &str) -> Option<&str> {
        query_param(&self.query, name)
    }

    /// Whether a query switch such as `with_response` is on.
    pub fn asks(&self, name: &str) -> bool {
        self.param(name).is_some_and(|text| matches!(text, "1" | "true" | "True"))
    }

    /// The file parts as the request log shows them.
    pub fn files_json(&self) -> Value {
        self.files
            .iter()
            .map(|file| json!({"name": file.part, "filename": file.filename, "size": file.bytes.len()}))
            .collect()
    }
}

/// A path segment as an id; anything else is the given refusal.
pub fn id(segment: &str, otherwise: ApiError) -> Result<Id, ApiError> {
    segment.parse().map_err(|_| otherwise)
}

/// The text of a query parameter (ids, numbers and switches: nothing that needs percent-decoding).
pub fn query_param<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name).map(|(_, v)| v)
}

fn parse_json(bytes: &[u8]) -> Result<Value, ApiError> {
    serde_json::from_slice(bytes).map_err(|_| ApiError::InvalidJson)
}

fn read_form(bytes: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(bytes);
    text.split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (percent_decode(name), percent_decode(value)))
        .collect()
}

fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = (first == b'%').then(|| after.get(..2)).flatten();
        let code = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match code {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(if first == b'+' { b' ' } else { first });
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_decoded() {
        let fields = read_form("payload_json=%7B%22a%22%3A+1%7D&x=%E5%90%AC%".as_bytes());
        assert_eq!(fields[0].1, r#"{"a": 1}"#);
        assert_eq!(fields[1].1, "听%");
    }
}
