//! Prepares the folder in which cells are compiled: the sources of the crates that each cell depends on, and compiled
//! code of earlier sessions.

use anyhow::{Context, Result, anyhow};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use tensorcell_files::{is_private, is_trusted, private_folder, remove_leftovers};

/// The sources of the crates that cells depend on, by path.
const SOURCES: [(&str, &str); 12] = [
    ("cell/Cargo.toml", include_str!("../cell/Cargo.toml")),
    ("cell/src/lib.rs", include_str!("../cell/src/lib.rs")),
    ("cell/src/array.rs", include_str!("../cell/src/array.rs")),
    ("cell/src/device.rs", include_str!("../cell/src/device.rs")),
    ("cell/src/driver.rs", include_str!("../cell/src/driver.rs")),
    ("cell/src/failure.rs", include_str!("../cell/src/failure.rs")),
    ("cell/src/link.rs", include_str!("../cell/src/link.rs")),
    ("cell/src/output.rs", include_str!("../cell/src/output.rs")),
    ("cell/src/value.rs", include_str!("../cell/src/value.rs")),
    ("cell/src/wire.rs", include_str!("../cell/src/wire.rs")),
    ("export/Cargo.toml", include_str!("../export/Cargo.toml")),
    ("export/src/lib.rs", include_str!("../export/src/lib.rs")),
];

/// Settings of cargo for all crates except the cell's own, in the parent of evcxr's folder, because evcxr writes its
/// own settings. Without them `:opt` would also change the profile of dependencies: the process would hold one copy of
/// `tensorcell_cell`, and the next cell would need another.
const SETTINGS: (&str, &str) = (".cargo/config.toml", "[profile.dev.package.\"*\"]\nopt-level = 2\n");

/// Parts of evcxr's folder that are kept; evcxr writes Cargo.toml itself.
const KEPT: [&str; 2] = ["Cargo.lock", "target"];

/// The file with the hash of the kept parts.
const HASH: &str = "hash";

/// How names of folders end that are being written; they begin with the process.
const FRESH_CRATES: &str = "crates";
const FRESH_CODE: &str = "built";

/// The folders in which a session compiles its cells.
pub struct Ground {
    /// evcxr's folder, private to this session.
    pub work: PathBuf,
    /// The folder of `tensorcell_cell`.
    pub cell: PathBuf,
    /// Compiled code of an earlier session, to be copied.
    seed: PathBuf,
}

/// Creates the folders. `cache` outlives sessions.
pub fn prepare(cache: &Path, work: &Path) -> Result<Ground> {
    let version = Command::new("rustc").arg("--version").arg("--verbose").output();
    let version = match version {
        Ok(output) if output.status.success() => output.stdout,
        Ok(output) => return Err(anyhow!("rustc does not run: {}", String::from_utf8_lossy(&output.stderr).trim())),
        Err(error) => return Err(anyhow!("rustc does not run: {error}")),
    };
    if let Err(error) = Command::new("cargo").arg("--version").output() {
        return Err(anyhow!("cargo does not run: {error}"));
    }
    let mut hasher = DefaultHasher::new();
    (SOURCES, SETTINGS).hash(&mut hasher);
    let name = format!("{:016x}", hasher.finish());
    // Where another user can write the cache, the session has its own copy.
    let crates = lay_out(cache, &name).or_else(|_| lay_out(work.parent().unwrap_or(work), &name));
    let crates = crates.context("writing the crates that cells use")?;
    let mut hasher = DefaultHasher::new();
    version.hash(&mut hasher);
    // The location of the dependencies' sources: cargo recompiles them at another one.
    std::env::var_os("CARGO_HOME").hash(&mut hasher);
    let seed = crates.join(format!("built-{:016x}", hasher.finish()));
    fs::create_dir_all(work)?;
    if let Some(above) = work.parent() {
        let file = above.join(SETTINGS.0);
        fs::create_dir_all(file.parent().unwrap_or(above))?;
        fs::write(file, SETTINGS.1)?;
    }
    if seed.is_dir() && restore(&seed, work).is_err() {
        // A part would be worse than nothing.
        let _ = (fs::remove_dir_all(work), fs::remove_dir_all(&seed));
        fs::create_dir_all(work)?;
    }
    Ok(Ground { work: work.to_owned(), cell: crates.join("cell"), seed })
}

impl Ground {
    /// Whether an earlier session kept its compiled code.
    pub fn is_kept(&self) -> bool {
        self.seed.is_dir()
    }

    /// Keeps this session's compiled code for later ones.
    pub fn keep(&self) -> io::Result<()> {
        let crates = self.seed.parent().unwrap_or(&self.seed);
        remove_leftovers(crates, ".", FRESH_CODE);
        let fresh = crates.join(format!(".{}-{FRESH_CODE}", std::process::id()));
        private_folder(&fresh)?;
        for name in KEPT {
            copy(&self.work.join(name), &fresh.join(name))?;
        }
        fs::write(fresh.join(HASH), hash_of(&fresh)?)?;
        // Another session may have been faster; its copy is equivalent.
        if fs::rename(&fresh, &self.seed).is_err() {
            fs::remove_dir_all(&fresh)?;
        }
        Ok(())
    }
}

