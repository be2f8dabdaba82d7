//! An emulated GPU for machines without one: our own libcuda, libnvrtc, libcublasLt and libnccl, which run CUDA
//! programs on the processor. The libraries are embedded in the binary; [`unpack`] writes them to a folder.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io, process};

/// A hash of all files, and each file by its path.
type Embedded = (&'static str, &'static [(&'static str, &'static [u8])]);
static EMBEDDED: Embedded = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The folder of the emulated libraries.
#[derive(Debug, Clone)]
pub struct Paths {
    pub cuda: PathBuf,
    pub nvrtc: PathBuf,
    pub cublaslt: PathBuf,
    pub nccl: PathBuf,
}

const USED: &str = "used";
/// The end of the name of a folder that is being written.
const FRESH: &str = "emulator";
/// Where the driver keeps compiled programs, and its compiler the files that it works on.
const PROGRAMS: [&str; 2] = ["programs", "programs-baseline"];
/// The number of other versions' emulators that are always kept.
const KEPT: usize = 4;
const KEPT_FOR: Duration = Duration::from_secs(24 * 60 * 60);

/// Removes emulators of earlier builds, with their compiled kernels, except the latest few.
fn remove_stale(folder: &Path) {
    let used =
        |root: &Path| fs::metadata(root.join(USED)).or_else(|_| fs::metadata(root)).and_then(|file| file.modified());
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let emulators =
        entries.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("emulator-")));
    let mut ages: Vec<_> = emulators.filter_map(|root| Some((used(&root).ok()?.elapsed().ok()?, root))).collect();
    ages.sort();
    for (_, root) in ages.into_iter().skip(KEPT).filter(|(age, _)| *age > KEPT_FOR) {
        let _ = fs::remove_dir_all(root);
    }
}

/// Refuses libraries that someone else may have put there, and those that differ from this program's.
fn check(root: &Path, files: &[(&str, &[u8])]) -> io::Result<()> {
    let foreign = |file: &Path| io::Error::other(format!("{} is not as this program writes it", file.display()));
    if !tensorcell_files::is_trusted(root) {
        return Err(foreign(root));
    }
    for (name, bytes) in files {
        let file = root.join(name);
        if fs::read(&file).ok().as_deref() != Some(*bytes) {
            return Err(foreign(&file));
        }
    }
    Ok(())
}

/// Writes the libraries to a folder that appears with all of them.
fn write(folder: &Path, root: &Path, files: &[(&str, &[u8])]) -> io::Result<()> {
    let fresh = folder.join(format!(".{}-{FRESH}", process::id()));
    for (name, bytes) in files {
        let file = fresh.join(name);
        tensorcell_files::private_folder(file.parent().unwrap_or(&fresh))?;
        fs::write(file, bytes)?;
    }
    // A damaged folder of this user's is replaced; another user's stays, and is refused.
    if tensorcell_files::is_trusted(root) {
        fs::remove_dir_all(root)?;
    }
    // Another process may have written the same files first.
    if fs::rename(&fresh, root).is_err() {
        fs::remove_dir_all(&fresh)?;
    }
    Ok(())
}

/// Writes the libraries once, atomically, to a folder below `folder` that is named by their hash.
pub fn unpack(folder: &Path) -> io::Result<Paths> {
    let (hash, files) = EMBEDDED;
    let root = folder.join(format!("emulator-{hash}"));
    if check(&root, files).is_err() {
        write(folder, &root, files)?;
        check(&root, files)?;
        remove_stale(folder);
    }
    tensorcell_files::remove_leftovers(folder, ".", FRESH);
    PROGRAMS.iter().for_each(|programs| tensorcell_files::remove_leftovers(&root.join(programs), ".", ""));
    // Updates the time of last use, for `remove_stale`.
    let _ = fs::write(root.join(USED), "");
    let library = |name: &str| root.join(name);
    Ok(Paths {
        cuda: library("libcuda.so"),
        nvrtc: library("libnvrtc.so"),
        cublaslt: library("libcublasLt.so"),
        nccl: library("libnccl.so.2"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_that_differ_are_written_again_and_those_that_others_can_write_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = unpack(folder.path()).expect("unpacked");
        let whole = fs::read(&paths.cuda).expect("the library");
        fs::write(&paths.cuda, "planted").expect("written");
        unpack(folder.path()).expect("unpacked again");
        assert!(fs::read(&paths.cuda).expect("the library") == whole);
        let root = paths.cuda.parent().expect("a folder");
        fs::set_permissions(root, std::os::unix::fs::PermissionsExt::from_mode(0o777)).expect("changed");
        assert!(unpack(folder.path()).is_err());
    }

    #[test]
    fn what_a_killed_compiler_left_goes_at_the_next_start() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = unpack(folder.path()).expect("unpacked").cuda.parent().expect("a folder").to_owned();
        for programs in PROGRAMS {
            tensorcell_files::private_folder(&root.join(programs)).expect("a folder");
        }
        // No process has the first number: it is above the system's maximum.
        let ended = ["programs/.4194305-0.cu", "programs/.4194305-12.so", "programs-baseline/.4194305-3.ii"];
        let kept = ["programs/0123.so".to_owned(), format!("programs/.{}-0.cpp", process::id())];
        for name in ended.into_iter().chain(kept.iter().map(String::as_str)) {
            fs::write(root.join(name), "").expect("written");
        }
        fs::create_dir(folder.path().join(".4194305-emulator")).expect("a folder");
        unpack(folder.path()).expect("unpacked again");
        assert!(ended.iter().all(|name| !root.join(name).exists()));
        assert!(kept.iter().all(|name| root.join(name).exists()));
        assert!(!folder.path().join(".4194305-emulator").exists());
    }

    #[test]
    fn only_old_emulators_beyond_the_latest_few_are_removed() {
        let folder = std::env::temp_dir().join(format!("tensorcell-stale-{}", process::id()));
        for days in 0..8u64 {
            let root = folder.join(format!("emulator-{days}"));
            fs::create_dir_all(&root).expect("a folder");
            let file = fs::File::create(root.join(USED)).expect("a file");
            let then = std::time::SystemTime::now() - Duration::from_secs(days * 24 * 60 * 60 + 1);
            file.set_modified(then).expect("a time");
        }
        fs::create_dir_all(folder.join("kernels")).expect("a folder");
        remove_stale(&folder);
        let mut left: Vec<String> = fs::read_dir(&folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        left.sort();
        assert_eq!(left, ["emulator-0", "emulator-1", "emulator-2", "emulator-3", "kernels"]);
        fs::remove_dir_all(folder).expect("removed");
    }
}
