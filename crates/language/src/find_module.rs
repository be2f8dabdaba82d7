//! Finds modules in the folders of a search path: packages, source files, extensions and portions of namespace packages.

use std::path::{Path, PathBuf};

/// A module's location on disk.
#[derive(Debug, PartialEq)]
pub enum Found {
    /// `name.py`.
    File(PathBuf),
    /// `name/__init__.py`, in its folder.
    Package { folder: PathBuf, file: PathBuf },
    /// Folders of that name without `__init__.py`.
    Namespace(Vec<PathBuf>),
    /// A native library for CPython, which cannot be loaded.
    Extension(PathBuf),
}

/// Searches folders in order for a module by its last name. If none has its source, an extension is used, then the portions of a
/// namespace package.
pub fn find<'a>(name: &str, folders: impl Iterator<Item = &'a Path> + Clone) -> Option<Found> {
    if let Some(source) = find_source(name, folders.clone()) {
        return Some(source);
    }
    if let Some(library) = folders.clone().find_map(|folder| extension(folder, name)) {
        return Some(Found::Extension(library));
    }
    let portions: Vec<PathBuf> = folders.map(|folder| folder.join(name)).filter(|package| package.is_dir()).collect();
    (!portions.is_empty()).then_some(Found::Namespace(portions))
}

/// As `find`, only for modules with source: it lists no folder, so it is fast in large ones.
pub fn find_source<'a>(name: &str, mut folders: impl Iterator<Item = &'a Path>) -> Option<Found> {
    folders.find_map(|folder| {
        let package = folder.join(name);
        let init = package.join("__init__.py");
        if init.is_file() {
            return Some(Found::Package { folder: package, file: init });
        }
        let file = folder.join(format!("{name}.py"));
        file.is_file().then_some(Found::File(file))
    })
}

/// The names of the modules in folders, sorted.
pub fn names<'a>(folders: impl Iterator<Item = &'a Path>) -> Vec<String> {
    let entries = folders.filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| module_name(&entry.path())).collect();
    names.sort();
    names.dedup();
    names
}

/// The import name of a file or folder.
fn module_name(path: &Path) -> Option<String> {
    let stem = match path.extension() {
        Some(extension) => path.file_stem().filter(|_| extension == "py"),
        None => path.file_name().filter(|_| path.join("__init__.py").is_file()),
    };
    let name = stem?.to_str()?;
    let is_name =
        !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && name != "__init__" && name != "__main__").then(|| name.to_owned())
}

/// `name.cpython-313-x86_64-linux-gnu.so`, `name.abi3.so`, `name.so`.
fn extension(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_library = |file: &str| {
        let middle = file.strip_prefix(name).and_then(|rest| rest.strip_suffix(".so"));
        middle.is_some_and(|tag| tag.is_empty() || tag.starts_with(".cpython-") || tag == ".abi3")
    };
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    entries
        .map(|entry| entry.path())
        .find(|path| path.file_name().and_then(|file| file.to_str()).is_some_and(is_library))
}

#[cfg(test)]
mod tests {
    use super::{Found, find, names};
    use std::path::{Path, PathBuf};

    struct Folder(PathBuf);

    impl Folder {
        fn with(name: &str, files: &[&str]) -> Folder {
            let folder = std::env::temp_dir().join(format!("tensorcell-find-{name}-{}", std::process::id()));
            for file in files {
                let path = folder.join(file);
                std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                std::fs::write(path, "").expect("a file");
            }
            Folder(folder)
        }
        fn find(&self, name: &str) -> Option<Found> {
            let folders = [self.0.join("first"), self.0.join("second")];
            find(name, folders.iter().map(PathBuf::as_path))
        }
        fn path(&self, file: &str) -> PathBuf {
            self.0.join(Path::new(file))
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn packages_come_before_files_and_namespaces_last() {
        let files = ["first/a/__init__.py", "first/a.py", "first/b/data.txt", "second/b.py", "first/c/x", "second/c/y"];
        let at = Folder::with("order", &files);
        let package = Found::Package { folder: at.path("first/a"), file: at.path("first/a/__init__.py") };
        assert_eq!(at.find("a"), Some(package));
        assert_eq!(at.find("b"), Some(Found::File(at.path("second/b.py"))));
        assert_eq!(at.find("c"), Some(Found::Namespace(vec![at.path("first/c"), at.path("second/c")])));
        assert_eq!(at.find("d"), None);
    }

    #[test]
    fn files_and_packages_are_named() {
        let files =
            ["first/a.py", "first/b/__init__.py", "first/c/x.py", "first/__init__.py", "first/d-e.py", "second/a.py"];
        let at = Folder::with("names", &files);
        let folders = [at.path("first"), at.path("second"), at.path("third")];
        assert_eq!(names(folders.iter().map(PathBuf::as_path)), ["a", "b"]);
    }

    #[test]
    fn extensions_are_told_by_their_tags() {
        let files = ["first/fast.cpython-313-x86_64-linux-gnu.so", "first/any.abi3.so", "first/other.libs.so"];
        let at = Folder::with("extensions", &files);
        assert_eq!(at.find("fast"), Some(Found::Extension(at.path(files[0]))));
        assert_eq!(at.find("any"), Some(Found::Extension(at.path(files[1]))));
        assert_eq!(at.find("other"), None);
    }
}
