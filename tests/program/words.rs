//! Words that sources, comments and pages do without, because readers have to look them up or read the sentence twice.

use std::path::{Path, PathBuf};

/// Words with one replacement, and the paths that still contain them.
struct Row {
    words: &'static [&'static str],
    instead: &'static str,
    except: &'static [&'static str],
}

const fn row(words: &'static [&'static str], instead: &'static str) -> Row {
    Row { words, instead, except: &[] }
}

/// Only words without an ordinary use are listed. A name such as `settle_all` is a word of its own.
const ROWS: &[Row] = &[
    Row {
        except: &["crates/language"],
        ..row(&["settle", "settles", "settled", "settling"], "flush, wait, finish or resolve")
    },
    Row {
        except: &["crates/language", "crates/stdlib", "src/notebook/debugger/stopping.rs"],
        ..row(&["told"], "reported, passed, or the name of the value")
    },
    Row { except: &["crates/language", "crates/stdlib"], ..row(&["anew"], "again, or a verb with re-") },
    Row { except: &["crates/language", "crates/stdlib"], ..row(&["is no", "are no", "was no", "were no"], "is not a") },
    row(&["whoever", "whomever"], "the caller, the program, code that ..."),
    row(&["whereof", "whereby", "wherein", "wherefore", "whereupon"], "of which, by which; or a second sentence"),
    row(&["hitherto", "heretofore", "henceforth", "forthwith"], "so far, from now on, at once"),
    row(&["obituary", "obituaries"], "a message that a peer has ended"),
    row(&["of its own accord", "of their own accord"], "by itself; or name the cause"),
    row(&["by and by"], "later; or when exactly"),
    row(&["at rest"], "idle, or unchanged"),
    row(&["in vain"], "without success; or the error"),
    row(&["afresh", "amiss", "naught", "nought", "unto", "lest"], "again, wrong, nothing, to, so that ... not"),
    row(&["the house"], "this project; or name the crate"),
];

/// `there is no driver` and `is no longer` are ordinary.
const BEFORE_NO: &str = "there ";
const AFTER_NO: [&str; 6] = [" longer", " more", " less", " fewer", " better", " different"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The texts of sources and pages, with their paths below the root.
fn texts() -> Vec<(String, String)> {
    let mut folders: Vec<PathBuf> = ["src", "crates", "kernels", "docs"].iter().map(|name| root().join(name)).collect();
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let is_text = path
                .extension()
                .and_then(|extension| extension.to_str())
                .is_some_and(|extension| ["rs", "py", "md", "cpp", "h", "cuh"].contains(&extension));
            if path.is_dir() {
                folders.push(path);
            } else if is_text {
                let name = path.strip_prefix(root()).expect("below the root").display().to_string();
                texts.push((name, std::fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    texts
}

/// The places of a word in a text of ASCII lower case.
fn places<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let inside = |character: Option<char>| character.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let is_whole = !inside(before.chars().next_back()) && !inside(after.chars().next());
        let is_ordinary = word.ends_with(" no")
            && (before.ends_with(BEFORE_NO)
                || AFTER_NO.iter().any(|more| after.starts_with(more))
                || !after.trim_start().starts_with(|c: char| c.is_ascii_lowercase() || c == '`'));
        is_whole && !is_ordinary
    })
}

#[test]
fn archaic_words_do_not_come_back() {
    let (texts, mut found) = (texts(), Vec::new());
    assert!(texts.len() > 1000, "only {} texts were found", texts.len());
    for (name, text) in &texts {
        let lower = text.to_ascii_lowercase();
        for row in ROWS.iter().filter(|row| !row.except.iter().any(|path| name.starts_with(path))) {
            for (word, at) in row.words.iter().flat_map(|word| places(&lower, word).map(move |at| (word, at))) {
                let line = lower[..at].matches('\n').count() + 1;
                found.push(format!("{name}:{line}: `{word}`; write {}", row.instead));
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn ordinary_sentences_pass() {
    let finds = |text: &str| {
        let lower = text.to_ascii_lowercase();
        ROWS.iter().flat_map(|row| row.words).any(|word| places(&lower, word).next().is_some())
    };
    let bad = [
        "`x` is no tensor",
        "Whoever asks waits.",
        "it is told of its end",
        "drawn anew",
        "the house's own",
        "settles it",
    ];
    let good = [
        "there is no driver",
        "it is no longer needed",
        "there are no cells",
        "the settled_at column",
        "a restful API",
    ];
    assert!(bad.into_iter().all(finds), "{:?}", bad.map(finds));
    assert!(!good.into_iter().any(finds), "{:?}", good.map(finds));
}
