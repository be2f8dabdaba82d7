//! A tree in the words of fancy-regex.

use super::tree::{Greed, Item, Mode, Node, Place};
use std::fmt::Write;
use tensorcell_language::surrogate::char_of;

/// The pattern for fancy-regex. Groups have no names there: they are kept beside it.
pub fn written(node: &Node, ignore_case: bool) -> String {
    let mut writer = Writer { out: String::new(), ignores_case: ignore_case };
    if ignore_case {
        writer.out.push_str("(?i:");
    }
    writer.node(node);
    if ignore_case {
        writer.out.push(')');
    }
    writer.out
}

/// The engine knows boundaries of Unicode's words alone.
const ASCII_BOUNDARY: &str = "(?:(?<=[a-zA-Z0-9_])(?![a-zA-Z0-9_])|(?<![a-zA-Z0-9_])(?=[a-zA-Z0-9_]))";
const ASCII_NO_BOUNDARY: &str = "(?:(?<=[a-zA-Z0-9_])(?=[a-zA-Z0-9_])|(?<![a-zA-Z0-9_])(?![a-zA-Z0-9_])(?!\\A\\z))";

struct Writer {
    out: String,
    /// Whether what is written now ignores case, by Unicode's rules.
    ignores_case: bool,
}

impl Writer {
    fn node(&mut self, node: &Node) {
        match node {
            Node::Empty => self.out.push_str("(?:)"),
            Node::Literal(code, mode) => self.literal(*code, *mode),
            Node::Any(mode) => self.out.push_str(if mode.dot_all { "(?s:.)" } else { "[^\\n]" }),
            Node::Set { negated, items, mode } => self.set(*negated, items, *mode),
            Node::At(place, mode) => self.out.push_str(match (place, mode.multiline) {
                (Place::TextStart, _) | (Place::Start, false) => "\\A",
                (Place::TextEnd, _) => "\\z",
                (Place::Start, true) => "(?m:^)",
                (Place::End, true) => "(?m:$)",
                (Place::End, false) => "(?=\\n?\\z)",
                (Place::Boundary, _) if mode.ascii => ASCII_BOUNDARY,
                (Place::Boundary, _) => "\\b",
                // In an empty text there is none to be away from.
                (Place::NoBoundary, _) if mode.ascii => ASCII_NO_BOUNDARY,
                (Place::NoBoundary, _) => "(?:\\B(?!\\A\\z))",
            }),
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.node(node)),
            Node::Branch(nodes) => {
                self.out.push_str("(?:");
                for (at, node) in nodes.iter().enumerate() {
                    self.out.push_str(if at > 0 { "|" } else { "" });
                    self.node(node);
                }
                self.out.push(')');
            }
            Node::Group(node) => self.inside("(", node),
            Node::Plain(node) => self.inside("(?:", node),
            Node::Atomic(node) => self.inside("(?>", node),
            Node::Repeat { least, most, greed, node } => self.repeat(*least, *most, *greed, node),
            Node::Reference(group, mode) => self.cased(mode.ignore_case, |out| {
                let _ = write!(out, "(?:\\{group})");
            }),
            Node::Look { ahead, negated, node } => self.inside(
                match (ahead, negated) {
                    (true, false) => "(?=",
                    (true, true) => "(?!",
                    (false, false) => "(?<=",
                    (false, true) => "(?<!",
                },
                node,
            ),
            Node::Condition { group, yes, no } => {
                let _ = write!(self.out, "(?({group})");
                self.inside("(?:", yes);
                self.out.push('|');
                self.inside("(?:", no);
                self.out.push(')');
            }
        }
    }

    fn inside(&mut self, open: &str, node: &Node) {
        self.out.push_str(open);
        self.node(node);
        self.out.push(')');
    }

    /// What ignores case, or does not, where all around may be otherwise.
    fn cased(&mut self, ignores: bool, write: impl FnOnce(&mut String)) {
        if ignores == self.ignores_case {
            return write(&mut self.out);
        }
        self.out.push_str(if ignores { "(?i:" } else { "(?-i:" });
        write(&mut self.out);
        self.out.push(')');
    }

    fn literal(&mut self, code: u32, mode: Mode) {
        let Some(c) = char_of(code) else { return };
        match c {
            // Of ASCII's letters, two are one letter.
            letter if mode.ignore_case && mode.ascii && letter.is_ascii_alphabetic() => {
                self.set(false, &[Item::Range(code, code)], mode);
            }
            c if c.is_alphanumeric() || matches!(c, ' ' | '_') => {
                self.cased(mode.ignore_case && !mode.ascii && c.is_alphabetic(), |out| out.push(c));
            }
            c => {
                let _ = write!(self.out, "\\x{{{:x}}}", u32::from(c));
            }
        }
    }

    fn set(&mut self, negated: bool, items: &[Item], mode: Mode) {
        let mut inner = String::new();
        for item in items {
            match *item {
                Item::Class(letter) => inner.push_str(class(letter, mode.ascii)),
                Item::Range(first, last) => {
                    range(&mut inner, first, last);
                    if mode.ignore_case && mode.ascii {
                        both_cases(&mut inner, first, last);
                    }
                }
            }
        }
        let caret = if negated { "^" } else { "" };
        self.cased(mode.ignore_case && !mode.ascii, |out| {
            let _ = write!(out, "[{caret}{inner}]");
        });
    }

    fn repeat(&mut self, least: u32, most: Option<u32>, greed: Greed, node: &Node) {
        if is_empty(node) {
            return;
        }
        // An empty look-ahead makes the engine count, where it would write out all repetitions.
        const WRITTEN_OUT: u32 = 1000;
        self.out.push_str("(?:");
        self.node(node);
        self.out.push_str(if least.max(most.unwrap_or(0)) > WRITTEN_OUT { "(?=))" } else { ")" });
        let _ = match (least, most) {
            (0, None) => write!(self.out, "*"),
            (1, None) => write!(self.out, "+"),
            (0, Some(1)) => write!(self.out, "?"),
            (least, None) => write!(self.out, "{{{least},}}"),
            (least, Some(most)) => write!(self.out, "{{{least},{most}}}"),
        };
        self.out.push_str(match greed {
            Greed::Greedy => "",
            Greed::Lazy => "?",
            Greed::Possessive => "+",
        });
    }
}

