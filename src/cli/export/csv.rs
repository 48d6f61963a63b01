//! Comma-separated values, RFC 4180.

use serde_json::Value;

/// One line without its end. `null` is an empty cell.
pub(super) fn line(row: &[Value]) -> String {
    row.iter().map(cell).collect::<Vec<_>>().join(",")
}

fn cell(value: &Value) -> String {
    let text = match value {
        Value::Null => return String::new(),
        Value::String(text) => harmless(text),
        other => return other.to_string(),
    };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// A name is chosen by its player; a spreadsheet must not take it for a formula.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be_and_names_are_no_formulas() {
        let row =
            [json!("东,东"), json!("a\"b"), json!("=1+1"), json!(-3), json!(true), Value::Null, json!("x")];
        assert_eq!(line(&row), "\"东,东\",\"a\"\"b\",'=1+1,-3,true,,x");
    }
}
