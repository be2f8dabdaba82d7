//! The folder of a notebook's saved states: in the cache folder, accessible only to the user, locked by one kernel.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A notebook's folder, locked while this value lives.
pub struct Folder {
    /// The folder of this kernel's states.
    pub own: PathBuf,
    /// The folder of the previous kernel's states.
    pub earlier: Option<PathBuf>,
    /// A file whose existence turns saving off, for later kernels too.
    pub switch: PathBuf,
    _lock: File,
}

/// Folders that no kernel has locked for this long are removed.
const KEPT: Duration = Duration::from_hours(7 * 24);

impl Folder {
    /// Locks the folder of a notebook; `is_state` recognizes a folder with a state.
    ///
    /// # Errors
    /// If the folder cannot be created or is accessible to others, or another kernel has locked it.
    pub fn take(root: &Path, notebook: &str, is_state: fn(&Path) -> bool) -> io::Result<Folder> {
        private(root)?;
        let folder = root.join(notebook);
        private(&folder)?;
        let lock = locked(&folder)?;
        sweep(root, notebook);
        let mut numbers: Vec<u64> = names(&folder).iter().filter_map(|name| name.parse().ok()).collect();
        numbers.sort_unstable();
        let earlier =
            numbers.iter().rev().map(|number| folder.join(number.to_string())).find(|folder| is_state(folder));
        for left in numbers.iter().map(|number| folder.join(number.to_string())) {
            if Some(&left) != earlier.as_ref() {
                let _ = fs::remove_dir_all(left);
            }
        }
        let own = folder.join((numbers.last().unwrap_or(&0) + 1).to_string());
        private(&own)?;
        Ok(Folder { own, earlier, switch: folder.join("off"), _lock: lock })
    }

    /// Removes the notebook's folder.
    pub fn remove(&self) {
        if let Some(folder) = self.own.parent() {
            let _ = fs::remove_dir_all(folder);
        }
    }

    /// Removes all states.
    pub fn clear(&mut self) {
        let earlier = self.earlier.take();
        for folder in earlier.iter().chain([&self.own]) {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// Creates a folder that only the user can access; an existing one must have these rights.
pub fn private(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    let found = fs::symlink_metadata(folder)?;
    if !found.is_dir() || found.uid() != rustix::process::geteuid().as_raw() || found.mode() & 0o077 != 0 {
        let text = format!("{} is not a folder of this user's alone", folder.display());
        return Err(io::Error::new(ErrorKind::PermissionDenied, text));
    }
    Ok(())
}

/// Locks a file that no other kernel has locked. The lock is released when the process ends, for any reason.
fn locked(folder: &Path) -> io::Result<File> {
    let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(folder.join("lock"))?;
    file.try_lock().map_err(|error| match error {
        fs::TryLockError::WouldBlock => io::Error::other("another kernel of this notebook saves its states"),
        fs::TryLockError::Error(error) => error,
    })?;
    Ok(file)
}

/// Removes old, unlocked folders of other notebooks.
fn sweep(root: &Path, notebook: &str) {
    for name in names(root).iter().filter(|name| *name != notebook) {
        let folder = root.join(name);
        let held = fs::metadata(folder.join("lock")).and_then(|lock| lock.modified());
        let is_old = held.is_ok_and(|held| held.elapsed().is_ok_and(|age| age > KEPT));
        if is_old && locked(&folder).is_ok() {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// The names in a folder.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    fn has_state(folder: &Path) -> bool {
        folder.join("state").exists()
    }

    #[test]
    fn a_folder_is_its_users_alone_and_of_one_kernel() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().join("sessions");
        let first = Folder::take(&root, "a", has_state).unwrap();
        for folder in [&root, &root.join("a"), &first.own] {
            assert_eq!(fs::metadata(folder).unwrap().mode() & 0o777, 0o700);
        }
        assert_eq!(fs::metadata(root.join("a/lock")).unwrap().mode() & 0o777, 0o600);
        assert!(Folder::take(&root, "a", has_state).is_err_and(|error| error.to_string().contains("another kernel")));
        assert!(Folder::take(&root, "b", has_state).is_ok());
        fs::set_permissions(root.join("b"), Permissions::from_mode(0o750)).unwrap();
        assert!(Folder::take(&root, "b", has_state).is_err_and(|error| error.kind() == ErrorKind::PermissionDenied));
        std::os::unix::fs::symlink(root.join("a"), root.join("c")).unwrap();
        assert!(Folder::take(&root, "c", has_state).is_err());
    }

    #[test]
    fn the_last_state_is_found_and_what_is_older_goes() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().join("sessions");
        for number in [1, 2] {
            let taken = Folder::take(&root, "a", has_state).unwrap();
            assert!(taken.own.ends_with(number.to_string()));
            fs::write(taken.own.join("state"), "").unwrap();
        }
        // A kernel that ended before its first cell has left nothing.
        drop(Folder::take(&root, "a", has_state).unwrap());
        let taken = Folder::take(&root, "a", has_state).unwrap();
        assert_eq!(taken.earlier, Some(root.join("a/2")));
        let mut left = names(&root.join("a"));
        left.sort();
        assert_eq!(left, ["2", "4", "lock"]);
    }

    #[test]
    fn what_was_left_long_ago_is_removed() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().join("sessions");
        for notebook in ["old", "new"] {
            drop(Folder::take(&root, notebook, has_state).unwrap());
        }
        let long_ago = std::time::SystemTime::now() - KEPT - Duration::from_secs(60);
        File::options().write(true).open(root.join("old/lock")).unwrap().set_modified(long_ago).unwrap();
        drop(Folder::take(&root, "now", has_state).unwrap());
        let mut left = names(&root);
        left.sort();
        assert_eq!(left, ["new", "now"]);
    }
}
