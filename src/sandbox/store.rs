//! The state file: the whole world as JSON beside a folder of attachments.
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use axum::body::Bytes;

use super::ids::Id;
use super::model::Data;
use super::server::Server;

/// At most this long between a change and the file, unless writing is slow.
const DEBOUNCE: Duration = Duration::from_millis(800);

/// The folder for attachments that belongs to a state file.
pub fn files_dir(state_file: &Path) -> PathBuf {
    state_file.with_extension("files")
}

/// Reads the state file; `None` where there is none yet.
pub fn load(path: &Path) -> io::Result<Option<Data>> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes the state file in one step: a reader sees the old one or the new one.
pub fn save(path: &Path, data: &Data) -> io::Result<()> {
    let partial = path.with_extension("partial");
    std::fs::write(&partial, serde_json::to_vec(data)?)?;
    std::fs::rename(&partial, path)
}

/// Makes the folders and starts anew where asked to.
pub fn prepare(path: &Path, fresh: bool) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let files = files_dir(path);
    if fresh && files.exists() {
        std::fs::remove_dir_all(&files)?;
    }
    std::fs::create_dir_all(&files)
}

/// Saves after changes until the sandbox stops, and once more then.
pub async fn run(server: Server, path: PathBuf) {
    let mut pause = DEBOUNCE;
    loop {
        server.pause(pause).await;
        let last = server.stop.is_cancelled();
        let started = Instant::now();
        if last {
            server.served.cancelled().await;
        }
        write_changes(&server, &path).await;
        if last {
            return;
        }
        pause = DEBOUNCE.max(started.elapsed() * 10);
    }
}

struct Changes {
    data: Data,
    blobs: Vec<(Id, Bytes)>,
    dropped: BTreeSet<Id>,
}

async fn write_changes(server: &Server, path: &Path) {
    let changes = {
        let mut world = server.world();
        if !world.unsaved {
            return;
        }
        world.unsaved = false;
        Changes {
            data: world.data.clone(),
            blobs: world.blobs.iter().map(|(id, bytes)| (*id, bytes.clone())).collect(),
            dropped: std::mem::take(&mut world.dropped_blobs),
        }
    };
    let target = path.to_owned();
    let written = tokio::task::spawn_blocking(move || write(&target, changes)).await;
    match written {
        Ok(Ok(saved)) => {
            let mut world = server.world();
            for id in saved {
                world.blobs.remove(&id);
            }
        }
        Ok(Err(error)) => {
            tracing::error!(path = %path.display(), %error, "the sandbox's state could not be written");
            server.world().unsaved = true;
        }
        Err(error) => tracing::error!(%error, "writing the sandbox's state broke off"),
    }
}

fn write(path: &Path, changes: Changes) -> io::Result<Vec<Id>> {
    let folder = files_dir(path);
    let mut saved = Vec::new();
    for (id, bytes) in &changes.blobs {
        std::fs::write(folder.join(id.to_string()), bytes)?;
        saved.push(*id);
    }
    save(path, &changes.data)?;
    for id in &changes.dropped {
        match std::fs::remove_file(folder.join(id.to_string())) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(saved)
}
