//! Finds cycles among the files of a crate: files that depend on each other, directly or indirectly, can only be
//! understood together.
//!
//! A file depends on another if it names one of its items in a `use` or a path. A re-exported name counts as a
//! dependency on the file that defines it. Two cases are exempt: names at a crate's root, which all its files share,
//! and names that a file takes from its own folder's `mod.rs`.

use super::sources;
use std::collections::{BTreeMap, BTreeSet};

/// A module's path in its crate: `["vm", "frame"]`; empty for the root.
type Module = Vec<String>;

/// The tokens of a source: identifiers, `::`, and single characters; without comments and strings.
fn tokens(text: &str) -> Vec<&str> {
    let (bytes, mut found, mut at) = (text.as_bytes(), Vec::new(), 0);
    while at < bytes.len() {
        let rest = &text[at..];
        let raw = rest.trim_start_matches('b').strip_prefix('r').filter(|raw| raw.starts_with(['"', '#']));
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if let Some((hashes, body)) = raw.and_then(|raw| raw.split_once('"'))
            && hashes.bytes().all(|byte| byte == b'#')
        {
            let (end, begin) = (format!("\"{hashes}"), rest.len() - body.len());
            at += begin + body.find(&end).map_or(body.len(), |length| length + end.len());
        } else if bytes[at] == b'"' {
            at += 1;
            while at < bytes.len() && bytes[at] != b'"' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at += 1;
        } else if bytes[at] == b'\'' {
            // A character literal; otherwise a lifetime, whose name is harmless.
            let mut inside = rest[1..].chars();
            let first = inside.next().unwrap_or_default();
            at += match (first, inside.next()) {
                ('\\', _) => rest[3..].find('\'').map_or(rest.len(), |end| end + 4),
                (_, Some('\'')) => first.len_utf8() + 2,
                _ => 1,
            };
        } else if bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_' {
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            found.push(&rest[..length]);
            at += length;
        } else {
            let length = if rest.starts_with("::") { 2 } else { rest.chars().next().map_or(1, char::len_utf8) };
            if !bytes[at].is_ascii_whitespace() {
                found.push(&rest[..length]);
            }
            at += length;
        }
    }
    found
}

/// The index at which a bracket is closed.
fn closing(tokens: &[&str], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match *token {
            "{" => depth += 1,
            "}" if depth == 1 => return at,
            "}" => depth -= 1,
            _ => {}
        }
    }
    tokens.len() - 1
}

/// Removes modules of tests.
fn without_tests<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if tokens[at..].starts_with(&["#", "[", "cfg", "(", "test", ")", "]", "mod"])
            && tokens.get(at + 9) == Some(&"{")
        {
            at = closing(tokens, at + 9) + 1;
        } else {
            kept.push(tokens[at]);
            at += 1;
        }
    }
    kept
}

#[derive(Default)]
struct File {
    /// The paths of `use` by the name that each binds; `*` can have several.
    uses: Vec<(String, Vec<String>)>,
    /// All paths.
    paths: Vec<Vec<String>>,
}

impl File {
    fn read(text: &str) -> File {
        let all = tokens(text);
        let (tokens, mut file, mut at) = (without_tests(&all), File::default(), 0);
        while at < tokens.len() {
            let is_word = tokens[at].starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            if tokens[at] == "use" && tokens.get(at + 1) != Some(&"<") {
                at = file.read_use(&tokens, at + 1, &[]);
            } else if is_word && tokens.get(at + 1) == Some(&"::") {
                let mut path = vec![tokens[at].to_owned()];
                while tokens.get(at + 1) == Some(&"::") && at + 2 < tokens.len() {
                    at += 2;
                    path.push(tokens[at].to_owned());
                }
                file.paths.push(path);
            }
            at += 1;
        }
        file
    }
    /// Expands a path that begins with a name bound by a `use`.
    fn bound(&self, name: &str, rest: &[String]) -> Option<Vec<String>> {
        let (_, path) = self.uses.iter().find(|(bound, _)| bound == name)?;
        Some(path.iter().chain(rest).cloned().collect())
    }
    /// Reads one tree of a `use`; returns the index after it.
    fn read_use(&mut self, tokens: &[&str], mut at: usize, prefix: &[String]) -> usize {
        let (mut path, mut name) = (prefix.to_vec(), None);
        while at < tokens.len() && !matches!(tokens[at], ";" | "," | "}") {
            match tokens[at] {
                "::" => {}
                "as" => {
                    name = tokens.get(at + 1).map(ToString::to_string);
                    at += 1;
                }
                "{" => {
                    let end = closing(tokens, at);
                    while at < end {
                        at = self.read_use(tokens, at + 1, &path);
                    }
                    return end + 1;
                }
                "self" if !path.is_empty() => {}
                "*" => {}
                word => path.push(word.to_owned()),
            }
            at += 1;
        }
        if let Some(last) = path.last() {
            self.uses.push((name.unwrap_or_else(|| last.clone()), path.clone()));
            self.paths.push(path);
        }
        at
    }
}

