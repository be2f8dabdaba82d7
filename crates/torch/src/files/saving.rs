//! Saves files of programs: the old file stays until the new one is complete.

use std::fs::File;
use tensorcell_language::Result;
use tensorcell_language::builtins::files::{os_error, reachable};

/// Replaces a file with the output of `write`: see [`tensorcell_files::replace`].
///
/// # Errors
/// `OSError` if it cannot be written, and any exception of `write`. The file is then unchanged.
pub fn replace(name: &str, write: impl FnOnce(&mut File) -> Result<()>) -> Result<()> {
    tensorcell_files::replace(&reachable(name)?, |error| os_error(&error, name), write)
}
