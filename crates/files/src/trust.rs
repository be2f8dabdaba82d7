//! Files that only this user, or the machine's administrator, can have written.

use std::fs::{self, DirBuilder, Metadata};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

/// Permissions of group and others to write.
const WRITABLE_BY_OTHERS: u32 = 0o022;

/// Whether a path is a file or folder, not a link, that nobody but its owner can write, and the owner is this user or root.
pub fn is_trusted(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|facts| is_own(&facts))
}

/// Whether nobody but its owner can enter a folder, and the owner is this user or root: what is in it is trusted too, whatever its mode.
pub fn is_private(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|facts| is_own(&facts) && facts.is_dir() && facts.mode() & 0o077 == 0)
}

fn is_own(facts: &Metadata) -> bool {
    let owner = facts.uid();
    let ours = owner == 0 || owner == rustix::process::geteuid().as_raw();
    ours && !facts.is_symlink() && facts.mode() & WRITABLE_BY_OTHERS == 0
}

/// Creates a folder, and those above it, that only this user can list and write. One that exists is left as it is.
///
/// # Errors
/// If it cannot be created.
pub fn private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// This user's folder among temporary files; `None` if someone else made one of its name.
pub fn own_temporary_folder() -> Option<PathBuf> {
    let folder = std::env::temp_dir().join(format!("tensorcell-{}", rustix::process::geteuid().as_raw()));
    private_folder(&folder).ok()?;
    is_trusted(&folder).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn what_others_can_write_is_not_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a"), folder.path().join("link"));
        fs::write(&file, "").unwrap();
        symlink(&file, &link).unwrap();
        for (mode, trusted) in [(0o600, true), (0o644, true), (0o664, false), (0o646, false), (0o622, false)] {
            fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
            assert_eq!(is_trusted(&file), trusted, "{mode:o}");
        }
        fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
        assert!(!is_trusted(&link), "a link can be turned elsewhere");
        assert!(!is_trusted(&folder.path().join("absent")));
        let made = folder.path().join("b/c");
        private_folder(&made).unwrap();
        assert!(is_trusted(&made) && is_trusted(made.parent().unwrap()) && is_private(&made));
        for mode in [0o710, 0o701, 0o750, 0o755, 0o777] {
            fs::set_permissions(&made, Permissions::from_mode(mode)).unwrap();
            assert!(!is_private(&made), "{mode:o}");
        }
        assert!(!is_private(&file), "a file is not a folder");
    }

    #[test]
    fn what_another_user_owns_is_not_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(&file, "").unwrap();
        // Only root can give files away.
        if std::os::unix::fs::chown(&file, Some(12345), None).is_ok() {
            assert!(!is_trusted(&file));
        }
    }
}