/// Matches nothing but the empty text, which is no more when repeated.
fn is_empty(node: &Node) -> bool {
    match node {
        Node::Empty => true,
        Node::Plain(node) => is_empty(node),
        _ => false,
    }
}

/// The members of `\d` and its like, for a set.
fn class(letter: char, ascii: bool) -> &'static str {
    match (letter, ascii) {
        ('d', true) => "0-9",
        ('D', true) => "[^0-9]",
        ('s', true) => " \\t\\n\\r\\x0b\\x0c",
        ('S', true) => "[^ \\t\\n\\r\\x0b\\x0c]",
        ('w', true) => "a-zA-Z0-9_",
        ('W', true) => "[^a-zA-Z0-9_]",
        ('d', false) => "\\d",
        ('D', false) => "\\D",
        ('s', false) => "\\s\\x1c-\\x1f",
        ('S', false) => "[^\\s\\x1c-\\x1f]",
        ('w', false) => "\\p{L}\\p{N}_",
        _ => "[^\\p{L}\\p{N}_]",
    }
}

/// Characters from one to another. What stands for surrogates lies elsewhere than they do.
fn range(out: &mut String, first: u32, last: u32) {
    let parts = [(0, 0xd7ff, 0), (0xd800, 0xdfff, 0x10_0000), (0xe000, 0x10_d7ff, 0), (0x10_e000, 0x10_ffff, 0)];
    for (start, stop, distance) in parts {
        let (start, stop) = (first.max(start) + distance, last.min(stop) + distance);
        if start < stop {
            let _ = write!(out, "\\x{{{start:x}}}-\\x{{{stop:x}}}");
        } else if start == stop {
            let _ = write!(out, "\\x{{{start:x}}}");
        }
    }
}

/// The letters of ASCII in a range, in their other case.
fn both_cases(out: &mut String, first: u32, last: u32) {
    for (start, stop, distance) in [('a', 'z', -0x20_i32), ('A', 'Z', 0x20)] {
        let (start, stop) = (first.max(start.into()), last.min(stop.into()));
        if start <= stop {
            range(out, start.saturating_add_signed(distance), stop.saturating_add_signed(distance));
        }
    }
}
