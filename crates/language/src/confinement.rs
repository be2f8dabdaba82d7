//! Confinement: whether cells may access files outside the notebook's folder, programs and sockets.
//!
//! The starter of the process makes the operating system enforce it; these checks only give clear errors early.

use crate::{Exc, Raise, Result, Value};
use std::cell::Cell;
use std::path::PathBuf;
use std::sync::OnceLock;

/// What the program may access beyond its own folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// Everything that the user may access: any path, program and socket.
    Open,
    /// Files in the notebook's folder; no programs, no sockets.
    Confined,
}

/// The accessible folders of a process that is confined as a whole.
#[derive(Debug)]
pub struct Territory {
    /// The notebook's folder.
    pub folder: PathBuf,
    /// Other accessible folders: the temporary folder, and packages to read. The operating system enforces the permitted operations.
    pub others: Vec<PathBuf>,
}

static TERRITORY: OnceLock<Territory> = OnceLock::new();

thread_local! {
    static CURRENT: Cell<Option<Confinement>> = const { Cell::new(None) };
}

impl Confinement {
    /// The confinement of this thread's evaluator: its own, else that of the process.
    pub fn current() -> Confinement {
        let of_process = || if territory().is_some() { Confinement::Confined } else { Confinement::Open };
        CURRENT.get().unwrap_or_else(of_process)
    }

    /// Sets the confinement of this thread's evaluator.
    pub fn set(self) {
        CURRENT.set(Some(self));
    }

    pub fn is_confined() -> bool {
        Confinement::current() == Confinement::Confined
    }
}

/// Confines all evaluators of this process. Only the first call has an effect.
pub fn confine_process(territory: Territory) {
    let _ = TERRITORY.set(territory);
}

/// The territory of a confined process.
pub fn territory() -> Option<&'static Territory> {
    TERRITORY.get()
}

fn refused(message: &str, subject: &str) -> Raise {
    Raise::with_args(Exc::PermissionError, vec![Value::Int(13), Value::str(message), Value::str(subject)])
}

/// PermissionError if programs may not be run.
pub fn check_program(command: &str) -> Result<()> {
    match Confinement::current() {
        Confinement::Open => Ok(()),
        Confinement::Confined => Err(refused("the session is confined: it starts no programs", command)),
    }
}

/// PermissionError if sockets may not be opened.
pub fn check_socket(address: &str) -> Result<()> {
    match Confinement::current() {
        Confinement::Open => Ok(()),
        Confinement::Confined => Err(refused("the session is confined: it opens no sockets", address)),
    }
}