struct Crate {
    files: BTreeMap<Module, File>,
}

impl Crate {
    fn has(&self, module: &[String], child: &str) -> bool {
        let mut path = module.to_vec();
        path.push(child.to_owned());
        self.files.contains_key(&path)
    }
    /// Finds the file that defines a path's item, seen from a module; None for a path to another crate, to a name of
    /// the crate's root, or to a module.
    fn resolve(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        const DEEPEST: usize = 8;
        let (first, mut rest) = path.split_first().filter(|_| depth < DEEPEST)?;
        let mut here = match first.as_str() {
            "crate" => Module::new(),
            "self" => from.clone(),
            "super" => from[..from.len().saturating_sub(1)].to_vec(),
            child if self.has(from, child) => {
                rest = path;
                from.clone()
            }
            bound => {
                let full = self.files.get(from)?.bound(bound, rest).filter(|full| full[0] != *bound)?;
                return self.resolve(from, &full, depth + 1);
            }
        };
        while let Some((word, more)) = rest.split_first() {
            if word == "super" {
                here.pop();
            } else if self.has(&here, word) {
                here.push(word.clone());
            } else if here.is_empty() {
                return None;
            } else {
                // Declared there, or re-exported: then the defining file counts, if it is in this crate.
                let full = self.files.get(&here)?.bound(word, more);
                let is_ours = |path: &[String]| {
                    matches!(path[0].as_str(), "crate" | "super" | "self") || self.has(&here, &path[0])
                };
                return match full.filter(|full| is_ours(full)) {
                    Some(full) => self.resolve(&here, &full, depth + 1),
                    None => Some(here),
                };
            }
            rest = more;
        }
        Some(here).filter(|here| depth > 0 && !here.is_empty())
    }
    fn needs(&self, module: &Module) -> BTreeSet<Module> {
        let found = self.files[module].paths.iter().filter_map(|path| self.resolve(module, path, 0));
        found.filter(|other| !module.starts_with(other)).collect()
    }
    /// Returns the files in a cycle, each with the files of its cycle that it depends on.
    fn circles(&self) -> BTreeMap<Module, Vec<Module>> {
        let needs: BTreeMap<&Module, BTreeSet<Module>> =
            self.files.keys().filter(|module| !module.is_empty()).map(|module| (module, self.needs(module))).collect();
        let reach = |from: &Module| {
            let (mut reached, mut next) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(module) = next.pop() {
                let new = needs.get(&module).into_iter().flatten();
                next.extend(new.filter(|other| reached.insert((*other).clone())).cloned());
            }
            reached
        };
        let reached: BTreeMap<&Module, BTreeSet<Module>> =
            needs.keys().map(|module| (*module, reach(module))).collect();
        let back = |module: &Module, other: &Module| reached.get(other).is_some_and(|reached| reached.contains(module));
        needs
            .iter()
            .filter(|(module, _)| reached[**module].contains(**module))
            .map(|(module, needs)| {
                ((*module).clone(), needs.iter().filter(|other| back(module, other)).cloned().collect())
            })
            .collect()
    }
}

/// The crates, by the folder of their sources.
fn crates() -> BTreeMap<String, Crate> {
    let mut crates: BTreeMap<String, Crate> = BTreeMap::new();
    for (path, text) in sources() {
        let path = path.with_extension("").to_string_lossy().into_owned();
        let Some((root, file)) = path.split_once("src/") else { continue };
        let mut module: Module = file.split('/').map(str::to_owned).collect();
        match module.last().map(String::as_str) {
            Some("mod") => drop(module.pop()),
            Some("lib") if module.len() == 1 => module.clear(),
            _ => {}
        }
        let known = crates.entry(format!("{root}src")).or_insert_with(|| Crate { files: BTreeMap::new() });
        known.files.insert(module, File::read(&text));
    }
    crates
}

#[test]
fn no_file_needs_one_that_needs_it() {
    let mut broken = Vec::new();
    for (root, files) in crates() {
        for (module, needs) in files.circles() {
            let needs: Vec<String> = needs.iter().map(|other| other.join("/")).collect();
            broken.push(format!("{root}/{}: in a circle by {}", module.join("/"), needs.join(", ")));
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn circles_are_found() {
    let file = |module: &str, text: &str| {
        (module.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect(), File::read(text))
    };
    let files = Crate {
        files: BTreeMap::from([
            file("", "pub use a::A; mod a; mod b; mod c; mod d;"),
            file("a", "use crate::b::{inner::Kept, Other as O}; // use super::d;\nlet c = 'x'; \"use crate::d::D\""),
            file("b", "pub use inner::Kept; mod inner;"),
            file("b/inner", "use super::O; fn f() { crate::c::f() }"),
            file("c", "use super::d::D; #[cfg(test)] mod tests { use crate::a::f; }"),
            file("d", "use crate::A; fn f(x: crate::b::Kept) {}"),
        ]),
    };
    let circles: Vec<String> = files.circles().keys().map(|module| module.join("/")).collect();
    assert_eq!(circles, ["b/inner", "c", "d"]);
}
