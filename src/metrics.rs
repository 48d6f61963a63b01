//! What is counted while the bot runs, and the page where a monitoring program reads it.
//!
//! The text is what Prometheus reads (its exposition format, version 0.0.4). Numbers only: no name, no tile, no text.

use std::fmt::{Display, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// Something that happens again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tally {
    /// A click or command was acknowledged to Discord.
    Acknowledged,
    /// Discord did not take an acknowledgement in time.
    AcknowledgementFailed,
    /// A request was carried out by Discord.
    RequestDone,
    /// A request was refused or got no answer; the surface that sent it tries again or is reported lost.
    RequestFailed,
    /// A request came too soon, by Discord's count (429).
    RequestLimited,
    /// A picture was drawn and encoded.
    PictureDrawn,
    /// A message was changed whose picture stayed as it was: nothing was drawn or sent for it.
    PictureKept,
    /// A message is out of the bot's reach until somebody clicks.
    SurfaceLost,
}

impl Tally {
    /// All, in the order of the page.
    pub const ALL: [Tally; 8] = [
        Tally::Acknowledged,
        Tally::AcknowledgementFailed,
        Tally::RequestDone,
        Tally::RequestFailed,
        Tally::RequestLimited,
        Tally::PictureDrawn,
        Tally::PictureKept,
        Tally::SurfaceLost,
    ];

    /// Its name on the page, and what it counts.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Tally::Acknowledged => ("acknowledgements", "Clicks and commands acknowledged to Discord."),
            Tally::AcknowledgementFailed => {
                ("acknowledgements_failed", "Acknowledgements that Discord did not take in time.")
            }
            Tally::RequestDone => ("requests", "Requests that Discord carried out."),
            Tally::RequestFailed => ("requests_failed", "Requests refused by Discord or without an answer."),
            Tally::RequestLimited => ("requests_limited", "Requests that came too soon (429)."),
            Tally::PictureDrawn => ("pictures_drawn", "Pictures drawn and encoded."),
            Tally::PictureKept => {
                ("pictures_kept", "Edits whose picture had not changed and was not drawn again.")
            }
            Tally::SurfaceLost => ("surfaces_lost", "Messages out of reach until somebody clicks."),
        }
    }
}

/// The counts since the program began.
#[derive(Default, Debug)]
pub struct Metrics {
    counts: [AtomicU64; Tally::ALL.len()],
}

impl Metrics {
    /// One more.
    pub fn count(&self, tally: Tally) {
        self.counts[tally as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// How many so far.
    pub fn so_far(&self, tally: Tally) -> u64 {
        self.counts[tally as usize].load(Ordering::Relaxed)
    }

    /// Which part of the pictures that messages wanted was there already, 0–1; no number before the first.
    fn picture_hit_ratio(&self) -> f64 {
        let [kept, drawn] = [Tally::PictureKept, Tally::PictureDrawn].map(|tally| self.so_far(tally) as f64);
        kept / (kept + drawn)
    }

    /// The page; `n_tables` are played or waited for just now.
    pub fn page(&self, n_tables: usize) -> String {
        let mut page = String::new();
        let mut add = |name: &str, kind: &str, help: &str, value: &dyn Display| {
            // Writing to a string does not fail.
            let _ = writeln!(
                page,
                "# HELP tinghu_{name} {help}\n# TYPE tinghu_{name} {kind}\ntinghu_{name} {value}"
            );
        };
        for tally in Tally::ALL {
            let (name, help) = tally.names();
            add(&format!("{name}_total"), "counter", help, &self.so_far(tally));
        }
        let help = "Part of the wanted pictures that had not changed; NaN before the first.";
        add("picture_hit_ratio", "gauge", help, &self.picture_hit_ratio());
        add("tables", "gauge", "Tables that are open.", &n_tables);
        page
    }
}

/// Answers `GET /metrics` until `stop`.
pub async fn serve(
    listener: TcpListener,
    metrics: Arc<Metrics>,
    n_tables: impl Fn() -> usize + Clone + Send + Sync + 'static,
    stop: CancellationToken,
) {
    let page = move || {
        let page = metrics.page(n_tables());
        async move { ([(CONTENT_TYPE, "text/plain; version=0.0.4")], page) }
    };
    let router = Router::new().route("/metrics", get(page));
    if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(stop.cancelled_owned()).await {
        tracing::warn!(%error, "no metrics any more");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tally_has_a_line_of_its_own() {
        let metrics = Metrics::default();
        for (n, tally) in (1..).zip(Tally::ALL) {
            (0..n).for_each(|_| metrics.count(tally));
        }
        let page = metrics.page(42);
        let lines: Vec<&str> = page.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines.len(), Tally::ALL.len() + 2);
        assert_eq!(lines[0], "tinghu_acknowledgements_total 1");
        assert_eq!(lines[6], "tinghu_pictures_kept_total 7");
        assert_eq!(lines[8], "tinghu_picture_hit_ratio 0.5384615384615384"); // 7 kept, 6 drawn
        assert_eq!(lines[9], "tinghu_tables 42");
    }

    #[test]
    fn before_the_first_picture_the_ratio_is_no_number() {
        assert!(Metrics::default().page(0).contains("\ntinghu_picture_hit_ratio NaN\n"));
    }
}
