//! Forms (modals): their limits, and the values that a person fills in.
use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::components::{self, kind};
use super::error::{ApiError, FormErrors, HumanError};

/// Checks the data of a type 9 answer.
pub fn check(data: &Value) -> Result<(), ApiError> {
    let mut errors = FormErrors::default();
    errors.check_len("data.title", data["title"].as_str().unwrap_or_default(), 1, 45);
    errors.check_len("data.custom_id", data["custom_id"].as_str().unwrap_or_default(), 1, 100);
    let empty = Vec::new();
    let rows = data["components"].as_array().unwrap_or(&empty);
    errors.check_count("data.components", rows.len(), 1, 5);
    for (n, row) in rows.iter().enumerate() {
        let at = format!("data.components.{n}");
        if row["type"] != kind::ROW && row["type"] != kind::LABEL {
            let message = "Value of field \"type\" must be one of (1, 18).";
            errors.add(&format!("{at}.type"), "UNION_TYPE_CHOICES", message);
            continue;
        }
        let inputs: Vec<&Value> = inputs(std::slice::from_ref(row));
        errors.check_count(&format!("{at}.components"), inputs.len(), 1, 1);
        for input in inputs {
            check_input(input, row["type"] == kind::ROW, &format!("{at}.components.0"), &mut errors);
        }
    }
    errors.finish()
}

fn check_input(input: &Value, labelled: bool, at: &str, errors: &mut FormErrors) {
    let text = |name: &str| input[name].as_str().unwrap_or_default();
    errors.check_len(&format!("{at}.custom_id"), text("custom_id"), 1, 100);
    if input["type"] != kind::TEXT_INPUT {
        return;
    }
    if labelled {
        errors.check_len(&format!("{at}.label"), text("label"), 1, 45);
    }
    errors.check_len(&format!("{at}.placeholder"), text("placeholder"), 0, 100);
    errors.check_len(&format!("{at}.value"), text("value"), 0, 4000);
    if !matches!(input["style"].as_u64(), Some(1 | 2)) {
        errors.add(&format!("{at}.style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.");
    }
}

/// The fields of a form, in order.
fn inputs(rows: &[Value]) -> Vec<&Value> {
    rows.iter()
        .flat_map(|row| row["components"].as_array().into_iter().flatten().chain(row.get("component")))
        .collect()
}

/// The `components` of a modal submission: the form's structure with the person's values.
///
/// # Errors
/// A sentence when a value is missing, too long or for a field that the form does not have.
pub fn fill(form: &Value, values: &BTreeMap<String, Value>) -> Result<Value, HumanError> {
    let empty = Vec::new();
    let rows = form["components"].as_array().unwrap_or(&empty);
    if let Some(stray) = values.keys().find(|key| components::find(rows, key).is_none()) {
        return Err(HumanError::Refused(format!("The form has no field {stray:?}.")));
    }
    let mut filled = Vec::new();
    for row in rows {
        let mut answers = Vec::new();
        for input in inputs(std::slice::from_ref(row)) {
            answers.push(fill_one(input, values)?);
        }
        let mut out = json!({"type": row["type"], "id": row["id"]});
        if row["type"] == kind::LABEL {
            out["component"] = answers.into_iter().next().unwrap_or(Value::Null);
        } else {
            out["components"] = Value::Array(answers);
        }
        filled.push(out);
    }
    Ok(Value::Array(filled))
}

fn fill_one(input: &Value, values: &BTreeMap<String, Value>) -> Result<Value, HumanError> {
    let name = input["custom_id"].as_str().unwrap_or_default();
    let mut answer = json!({"type": input["type"], "id": input["id"], "custom_id": name});
    let given = values.get(name);
    if input["type"] != kind::TEXT_INPUT {
        let list = match given {
            Some(Value::Array(list)) => list.clone(),
            Some(one) => vec![one.clone()],
            None => Vec::new(),
        };
        answer["values"] = Value::Array(list);
        return Ok(answer);
    }
    let text = given.or_else(|| input.get("value")).and_then(Value::as_str).unwrap_or_default();
    let len = text.chars().count() as u64;
    let required = input["required"].as_bool().unwrap_or(true);
    if required && len == 0 {
        return Err(HumanError::Refused(format!("The field {name:?} must be filled in.")));
    }
    let (min, max) =
        (input["min_length"].as_u64().unwrap_or(0), input["max_length"].as_u64().unwrap_or(4000));
    if len > 0 && !(min..=max).contains(&len) {
        return Err(HumanError::Refused(format!("The field {name:?} takes {min} to {max} characters.")));
    }
    answer["value"] = json!(text);
    Ok(answer)
}
