//! The temporary folder of a confined process, not shared with others.

use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
use std::fs::Permissions;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const PREFIX: &str = "tensorcell-confined-";

/// A folder for temporary files. Dropping the value removes its contents; the folder itself is outside of the
/// process's reach, so the next confined process removes it.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    /// Marks the folder as in use while it is open.
    _lock: OwnedFd,
}

impl Scratch {
    /// Creates the folder, accessible only to this user, and removes those left by ended processes.
    pub fn new() -> io::Result<Scratch> {
        Scratch::new_in(&std::env::temp_dir())
    }

    fn new_in(base: &Path) -> io::Result<Scratch> {
        remove_stale(base);
        let own = Permissions::from_mode(0o700);
        let path = tempfile::Builder::new().prefix(PREFIX).permissions(own).tempdir_in(base)?.keep().canonicalize()?;
        let lock = open_folder(&path)?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
        Ok(Scratch { path, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates subfolders and sets the variables to them.
    pub(crate) fn name_folders(&self, variables: &[(&str, &str)]) -> io::Result<()> {
        for (variable, name) in variables {
            let folder = self.path.join(name);
            std::fs::create_dir_all(&folder)?;
            // SAFETY: the process has one thread.
            unsafe { std::env::set_var(variable, folder) };
        }
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Errors are ignored: the next confined process removes the rest.
        for entry in std::fs::read_dir(&self.path).into_iter().flatten().flatten() {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let _ = if is_folder { std::fs::remove_dir_all(entry.path()) } else { std::fs::remove_file(entry.path()) };
        }
        let _ = std::fs::remove_dir(&self.path);
    }
}

fn open_folder(path: &Path) -> io::Result<OwnedFd> {
    Ok(open(path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())?)
}

/// Removes the folders of ended processes.
fn remove_stale(base: &Path) {
    for entry in std::fs::read_dir(base).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let Ok(folder) = open_folder(&entry.path()) else { continue };
        if is_ours && flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_go_with_their_processes_and_links_in_them_lead_nowhere() {
        let base = tempfile::tempdir().unwrap();
        let kept = base.path().join("kept");
        std::fs::create_dir(&kept).unwrap();
        std::fs::write(kept.join("file"), "").unwrap();
        let used = Scratch::new_in(base.path()).unwrap();
        let stale = base.path().join(format!("{PREFIX}gone"));
        std::fs::create_dir(&stale).unwrap();
        for folder in [used.path(), &stale] {
            std::os::unix::fs::symlink(&kept, folder.join("link")).unwrap();
        }
        let second = Scratch::new_in(base.path()).unwrap();
        assert_eq!(std::fs::metadata(second.path()).unwrap().permissions().mode() & 0o777, 0o700);
        assert!(!stale.exists() && used.path().exists() && second.path() != used.path());
        let path = used.path().to_owned();
        drop(used);
        assert!(!path.exists() && kept.join("file").exists());
    }
}
