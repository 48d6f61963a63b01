//! Holds every body that the bot sends and every answer that the sandbox gives against Discord's own OpenAPI document.
//!
//! The document is not part of this repository: it is read from `../shared/discord/openapi.json` beside the checkout, or
//! from where `TINGHU_OPENAPI` says. Without it one line says that nothing was checked.
//!
//! The checker knows the part of JSON Schema 2020-12 that the document uses. `oneOf` is taken as "at least one", as Discord
//! marks its own unions. In what the bot sends, a field that the schema does not name is a fault: Discord would ignore it,
//! and so would everybody who misspelt it.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Map, Value};

static DOCUMENT: OnceLock<Option<Document>> = OnceLock::new();
static N_CHECKED: AtomicUsize = AtomicUsize::new(0);

/// Discord's document.
pub struct Document(Value);

/// The first thing that is wrong, and where.
pub type Fault = String;

/// Checks a log of requests with their answers; says so where there is no document to check them by.
pub fn check_all(requests: &[Value]) {
    let Some(document) = document() else { return };
    let faults: Vec<Fault> =
        requests.iter().filter_map(|request| document.check_request(request).err()).collect();
    assert!(faults.is_empty(), "{} bodies against Discord's schema:\n{}", faults.len(), faults.join("\n"));
    let n_new =
        requests.iter().map(|request| usize::from(has_body(request)) + usize::from(has_answer(request)));
    let n_new: usize = n_new.sum();
    let n_all = N_CHECKED.fetch_add(n_new, Ordering::Relaxed) + n_new;
    println!("OpenAPI: {n_new} bodies of {} requests are valid, {n_all} so far", requests.len());
}

/// The document, where it is.
pub fn document() -> Option<&'static Document> {
    DOCUMENT.get_or_init(Document::read).as_ref()
}

fn has_body(request: &Value) -> bool {
    !request["body"].is_null()
}

fn has_answer(request: &Value) -> bool {
    !request["answer"].is_null()
}

/// Which side a body comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Bot,
    Discord,
}

impl Document {
    fn read() -> Option<Document> {
        let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/discord/openapi.json");
        let path = std::env::var_os("TINGHU_OPENAPI").map_or_else(beside, PathBuf::from);
        match std::fs::read(&path) {
            Ok(bytes) => Some(Document(serde_json::from_slice(&bytes).expect("the document is JSON"))),
            Err(_) => {
                println!("OpenAPI: nothing is checked, there is no {}", path.display());
                None
            }
        }
    }

    /// Checks one entry of the sandbox's log.
    pub fn check_request(&self, request: &Value) -> Result<(), Fault> {
        let (method, path) = (request["method"].as_str().unwrap(), request["path"].as_str().unwrap());
        let status = request["status"].as_u64().unwrap();
        let at = format!("{method} {} → {status}", without_token(path));
        let operation =
            self.operation(method, path).ok_or_else(|| format!("{at}: there is no such route"))?;
        if has_body(request) {
            let contents = &operation["requestBody"]["content"];
            let schema = ["application/json", "multipart/form-data"]
                .into_iter()
                .map(|kind| &contents[kind]["schema"])
                .find(|schema| !schema.is_null())
                .ok_or_else(|| format!("{at}: a body where none belongs"))?;
            // serenity registers the commands, with fields that the schema leaves out.
            let side = if path.starts_with("/applications/") { Side::Discord } else { Side::Bot };
            self.check(schema, &request["body"], "body", side).map_err(|fault| format!("{at}: {fault}"))?;
        }
        if status < 500 {
            self.check_answer(operation, status, &request["answer"])
                .map_err(|fault| format!("{at}: {fault}"))?;
        }
        Ok(())
    }

    fn check_answer(&self, operation: &Value, status: u64, answer: &Value) -> Result<(), Fault> {
        let responses = &operation["responses"];
        let (exact, class) = (status.to_string(), format!("{}XX", status / 100));
        let response = [exact, class].iter().map(|name| &responses[name]).find(|found| !found.is_null());
        let response = self.resolved(response.ok_or("this status is not documented")?);
        let schema = &response["content"]["application/json"]["schema"];
        match (schema.is_null(), answer.is_null()) {
            (true, true) => Ok(()),
            (true, false) => Err("an answer where none belongs".to_owned()),
            (false, _) => self.check(schema, answer, "answer", Side::Discord),
        }
    }

