//! Checks rules of the architecture that the compiler cannot: a crate depends only on the crates that the plan names,
//! files are short and begin with their purpose, files form no cycles, the language knows no library, and `unsafe`
//! appears only in certain folders, each block with a SAFETY comment.

mod circles;

use std::fs;
use std::path::{Path, PathBuf};

/// The crates and their allowed dependencies. All tests may use `verify`.
const PLAN: &[(&str, &[&str])] = &[
    ("confine", &[]),
    ("files", &[]),
    ("emulator", &["files"]),
    ("memory", &[]),
    ("ptx", &[]),
    ("device", &["emulator", "files", "memory", "ptx"]),
    ("tensor", &["device"]),
    ("engine", &["device", "tensor"]),
    ("autograd", &["engine", "tensor"]),
    ("dist", &["device", "engine", "tensor"]),
    ("language", &["memory"]),
    ("stdlib", &["language"]),
    ("display", &[]),
    ("jupyter", &["files", "memory"]),
    ("torch", &["autograd", "device", "display", "dist", "engine", "files", "language", "tensor"]),
    ("pydata", &["display", "engine", "language", "tensor", "torch"]),
    ("rust-cells", &["files"]),
    ("verify", &[]),
];

const LONGEST_FILE: usize = 850;

fn files_of(folder: &Path, language: &str, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_of(&path, language, files);
        } else if path.extension().is_some_and(|e| e == language) {
            files.push(path);
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file of the program and the crates, by its path.
fn sources() -> Vec<(PathBuf, String)> {
    let files = texts("rs");
    assert!(files.len() > 400, "the sources were not found");
    files
}

/// Every file with an extension in the program and the crates, by its path.
fn texts(language: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    files_of(&root().join("src"), language, &mut files);
    files_of(&root().join("crates"), language, &mut files);
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a readable source");
            (path.strip_prefix(root()).expect("below the root").to_owned(), text)
        })
        .collect()
}

/// Our crates that a manifest names, including the tests' dependencies.
fn dependencies(manifest: &str) -> Vec<&str> {
    manifest.lines().filter_map(|line| line.strip_prefix("tensorcell-")?.split(['.', ' ', '=']).next()).collect()
}

#[test]
fn a_crate_depends_only_on_what_the_plan_names() {
    let mut broken = Vec::new();
    let mut planned: Vec<&str> = PLAN.iter().map(|(name, _)| *name).collect();
    planned.sort_unstable();
    let folders = fs::read_dir(root().join("crates")).expect("the crates");
    let mut present: Vec<String> =
        folders.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    present.sort_unstable();
    assert_eq!(present, planned, "crates/ and the plan differ");
    for (name, allowed) in PLAN {
        let manifest = fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).expect("a manifest");
        for other in dependencies(&manifest) {
            if !allowed.contains(&other) && other != "verify" {
                broken.push(format!("crates/{name}: depends on `{other}`"));
            }
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn dependencies_are_read_from_a_manifest() {
    let manifest = "name = \"tensorcell-x\"\n[dependencies]\ntensorcell-tensor.workspace = true\ntensorcell-device = { path = \"d\" }\nserde = \"1\"\n";
    assert_eq!(dependencies(manifest), ["tensor", "device"]);
}

#[test]
fn the_language_knows_no_library() {
    let (mut files, mut broken) = (Vec::new(), Vec::new());
    for folder in ["crates/language", "crates/stdlib"] {
        for extension in ["rs", "py", "toml"] {
            files_of(&root().join(folder), extension, &mut files);
        }
    }
    for path in files {
        let text = fs::read_to_string(&path).expect("a readable source");
        for (number, line) in text.lines().enumerate() {
            let line = line.to_lowercase().replace("tensorcell", "");
            if ["torch", "tensor", "numpy", "pandas"].iter().any(|name| line.contains(name)) {
                broken.push(format!("{}:{}: names a library", path.display(), number + 1));
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
fn modules_in_the_language_open_with_their_purpose_and_stay_readable() {
    let files = texts("py");
    assert!(files.len() > 300, "the modules were not found");
    let mut broken = Vec::new();
    for (path, text) in files {
        if !text.starts_with("\"\"\"") && !text.starts_with("# ") {
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
    // In `crates/language/` and `crates/stdlib/`: switches stacks, polls descriptors, calls the system. In
    // `crates/confine/`: sets the system's restrictions. In `crates/rust-cells/`: maps or opens another process's
    // memory, ends processes.
    let allowed = [
        "crates/confine/src/",
        "crates/device/",
        "crates/engine/src/cuda/",
        "crates/engine/src/cpu/",
        "crates/dist/src/mpi/",
        "crates/dist/src/nccl/",
        "crates/ptx/src/alu/mod.rs",
        "crates/ptx/src/memory.rs",
        "crates/language/src/builtins/files/",
        "crates/language/src/vm/ready.rs",
        "crates/language/src/vm/threads/",
        "crates/stdlib/src/messages.rs",
        "crates/stdlib/src/os/",
        "crates/stdlib/src/signal.rs",
        "crates/stdlib/src/socket.rs",
        "crates/stdlib/src/spawn.rs",
        "crates/rust-cells/cell/src/array.rs",
        "crates/rust-cells/cell/src/device.rs",
        "crates/rust-cells/cell/src/driver.rs",
        "crates/rust-cells/cell/src/link.rs",
        "crates/rust-cells/src/processes.rs",
    ];
    let mut broken = Vec::new();
    for (path, text) in sources() {
        // Tests call the driver, and choose the number of emulated devices by a variable.
        let is_test = path.components().nth(2).is_some_and(|folder| folder.as_os_str() == "tests");
        let inside = is_test || allowed.iter().any(|folder| path.to_string_lossy().starts_with(folder));
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
