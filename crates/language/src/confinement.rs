//! Confinement: whether cells may reach files outside the notebook's folder, programs and sockets.

use crate::{Exc, Raise, Result, Value};
use std::cell::Cell;

/// What the program may reach beyond its own folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// Any path, any program, any socket: what the user may do, the program may do.
    Open,
    /// Files in the notebook's folder; no programs, no sockets.
    Confined,
}

thread_local! {
    static CURRENT: Cell<Confinement> = Cell::new(Confinement::of_environment());
}

impl Confinement {
    /// The variable that confines every session of a process when it is `1`.
    pub const VARIABLE: &'static str = "TENSORCELL_CONFINED";

    fn of_environment() -> Confinement {
        match std::env::var_os(Confinement::VARIABLE) {
            Some(value) if value == "1" => Confinement::Confined,
            _ => Confinement::Open,
        }
    }

    /// The confinement of the evaluator on this thread.
    pub fn current() -> Confinement {
        CURRENT.get()
    }

    /// Sets the confinement of the evaluator on this thread.
    pub fn set(self) {
        CURRENT.set(self);
    }

    pub fn is_confined() -> bool {
        Confinement::current() == Confinement::Confined
    }
}

fn refused(message: &str, subject: &str) -> Raise {
    Raise::with_args(Exc::PermissionError, vec![Value::Int(13), Value::str(message), Value::str(subject)])
}

/// PermissionError when programs are out of reach.
pub fn check_program(command: &str) -> Result<()> {
    match Confinement::current() {
        Confinement::Open => Ok(()),
        Confinement::Confined => Err(refused("programs cannot be started from a notebook", command)),
    }
}

/// PermissionError when sockets are out of reach.
pub fn check_socket(address: &str) -> Result<()> {
    match Confinement::current() {
        Confinement::Open => Ok(()),
        Confinement::Confined => Err(refused("sockets cannot be opened from a notebook", address)),
    }
}
