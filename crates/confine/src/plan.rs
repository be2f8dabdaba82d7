//! The resources that a confined process may access.

use crate::compilers::Compiler;
use std::path::PathBuf;

/// The resources that a confined process may access, beside those that every program needs.
#[derive(Debug, Default)]
pub struct Plan {
    /// The notebook's folder, readable and writable.
    pub folder: PathBuf,
    /// Further readable and writable folders.
    pub writable: Vec<PathBuf>,
    /// Readable files and folders.
    pub readable: Vec<PathBuf>,
    /// The compilers that it may start.
    pub compilers: Vec<Compiler>,
    /// TCP ports on which it may listen until the network is closed.
    pub ports: Vec<u16>,
    /// Environment variables to set to subfolders of the temporary folder, with their names; an empty name is the folder itself.
    pub variables: Vec<(&'static str, &'static str)>,
}
