//! Replaces files: writes a temporary file beside the old one, syncs it to disk, then renames it. Whatever happens meanwhile, a reader
//! finds the whole old file or the whole new one. Also tells which files only this user can have written, and removes what killed
//! processes left.

mod leftovers;
mod trust;

pub use leftovers::{process_folder, process_folder_in, remove_leftovers};
pub use trust::{is_private, is_trusted, own_temporary_folder, private_folder};

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tempfile::NamedTempFile;

/// The suffix of a temporary file. Its name begins with a dot and the writer's process id.
const UNFINISHED: &str = ".unfinished";

/// Replaces a file with the output of `write`. A symbolic link stays and its target is replaced. Devices, pipes, and
/// files in folders without write access are written in place.
///
/// # Errors
/// What `failed` makes of an error of the system, and any error of `write`. The file is then unchanged.
pub fn replace<E>(
    path: &Path,
    failed: impl Fn(io::Error) -> E,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = existing(path).map_err(&failed)?;
    let old = before.as_ref().and_then(|file| file.metadata().ok());
    let folder = folder_of(path);
    // The umask applies, as for any new file.
    let mode = old.as_ref().map_or(Permissions::from_mode(0o666), fs::Metadata::permissions);
    let fresh = match old.as_ref().is_none_or(fs::Metadata::is_file) {
        true => unfinished(folder, mode.clone()),
        false => Err(io::ErrorKind::PermissionDenied.into()),
    };
    match (fresh, before) {
        (Ok(mut fresh), _) => {
            write(fresh.as_file_mut())?;
            finish(fresh, folder, path, old.and(Some(mode))).map_err(failed)
        }
        (Err(error), Some(mut file)) if error.kind() == io::ErrorKind::PermissionDenied => {
            // A device cannot be truncated.
            let _ = file.set_len(0);
            write(&mut file)
        }
        (Err(error), _) => Err(failed(error)),
    }
}

/// Replaces a file with bytes.
///
/// # Errors
/// If it cannot be written; the old file is then unchanged.
pub fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, |error| error, |file| file.write_all(bytes))
}

/// Opens a file to be replaced; `None` if there is none.
fn existing(path: &Path) -> io::Result<Option<File>> {
    match OpenOptions::new().write(true).open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The folder of a file; the current folder is an empty path.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file that only its user may read, in place of one that was there.
///
/// # Errors
/// If it cannot be written; the old file is then unchanged.
pub fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let mut fresh = unfinished(folder, Permissions::from_mode(0o600))?;
    fresh.as_file_mut().write_all(bytes)?;
    finish(fresh, folder, path, None)
}

/// As `keep`, for a file that can be made again: it is not synced to disk, so its reader must check it.
///
/// # Errors
/// If it cannot be written; the old file is then unchanged.
pub fn keep_unsynced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut fresh = unfinished(folder_of(path), Permissions::from_mode(0o600))?;
    fresh.as_file_mut().write_all(bytes)?;
    fresh.persist(path)?;
    Ok(())
}

/// A new file in a folder, with a name that nobody can guess.
fn unfinished(folder: &Path, mode: Permissions) -> io::Result<NamedTempFile> {
    clear(folder);
    let owner = format!(".{}-", std::process::id());
    tempfile::Builder::new().prefix(&owner).suffix(UNFINISHED).permissions(mode).tempfile_in(folder)
}

fn finish(fresh: NamedTempFile, folder: &Path, path: &Path, mode: Option<Permissions>) -> io::Result<()> {
    if let Some(mode) = mode.filter(|mode| fresh.as_file().metadata().is_ok_and(|now| now.permissions() != *mode)) {
        // The umask removed permissions. A confined process cannot restore them, and fewer permissions are safe.
        let _ = fresh.as_file().set_permissions(mode);
    }
    fresh.as_file().sync_all()?;
    fresh.persist(path)?;
    // The rename is durable once the folder is synced. Some file systems do not support that.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Removes temporary files of killed processes, once per folder.
fn clear(folder: &Path) {
    static CLEARED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut cleared = CLEARED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if !cleared.get_or_insert_default().insert(folder.to_owned()) {
        return;
    }
    remove_leftovers(folder, ".", UNFINISHED);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_save_that_fails_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.pt");
        fs::write(&file, "old").unwrap();
        let outcome = replace(
            &file,
            |error| error,
            |file| {
                file.write_all(b"half").unwrap();
                Err(io::Error::other("no more"))
            },
        );
        assert!(outcome.is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(names(folder.path()), ["a.pt"]);
    }

    #[test]
    fn links_and_modes_stay_and_leftovers_go() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.npy"), folder.path().join("link.npy"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        // No process has this id: it is above Linux's maximum.
        fs::write(folder.path().join(".4194305-x.unfinished"), "half").unwrap();
        let mine = format!(".{}-x.unfinished", std::process::id());
        fs::write(folder.path().join(&mine), "half").unwrap();
        put(&link, b"new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(folder.path()), [&*mine, "a.npy", "link.npy"]);
    }

    #[test]
    fn devices_are_written_to() {
        put(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
