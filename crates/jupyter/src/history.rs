//! Stores the cells that ran, across restarts, in an SQLite file that several kernels share.

use std::fs::{DirBuilder, OpenOptions, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use serde_json::{Value, json};

use super::message::{HistoryAccess, HistoryRequest};

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS sessions (
        session INTEGER PRIMARY KEY AUTOINCREMENT,
        start TEXT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS history (
        session INTEGER NOT NULL,
        line INTEGER NOT NULL,
        source TEXT NOT NULL,
        output TEXT,
        PRIMARY KEY (session, line)
    ) WITHOUT ROWID;";

/// Why a history cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    #[error("{0}")]
    File(#[from] io::Error),
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
}

/// This kernel's part of the history and its view of the other sessions.
pub struct History {
    database: Connection,
    /// Set when the first cell is stored.
    session: Option<i64>,
}

impl History {
    /// # Errors
    /// If the file cannot be created, belongs to another user, or is not a database.
    pub fn open(path: &Path) -> Result<Self, HistoryError> {
        if let Some(folder) = path.parent() {
            // On failure, opening the file reports the reason.
            let _ = DirBuilder::new().recursive(true).mode(0o700).create(folder);
        }
        close_to_others(path)?;
        let database = Connection::open(path)?;
        database.busy_timeout(Duration::from_secs(2))?;
        // WAL lets readers and writers of several kernels work without waiting for each other.
        database.pragma_update(None, "journal_mode", "WAL")?;
        database.pragma_update(None, "synchronous", "NORMAL")?;
        Ok(Self::with(database)?)
    }

    /// Opens a history that ends with the kernel.
    ///
    /// # Errors
    /// If SQLite cannot allocate memory.
    pub fn in_memory() -> rusqlite::Result<Self> {
        Self::with(Connection::open_in_memory()?)
    }

    fn with(database: Connection) -> rusqlite::Result<Self> {
        database.execute_batch(SCHEMA)?;
        Ok(Self { database, session: None })
    }

    /// Stores the source of cell `line`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn store(&mut self, line: u32, source: &str) -> rusqlite::Result<()> {
        let session = match self.session {
            Some(session) => session,
            None => {
                let start = chrono::Utc::now().to_rfc3339();
                self.database.execute("INSERT INTO sessions (start) VALUES (?1)", [start])?;
                *self.session.insert(self.database.last_insert_rowid())
            }
        };
        self.database.execute(
            "INSERT OR REPLACE INTO history (session, line, source) VALUES (?1, ?2, ?3)",
            params![session, line, source],
        )?;
        Ok(())
    }

    /// Stores the text of the result of cell `line`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn store_output(&mut self, line: u32, output: &str) -> rusqlite::Result<()> {
        self.database.execute(
            "UPDATE history SET output = ?3 WHERE session = ?1 AND line = ?2",
            params![self.session, line, output],
        )?;
        Ok(())
    }

    /// Returns the entries of a `history_reply`: `[session, line, source]`, or with output `[session, line, [source, output]]`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn answer(&self, request: &HistoryRequest) -> rusqlite::Result<Vec<Value>> {
        let mut entries = match request.hist_access_type {
            HistoryAccess::Range => {
                let Some(session) = self.number(request.session)? else {
                    return Ok(Vec::new());
                };
                let condition = "session = ?1 AND line >= ?2 AND line < ?3 ORDER BY line";
                let stop = request.stop.unwrap_or(i64::MAX);
                self.select(condition, [session, request.start, stop], request.output)?
            }
            HistoryAccess::Tail => {
                let condition = "TRUE ORDER BY session DESC, line DESC LIMIT ?1";
                self.select(condition, [limit(request)], request.output)?
            }
            HistoryAccess::Search => {
                let pattern = Sql::from(request.pattern.clone().unwrap_or_else(|| "*".into()));
                // Keeps the latest of equal sources: SQLite takes bare columns from the row with the maximum.
                let condition = match request.unique {
                    false => "source GLOB ?1 ORDER BY session DESC, line DESC LIMIT ?2",
                    true => {
                        "source GLOB ?1 GROUP BY source HAVING max(session * 4294967296 + line)
                         ORDER BY session DESC, line DESC LIMIT ?2"
                    }
                };
                self.select(condition, [pattern, limit(request).into()], request.output)?
            }
        };
        if request.hist_access_type != HistoryAccess::Range {
            entries.reverse();
        }
        Ok(entries)
    }

    fn select(
        &self,
        condition: &str,
        parameters: impl IntoIterator<Item = impl rusqlite::ToSql>,
        output: bool,
    ) -> rusqlite::Result<Vec<Value>> {
        let query = format!("SELECT session, line, source, output FROM history WHERE {condition}");
        let mut statement = self.database.prepare_cached(&query)?;
        let entries = statement.query_map(params_from_iter(parameters), |row| {
            let (session, line): (i64, i64) = (row.get(0)?, row.get(1)?);
            let (source, result): (String, Option<String>) = (row.get(2)?, row.get(3)?);
            Ok(match output {
                true => json!([session, line, [source, result]]),
                false => json!([session, line, source]),
            })
        })?;
        entries.collect()
    }

    /// Returns the session number of a request. 0 is this session, -1 the previous one.
    fn number(&self, session: i64) -> rusqlite::Result<Option<i64>> {
        if session > 0 {
            return Ok(Some(session));
        }
        if session == 0 {
            return Ok(self.session);
        }
        self.database
            .query_row(
                "SELECT session FROM sessions WHERE session < ?1 ORDER BY session DESC LIMIT 1 OFFSET ?2",
                [self.session.unwrap_or(i64::MAX), -session - 1],
                |row| row.get(0),
            )
            .optional()
    }
}

