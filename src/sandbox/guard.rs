//! Who may speak to the sandbox: requests addressed to this machine, from this machine's own pages.
use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::server::Server;

/// Nothing but the page's own files, pictures and event stream.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; script-src 'self'; style-src 'self'; \
                      object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The `Host` values that are this sandbox.
pub fn hosts(addr: SocketAddr) -> Vec<String> {
    let port = addr.port();
    let mut hosts: Vec<String> =
        ["127.0.0.1", "localhost", "[::1]"].iter().map(|name| format!("{name}:{port}")).collect();
    if !addr.ip().is_unspecified() {
        hosts.push(addr.to_string());
    }
    hosts
}

/// Refuses foreign `Host` and `Origin` headers (DNS rebinding, pages of other sites), and puts the page's
/// security headers on every answer.
pub async fn check(State(server): State<Server>, request: Request, next: Next) -> Response {
    if !is_ours(&server.hosts, request.headers()) {
        let body = axum::Json(serde_json::json!({
            "error": "This sandbox answers only requests addressed to this machine.",
            "message": "Forbidden host or origin", "code": 0,
        }));
        return (StatusCode::FORBIDDEN, body).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let set = |headers: &mut HeaderMap, name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(headers, CONTENT_SECURITY_POLICY, POLICY);
    set(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(headers, REFERRER_POLICY, "no-referrer");
    response
}

fn is_ours(hosts: &[String], headers: &HeaderMap) -> bool {
    let known = |text: &str| hosts.iter().any(|host| host.eq_ignore_ascii_case(text));
    let host = headers.get(HOST).and_then(|value| value.to_str().ok());
    let origin_fits = match headers.get(ORIGIN) {
        None => true,
        Some(value) => value.to_str().ok().and_then(|text| text.strip_prefix("http://")).is_some_and(known),
    };
    host.is_some_and(known) && origin_fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_ours() {
        let hosts = hosts(SocketAddr::from(([127, 0, 0, 1], 8787)));
        let asked = |host: &'static str, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            is_ours(&hosts, &headers)
        };
        assert!(asked("localhost:8787", None));
        assert!(asked("127.0.0.1:8787", Some("http://localhost:8787")));
        assert!(!asked("evil.example:8787", None));
        assert!(!asked("127.0.0.1", None));
        assert!(!asked("127.0.0.1:8787", Some("https://evil.example")));
        assert!(!asked("127.0.0.1:8787", Some("null")));
    }
}
