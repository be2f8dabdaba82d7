//! The output of `tensorcell reference`: contains every public name of every module, PyTorch's with documentation.
//!
//! It is generated on request from the declarations, not stored, so it cannot become outdated, and changing a
//! declaration is one change.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use fancy_regex::Regex;
use serde_json::{Value, json};

fn tensorcell(arguments: &[&str]) -> String {
    let run = crate::tensorcell(arguments).output().expect("tensorcell");
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
        // A module has its own page, or was only imported.
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
            // Up to its members: the signature, then text.
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

/// Extracts the reference's examples: `>>> ` statements with their output, and `!!! ` statements that fail with the
/// type of the error, in the format of `tests/reference/record.py`.
fn examples(page: &str) -> Vec<String> {
    let block = Regex::new(r"(?s)\n```text\n(.*?)\n```").expect("a pattern");
    let error = Regex::new(r"(?m)^(?:Errors:| {7}) (\w+)[^`\n]*(?:\n {8}[^`\n]*)*?:\s+`([^`]+)`").expect("a pattern");
    let mut found = Vec::new();
    for block in block.captures_iter(page).map(|block| block.expect("a match")) {
        let text = &block[1];
        found.extend(text.find(">>> ").map(|start| format!("{}\n", text[start..].trim_end())));
        for error in error.captures_iter(text).map(|error| error.expect("a match")) {
            let code: Vec<&str> = error[2].split_whitespace().collect();
            found.push(format!("!!! {}\n{}\n", code.join(" "), &error[1]));
        }
    }
    found
}

/// The entries of `examples.txt` by their statements.
fn recorded() -> BTreeMap<Vec<String>, String> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/examples.txt");
    let text = std::fs::read_to_string(file).expect("what PyTorch answered");
    let mut entries: Vec<String> = Vec::new();
    for line in text.lines() {
        let begins = line.starts_with("!!! ")
            || (line.starts_with(">>> ") && entries.last().is_none_or(|entry| entry.ends_with("\n\n")));
        match entries.last_mut().filter(|_| !begins) {
            Some(entry) => entry.push_str(&format!("{line}\n")),
            None => entries.push(format!("{line}\n")),
        }
    }
    entries.into_iter().map(|entry| (statements(&entry), format!("{}\n", entry.trim_end()))).collect()
}

fn statements(example: &str) -> Vec<String> {
    let lines = example.lines().filter(|line| line.starts_with(">>> ") || line.starts_with("!!! "));
    lines.map(str::to_owned).collect()
}

/// Returns this kernel's answers in the same format.
fn answers(examples: &[Vec<String>]) -> Vec<String> {
    const BETWEEN: &str = "== next ==";
    let cell = |source: &str| -> Value {
        json!({"cell_type": "code", "metadata": {"tags": ["raises-exception"]}, "source": source, "outputs": [], "execution_count": null})
    };
    // Examples show the output of Python's prompt.
    let prompt = "get_ipython().display_formatter.formatters['text/plain'].pprint = False";
    let mut cells =
        vec![cell(&format!("{prompt}\nimport torch\nfrom torch import nn\nimport torch.nn.functional as F"))];
    for statements in examples {
        let mut before = format!("print({BETWEEN:?})\ntorch.manual_seed(0)\n");
        for statement in statements {
            let code = &statement[4..];
            let code = match statement.starts_with(">>> ") {
                true => code.to_owned(),
                false => format!("try:\n    {code}\nexcept Exception as error:\n    print(type(error).__name__)"),
            };
            cells.push(cell(&format!("{before}print({statement:?})\n{code}")));
            before.clear();
        }
    }
    let notebook = json!({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5});
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("examples.ipynb"), notebook.to_string()).expect("a file");
    let output = Command::new("sh")
        .args(["-c", "exec \"$0\" run examples.ipynb 2>&1"])
        .arg(&*crate::TENSORCELL)
        .current_dir(folder.path())
        .env("TENSORCELL_EMULATE", "2")
        .output()
        .expect("tensorcell runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let text = without_warnings(&text);
    let between = format!("{BETWEEN}\n");
    let answers = text.split(between.as_str()).skip(1).map(|answer| format!("{}\n", answer.trim_end()));
    answers.collect()
}

/// Removes warnings and their line of code: each is shown once, at an arbitrary place.
fn without_warnings(text: &str) -> String {
    let (mut kept, mut lines) = (String::new(), text.lines().peekable());
    while let Some(line) = lines.next() {
        match line.contains("UserWarning: ") {
            true => drop(lines.next_if(|code| code.starts_with("  "))),
            false => kept += &format!("{line}\n"),
        }
    }
    kept
}

/// Modules whose examples CPython's own tests run as doctests (`tests/language/cpython`).
const DOCTESTED: &[&str] = &["collections", "heapq"];

#[test]
fn examples_show_what_pytorch_answers_and_so_does_the_kernel() {
    let recorded = recorded();
    let (mut shown, mut wrong) = (BTreeSet::new(), Vec::new());
    for (name, page) in pages().into_iter().filter(|(name, _)| !DOCTESTED.contains(&name.as_str())) {
        for example in examples(&page) {
            match recorded.get(&statements(&example)) {
                Some(answer) if *answer == example => {}
                Some(answer) => wrong.push(format!("{name} shows\n{example}PyTorch answers\n{answer}")),
                None if example.contains("torch.cuda.") => {}
                None => wrong.push(format!("{name}: not recorded (tests/reference/record.py)\n{example}")),
            }
            shown.insert(example);
        }
    }
    let shown: Vec<String> = shown.into_iter().collect();
    let answers = answers(&shown.iter().map(|example| statements(example)).collect::<Vec<_>>());
    assert_eq!(answers.len(), shown.len());
    for (example, answer) in shown.iter().zip(&answers).filter(|(example, answer)| example != answer) {
        wrong.push(format!("shown:\n{example}answered:\n{answer}"));
    }
    assert!(shown.len() > 600, "only {} examples were found", shown.len());
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
