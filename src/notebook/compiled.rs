//! Keeps compiled modules in the user's cache folder.

use sha2::{Digest, Sha256};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tensorcell_language::CodeStore;

/// Beyond so many files the oldest are removed, down to half of them: modules in temporary folders never come again.
const MOST: usize = 1 << 14;

/// A folder with a file for each module, named by a digest of the module's path.
pub struct Compiled {
    folder: PathBuf,
}

impl Compiled {
    /// The store in the cache folder; `None` if others can enter it.
    pub fn in_cache() -> Option<Compiled> {
        let folder = tensorcell_device::libraries::cache_folder().join("modules");
        let _ = tensorcell_files::private_folder(&folder);
        tensorcell_files::is_private(&folder).then_some(Compiled { folder })
    }

    fn place(&self, file: &Path) -> PathBuf {
        let digest = Sha256::digest(file.as_os_str().as_bytes());
        self.folder.join(digest[..16].iter().map(|byte| format!("{byte:02x}")).collect::<String>())
    }
}

/// Whether one in 256 places, so that the folder is rarely listed.
fn is_chosen(place: &Path) -> bool {
    place.file_name().is_some_and(|name| name.as_bytes().starts_with(b"00"))
}

/// Removes the oldest files of a folder that has more than `most`.
fn bound(folder: &Path, most: usize) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let dated = |entry: std::fs::DirEntry| (entry.metadata().and_then(|facts| facts.modified()).ok(), entry.path());
    let mut files: Vec<(Option<SystemTime>, PathBuf)> = entries.map(dated).collect();
    if files.len() > most {
        files.sort();
        files.drain(..files.len() - most / 2).for_each(|(_, path)| drop(std::fs::remove_file(path)));
    }
}

impl CodeStore for Compiled {
    fn find(&self, file: &Path) -> Option<Vec<u8>> {
        std::fs::read(self.place(file)).ok()
    }
    fn keep(&self, file: &Path, code: &[u8]) {
        let place = self.place(file);
        if let Err(error) = tensorcell_files::keep_unsynced(&place, code) {
            tracing::debug!(%error, "a compiled module is not kept");
        }
        if is_chosen(&place) {
            bound(&self.folder, MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_oldest_files_go_where_there_are_too_many() {
        let folder = tempfile::tempdir().expect("a folder");
        let make = |age: u64| {
            let file = std::fs::File::create(folder.path().join(age.to_string())).expect("a file");
            file.set_modified(SystemTime::now() - Duration::from_secs(60 * age)).expect("a time");
        };
        (1..=8).for_each(make);
        let left = || std::fs::read_dir(folder.path()).expect("a folder").flatten().count();
        bound(folder.path(), 8);
        assert_eq!(left(), 8);
        make(9);
        bound(folder.path(), 8);
        assert_eq!(left(), 4);
        assert!((1..=4).all(|age| folder.path().join(age.to_string()).exists()));
    }
}
