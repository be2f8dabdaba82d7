//! The native part of `zoneinfo`: the system's time zone files.

use std::path::{Component, Path};
use tensorcell_language::{Builtin, ModuleDef, Raise, Result, Value};

pub static ZONES: ModuleDef = ModuleDef {
    name: "_tensorcell.zoneinfo",
    doc: "The native part of zoneinfo.",
    functions: &[
        Builtin::new("zoneinfo._read", "(key, /)", "The file of a zone; None where there is none.", |_, args| {
            let key = checked(args.str(0)?)?;
            let file = FOLDERS.iter().find_map(|folder| std::fs::read(Path::new(folder).join(key)).ok());
            Ok(file.map_or(Value::None, Value::bytes))
        }),
        Builtin::new("zoneinfo._keys", "()", "The names of all zones.", |_, _| {
            let mut found = Vec::new();
            for folder in FOLDERS {
                gather(Path::new(folder), Path::new(folder), &mut found);
            }
            Ok(Value::list(found))
        }),
    ],
    init: Some(|_, module| {
        module.dict.insert_str("_FOLDERS", Value::tuple(FOLDERS.iter().map(|folder| Value::str(*folder)).collect()));
        Ok(())
    }),
};

const FOLDERS: [&str; 4] = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"];

/// Checks that a key stays inside the zone folders.
fn checked(key: &str) -> Result<&str> {
    let path = Path::new(key);
    if path.is_absolute() {
        return Err(Raise::value_error(format!("ZoneInfo keys may not be absolute paths, got: {key}")));
    }
    if path.components().next() == Some(Component::ParentDir) {
        return Err(Raise::value_error(format!("ZoneInfo keys must refer to subdirectories of TZPATH, got: {key}")));
    }
    let normal = |component: Component| matches!(component, Component::Normal(_));
    let is_normal = path.components().all(normal) && !key.contains("//") && !key.ends_with('/') && !key.contains('\0');
    match is_normal {
        true => Ok(key),
        false => Err(Raise::value_error(format!("ZoneInfo keys must be normalized relative paths, got: {key}"))),
    }
}

/// Collects the zone files of a folder and its subfolders, by their magic number.
fn gather(root: &Path, folder: &Path, found: &mut Vec<Value>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let Ok(key) = path.strip_prefix(root) else { continue };
        if key.starts_with("right") || key.starts_with("posix") || key.starts_with("posixrules") {
            continue;
        }
        if path.is_dir() {
            gather(root, &path, found);
        } else if std::fs::read(&path).is_ok_and(|data| data.starts_with(b"TZif")) {
            found.push(Value::from(key.to_string_lossy().into_owned()));
        }
    }
}
