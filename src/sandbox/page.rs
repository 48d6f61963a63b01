//! The page's files, compiled in.

/// Content type and text of a file of the page.
pub fn file(name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "index.html" => Some(("text/html; charset=utf-8", include_str!("page/index.html"))),
        "app.js" => Some(("text/javascript; charset=utf-8", include_str!("page/app.js"))),
        "app.css" => Some(("text/css; charset=utf-8", include_str!("page/app.css"))),
        _ => None,
    }
}
