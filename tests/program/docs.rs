//! README.md and docs/: each `python` block runs and prints the text of the `text` block below it; links and paths exist.
//!
//! The blocks of a page are the cells of one notebook, in order. In the text `...` matches anything.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

/// Separates the outputs of blocks; no block prints this line.
const BETWEEN: &str = "== next block ==";

struct Block {
    code: String,
    shown: Option<String>,
    line: usize,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    let docs = std::fs::read_dir(root().join("docs")).expect("docs/").map(|entry| entry.expect("an entry").path());
    pages.extend(docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    pages.sort();
    pages
}

/// The fenced blocks of a page: language, text and line.
fn fenced(page: &str) -> Vec<(String, String, usize)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String, usize)> = None;
    for (number, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => open = Some((language.to_owned(), String::new(), number + 1)),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, text, _)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

fn blocks(page: &str) -> Vec<Block> {
    let fenced = fenced(page);
    let code = fenced.iter().enumerate().filter(|(_, (language, ..))| language == "python");
    code.map(|(at, (_, code, line))| {
        let below = fenced.get(at + 1).filter(|(language, ..)| language == "text");
        Block { code: code.clone(), shown: below.map(|(_, text, _)| text.clone()), line: *line }
    })
    .collect()
}

/// Returns the output of each block, with values and errors.
fn run(blocks: &[Block]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let cell = |source: &str| -> Value {
        json!({"cell_type": "code", "metadata": {"tags": ["raises-exception"]}, "source": source, "outputs": [], "execution_count": null})
    };
    let between = cell(&format!("print({BETWEEN:?})"));
    let cells: Vec<Value> = blocks.iter().flat_map(|block| [cell(&block.code), between.clone()]).collect();
    let notebook = json!({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5});
    std::fs::write(folder.path().join("page.ipynb"), notebook.to_string()).expect("a file");
    // One stream, so that errors appear in order.
    let output = Command::new("sh")
        .args(["-c", "exec \"$0\" run page.ipynb 2>&1"])
        .arg(&*crate::TENSORCELL)
        .current_dir(folder.path())
        .env("TENSORCELL_EMULATE", "2")
        .output()
        .expect("tensorcell runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let text = String::from_utf8(output.stdout).expect("text");
    text.split(&format!("{BETWEEN}\n")).take(blocks.len()).map(str::to_owned).collect()
}

/// Whether output matches a page's text, in which `...` matches anything.
fn fits(shown: &str, printed: &str) -> bool {
    let pattern: Vec<String> = shown.trim().split("...").map(|part| fancy_regex::escape(part).into_owned()).collect();
    let pattern = format!("(?s)^{}$", pattern.join(".*?"));
    fancy_regex::Regex::new(&pattern).expect("a pattern").is_match(printed.trim()).expect("a match")
}

#[test]
fn blocks_run_and_print_what_the_pages_show() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for page in pages() {
        let name = page.strip_prefix(root()).expect("below the root").display().to_string();
        let blocks = blocks(&std::fs::read_to_string(&page).expect("a page"));
        if blocks.is_empty() {
            continue;
        }
        for (block, printed) in blocks.iter().zip(run(&blocks)) {
            count += 1;
            match &block.shown {
                Some(shown) if !fits(shown, &printed) => {
                    wrong.push(format!("{name}:{}: shown:\n{shown}\nprinted:\n{printed}", block.line));
                }
                None if printed.contains(" --> Cell [") => wrong.push(format!("{name}:{}: {printed}", block.line)),
                _ => {}
            }
        }
    }
    assert!(count >= 12, "only {count} blocks were found");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n\n"));
}

#[test]
fn shown_text_is_compared() {
    assert!(fits("a\n...\nd", "a\nb\nc\nd\n") && fits("1 (...)", "1 (2)"));
    assert!(!fits("a\n...\nd", "a\nb\nc\n") && !fits("1.5", "1x5") && !fits("a", "a\nb"));
}

