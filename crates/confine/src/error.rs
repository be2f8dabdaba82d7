//! Why a process cannot be confined.

use std::path::PathBuf;

/// Why a process cannot be confined.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The kernel lacks a required feature.
    #[error(
        "this machine cannot hold a confined session: it has {found}, and Landlock {} of Linux 6.12 is needed; use such a \
         machine, or start without confinement",
        Support::NEEDED
    )]
    Unsupported { found: Support },
    #[error(
        "a confined session cannot have {} to write to, for it holds your home folder: move the notebook into a folder of its own",
        .0.display()
    )]
    HoldsHome(PathBuf),
    #[error("a process can be confined while it has one thread; this one has {0}")]
    Threads(usize),
    #[error("the files of a confined session cannot be restricted: {0}")]
    Files(#[from] landlock::RulesetError),
    #[error("the system calls of a confined session cannot be restricted: {0}")]
    Calls(#[from] seccompiler::Error),
    #[error("{doing}: {error}")]
    System { doing: &'static str, error: std::io::Error },
}

impl From<seccompiler::BackendError> for Error {
    fn from(error: seccompiler::BackendError) -> Error {
        Error::Calls(error.into())
    }
}

/// The kernel's support for Landlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Not compiled into the kernel.
    Absent,
    /// Not enabled at boot.
    Off,
    /// The ABI version.
    Version(i32),
}

impl Support {
    /// The required ABI version: scopes are the newest feature in use.
    pub const NEEDED: i32 = 6;
}

impl std::fmt::Display for Support {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Support::Absent => f.write_str("a kernel without Landlock"),
            Support::Off => f.write_str("a kernel started without Landlock (add landlock to its option lsm=)"),
            Support::Version(version) => write!(f, "Landlock {version}"),
        }
    }
}

impl Error {
    pub(crate) fn system(doing: &'static str) -> impl Fn(std::io::Error) -> Error {
        move |error| Error::System { doing, error }
    }
}
