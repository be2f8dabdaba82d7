//! The reference that `tensorcell reference` writes: every public name of every module is in it, PyTorch's with documentation.
//!
//! It is made when it is wanted, from the declarations themselves, and not kept beside them: so it cannot fall behind, and
//! a change of a declaration is one change.

use std::collections::BTreeMap;
use std::process::Command;

const TENSORCELL: &str = env!("CARGO_BIN_EXE_tensorcell");

fn tensorcell(arguments: &[&str]) -> String {
    let run = Command::new(TENSORCELL).args(arguments).output().expect("tensorcell");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("text")
}

/// The pages by name.
fn pages() -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    tensorcell(&["reference", folder.path().to_str().expect("a path")]);
    let files = std::fs::read_dir(folder.path()).expect("the folder").map(|entry| entry.expect("an entry").path());
    files
        .map(|file| {
            let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(file).expect("a page"))
        })
        .collect()
}

#[test]
fn every_public_name_has_its_place() {
    let pages = pages();
    let scratch = tempfile::tempdir().expect("a folder");
    let program = scratch.path().join("show.py");
    let not_modules = ["index", "magics", "torch.Tensor"];
    let modules: Vec<&str> = pages.keys().map(String::as_str).filter(|name| !not_modules.contains(name)).collect();
    for known in ["torch", "torch.nn", "torch.nn.functional", "torch.optim", "torch.cuda", "torch.utils.data", "math"] {
        assert!(modules.contains(&known), "no page of {known}");
    }
    let imports: String = modules.iter().map(|name| format!("import {name}\n")).collect();
    let list = modules.iter().map(|name| format!("({name:?}, {name})")).collect::<Vec<_>>().join(", ");
    let show = format!(
        "{imports}for name, module in [{list}]:\n    for member in dir(module):\n        if not member.startswith('_'):\n            print(name, member, type(getattr(module, member)).__name__)\n"
    );
    std::fs::write(&program, show).expect("a file");
    let shown = tensorcell(&["run", program.to_str().expect("a path")]);
    let mut missing = Vec::new();
    let mut count = 0;
    for line in shown.lines() {
        let mut words = line.split(' ');
        let (Some(module), Some(member), Some(kind)) = (words.next(), words.next(), words.next()) else { continue };
        count += 1;
        // A module has a page of its own, or is one that was imported for use.
        if kind != "module" && !pages[module].contains(&format!("`{member}`")) {
            missing.push(format!("{module}.{member} ({kind})"));
        }
    }
    assert!(count > 2400, "only {count} names were shown");
    assert!(missing.is_empty(), "not in the reference: {}", missing.join(", "));
}

#[test]
fn what_torch_has_is_documented() {
    let mut silent = Vec::new();
    let mut count = 0;
    for (name, page) in pages().iter().filter(|(name, _)| name.starts_with("torch") || name.starts_with("tensorcell")) {
        for entry in page.split("\n### `").skip(1) {
            let (title, rest) = entry.split_once('`').expect("a title");
            // Up to its members: the signature, then words.
            let own = rest.split("\n**`").next().unwrap_or_default().split("\n## ").next().unwrap_or_default();
            let words = own.split_once("\n```\n").map_or(own, |(_, words)| words);
            count += 1;
            if words.trim().is_empty() {
                silent.push(format!("{name}.{title}"));
            }
        }
    }
    assert!(count > 800, "only {count} entries were found");
    assert!(silent.is_empty(), "without documentation: {}", silent.join(", "));
}

#[test]
fn a_page_tells_signature_purpose_and_members() {
    let pages = pages();
    let linear = pages["torch.nn"].split("\n### `").find(|entry| entry.starts_with("Linear`")).expect("nn.Linear");
    assert!(
        linear.contains("torch.nn.Linear(in_features, out_features, bias=True, device=None, dtype=None)"),
        "{linear}"
    );
    assert!(linear.contains("**`forward(input)`**"), "{linear}");
    assert!(pages["torch.Tensor"].contains("**`view("));
    assert!(pages["magics"].contains("%timeit"));
    for (name, _) in pages.iter().filter(|(name, _)| *name != "index") {
        assert!(pages["index"].contains(&format!("({name}.md): ")), "{name} is in the index");
    }
}
