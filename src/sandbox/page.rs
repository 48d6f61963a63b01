//! The files of the sandbox page, compiled into the program.

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";

/// Lists the files of `page/` with their content types.
macro_rules! files {
    ($($name:literal => $kind:expr),* $(,)?) => {
        &[$(($name, $kind, include_str!(concat!("page/", $name)))),*]
    };
}

const FILES: &[(&str, &str, &str)] = files![
    "index.html" => HTML,
    "app.css" => CSS,
    "app.message.css" => CSS,
    "app.js" => JS,
    "app.components.js" => JS,
    "app.composer.js" => JS,
    "app.dialog.js" => JS,
    "app.dom.js" => JS,
    "app.embed.js" => JS,
    "app.frame.js" => JS,
    "app.i18n.js" => JS,
    "app.interact.js" => JS,
    "app.list.js" => JS,
    "app.markdown.js" => JS,
    "app.message.js" => JS,
    "app.net.js" => JS,
    "app.popup.js" => JS,
    "app.select.js" => JS,
    "app.slash.js" => JS,
    "app.store.js" => JS,
];

/// A file of the page by its name (`app.js`): its content type and its text.
/// `None` where the page has no such file.
pub fn file(name: &str) -> Option<(&'static str, &'static str)> {
    FILES.iter().find(|(known, ..)| *known == name).map(|&(_, kind, text)| (kind, text))
}

#[cfg(test)]
mod tests {
    use super::{FILES, file};

    #[test]
    fn serves_every_file_that_the_page_asks_for() {
        for (name, _, text) in FILES {
            for asked in text.split(['"', '\'']).filter(|part| {
                let part = part.trim_start_matches("./");
                part.starts_with("app.") && (part.ends_with(".js") || part.ends_with(".css"))
            }) {
                assert!(file(asked.trim_start_matches("./")).is_some(), "{name} asks for {asked}");
            }
        }
        assert!(file("../mod.rs").is_none());
    }

    #[test]
    fn has_nothing_inline_that_the_content_security_policy_would_refuse() {
        let html = file("index.html").map(|(_, text)| text).unwrap_or_default();
        assert!(html.contains("<script type=\"module\" src=\"app.js\"></script>"));
        assert!(!html.contains("style=\"") && !html.contains("<style") && !html.contains(" onclick"));
        for (name, _, text) in FILES {
            for door in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
                assert!(!text.contains(door), "{name} uses {door}");
            }
        }
    }
}
