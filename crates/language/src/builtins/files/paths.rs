//! File paths, and errors about them.

use crate::builtins::codecs::failure::{Failure, Object};
use crate::confinement::{self, Confinement};
use crate::surrogate::{is_surrogate, name_of, text_of};
use crate::{Exc, Raise, Result, Value, Vm};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// The message for what the operating system denies to a confined session.
const CONFINED: &str = "the session is confined: the operating system refuses this";

/// The class, number and message of a failure of the operating system.
fn failure(error: &std::io::Error) -> (Exc, i64, String) {
    if error.kind() == ErrorKind::PermissionDenied && Confinement::is_confined() {
        return (Exc::PermissionError, i64::from(error.raw_os_error().unwrap_or(13)), CONFINED.to_owned());
    }
    let (kind, number, text) = match error.kind() {
        ErrorKind::NotFound => (Exc::FileNotFoundError, 2, "No such file or directory"),
        ErrorKind::AlreadyExists => (Exc::FileExistsError, 17, "File exists"),
        ErrorKind::NotADirectory => (Exc::NotADirectoryError, 20, "Not a directory"),
        ErrorKind::IsADirectory => (Exc::IsADirectoryError, 21, "Is a directory"),
        ErrorKind::DirectoryNotEmpty => (Exc::OSError, 39, "Directory not empty"),
        ErrorKind::PermissionDenied if error.raw_os_error().is_none() => {
            (Exc::PermissionError, 13, "Permission denied")
        }
        kind => {
            let class = if kind == ErrorKind::PermissionDenied { Exc::PermissionError } else { Exc::OSError };
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default();
            return (class, i64::from(error.raw_os_error().unwrap_or(5)), text.to_owned());
        }
    };
    (kind, number, text.to_owned())
}

/// An exception about a file, with the operating system's error number and message.
pub fn os_error(error: &std::io::Error, path: &str) -> Raise {
    os_error_about(error, &[Value::str(path)])
}

/// As `os_error`, for values that name the file, or for two of them, as in `rename`.
pub fn os_error_about(error: &std::io::Error, paths: &[Value]) -> Raise {
    let (kind, number, text) = failure(error);
    let mut args = vec![Value::Int(number), Value::from(text)];
    if let Some(first) = paths.first() {
        args.push(first.clone());
    }
    if let Some(second) = paths.get(1) {
        args.extend([Value::None, second.clone()]);
    }
    Raise::with_args(kind, args)
}

/// A failure that is not about a path.
pub fn os_failure(error: &std::io::Error) -> Raise {
    os_error_about(error, &[])
}

/// The notebook's folder, once a confined session has changed to a subfolder; until then it is the current folder.
static HOME: std::sync::OnceLock<PathBuf> = std::sync::OnceLock::new();

fn current_folder(about: &str) -> Result<PathBuf> {
    std::env::current_dir().and_then(|folder| folder.canonicalize()).map_err(|error| os_error(&error, about))
}

/// Changes the current folder. The notebook's folder stays the one that confined paths cannot leave.
pub fn change_folder(path: &str) -> Result<PathBuf> {
    let target = reachable(path)?;
    let now = current_folder(path)?;
    std::env::set_current_dir(&target).map_err(|error| os_error(&error, path))?;
    HOME.get_or_init(|| now);
    current_folder(path)
}

/// The notebook's folder, which confined paths cannot leave.
pub fn home_folder() -> Result<PathBuf> {
    match confinement::territory().map(|territory| &territory.folder).or_else(|| HOME.get()) {
        Some(home) => Ok(home.clone()),
        None => current_folder("."),
    }
}

/// The operating system's form of a path: UnicodeEncodeError for surrogates that represent no byte.
pub fn system_name(path: &str) -> Result<Cow<'_, OsStr>> {
    name_of(path).map_err(|start| not_encodable(path, start))
}

/// Checks that a text can be encoded: UnicodeEncodeError for its first surrogate.
pub(crate) fn encodable(text: &str) -> Result<()> {
    match text.chars().position(is_surrogate) {
        Some(start) => Err(not_encodable(text, start)),
        None => Ok(()),
    }
}

fn not_encodable(text: &str, start: usize) -> Raise {
    let object = Object::Text(text.chars().collect());
    let (codec, reason) = ("utf-8".to_owned(), "surrogates not allowed".to_owned());
    Failure { codec, object, start, end: start + 1, reason }.raise()
}

