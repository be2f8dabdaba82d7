//! Prepares the folder in which cells are compiled: the sources of the crates that each cell depends on, and compiled
//! code of earlier sessions.

use anyhow::{Context, Result, anyhow};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

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
    let crates = cache.join(format!("{:016x}", hasher.finish()));
    lay_out(cache, &crates).with_context(|| format!("writing to {}", crates.display()))?;
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
    for name in KEPT {
        // An incomplete copy would be worse than none.
        if seed.is_dir() && copy(&seed.join(name), &work.join(name)).is_err() {
            let _ = fs::remove_dir_all(work);
            fs::create_dir_all(work)?;
            break;
        }
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
        let fresh = self.seed.with_extension(format!("new-{}", std::process::id()));
        for name in KEPT {
            copy(&self.work.join(name), &fresh.join(name))?;
        }
        // Another session may have been faster; its copy is equivalent.
        if fs::rename(&fresh, &self.seed).is_err() {
            fs::remove_dir_all(&fresh)?;
        }
        Ok(())
    }
}

/// Writes the crates' sources once, atomically.
fn lay_out(cache: &Path, crates: &Path) -> io::Result<()> {
    if crates.is_dir() {
        return Ok(());
    }
    let fresh = cache.join(format!("new-{}", std::process::id()));
    for (name, text) in SOURCES {
        let file = fresh.join(name);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(file, text)?;
    }
    if fs::rename(&fresh, crates).is_err() {
        fs::remove_dir_all(&fresh)?;
    }
    Ok(())
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
