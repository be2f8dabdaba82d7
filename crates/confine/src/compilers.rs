//! Finds the compilers that a confined process may start, and the folders that they read.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A compiler's programs, and the folders that they read.
#[derive(Debug, Default, Clone)]
pub struct Compiler {
    pub programs: Vec<PathBuf>,
    pub readable: Vec<PathBuf>,
}

/// The programs that the C++ compiler starts.
const PARTS: [&str; 4] = ["cc1plus", "as", "ld", "collect2"];

/// The C++ compiler in `CXX`, or g++; `None` if there is none.
pub fn cxx() -> Option<Compiler> {
    let named = std::env::var_os("CXX").filter(|name| !name.is_empty()).unwrap_or_else(|| "g++".into());
    let program = on_path(&named)?;
    let parts = PARTS.iter().filter_map(|part| part_of(&program, part));
    let programs: Vec<PathBuf> = std::iter::once(program.canonicalize().ok()?).chain(parts).collect();
    let readable = programs.iter().filter_map(|program| folders_beside(program)).flatten().collect();
    Some(Compiler { programs, readable })
}

/// Searches PATH as the shell does.
fn on_path(name: &OsStr) -> Option<PathBuf> {
    if Path::new(name).components().count() > 1 {
        return Some(PathBuf::from(name)).filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The path of a program that the compiler starts.
fn part_of(compiler: &Path, part: &str) -> Option<PathBuf> {
    let output = Command::new(compiler).arg(format!("-print-prog-name={part}")).output().ok()?;
    let name = OsString::from(String::from_utf8_lossy(&output.stdout).trim());
    on_path(&name)?.canonicalize().ok()
}

/// Libraries and headers of a compiler installed outside the system's folders: those of PREFIX in `PREFIX/bin/g++` and
/// `PREFIX/libexec/gcc/...`.
fn folders_beside(program: &Path) -> Option<Vec<PathBuf>> {
    const INNER: [&str; 4] = ["bin", "lib", "lib64", "libexec"];
    let is_inner = |folder: &&Path| folder.file_name().is_some_and(|name| INNER.iter().any(|inner| name == *inner));
    let prefix = program.ancestors().find(is_inner)?.parent()?;
    Some(["lib", "lib64", "libexec", "include"].map(|folder| prefix.join(folder)).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_of_its_own_brings_its_folders_but_not_its_programs() {
        let found = folders_beside(Path::new("/opt/gcc-14/libexec/gcc/x86_64/14/cc1plus")).unwrap();
        assert!(
            found.contains(&PathBuf::from("/opt/gcc-14/lib")) && found.contains(&PathBuf::from("/opt/gcc-14/include"))
        );
        assert!(!found.iter().any(|folder| folder.ends_with("bin") || folder.ends_with("gcc-14")));
        assert_eq!(folders_beside(Path::new("/g++")), None);
    }

    #[test]
    fn programs_are_found_as_the_shell_finds_them() {
        assert_eq!(on_path(OsStr::new("no-such-program")), None);
        assert_eq!(on_path(OsStr::new("/bin/sh")), Some(PathBuf::from("/bin/sh")));
        assert!(on_path(OsStr::new("sh")).is_some_and(|path| path.ends_with("sh")));
    }
}
