//! The order of a write, its sync and the answer, seen from outside the program with `strace`.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::city::City;
use crate::process::{Launch, Sandbox};

/// `.ci/run` installs strace and sets this, so that the test cannot pass by its absence there.
const NEEDED: &str = "TINGHU_NEED_STRACE";

/// What a line of the trace is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// The fact was written into the WAL.
    Written,
    /// The WAL was synced.
    Synced,
    /// The acknowledgement was sent.
    Acknowledged,
    /// The answer was sent.
    Answered,
}

fn strace_works() -> bool {
    let tried = Command::new("strace").args(["-f", "-o", "/dev/null", "true"]).stderr(Stdio::null()).status();
    tried.is_ok_and(|status| status.success())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_is_synced_before_the_answer_leaves() {
    if !strace_works() {
        assert!(std::env::var_os(NEEDED).is_none(), "strace does not work here");
        return println!("strace does not work here: nothing was traced");
    }
    let folder = tempfile::tempdir().unwrap();
    let sandbox = Sandbox::start(folder.path()).await;
    let city = Arc::new(City::at(&sandbox.base));
    let trace = folder.path().join("trace");
    let calls = "trace=fdatasync,fsync,pwrite64,write,writev,sendto,sendmsg";
    // Should this test fail, strace goes and its child stays: `timeout` ends that one.
    let trace_to = trace.to_str().unwrap();
    let wrapper =
        ["strace", "-f", "-y", "-s", "70000", "-e", calls, "-o", trace_to, "timeout", "-s", "KILL", "120"];
    let mut bot = Launch::of(&sandbox.base, folder.path()).start_under(&wrapper);
    city.bot_is_there().await;
    let (interaction, token) = open_a_table(&city).await;
    bot.terminate_traced().await;
    bot.ended().await;

    let trace = std::fs::read(&trace).unwrap();
    let trace = String::from_utf8_lossy(&trace);
    let steps = steps(&trace, &interaction, &token);
    let first =
        |step| steps.iter().position(|one| *one == step).unwrap_or_else(|| panic!("{step:?}: {steps:?}"));
    let (written, answered) = (first(Step::Written), first(Step::Answered));
    assert!(first(Step::Acknowledged) < answered, "{steps:?}");
    assert!(steps[written..answered].contains(&Step::Synced), "written, synced, answered: {steps:?}");
    sandbox.kill().await;
}

/// One person opens a table; the interaction and its token.
async fn open_a_table(city: &City) -> (String, String) {
    let user = city.new_person("writer").await;
    let channel = city.new_channel("trace").await;
    let news = city.listen(&user, &channel).await;
    let path = format!("/channels/{channel}/commands");
    let body = json!({"user": user, "name": "table new", "options": {"clock": "slow"}});
    let interaction = city
        .until(&news, "the command is taken", async || {
            let (status, answer) = city.call("POST", &path, body.clone()).await;
            (status == 200).then(|| answer["interaction"].as_str().unwrap().to_owned())
        })
        .await;
    let path = format!("/interactions/{interaction}");
    city.until(&news, "the table is opened", async || {
        let state = city.done("GET", &path, Value::Null).await;
        let message = &state["response"]["message"];
        (message.is_object() && message["thinking"] == json!(false)).then_some(())
    })
    .await;
    let log = city.done("GET", "/requests?since=0", Value::Null).await;
    let callback = format!("/interactions/{interaction}/");
    let paths = log["requests"].as_array().unwrap().iter().filter_map(|request| request["path"].as_str());
    let token = paths
        .filter_map(|path| path.split_once(&callback)?.1.strip_suffix("/callback").map(str::to_owned))
        .next()
        .expect("it was acknowledged");
    (interaction, token)
}

/// The lines that matter, in order: a sync counts from its end, an answer from its beginning.
fn steps(trace: &str, interaction: &str, token: &str) -> Vec<Step> {
    let callback = format!("/interactions/{interaction}/");
    // Threads whose sync of the WAL has begun.
    let mut syncing = BTreeSet::new();
    let mut step = |line: &str| {
        let thread = line.split_whitespace().next()?.to_owned();
        let is_wal = line.contains("tinghu.db-wal>");
        let is_sync = line.contains("fdatasync") || line.contains("fsync");
        if is_sync && is_wal && line.contains("<unfinished") {
            syncing.insert(thread);
            return None;
        }
        if is_sync && (is_wal || syncing.remove(&thread)) {
            return line.ends_with("= 0").then_some(Step::Synced);
        }
        if is_wal && line.contains("pwrite64(") {
            return line.contains("SecretDrawn").then_some(Step::Written);
        }
        if !(line.contains("POST /api") || line.contains("PATCH /api")) {
            return None;
        }
        if line.contains(&callback) {
            return Some(Step::Acknowledged);
        }
        (line.contains("/webhooks/") && line.contains(token)).then_some(Step::Answered)
    };
    trace.lines().filter_map(&mut step).collect()
}