    /// The operation of a path: of the templates that fit, the one with the most literal parts.
    fn operation(&self, method: &str, path: &str) -> Option<&Value> {
        let parts: Vec<&str> = path.split('/').collect();
        let literals = |template: &str| {
            let own: Vec<&str> = template.split('/').collect();
            let fits = |(own, part): (&&str, &&str)| own.starts_with('{') || own == part;
            (own.len() == parts.len() && own.iter().zip(&parts).all(fits))
                .then(|| own.iter().filter(|own| !own.starts_with('{')).count())
        };
        let method = method.to_lowercase();
        let paths = self.0["paths"].as_object()?.iter();
        paths
            .filter(|(_, item)| !item[&method].is_null())
            .filter_map(|(template, item)| Some((literals(template)?, &item[&method])))
            .max_by_key(|(n_literals, _)| *n_literals)
            .map(|(_, operation)| operation)
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(target) => self.resolved(self.0.pointer(target.trim_start_matches('#')).expect("a target")),
            None => schema,
        }
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, side: Side) -> Result<(), Fault> {
        let schema = self.resolved(schema);
        check_type(schema, value, at)?;
        for all in schema["allOf"].as_array().into_iter().flatten() {
            // A part of a whole names only its own fields.
            self.check(all, value, at, Side::Discord)?;
        }
        for union in ["oneOf", "anyOf"] {
            if let Some(branches) = schema[union].as_array() {
                self.check_union(branches, value, at, side)?;
            }
        }
        match value {
            Value::Object(fields) => self.check_fields(schema, fields, at, side),
            Value::Array(items) => self.check_items(schema, items, at, side),
            Value::String(text) => check_text(schema, text, at),
            Value::Number(_) => check_number(schema, value, at),
            _ => Ok(()),
        }
    }

    /// Of the branches that all fail, the one of the value's own `type`, or that was followed furthest, says why.
    fn check_union(&self, branches: &[Value], value: &Value, at: &str, side: Side) -> Result<(), Fault> {
        let mut faults = Vec::new();
        for branch in branches {
            match self.check(branch, value, at, side) {
                Ok(()) => return Ok(()),
                Err(fault) => faults.push((self.is_of_type(branch, value), fault)),
            }
        }
        let depth = |fault: &Fault| fault.split(": ").next().map_or(0, |path| path.matches('.').count());
        let reason = faults.into_iter().max_by_key(|(is_own, fault)| (*is_own, depth(fault)));
        Err(reason.map_or_else(|| format!("{at}: no branch"), |(_, fault)| fault))
    }

    /// Whether a branch describes things of this value's `type`.
    fn is_of_type(&self, branch: &Value, value: &Value) -> bool {
        let kind = self.resolved(&self.resolved(branch)["properties"]["type"]);
        !value["type"].is_null() && check_type(kind, &value["type"], "").is_ok() && !kind.is_null()
    }

    fn check_fields(
        &self,
        schema: &Value,
        fields: &Map<String, Value>,
        at: &str,
        side: Side,
    ) -> Result<(), Fault> {
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                return Err(format!("{at}: {name} is missing"));
            }
        }
        check_count(schema, ["minProperties", "maxProperties"], fields.len(), at)?;
        for (name, value) in fields {
            let at = format!("{at}.{name}");
            let (own, others) = (&schema["properties"][name], &schema["additionalProperties"]);
            if !own.is_null() {
                self.check(own, value, &at, side)?;
            } else if others.is_object() {
                self.check(others, value, &at, side)?;
            } else {
                let is_named = schema["properties"].is_null() || others == &Value::Bool(true);
                let is_misspelt = side == Side::Bot && !is_named;
                if others == &Value::Bool(false) || is_misspelt {
                    return Err(format!("{at}: there is no such field"));
                }
            }
        }
        Ok(())
    }

    fn check_items(&self, schema: &Value, items: &[Value], at: &str, side: Side) -> Result<(), Fault> {
        check_count(schema, ["minItems", "maxItems"], items.len(), at)?;
        let is_double = |n: usize| items[..n].contains(&items[n]);
        if schema["uniqueItems"] == Value::Bool(true) && (0..items.len()).any(is_double) {
            return Err(format!("{at}: an item twice"));
        }
        if schema["items"].is_null() {
            return Ok(());
        }
        (0..).zip(items).try_for_each(|(n, item): (usize, _)| {
            self.check(&schema["items"], item, &format!("{at}.{n}"), side)
        })
    }
}

fn check_type(schema: &Value, value: &Value, at: &str) -> Result<(), Fault> {
    let is = |kind: &str| match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|n| n.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    };
    let is_right = match &schema["type"] {
        Value::Null => true,
        Value::String(kind) => is(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(is),
        other => panic!("{other} is no type"),
    };
    if !is_right {
        return Err(format!("{at}: {value} is no {}", schema["type"]));
    }
    let constant = &schema["const"];
    if !constant.is_null() && constant != value {
        return Err(format!("{at}: {value} is not {constant}"));
    }
    match schema["enum"].as_array() {
        Some(values) if !values.contains(value) => {
            Err(format!("{at}: {value} is none of {}", schema["enum"]))
        }
        _ => Ok(()),
    }
}

fn check_count(schema: &Value, [min, max]: [&str; 2], n: usize, at: &str) -> Result<(), Fault> {
    let n = n as u64;
    let is_few = schema[min].as_u64().is_some_and(|min| n < min);
    let is_many = schema[max].as_u64().is_some_and(|max| n > max);
    if is_few || is_many {
        return Err(format!("{at}: {n} is not within {} and {}", schema[min], schema[max]));
    }
    Ok(())
}

fn check_text(schema: &Value, text: &str, at: &str) -> Result<(), Fault> {
    check_count(schema, ["minLength", "maxLength"], text.chars().count(), at)?;
    let is_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_right = match schema["format"].as_str() {
        Some("snowflake") => is_digits,
        Some("date-time") => text.len() >= 19 && text.as_bytes()[10] == b'T',
        Some("uri") => text.contains("://"),
        _ => true,
    } && match schema["pattern"].as_str() {
        Some("^(0|[1-9][0-9]*)$") => is_digits && (text == "0" || !text.starts_with('0')),
        _ => true,
    };
    if is_right { Ok(()) } else { Err(format!("{at}: {text:?} is no {}", schema["format"])) }
}

fn check_number(schema: &Value, value: &Value, at: &str) -> Result<(), Fault> {
    let number = value.as_f64().expect("a number");
    let is_low = schema["minimum"].as_f64().is_some_and(|min| number < min);
    let is_high = schema["maximum"].as_f64().is_some_and(|max| number > max);
    if is_low || is_high {
        return Err(format!("{at}: {value} is not within {} and {}", schema["minimum"], schema["maximum"]));
    }
    Ok(())
}

/// Tokens are long and say nothing.
fn without_token(path: &str) -> String {
    path.split('/').map(|part| if part.len() > 40 { "…" } else { part }).collect::<Vec<_>>().join("/")
}
