//! Finds the Python environment whose packages can be imported, without running Python.

use std::path::{Component, Path, PathBuf};

/// The variable in which a kernelspec names the environment that it was installed in.
pub const INSTALLED_IN: &str = "TENSORCELL_INSTALLED_IN";

/// Returns the environment's folders in the order of CPython's `sys.path`. Returns none without Python.
pub(crate) fn folders() -> Vec<String> {
    let Some(environment) = Environment::found() else {
        return Vec::new();
    };
    let mut folders = vec![environment.library.clone()];
    folders.extend(environment.packages().into_iter().flat_map(with_named_folders));
    folders.iter().map(|folder| folder.to_string_lossy().into_owned()).collect()
}

/// Returns the folders of `PYTHONPATH`, absolute and each once; an empty one is the current folder.
pub(crate) fn named_folders() -> Vec<String> {
    let named = std::env::var_os("PYTHONPATH").filter(|named| !named.is_empty());
    let mut folders: Vec<String> = Vec::new();
    for folder in named.iter().flat_map(std::env::split_paths) {
        let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        let Ok(folder) = std::path::absolute(folder) else { continue };
        let shown = normal(&folder).to_string_lossy().into_owned();
        if !folders.contains(&shown) {
            folders.push(shown);
        }
    }
    folders
}

/// The path without `.` and `..`, as `os.path.normpath` spells it.
fn normal(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// Returns the prefix of the environment and of its base Python. They differ for a virtual environment.
pub(crate) fn prefix_and_base() -> Option<(PathBuf, PathBuf)> {
    let environment = Environment::found()?;
    let base = environment.library.ancestors().nth(2)?.to_owned();
    Some((environment.prefix, base))
}

/// Returns the paths that imports read: libraries, packages and the configuration.
pub fn environment_paths() -> Vec<PathBuf> {
    let Some(environment) = Environment::found() else {
        return Vec::new();
    };
    let own = ["lib", "lib64", "pyvenv.cfg"].map(|name| environment.prefix.join(name));
    own.into_iter().chain(folders().into_iter().map(PathBuf::from)).filter(|path| path.exists()).collect()
}

/// Returns the environment's Python.
pub fn environment_python() -> Option<PathBuf> {
    let python = Environment::found()?.prefix.join("bin/python3");
    python.is_file().then_some(python)
}

/// An environment: its prefix, version and libraries.
struct Environment {
    prefix: PathBuf,
    /// `python3.13`
    version: String,
    /// The standard library.
    library: PathBuf,
    /// Made by `venv`: only its own packages are visible.
    is_virtual: bool,
}

impl Environment {
    fn found() -> Option<Environment> {
        prefixes().into_iter().find_map(|prefix| Environment::at(&prefix))
    }
    fn at(prefix: &Path) -> Option<Environment> {
        let version = newest_version(&prefix.join("lib"))?;
        let configuration = std::fs::read_to_string(prefix.join("pyvenv.cfg")).ok();
        let base = configuration.as_deref().and_then(home).unwrap_or_else(|| prefix.to_owned());
        let library = base.join("lib").join(&version);
        Some(Environment { prefix: prefix.to_owned(), version, library, is_virtual: configuration.is_some() })
    }

    fn packages(&self) -> Vec<PathBuf> {
        let within = |prefix: &Path, folder: &str| prefix.join("lib").join(&self.version).join(folder);
        let mut folders = Vec::new();
        if !self.is_virtual
            && let Some(home) = std::env::var_os("HOME")
        {
            folders.push(within(&Path::new(&home).join(".local"), "site-packages"));
        }
        folders.push(within(&self.prefix, "site-packages"));
        // Debian's Python keeps its packages in separate folders.
        if self.prefix == Path::new("/usr") {
            folders.push(within(Path::new("/usr/local"), "dist-packages"));
            folders.push(PathBuf::from("/usr/lib/python3/dist-packages"));
        }
        folders.retain(|folder| folder.is_dir());
        folders
    }
}

/// Returns candidate prefixes. The one that the user names comes first.
fn prefixes() -> Vec<PathBuf> {
    let named = std::env::var_os("TENSORCELL_PYTHON").map(PathBuf::from);
    let named = named.map(|python| if python.is_file() { prefix_of(&python) } else { Some(python) });
    let active = ["VIRTUAL_ENV", "CONDA_PREFIX"].map(|name| std::env::var_os(name).map(PathBuf::from));
    let beside = [".venv", "venv"].map(|folder| Some(std::env::current_dir().ok()?.join(folder)));
    let installed = std::env::var_os(INSTALLED_IN).map(PathBuf::from);
    let own = std::env::current_exe().ok().and_then(|program| prefix_of(&program));
    let on_path = std::env::var_os("PATH")
        .and_then(|path| std::env::split_paths(&path).filter_map(|folder| prefix_of(&folder.join("python3"))).next());
    let all = named.into_iter().chain(active).chain(beside).chain([installed, own, on_path]);
    all.flatten().collect()
}

/// Returns the prefix of `PREFIX/bin/python3`. Inside an environment a link is not followed; elsewhere it is.
fn prefix_of(program: &Path) -> Option<PathBuf> {
    let above = |program: &Path| program.parent()?.parent().map(Path::to_owned);
    let own = above(program)?;
    if !program.is_file() {
        return None;
    }
    if own.join("pyvenv.cfg").is_file() || newest_version(&own.join("lib")).is_some() {
        return Some(own);
    }
    above(&program.canonicalize().ok()?).filter(|prefix| newest_version(&prefix.join("lib")).is_some())
}

/// Returns the folder of the newest Python 3 in `lib`.
fn newest_version(lib: &Path) -> Option<String> {
    let names = std::fs::read_dir(lib).ok()?.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let minor = |name: &String| name.strip_prefix("python3.")?.parse::<u32>().ok();
    names.filter(|name| minor(name).is_some()).max_by_key(minor)
}

/// Returns the prefix in `home = PREFIX/bin` of a pyvenv.cfg.
fn home(configuration: &str) -> Option<PathBuf> {
    let value = configuration.lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "home").then(|| value.trim().to_owned())
    })?;
    Path::new(&value).parent().map(Path::to_owned)
}

