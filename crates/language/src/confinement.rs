//! Confinement: whether cells may reach files outside the notebook's folder, programs and sockets.
//!
//! Who starts the process has the operating system hold it; what is asked here tells it in words first.

use crate::{Exc, Raise, Result, Value};
use std::cell::Cell;
use std::path::PathBuf;
use std::sync::OnceLock;

/// What the program may reach beyond its own folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// Any path, any program, any socket: what the user may do, the program may do.
    Open,
    /// Files in the notebook's folder; no programs, no sockets.
    Confined,
}

/// Where the files of a process lie that is confined as a whole.
#[derive(Debug)]
pub struct Territory {
    /// The notebook's folder.
    pub folder: PathBuf,
    /// What else is in reach: the temporary folder, and packages to read. What may be done there the operating system knows.
    pub others: Vec<PathBuf>,
}

static TERRITORY: OnceLock<Territory> = OnceLock::new();

thread_local! {
    static CURRENT: Cell<Option<Confinement>> = const { Cell::new(None) };
}

impl Confinement {
    /// The confinement of the evaluator on this thread: its own, or that of the process.
    pub fn current() -> Confinement {
        let of_process = || if territory().is_some() { Confinement::Confined } else { Confinement::Open };
        CURRENT.get().unwrap_or_else(of_process)
    }

    /// Sets the confinement of the evaluator on this thread.
    pub fn set(self) {
        CURRENT.set(Some(self));
    }

    pub fn is_confined() -> bool {
        Confinement::current() == Confinement::Confined
    }
}

/// Confines the evaluators of this process, which is confined as a whole. A process has one territory, the first.
pub fn confine_process(territory: Territory) {
    let _ = TERRITORY.set(territory);
}

/// The territory of a process that is confined.
pub fn territory() -> Option<&'static Territory> {
    TERRITORY.get()
}

fn refused(message: &str, subject: &str) -> Raise {
    Raise::with_args(Exc::PermissionError, vec![Value::Int(13), Value::str(message), Value::str(subject)])
}

/// PermissionError when programs are out of reach.
pub fn check_program(command: &str) -> Result<()> {
    match Confinement::current() {
        Confinement::Open => Ok(()),
        Confinement::Confined => Err(refused("the session is confined: it starts no programs", command)),
    }
}

/// PermissionError when sockets are out of reach.
pub fn check_socket(address: &str) -> Result<()> {
    match Confinement::current() {
        Confinement::Open => Ok(()),
        Confinement::Confined => Err(refused("the session is confined: it opens no sockets", address)),
    }
}
