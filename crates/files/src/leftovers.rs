//! Temporary files and folders are named by the process that made them, so that a later one removes those of a killed one.

use super::trust::is_trusted;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Removes files and folders that ended processes of this user left in a folder. Their names are `prefix`, the number of the
/// process, `-`, anything, `suffix`.
pub fn remove_leftovers(folder: &Path, prefix: &str, suffix: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let maker = maker(&entry.file_name().to_string_lossy(), prefix, suffix);
        if maker.is_some_and(|maker| !is_running(maker)) && is_trusted(&entry.path()) {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            // Neither follows a link.
            let _ = if is_folder { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) };
        }
    }
}

/// Makes a folder among temporary files that only this user can enter, and removes those of ended processes.
///
/// # Errors
/// If it cannot be made.
pub fn process_folder(name: &str) -> io::Result<PathBuf> {
    process_folder_in(&std::env::temp_dir(), name)
}

/// As `process_folder`, in another folder.
///
/// # Errors
/// If it cannot be made.
pub fn process_folder_in(base: &Path, name: &str) -> io::Result<PathBuf> {
    let prefix = format!("{name}-");
    remove_leftovers(base, &prefix, "");
    let own = format!("{prefix}{}-", std::process::id());
    Ok(tempfile::Builder::new().prefix(&own).permissions(Permissions::from_mode(0o700)).tempdir_in(base)?.keep())
}

/// Returns the process that made a temporary file.
fn maker(name: &str, prefix: &str, suffix: &str) -> Option<u32> {
    name.strip_suffix(suffix)?.strip_prefix(prefix)?.split_once('-')?.0.parse().ok()
}

fn is_running(process: u32) -> bool {
    Path::new("/proc").join(process.to_string()).exists() || !Path::new("/proc/self").exists()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// No process has this number: it is above the system's maximum.
    const ENDED: &str = "4194305";

    #[test]
    fn what_ended_processes_left_goes_and_all_else_stays() {
        let base = tempfile::tempdir().unwrap();
        let kept = base.path().join("kept");
        fs::create_dir(&kept).unwrap();
        fs::write(kept.join("file"), "").unwrap();
        let first = process_folder_in(base.path(), "work").unwrap();
        for folder in [&first, &base.path().join(format!("work-{ENDED}-x"))] {
            fs::create_dir_all(folder.join("inner")).unwrap();
            symlink(&kept, folder.join("link")).unwrap();
        }
        symlink(&kept, base.path().join(format!("work-{ENDED}-link"))).unwrap();
        for name in ["work-x", "work-4194305", &format!("other-{ENDED}-x")] {
            fs::write(base.path().join(name), "").unwrap();
        }
        let second = process_folder_in(base.path(), "work").unwrap();
        assert!(first != second && first.exists() && kept.join("file").exists());
        assert_eq!(fs::metadata(&second).unwrap().permissions().mode() & 0o777, 0o700);
        let left = fs::read_dir(base.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let left: Vec<_> = left.filter(|name| name.contains(ENDED) && name.starts_with("work-")).collect();
        // A link is nobody's leftover, and a name without a process's number says nothing.
        assert_eq!(left.len(), 2, "{left:?}");
    }
}