/// Returns a package folder and the folders that its `.pth` files name, such as editable installs.
fn with_named_folders(packages: PathBuf) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(&packages).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|kind| kind == "pth")).collect();
    files.sort();
    let named = files.iter().filter_map(|file| std::fs::read_to_string(file).ok()).flat_map(|text| {
        let folders = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['#']));
        let folders = folders.filter(|line| !line.starts_with("import ") && !line.starts_with("import\t"));
        folders.map(|folder| packages.join(folder)).collect::<Vec<_>>()
    });
    let named: Vec<PathBuf> = named.filter(|folder| folder.is_dir()).collect();
    std::iter::once(packages).chain(named).collect()
}

#[cfg(test)]
mod tests {
    use super::{Environment, home, newest_version, with_named_folders};
    use std::fs;
    use std::path::{Path, PathBuf};

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str, folders: &[&str]) -> Folder {
            let at = std::env::temp_dir().join(format!("tensorcell-environment-{name}-{}", std::process::id()));
            folders.iter().for_each(|folder| fs::create_dir_all(at.join(folder)).expect("a folder"));
            Folder(at)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_virtual_environment_has_its_own_packages_and_its_makers_library() {
        let at = Folder::new("virtual", &["base/bin", "env/lib/python3.9", "env/lib/python3.13/site-packages"]);
        let home = at.0.join("base/bin");
        fs::write(at.0.join("env/pyvenv.cfg"), format!("home = {}\nversion = 3.13.0\n", home.display()))
            .expect("a file");
        let found = Environment::at(&at.0.join("env")).expect("an environment");
        assert_eq!(found.library, at.0.join("base/lib/python3.13"));
        assert_eq!(found.packages(), [at.0.join("env/lib/python3.13/site-packages")]);
    }

    #[test]
    fn the_newest_version_is_taken() {
        let at = Folder::new("versions", &["lib/python3.9", "lib/python3.11", "lib/python2.7", "lib/python3"]);
        assert_eq!(newest_version(&at.0.join("lib")).as_deref(), Some("python3.11"));
        assert_eq!(newest_version(&at.0), None);
    }

    #[test]
    fn pth_files_name_folders() {
        let at = Folder::new("pth", &["packages", "work"]);
        let text = format!("# a comment\nimport sys\n{}\nmissing\n", at.0.join("work").display());
        fs::write(at.0.join("packages/a.pth"), text).expect("a file");
        assert_eq!(with_named_folders(at.0.join("packages")), [at.0.join("packages"), at.0.join("work")]);
    }

    #[test]
    fn home_is_read_from_the_configuration() {
        let text = "include-system-site-packages = false\nhome = /usr/bin\n";
        assert_eq!(home(text).as_deref(), Some(Path::new("/usr")));
        assert_eq!(home("version = 3"), None);
    }
}
