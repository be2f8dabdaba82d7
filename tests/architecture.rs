//! The house's layering, held: a room of `src/` imports only rooms below it, files stay within what one head can
//! hold, every file says what it is for, and `unsafe` stays where it belongs, each block with its SAFETY line.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the top down. Rooms on one line do not know each other.
const FLOORS: &[&[&str]] = &[
    &["cli"],
    &["notebook"],
    &["jupyter", "torch"],
    &["display", "language"],
    &["autograd", "dist"],
    &["engine"],
    &["tensor"],
    &["device"],
];

/// What a room may not import although it lies below: the front door knows no tensors.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("jupyter", &["display", "language", "autograd", "engine", "tensor", "device"]),
    ("language", &["autograd", "engine", "tensor", "device"]),
    ("display", &["autograd", "engine", "tensor", "device"]),
];

const LONGEST_FILE: usize = 850;

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    rust_files(&root.join("src"), &mut files);
    assert!(files.len() > 20, "the sources were not found");
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a readable source");
            (path.strip_prefix(root).expect("below the root").to_owned(), text)
        })
        .collect()
}

/// The room of a file: `src/engine/cpu/mod.rs` -> `engine`; none for `lib.rs` and `main.rs`.
fn room_of(path: &Path) -> Option<String> {
    let mut parts = path.components().skip(1);
    let room = parts.next()?.as_os_str().to_str()?.to_owned();
    parts.next().map(|_| room)
}

/// The rooms that a text names as `crate::room`, also inside `use crate::{a::b, c}`.
fn imports(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let line_start = text[..at].rfind('\n').map_or(0, |i| i + 1);
        if text[line_start..at].trim_start().starts_with("//") {
            continue;
        }
        let line = text[..at].matches('\n').count() + 1;
        let rest = &text[at + "crate::".len()..];
        let mut name = |text: &str| {
            let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !word.is_empty() {
                found.push((line, word));
            }
        };
        if let Some(list) = rest.strip_prefix('{') {
            let mut depth = 1;
            let mut start = 0;
            for (i, c) in list.char_indices() {
                match c {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 1 => {
                        name(list[start..i].trim_start());
                        start = i + 1;
                    }
                    _ => {}
                }
                if depth == 0 {
                    name(list[start..i].trim_start());
                    break;
                }
            }
        } else {
            name(rest);
        }
    }
    found
}

#[test]
fn imports_are_read_from_every_form() {
    let text = "use crate::tensor::Op;\nuse crate::{device::Device, engine::{cpu, cuda}};\n// crate::cli\nlet x = crate::torch::f();";
    let names: Vec<_> = imports(text).into_iter().map(|(line, name)| format!("{line} {name}")).collect();
    assert_eq!(names, ["1 tensor", "2 device", "2 engine", "4 torch"]);
}

#[test]
fn a_room_imports_only_rooms_below_it() {
    let mut broken = Vec::new();
    for (path, text) in sources() {
        let Some(room) = room_of(&path) else { continue };
        let own = floor(&room).unwrap_or_else(|| panic!("{}: the room `{room}` is not on the plan", path.display()));
        for (line, other) in imports(&text) {
            let Some(floor) = floor(&other) else { continue };
            let forbidden = FORBIDDEN.iter().any(|(r, list)| *r == room && list.contains(&other.as_str()));
            if other != room && (floor <= own || forbidden) {
                broken.push(format!("{}:{line}: `{room}` imports `{other}`", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn files_open_with_their_purpose_and_stay_readable() {
    let mut broken = Vec::new();
    for (path, text) in sources() {
        let included = path.to_string_lossy().ends_with("_rows.rs"); // `include!`d: inner docs are not allowed there
        let purpose = text.starts_with("//!") || included && text.starts_with("// ");
        if !purpose {
            broken.push(format!("{}: does not say in its first line what it is for", path.display()));
        }
        let lines = text.lines().count();
        if lines > LONGEST_FILE {
            broken.push(format!("{}: {lines} lines", path.display()));
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn unsafe_is_confined_and_explained() {
    // In `rust-cells/`: where another process's memory is mapped or opened, and processes are ended.
    let allowed = [
        "src/device/",
        "src/engine/cuda/",
        "src/engine/cpu/",
        "src/dist/mpi/",
        "src/dist/nccl/",
        "rust-cells/cell/src/array.rs",
        "rust-cells/cell/src/device.rs",
        "rust-cells/cell/src/link.rs",
        "rust-cells/cell/src/output.rs",
        "rust-cells/src/processes.rs",
    ];
    let mut broken = Vec::new();
    let mut cells = Vec::new();
    rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rust-cells"), &mut cells);
    let cells = cells.into_iter().map(|path| {
        let text = fs::read_to_string(&path).expect("a readable source");
        (path.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("below the root").to_owned(), text)
    });
    for (path, text) in sources().into_iter().chain(cells) {
        let inside = allowed.iter().any(|folder| path.to_string_lossy().starts_with(folder));
        let lines: Vec<&str> = text.lines().collect();
        for (i, line) in lines.iter().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if !(code.contains("unsafe {") || code.contains("unsafe impl")) {
                continue;
            }
            if !inside {
                broken.push(format!("{}:{}: unsafe outside its rooms", path.display(), i + 1));
            }
            let explained = lines[i.saturating_sub(6)..=i].iter().any(|l| l.contains("SAFETY"));
            if !explained {
                broken.push(format!("{}:{}: no SAFETY line", path.display(), i + 1));
            }
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}