/// Writes the crates' sources to a folder that appears with all of them, unless they are there as this program writes them.
fn lay_out(cache: &Path, name: &str) -> io::Result<PathBuf> {
    let crates = cache.join(name);
    if is_ours(&crates) {
        return Ok(crates);
    }
    remove_leftovers(cache, ".", FRESH_CRATES);
    let fresh = cache.join(format!(".{}-{FRESH_CRATES}", std::process::id()));
    private_folder(&fresh)?;
    for (name, text) in SOURCES {
        let file = fresh.join(name);
        fs::create_dir_all(file.parent().unwrap_or(&fresh))?;
        fs::write(file, text)?;
    }
    // A changed folder of this user's is replaced; another user's stays, and is refused.
    if is_trusted(&crates) {
        fs::remove_dir_all(&crates)?;
    }
    if fs::rename(&fresh, &crates).is_err() {
        fs::remove_dir_all(&fresh)?;
    }
    is_ours(&crates).then_some(crates).ok_or_else(|| io::ErrorKind::PermissionDenied.into())
}

/// Whether nobody else can have written the crates, and they are this program's.
fn is_ours(crates: &Path) -> bool {
    let is_same = |(name, text): &(&str, &str)| fs::read(crates.join(name)).is_ok_and(|bytes| bytes == text.as_bytes());
    is_private(crates) && SOURCES.iter().all(is_same)
}

/// Copies kept code, which cells will run: only if nobody else can have written it, and it is as it was kept.
fn restore(seed: &Path, work: &Path) -> io::Result<()> {
    let damaged = || io::Error::from(io::ErrorKind::InvalidData);
    if !is_private(seed) || fs::read_to_string(seed.join(HASH))? != hash_of(seed)? {
        return Err(damaged());
    }
    KEPT.iter().try_for_each(|name| copy(&seed.join(name), &work.join(name)))
}

/// A hash of the names and contents of the kept files.
fn hash_of(folder: &Path) -> io::Result<String> {
    let mut hasher = DefaultHasher::new();
    KEPT.iter().try_for_each(|name| hash_into(&mut hasher, &folder.join(name), name))?;
    Ok(format!("{:016x}", hasher.finish()))
}

fn hash_into(hasher: &mut DefaultHasher, path: &Path, name: &str) -> io::Result<()> {
    if !fs::symlink_metadata(path)?.is_dir() {
        (name, fs::read(path)?).hash(hasher);
        return Ok(());
    }
    let mut names = fs::read_dir(path)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
    names.sort();
    (name, names.len()).hash(hasher);
    names.iter().try_for_each(|inner| hash_into(hasher, &path.join(inner), &inner.to_string_lossy()))
}

/// Copies a file or a folder with its modification times, which cargo compares.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let about = fs::symlink_metadata(from)?;
    if about.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    } else if about.is_file() {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(from, to)?;
        fs::File::options().write(true).open(to)?.set_modified(about.modified()?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn open_to_others(path: &Path) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
    }

    #[test]
    fn changed_sources_are_written_again_and_a_folder_open_to_others_is_replaced() {
        let cache = tempfile::tempdir().unwrap();
        let source = |crates: &Path| fs::read_to_string(crates.join("cell/src/lib.rs")).unwrap();
        let crates = lay_out(cache.path(), "it").unwrap();
        let whole = source(&crates);
        fs::write(crates.join("cell/src/lib.rs"), "planted").unwrap();
        assert_eq!(source(&lay_out(cache.path(), "it").unwrap()), whole);
        fs::create_dir(cache.path().join(".4194305-crates")).unwrap();
        for mode in [0o755, 0o700] {
            fs::set_permissions(&crates, fs::Permissions::from_mode(mode)).unwrap();
            assert!(lay_out(cache.path(), "it").is_ok() && is_private(&crates));
        }
        assert!(!cache.path().join(".4194305-crates").exists(), "a killed process left it");
        open_to_others(&crates);
        assert!(lay_out(cache.path(), "it").is_err(), "others can have written it");
    }

    #[test]
    fn kept_code_is_used_only_whole_and_out_of_reach_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let (work, again) = (folder.path().join("work"), folder.path().join("again"));
        fs::create_dir_all(work.join("target/deps")).unwrap();
        fs::write(work.join("Cargo.lock"), "locked").unwrap();
        fs::write(work.join("target/deps/library"), "code").unwrap();
        let ground = Ground { work, cell: PathBuf::new(), seed: folder.path().join("built") };
        ground.keep().unwrap();
        restore(&ground.seed, &again).unwrap();
        assert_eq!(fs::read_to_string(again.join("target/deps/library")).unwrap(), "code");
        open_to_others(&ground.seed);
        assert!(restore(&ground.seed, &again).is_err());
        fs::set_permissions(&ground.seed, fs::Permissions::from_mode(0o700)).unwrap();
        for (name, text) in [("target/deps/library", "other"), ("target/deps/more", "code"), ("Cargo.lock", "locke")] {
            let file = ground.seed.join(name);
            let before = fs::read(&file).ok();
            fs::write(&file, text).unwrap();
            assert!(restore(&ground.seed, &again).is_err(), "{name}");
            match before {
                Some(bytes) => fs::write(&file, bytes).unwrap(),
                None => fs::remove_file(&file).unwrap(),
            }
        }
        assert!(restore(&ground.seed, &again).is_ok());
    }
}