/// How a link at the end of a path is treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// It is followed.
    Followed,
    /// The link itself.
    Entry,
}

/// Checks the path of a file. PermissionError if a confined program may not access it.
pub fn reachable(path: &str) -> Result<PathBuf> {
    in_reach(path, Last::Followed)
}

/// Checks the path of a directory entry, without following a link: for removing, renaming and creating.
pub fn reachable_entry(path: &str) -> Result<PathBuf> {
    in_reach(path, Last::Entry)
}

fn in_reach(path: &str, last: Last) -> Result<PathBuf> {
    if path.contains('\0') {
        return Err(Raise::value_error("embedded null byte"));
    }
    match Confinement::current() {
        Confinement::Open => Ok(PathBuf::from(system_name(path)?.into_owned())),
        Confinement::Confined => inside_folder(path, last),
    }
}

/// The absolute form of a path, checked for a confined program. Relative paths start at the current folder.
fn inside_folder(path: &str, last: Last) -> Result<PathBuf> {
    let folder = home_folder()?;
    let real = resolved(Path::new(&*system_name(path)?), current_folder(path)?, last);
    let others = confinement::territory().map_or(&[][..], |territory| &territory.others);
    if real.starts_with(&folder) || others.iter().any(|other| real.starts_with(other)) {
        return Ok(real);
    }
    let text =
        format!("the session is confined: files outside the notebook's folder ({}) are out of reach", folder.display());
    let args = vec![Value::Int(13), Value::from(text), Value::str(path)];
    Err(Raise::with_args(Exc::PermissionError, args)
        .help("move the file into the notebook's folder and name it by a relative path"))
}

/// Resolves links in the existing part of a path, and `..` everywhere.
fn resolved(path: &Path, current: PathBuf, last: Last) -> PathBuf {
    let mut real = if path.is_absolute() { PathBuf::from("/") } else { current };
    let mut components = path.components().peekable();
    while let Some(component) = components.next() {
        match component {
            Component::RootDir | Component::CurDir | Component::Prefix(_) => {}
            Component::ParentDir => {
                real.pop();
            }
            Component::Normal(name) => {
                real.push(name);
                let is_entry = last == Last::Entry && components.peek().is_none();
                if let Ok(followed) = real.canonicalize()
                    && !is_entry
                {
                    real = followed;
                }
            }
        }
    }
    real
}

/// The text of a path argument: a string, bytes or an object with `__fspath__`.
pub fn path_text(vm: &mut Vm, value: &Value) -> Result<String> {
    if let Some(text) = plain_path(value) {
        return Ok(text);
    }
    if let Some(path) = vm.call_if_found(value, "__fspath__")? {
        return plain_path(&path).ok_or_else(|| {
            let (owner, found) = (value.type_name(), path.type_name());
            Raise::type_error(format!("expected {owner}.__fspath__() to return str or bytes, not {found}"))
        });
    }
    Err(Raise::type_error(format!("expected str, bytes or os.PathLike object, not {}", value.type_name())))
}

fn plain_path(value: &Value) -> Option<String> {
    match value.beneath() {
        Value::Bytes(bytes) if !bytes.mutable => Some(text_of(OsStr::from_bytes(&bytes.data.borrow()))),
        other => other.as_str().map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_but_for_the_last_name_of_an_entry() {
        let root =
            std::env::temp_dir().canonicalize().unwrap().join(format!("tensorcell-links-{}", std::process::id()));
        std::fs::create_dir_all(root.join("inside/deep")).unwrap();
        std::os::unix::fs::symlink("inside/deep", root.join("link")).unwrap();
        std::os::unix::fs::symlink("nowhere", root.join("broken")).unwrap();
        for (path, followed, entry) in [
            ("link", "inside/deep", "link"),
            ("link/new", "inside/deep/new", "inside/deep/new"),
            ("link/..", "inside", "inside"),
            ("link/", "inside/deep", "link"),
            ("broken", "broken", "broken"),
            ("gone/../link", "inside/deep", "link"),
            ("./inside/../link/../x", "inside/x", "inside/x"),
        ] {
            let found = |last| resolved(Path::new(path), root.clone(), last).strip_prefix(&root).map(Path::to_owned);
            assert_eq!(found(Last::Followed), Ok(followed.into()), "{path}");
            assert_eq!(found(Last::Entry), Ok(entry.into()), "{path}");
        }
        std::fs::remove_dir_all(root).unwrap();
    }
}
