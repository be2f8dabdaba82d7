//! Words that sources, comments and pages do without, because readers have to look them up or read the sentence twice.

use std::path::{Path, PathBuf};

use fancy_regex::Regex;

/// A pattern, its replacement, and the paths that still contain it.
struct Word {
    pattern: &'static str,
    instead: &'static str,
    except: &'static [&'static str],
}

const fn word(pattern: &'static str, instead: &'static str) -> Word {
    Word { pattern, instead, except: &[] }
}

/// Only words without an ordinary use are listed. A name such as `settle_all` is a word of its own.
const WORDS: &[Word] = &[
    Word { except: &["crates/language"], ..word("settle[sd]?|settling", "flush, wait, finish or resolve") },
    Word {
        except: &["crates/language", "crates/stdlib", "src/notebook/debugger/stopping.rs"],
        ..word("told", "reported, passed, or the name of the value")
    },
    Word { except: &["crates/language", "crates/stdlib"], ..word("anew", "again, or a verb with re-") },
    Word {
        except: &["crates/language", "crates/stdlib"],
        // `there is no driver` and `is no longer` are ordinary.
        ..word(
            "(?<!there )(?:is|are|was|were) no(?= (?!longer|more|less|fewer|better|worse|different)[a-z`])",
            "is not a",
        )
    },
    word("whoever|whomever", "the caller, the program, code that ..."),
    word("whereof|whereby|wherein|wherefore|whereupon", "of which, by which; or a second sentence"),
    word("hitherto|heretofore|henceforth|forthwith", "so far, from now on, at once"),
    word("obituar(?:y|ies)", "a message that a peer has ended"),
    word("of (?:its|their) own accord", "by itself; or name the cause"),
    word("by and by", "later; or when exactly"),
    word("at rest", "idle, or unchanged"),
    word("in vain", "without success; or the error"),
    word("afresh|amiss|nought|naught|unto|lest", "again, wrong, nothing, to, so that ... not"),
    word("the house(?:'s)?", "this project; or name the crate"),
];

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

fn finder(word: &Word) -> Regex {
    Regex::new(&format!(r"(?i)\b(?:{})\b", word.pattern)).expect("a pattern")
}

#[test]
fn archaic_words_do_not_come_back() {
    let finders: Vec<(&Word, Regex)> = WORDS.iter().map(|word| (word, finder(word))).collect();
    let (texts, mut found) = (texts(), Vec::new());
    assert!(texts.len() > 1000, "only {} texts were found", texts.len());
    for (name, text) in &texts {
        for (word, finder) in finders.iter().filter(|(word, _)| !word.except.iter().any(|path| name.starts_with(path)))
        {
            for place in finder.find_iter(text).map(|place| place.expect("a match")) {
                let line = text[..place.start()].matches('\n').count() + 1;
                found.push(format!("{name}:{line}: `{}`; write {}", place.as_str(), word.instead));
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn ordinary_sentences_pass() {
    let matches = |text: &str| WORDS.iter().any(|word| finder(word).is_match(text).expect("a match"));
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
    assert!(bad.into_iter().all(matches), "{:?}", bad.map(matches));
    assert!(!good.into_iter().any(matches), "{:?}", good.map(matches));
}