#[test]
fn links_lead_somewhere() {
    let link = fancy_regex::Regex::new(r"\]\(([^)#]+)(?:#[^)]*)?\)").expect("a pattern");
    // `kernel[grid](x)` is code, not a link.
    let code = fancy_regex::Regex::new(r"(?s)```.*?```|`[^`]*`").expect("a pattern");
    let (mut broken, mut count) = (Vec::new(), 0);
    let others =
        ["ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md", "notebooks/README.md"].map(|name| root().join(name));
    for page in pages().into_iter().chain(others.into_iter().filter(|page| page.is_file())) {
        let text = std::fs::read_to_string(&page).expect("a page");
        let text = code.replace_all(&text, "");
        for found in link.captures_iter(&text).map(|found| found.expect("a match")) {
            let target = &found[1];
            if !target.contains("://") {
                count += 1;
                if !page.parent().expect("a folder").join(target).exists() {
                    broken.push(format!("{}: {target}", page.display()));
                }
            }
        }
    }
    assert!(count > 5 && broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn the_index_lists_every_page() {
    let index = std::fs::read_to_string(root().join("docs/README.md")).expect("the index");
    let names = pages().into_iter().filter(|page| page.parent().is_some_and(|folder| folder.ends_with("docs")));
    let names = names.map(|page| page.file_name().expect("a name").to_string_lossy().into_owned());
    let missing: Vec<String> =
        names.filter(|name| name != "README.md" && !index.contains(&format!("]({name})"))).collect();
    assert!(missing.is_empty(), "docs/README.md has no link to {missing:?}");
}

#[test]
fn files_that_repeat_the_version_agree() {
    let version = env!("CARGO_PKG_VERSION");
    let repeated = [
        ("crates/rust-cells/cell/Cargo.toml", format!("version = \"{version}\"")),
        ("crates/rust-cells/export/Cargo.toml", format!("version = \"{version}\"")),
        ("deploy/kubernetes/values.yaml", format!("tag: \"{version}\"")),
        ("deploy/enterprise-gateway/tensorcell_kubernetes/kernel.json", format!("tensorcell-kernel:{version}\"")),
    ];
    for (file, text) in repeated {
        let contents = std::fs::read_to_string(root().join(file)).expect(file);
        assert!(contents.contains(&text), "{file} should contain {text}");
    }
}

/// The folders in which a path of ARCHITECTURE.md is searched, in a section about these crates.
fn bases(section: &str) -> Vec<PathBuf> {
    let own = section.split(", ").flat_map(|name| [format!("crates/{name}/src"), format!("src/{name}")]);
    let all = ["", "src", "crates", "crates/torch/src"].map(str::to_owned);
    all.into_iter().chain(own).map(|base| root().join(base)).collect()
}

/// Whether a path exists: `engine/door.rs` is `crates/engine/src/door.rs`.
fn is_there(path: &str, section: &str) -> bool {
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    let inside = format!("{first}/src/{rest}");
    let spellings = [path.to_owned(), format!("{path}.rs"), format!("{inside}.rs"), inside];
    bases(section).iter().any(|base| spellings.iter().any(|spelling| base.join(spelling).exists()))
}

#[test]
fn paths_in_the_architecture_exist() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("a page");
    let code = fancy_regex::Regex::new(r"`([\w.-]+(?:/[\w.-]+)+/?|[\w-]+\.rs)`").expect("a pattern");
    let (mut section, mut count, mut missing) = ("", 0, Vec::new());
    for line in page.lines() {
        section = line.strip_prefix("### ").unwrap_or(if line.starts_with("## ") { "" } else { section });
        for found in code.captures_iter(line).map(|found| found.expect("a match")) {
            count += 1;
            if !is_there(found[1].trim_end_matches('/'), section) {
                missing.push(format!("{section}: {}", &found[1]));
            }
        }
    }
    assert!(count > 80 && missing.is_empty(), "{count} paths, missing:\n{}", missing.join("\n"));
}

#[test]
fn a_path_of_no_file_is_missing() {
    assert!(is_there("engine/door.rs", "") && is_there("door.rs", "engine") && is_there("tests/parity", ""));
    assert!(!is_there("engine/no_door.rs", "") && !is_there("door.rs", "tensor"));
}
