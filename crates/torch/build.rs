//! Lists the files of `src/prelude` with their module names, for `src/prelude.rs`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("src/prelude");
    let mut files = Vec::new();
    find(&folder, &mut files)?;
    files.sort();
    let mut list = String::from("static FILES: &[File] = &[\n");
    for file in files {
        let path = file.strip_prefix(&folder).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let module = path.trim_end_matches(".py").trim_end_matches("/__init__").replace('/', ".");
        // A clone elsewhere may share the target folder, so the list names no place on this machine.
        let from_crate = format!("/src/prelude/{path}");
        let text = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {from_crate:?}))");
        let _ = writeln!(list, "    File {{ module: {module:?}, path: {path:?}, text: {text} }},");
    }
    list.push_str("];\n");
    println!("cargo:rerun-if-changed=src/prelude");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("prelude.rs"), list)
}

/// Collects the Python files of a folder and its subfolders.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "py") {
            files.push(path);
        }
    }
    Ok(())
}
