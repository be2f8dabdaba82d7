//! Manages the files of cells. A front end derives a cell's file name from the hash of its code.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The seed of the hash, equal to ipykernel's.
pub const SEED: u32 = 0xc70f_6907;
/// The suffix of cell files.
pub const SUFFIX: &str = ".py";

/// The folder of this process's cells, with a name that nobody can guess: the same for all of its debugging sessions,
/// because a front end asks for it before the first one. It is created with the first file.
#[derive(Debug)]
pub struct Cells {
    folder: PathBuf,
}

/// The beginning of the folder's name.
const PREFIX: &str = "tensorcell_";

impl Default for Cells {
    fn default() -> Cells {
        static NAME: LazyLock<String> =
            LazyLock::new(|| format!("{PREFIX}{}-{}", std::process::id(), uuid::Uuid::new_v4().simple()));
        Cells { folder: std::env::temp_dir().join(&*NAME) }
    }
}

impl Cells {
    /// Returns the common prefix of all file names.
    pub fn prefix(&self) -> String {
        format!("{}{}", self.folder.display(), std::path::MAIN_SEPARATOR)
    }

    /// Returns the file name of a cell.
    pub fn path(&self, code: &str) -> String {
        format!("{}{}{SUFFIX}", self.prefix(), murmur2(code.as_bytes(), SEED))
    }

    /// Writes a cell to its file, which front ends on this machine may show. Returns the file name.
    ///
    /// # Errors
    /// If the folder or the file cannot be written.
    pub fn dump(&self, code: &str) -> io::Result<String> {
        if !self.folder.is_dir() {
            self.make()?;
        }
        let path = self.path(code);
        std::fs::write(&path, code)?;
        Ok(path)
    }

    /// Creates the folder, and removes those of killed kernels.
    fn make(&self) -> io::Result<()> {
        tensorcell_files::remove_leftovers(&std::env::temp_dir(), PREFIX, "");
        DirBuilder::new().mode(0o700).create(&self.folder)
    }

    /// Removes the folder at the end of the session.
    pub fn remove(&self) {
        if self.folder.is_dir()
            && let Err(error) = std::fs::remove_dir_all(&self.folder)
        {
            tracing::warn!("the cells' files in {} were not removed: {error}", self.folder.display());
        }
    }
}

/// 32-bit MurmurHash2 by Austin Appleby.
fn murmur2(data: &[u8], seed: u32) -> u32 {
    const M: u32 = 0x5bd1_e995;
    let mut hash = seed ^ data.len() as u32;
    let mut words = data.chunks_exact(4);
    for word in &mut words {
        let mut k = u32::from_le_bytes([word[0], word[1], word[2], word[3]]).wrapping_mul(M);
        k = (k ^ (k >> 24)).wrapping_mul(M);
        hash = hash.wrapping_mul(M) ^ k;
    }
    let rest = words.remainder();
    if !rest.is_empty() {
        let tail = rest.iter().rev().fold(0, |tail: u32, byte| (tail << 8) | u32::from(*byte));
        hash = (hash ^ tail).wrapping_mul(M);
    }
    hash = (hash ^ (hash >> 13)).wrapping_mul(M);
    hash ^ (hash >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// Computed by ipykernel's `murmur2_x86` with the same seed.
    #[test]
    fn hashes_are_those_of_ipykernel() {
        for (text, hash) in HASHES {
            assert_eq!(murmur2(text.as_bytes(), SEED), hash, "{text:?}");
        }
    }

    #[test]
    fn files_are_in_a_private_folder_that_nobody_can_guess() {
        let (cells, later) = (Cells::default(), Cells::default());
        let known = format!("{}{}-", PREFIX, std::process::id());
        assert!(cells.prefix().contains(&known) && cells.prefix().len() > known.len() + 32);
        // Each session of the process answers with the same folder.
        assert_eq!(cells.prefix(), later.prefix());
        let path = PathBuf::from(cells.dump("x = 1").unwrap());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "x = 1");
        assert_eq!(std::fs::metadata(&cells.folder).unwrap().permissions().mode() & 0o777, 0o700);
        later.dump("y = 2").unwrap();
        later.remove();
        assert!(!path.exists());
    }

    const HASHES: [(&str, u32); 8] = [
        ("", 3990065800),
        ("a", 2167009006),
        ("ab", 2805137849),
        ("abc", 3350977461),
        ("abcd", 804720481),
        ("abcde", 730143326),
        ("x = 1\nprint(x)", 4252719672),
        ("héllo 世", 899005009),
    ];
}
