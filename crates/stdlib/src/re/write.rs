//! Writes a tree as a fancy-regex pattern.

use super::tree::{Greed, Item, Mode, Node, Place};
use std::fmt::Write;
use tensorcell_language::surrogate::char_of;

/// Returns the pattern for fancy-regex. It has no group names, because they are stored beside it.
pub fn written(node: &Node, ignore_case: bool) -> String {
    let is_large = classes(node) > MOST_CLASSES;
    let mut writer = Writer { out: String::new(), ignores_case: ignore_case, is_large };
    if ignore_case {
        writer.out.push_str("(?i:");
    }
    writer.node(node);
    if ignore_case {
        writer.out.push(')');
    }
    writer.out
}

/// The engine supports only Unicode word boundaries.
const ASCII_BOUNDARY: &str = "(?:(?<=[a-zA-Z0-9_])(?![a-zA-Z0-9_])|(?<![a-zA-Z0-9_])(?=[a-zA-Z0-9_]))";
const ASCII_NO_BOUNDARY: &str = "(?:(?<=[a-zA-Z0-9_])(?=[a-zA-Z0-9_])|(?<![a-zA-Z0-9_])(?![a-zA-Z0-9_])(?!\\A\\z))";

struct Writer {
    out: String,
    /// Whether the current position ignores case, by Unicode's rules.
    ignores_case: bool,
    /// Whether the engine would refuse the pattern with its repetitions written out.
    is_large: bool,
}

/// The engine takes some 130 KB for each Unicode class, and 64 MiB for a pattern.
const MOST_CLASSES: u32 = 200;

/// The number of Unicode classes where repetitions are written out.
fn classes(node: &Node) -> u32 {
    let sum = |nodes: &[Node]| nodes.iter().map(classes).fold(0, u32::saturating_add);
    match node {
        Node::Set { items, mode, .. } => {
            u32::from(!mode.ascii && items.iter().any(|item| matches!(item, Item::Class(_))))
        }
        Node::Sequence(nodes) | Node::Branch(nodes) => sum(nodes),
        Node::Group(node) | Node::Plain(node) | Node::Atomic(node) | Node::Look { node, .. } => classes(node),
        Node::Repeat { least, most, node, .. } => classes(node).saturating_mul(most.unwrap_or(*least).max(1)),
        Node::Condition { yes, no, .. } => classes(yes).saturating_add(classes(no)),
        _ => 0,
    }
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
                // In an empty text Python's `\B` does not match.
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

    /// Writes a part with or without case sensitivity, whatever surrounds it.
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
            // An ASCII letter that ignores case matches exactly two characters.
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
        // With an empty look-ahead the engine counts repetitions instead of expanding them.
        const WRITTEN_OUT: u32 = 1000;
        const FEW: u32 = 8;
        let times = least.max(most.unwrap_or(0));
        let is_counted = times > WRITTEN_OUT || self.is_large && times > FEW && classes(node) > 0;
        self.out.push_str("(?:");
        self.node(node);
        self.out.push_str(if is_counted { "(?=))" } else { ")" });
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

/// Returns whether a node matches only the empty text, so that repeating it changes nothing.
fn is_empty(node: &Node) -> bool {
    match node {
        Node::Empty => true,
        Node::Plain(node) => is_empty(node),
        _ => false,
    }
}

/// Returns the members of `\d` and similar classes, for a set.
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

/// Writes a range of characters. The stand-ins for surrogates have other codes than the surrogates.
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

/// Writes the ASCII letters of a range in their other case.
fn both_cases(out: &mut String, first: u32, last: u32) {
    for (start, stop, distance) in [('a', 'z', -0x20_i32), ('A', 'Z', 0x20)] {
        let (start, stop) = (first.max(start.into()), last.min(stop.into()));
        if start <= stop {
            range(out, start.saturating_add_signed(distance), stop.saturating_add_signed(distance));
        }
    }
}
