//! Limits of message components, and looking one up by its custom_id.
//! Source: Discord's "Component Reference".
use std::collections::{BTreeSet, HashSet};

use serde_json::{Value, json};

use super::error::FormErrors;
use super::ids::Id;

/// Component types in Discord's numbering.
pub mod kind {
    pub const ROW: u64 = 1;
    pub const BUTTON: u64 = 2;
    pub const STRING_SELECT: u64 = 3;
    pub const TEXT_INPUT: u64 = 4;
    pub const USER_SELECT: u64 = 5;
    pub const CHANNEL_SELECT: u64 = 8;
    pub const CONTAINER: u64 = 17;
    pub const LABEL: u64 = 18;
}

/// Button styles that carry no custom_id.
const LINK: u64 = 5;
const PREMIUM: u64 = 6;

/// The emojis that a button may show.
pub struct Palette(pub BTreeSet<Id>);

/// What must hold over a whole message.
struct Tree<'a> {
    palette: &'a Palette,
    custom_ids: HashSet<String>,
    n_components: usize,
    errors: &'a mut FormErrors,
}

/// Checks a message's components; `v2`: the message is made of components alone.
pub fn check(list: &[Value], v2: bool, palette: &Palette, errors: &mut FormErrors) {
    let mut tree = Tree { palette, custom_ids: HashSet::new(), n_components: 0, errors };
    if v2 {
        tree.errors.check_count("components", list.len(), 1, 40);
    } else {
        tree.errors.check_count("components", list.len(), 0, 5);
    }
    for (n, component) in list.iter().enumerate() {
        let at = format!("components.{n}");
        if component["type"] == kind::ROW {
            tree.row(component, &at);
        } else if v2 {
            tree.layout(component, &at);
        } else {
            let message = "Value of field \"type\" must be one of (1,).";
            tree.errors.add(&format!("{at}.type"), "UNION_TYPE_CHOICES", message);
        }
    }
    if tree.n_components > 40 {
        tree.errors.add("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "Max 40 components.");
    }
}

impl Tree<'_> {
    fn row(&mut self, row: &Value, at: &str) {
        self.n_components += 1;
        let empty = Vec::new();
        let children = row["components"].as_array().unwrap_or(&empty);
        let selects = children.iter().filter(|child| child["type"] != kind::BUTTON).count();
        let at_children = format!("{at}.components");
        self.errors.check_count(&at_children, children.len(), 1, 5);
        if selects > 0 && children.len() > 1 {
            let message = "The specified component exceeds the maximum width";
            self.errors.add(&at_children, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
        }
        for (n, child) in children.iter().enumerate() {
            let at = format!("{at_children}.{n}");
            match child["type"].as_u64().unwrap_or(0) {
                kind::BUTTON => self.button(child, &at),
                kind::STRING_SELECT | kind::USER_SELECT..=kind::CHANNEL_SELECT => self.select(child, &at),
                _ => {
                    let message = "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).";
                    self.errors.add(&format!("{at}.type"), "UNION_TYPE_CHOICES", message);
                }
            }
        }
    }

    /// A Components V2 part: only what holds for every kind of it.
    fn layout(&mut self, part: &Value, at: &str) {
        self.n_components += 1;
        if part["type"] == kind::ROW {
            self.n_components -= 1;
            return self.row(part, at);
        }
        if part["type"] == kind::BUTTON {
            return self.button(part, at);
        }
        let nested = part["components"].as_array().into_iter().flatten().chain(part.get("accessory"));
        for (n, child) in nested.enumerate() {
            if part["type"] == kind::CONTAINER && child["type"] == kind::BUTTON {
                let message = "A button must stand in an action row or beside a section.";
                self.errors.add(&format!("{at}.components.{n}.type"), "UNION_TYPE_CHOICES", message);
            }
            self.layout(child, &format!("{at}.components.{n}"));
        }
        if let Some(text) = part["content"].as_str() {
            self.errors.check_len(&format!("{at}.content"), text, 1, 4000);
        }
    }

    fn custom_id(&mut self, component: &Value, at: &str) {
        let at = format!("{at}.custom_id");
        let id = component["custom_id"].as_str().unwrap_or_default();
        self.errors.check_len(&at, id, 1, 100);
        if !id.is_empty() && !self.custom_ids.insert(id.to_owned()) {
            let message = "Component custom id cannot be duplicated";
            self.errors.add(&at, "COMPONENT_CUSTOM_ID_DUPLICATED", message);
        }
    }

    fn emoji(&mut self, emoji: &Value, at: &str) {
        let Some(id) = emoji.get("id").filter(|id| !id.is_null()) else { return };
        let known = serde_json::from_value::<Id>(id.clone()).is_ok_and(|id| self.palette.0.contains(&id));
        if !known {
            let at = format!("{at}.emoji.id");
            self.errors.add(&at, "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
        }
    }

    fn button(&mut self, button: &Value, at: &str) {
        self.n_components += 1;
        let style = button["style"].as_u64().unwrap_or(0);
        match style {
            1..=4 => {
                self.custom_id(button, at);
                if button["url"].is_string() {
                    let message = "A url can only be set for a link button";
                    self.errors.add(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
                }
            }
            LINK => {
                if !button["custom_id"].is_null() {
                    let message = "A custom id and url cannot both be specified";
                    self.errors.add(at, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
                }
                let url = button["url"].as_str().unwrap_or_default();
                self.errors.check_len(&format!("{at}.url"), url, 1, 512);
            }
            PREMIUM => {}
            _ => {
                let message = "Value must be one of {1, 2, 3, 4, 5, 6}.";
                self.errors.add(&format!("{at}.style"), "BASE_TYPE_CHOICES", message);
            }
        }
        let label = button["label"].as_str().unwrap_or_default();
        self.errors.check_len(&format!("{at}.label"), label, 0, 80);
        if label.is_empty() && button["emoji"].is_null() && style != PREMIUM {
            let message = "A button must have a label or an emoji";
            self.errors.add(at, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message);
        }
        self.emoji(&button["emoji"], at);
    }

    fn select(&mut self, select: &Value, at: &str) {
        self.n_components += 1;
        self.custom_id(select, at);
        let placeholder = select["placeholder"].as_str().unwrap_or_default();
        self.errors.check_len(&format!("{at}.placeholder"), placeholder, 0, 150);
        let (min, max) = select_range(select);
        if min > 25 || max == 0 || max > 25 || min > max {
            let message = "Must be between 1 and 25, and not less than min_values.";
            self.errors.add(&format!("{at}.max_values"), "NUMBER_TYPE_RANGE", message);
        }
        if select["type"] == kind::STRING_SELECT {
            self.options(select, max, at);
        }
    }

    fn options(&mut self, select: &Value, max_values: u64, at: &str) {
        let empty = Vec::new();
        let options = select["options"].as_array().unwrap_or(&empty);
        self.errors.check_count(&format!("{at}.options"), options.len(), 1, 25);
        if max_values > options.len() as u64 {
            let message = "max_values may not exceed the number of options.";
            self.errors.add(&format!("{at}.max_values"), "SELECT_COMPONENT_MAX_VALUES_INVALID", message);
        }
        let mut values = HashSet::new();
        for (n, option) in options.iter().enumerate() {
            let at = format!("{at}.options.{n}");
            for (field, min) in [("label", 1), ("value", 1), ("description", 0)] {
                let text = option[field].as_str().unwrap_or_default();
                self.errors.check_len(&format!("{at}.{field}"), text, min, 100);
            }
            if !values.insert(option["value"].as_str().unwrap_or_default()) {
                let message = "The specified option value is already used";
                self.errors.add(&format!("{at}.value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
            }
            self.emoji(&option["emoji"], &at);
        }
    }
}

/// How many values a select takes: at least, at most.
pub fn select_range(select: &Value) -> (u64, u64) {
    (select["min_values"].as_u64().unwrap_or(1), select["max_values"].as_u64().unwrap_or(1))
}

/// Numbers the components and fills in Discord's defaults.
pub fn complete(list: &mut [Value]) {
    let mut next = 1;
    for component in list {
        number(component, &mut next);
    }
}

fn number(component: &mut Value, next: &mut u64) {
    if !component.is_object() {
        return;
    }
    let kind = component["type"].as_u64().unwrap_or(0);
    if component["id"].as_u64().unwrap_or(0) == 0 {
        component["id"] = json!(*next);
    }
    *next += 1;
    if matches!(kind, kind::STRING_SELECT | kind::USER_SELECT..=kind::CHANNEL_SELECT) {
        let (min, max) = select_range(component);
        component["min_values"] = json!(min);
        component["max_values"] = json!(max);
    }
    if let Value::Object(fields) = component {
        fields.retain(|_, value| !value.is_null());
    }
    for child in component.get_mut("components").and_then(Value::as_array_mut).into_iter().flatten() {
        number(child, next);
    }
    for key in ["accessory", "component"] {
        if let Some(child) = component.get_mut(key) {
            number(child, next);
        }
    }
}

/// The component with this custom_id, anywhere in the tree.
pub fn find<'a>(list: &'a [Value], custom_id: &str) -> Option<&'a Value> {
    list.iter().find_map(|component| {
        if component["custom_id"] == custom_id {
            return Some(component);
        }
        let children = component["components"].as_array().and_then(|children| find(children, custom_id));
        let single = ["accessory", "component"].iter().find_map(|key| {
            let child = component.get(*key)?;
            find(std::slice::from_ref(child), custom_id)
        });
        children.or(single)
    })
}
