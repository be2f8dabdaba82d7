//! What a confined process may reach.

use crate::compilers::Compiler;
use std::path::PathBuf;

/// What a confined process may reach, beside what every program needs of the system.
#[derive(Debug, Default)]
pub struct Plan {
    /// The folder to read and to write: the notebook's.
    pub folder: PathBuf,
    /// Further folders to read and to write.
    pub writable: Vec<PathBuf>,
    /// Files and folders to read.
    pub readable: Vec<PathBuf>,
    /// The compilers that may be started.
    pub compilers: Vec<Compiler>,
    /// TCP ports to listen at until the network is closed.
    pub ports: Vec<u16>,
    /// Variables that are to name folders of the temporary one, and those folders' names: an empty one is the folder itself.
    pub variables: Vec<(&'static str, &'static str)>,
}