/// Creates the file if needed and makes it readable only by its user. SQLite's companion files get the same permissions.
fn close_to_others(path: &Path) -> io::Result<()> {
    // Do not block on a FIFO.
    let (mode, flags) = (0o600, rustix::fs::OFlags::NONBLOCK.bits() as i32);
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(mode)
        .custom_flags(flags)
        .open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
    }
    let own = rustix::process::geteuid().as_raw();
    if metadata.uid() != own && own != 0 {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it belongs to another user"));
    }
    match metadata.mode() & 0o077 {
        0 => Ok(()),
        _ => file.set_permissions(Permissions::from_mode(mode)),
    }
}

/// Returns the row limit. SQLite reads -1 as no limit.
fn limit(request: &HistoryRequest) -> i64 {
    request.n.map_or(-1, i64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(history: &History, request: Value) -> Vec<Value> {
        history.answer(&serde_json::from_value(request).unwrap()).unwrap()
    }

    #[test]
    fn history_outlives_its_kernel_and_is_shared() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/history.sqlite");
        let mut first = History::open(&path).unwrap();
        first.store(1, "a = 1").unwrap();
        first.store(2, "a").unwrap();
        first.store_output(2, "1").unwrap();
        let mut second = History::open(&path).unwrap();
        second.store(1, "b = 2").unwrap();
        first.store(3, "a").unwrap();
        drop(first);
        let mut third = History::open(&path).unwrap();
        third.store(1, "c").unwrap();

        let tail = ask(&third, json!({"hist_access_type": "tail", "n": 3}));
        assert_eq!(tail, [json!([1, 3, "a"]), json!([2, 1, "b = 2"]), json!([3, 1, "c"])]);
        let range = json!({"hist_access_type": "range", "session": -2, "start": 1, "stop": 3, "output": true});
        assert_eq!(ask(&third, range), [json!([1, 1, ["a = 1", null]]), json!([1, 2, ["a", "1"]])]);
        assert_eq!(ask(&third, json!({"hist_access_type": "range"})), [json!([3, 1, "c"])]);
        assert_eq!(ask(&second, json!({"hist_access_type": "range", "session": -1, "start": 3})), [json!([1, 3, "a"])]);
        assert_eq!(ask(&second, json!({"hist_access_type": "range", "session": -7})), [] as [Value; 0]);
    }

    #[test]
    fn search_knows_wildcards_limits_and_unique() {
        let mut history = History::in_memory().unwrap();
        for (line, source) in ["1+1", "1+2", "1+1", "x = '1+1'", "1+10"].iter().enumerate() {
            history.store(line as u32 + 1, source).unwrap();
        }
        let search = |fields: Value| {
            let mut request = json!({"hist_access_type": "search"});
            request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            let lines: Vec<i64> = ask(&history, request).iter().map(|entry| entry[1].as_i64().unwrap()).collect();
            lines
        };
        assert_eq!(search(json!({"pattern": "1?1*"})), [1, 3, 5]);
        assert_eq!(search(json!({"pattern": "1?1*", "unique": true})), [3, 5]);
        assert_eq!(search(json!({"pattern": "1?1*", "n": 2})), [3, 5]);
        assert_eq!(search(json!({"pattern": "*1+1*", "unique": true})), [3, 4, 5]);
        assert_eq!(search(json!({"pattern": "1+1"})), [1, 3]);
        assert_eq!(search(json!({})), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn only_its_user_reads_a_history() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/history.sqlite");
        let mode = |path: &Path| path.metadata().unwrap().mode() & 0o777;
        for _ in 0..2 {
            let mut history = History::open(&path).unwrap();
            history.store(1, "secret").unwrap();
            let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
            files.for_each(|file| assert_eq!(mode(&file.unwrap().path()), 0o600));
            drop(history);
            // The permissions that an older kernel used.
            std::fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        }
        assert_eq!(mode(path.parent().unwrap()), 0o700);
        assert!(History::open(path.parent().unwrap()).is_err());
    }

    #[test]
    fn what_is_no_database_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history.sqlite");
        std::fs::write(&path, "not a database, but long enough to be taken for one".repeat(20)).unwrap();
        assert!(History::open(&path).is_err());
    }
}
