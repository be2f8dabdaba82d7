//! Keeps compiled modules in the user's cache folder.

use sha2::{Digest, Sha256};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use tensorcell_language::CodeStore;

/// A folder with a file for each module, named by a digest of the module's path.
pub struct Compiled {
    folder: PathBuf,
    writes: bool,
}

impl Compiled {
    /// The store in the cache folder; `None` if others can enter it. `PYTHONDONTWRITEBYTECODE` keeps it as it is.
    pub fn in_cache() -> Option<Compiled> {
        let folder = tensorcell_device::libraries::cache_folder().join("modules");
        let _ = tensorcell_files::private_folder(&folder);
        let writes = std::env::var_os("PYTHONDONTWRITEBYTECODE").is_none_or(|value| value.is_empty());
        tensorcell_files::is_private(&folder).then_some(Compiled { folder, writes })
    }

    fn place(&self, file: &Path) -> PathBuf {
        let digest = Sha256::digest(file.as_os_str().as_bytes());
        self.folder.join(digest[..16].iter().map(|byte| format!("{byte:02x}")).collect::<String>())
    }
}

impl CodeStore for Compiled {
    fn find(&self, file: &Path) -> Option<Vec<u8>> {
        std::fs::read(self.place(file)).ok()
    }
    fn keep(&self, file: &Path, code: &[u8]) {
        if !self.writes {
            return;
        }
        if let Err(error) = tensorcell_files::keep_unsynced(&self.place(file), code) {
            tracing::debug!(%error, "a compiled module is not kept");
        }
    }
}
