//! Parses Python's patterns to a tree. Errors have CPython's messages.

use super::cursor::{Cursor, Found, Mistake};
use super::flags::{ASCII, DOTALL, IGNORECASE, LOCALE, MULTILINE, UNICODE, VERBOSE};
use super::tree::{Greed, Item, Mode, Node, Parsed, Place, width};
use tensorcell_language::builtins::repr::{ascii, str_repr};
use tensorcell_language::surrogate::code_of;
use tensorcell_language::unicode;
use tensorcell_language::unicode::is_identifier;

/// This many repetitions or more are refused.
const MOST_REPEATS: u64 = u32::MAX as u64;

const MOST_GROUPS: usize = 1 << 30;

const KINDS: i64 = ASCII | LOCALE | UNICODE;

fn flag(letter: char) -> Option<i64> {
    Some(match letter {
        'i' => IGNORECASE,
        'L' => LOCALE,
        'm' => MULTILINE,
        's' => DOTALL,
        'x' => VERBOSE,
        'a' => ASCII,
        'u' => UNICODE,
        _ => return None,
    })
}

fn mode(flags: i64) -> Mode {
    Mode {
        ignore_case: flags & IGNORECASE != 0,
        ascii: flags & (ASCII | LOCALE) != 0,
        multiline: flags & MULTILINE != 0,
        dot_all: flags & DOTALL != 0,
        verbose: flags & VERBOSE != 0,
    }
}

/// A FutureWarning about a pattern.
pub type Warning = String;

struct Reader {
    cursor: Cursor,
    of_bytes: bool,
    flags: i64,
    names: Vec<Option<String>>,
    /// The widths of the closed groups.
    widths: Vec<Option<(usize, usize)>>,
    /// Groups that conditions refer to, with their positions.
    asked: Vec<(usize, usize)>,
    /// The first group inside the current look-behind.
    look_behind: Option<usize>,
    warnings: Vec<Warning>,
}

/// Parses a pattern.
pub fn parse(source: &str, of_bytes: bool, flags: i64) -> Found<(Parsed, Vec<Warning>)> {
    let read = |flags: i64| {
        let mut reader = Reader {
            cursor: Cursor::new(source)?,
            of_bytes,
            flags,
            names: vec![None],
            widths: vec![None],
            asked: Vec::new(),
            look_behind: None,
            warnings: Vec::new(),
        };
        let node = reader.whole()?;
        Ok((reader, node))
    };
    let (mut reader, mut node) = read(flags)?;
    // Inline flags change how the whole pattern is parsed.
    let kept = IGNORECASE | MULTILINE | DOTALL | VERBOSE | KINDS;
    if reader.flags & kept != flags & kept {
        (reader, node) = read(reader.flags)?;
    }
    if !of_bytes && reader.flags & ASCII == 0 {
        reader.flags |= UNICODE;
    }
    Ok((Parsed { node, flags: reader.flags, names: reader.names }, reader.warnings))
}

impl Reader {
    fn whole(&mut self) -> Found<Node> {
        let mode = mode(if self.of_bytes { self.flags | ASCII } else { self.flags });
        let node = self.branches(mode, true)?;
        self.check_flags()?;
        if self.cursor.peek().is_some() {
            return Err(self.cursor.mistake("unbalanced parenthesis", 0));
        }
        match self.asked.iter().find(|(group, _)| *group >= self.names.len()) {
            Some((group, place)) => Err(Mistake::at(format!("invalid group reference {group}"), *place)),
            None => Ok(node),
        }
    }

    fn check_flags(&self) -> Found<()> {
        let has = |flag: i64| self.flags & flag != 0;
        match self.of_bytes {
            false if has(LOCALE) => Err(Mistake::value("cannot use LOCALE flag with a str pattern")),
            false if has(ASCII) && has(UNICODE) => Err(Mistake::value("ASCII and UNICODE flags are incompatible")),
            true if has(UNICODE) => Err(Mistake::value("cannot use UNICODE flag with a bytes pattern")),
            true if has(LOCALE) && has(ASCII) => Err(Mistake::value("ASCII and LOCALE flags are incompatible")),
            _ => Ok(()),
        }
    }

    fn branches(&mut self, mode: Mode, first: bool) -> Found<Node> {
        let mut branches = vec![self.sequence(mode, first)?];
        while self.cursor.eat('|') {
            branches.push(self.sequence(mode, false)?);
        }
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Branch(branches) })
    }

    fn sequence(&mut self, mut mode: Mode, first: bool) -> Found<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        while let Some(c) = self.cursor.peek().filter(|c| !matches!(c, '|' | ')')) {
            if mode.verbose && matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') {
                self.cursor.at += 1;
                continue;
            }
            if mode.verbose && c == '#' {
                self.cursor.skip_until('\n');
                continue;
            }
            self.cursor.at += 1;
            match c {
                '\\' => {
                    let node = self.escape(mode)?;
                    nodes.push(node);
                }
                '[' => {
                    let node = self.set(mode)?;
                    nodes.push(node);
                }
                '*' | '+' | '?' | '{' => self.repeat(c, &mut nodes, mode)?,
                '.' => nodes.push(Node::Any(mode)),
                '^' => nodes.push(Node::At(Place::Start, mode)),
                '$' => nodes.push(Node::At(Place::End, mode)),
                '(' => match self.group(mode, first && nodes.is_empty())? {
                    Opened::Node(node) => nodes.push(node),
                    Opened::Comment => {}
                    Opened::Flags => mode.verbose = self.flags & VERBOSE != 0,
                },
                c => nodes.push(Node::Literal(code_of(c), mode)),
            }
        }
        Ok(match nodes.len() {
            0 => Node::Empty,
            1 => nodes.remove(0),
            _ => Node::Sequence(nodes),
        })
    }

    fn repeat(&mut self, c: char, nodes: &mut Vec<Node>, mode: Mode) -> Found<()> {
        let here = self.cursor.at;
        let (least, most) = match c {
            '*' => (0, None),
            '+' => (1, None),
            '?' => (0, Some(1)),
            _ => match self.limits(here)? {
                Some(limits) => limits,
                None => {
                    nodes.push(Node::Literal('{'.into(), mode));
                    return Ok(());
                }
            },
        };
        let node = match nodes.pop() {
            None | Some(Node::At(..)) => return Err(Mistake::at("nothing to repeat", here - 1)),
            Some(Node::Repeat { .. }) => return Err(Mistake::at("multiple repeat", here - 1)),
            Some(node) => Box::new(node),
        };
        let greed = match self.cursor.peek() {
            Some('?') => Greed::Lazy,
            Some('+') => Greed::Possessive,
            _ => Greed::Greedy,
        };
        self.cursor.at += usize::from(greed != Greed::Greedy);
        nodes.push(Node::Repeat { least, most, greed, node });
        Ok(())
    }

    /// Parses limits after `{`. Returns None if it is not a quantifier.
    fn limits(&mut self, here: usize) -> Found<Option<(u32, Option<u32>)>> {
        if self.cursor.peek() == Some('}') {
            return Ok(None);
        }
        let low = self.cursor.take_while(usize::MAX, |c| c.is_ascii_digit());
        let high =
            if self.cursor.eat(',') { self.cursor.take_while(usize::MAX, |c| c.is_ascii_digit()) } else { low.clone() };
        if !self.cursor.eat('}') {
            self.cursor.at = here;
            return Ok(None);
        }
        let number = |digits: &str| match digits.parse::<u64>() {
            Ok(number) if number < MOST_REPEATS => Ok(Some(number as u32)),
            _ if digits.is_empty() => Ok(None),
            _ => Err(Mistake::overflow("the repetition number is too large")),
        };
        let (low, high) = (number(&low)?.unwrap_or(0), number(&high)?);
        match high.is_some_and(|high| high < low) {
            true => Err(Mistake::at("min repeat greater than max repeat", here)),
            false => Ok(Some((low, high))),
        }
    }

    /// Parses after `(`.
    fn group(&mut self, mode: Mode, first: bool) -> Found<Opened> {
        let start = self.cursor.at - 1;
        if !self.cursor.eat('?') {
            return self.capturing(None, mode, start).map(Opened::Node);
        }
        let c = self.cursor.next_or("unexpected end of pattern")?;
        let node = match c {
            'P' => return self.named(mode, start).map(Opened::Node),
            ':' => Node::Plain(self.closed(mode, start)?),
            '>' => Node::Atomic(self.closed(mode, start)?),
            '#' => {
                self.cursor.skip_until(')');
                if !self.cursor.eat(')') {
                    return Err(Mistake::at("missing ), unterminated comment", start));
                }
                return Ok(Opened::Comment);
            }
            '=' | '!' => Node::Look { ahead: true, negated: c == '!', node: self.closed(mode, start)? },
            '<' => self.behind(mode, start)?,
            '(' => self.condition(mode, start)?,
            c if c == '-' || flag(c).is_some() => match self.inline_flags(c, mode)? {
                Some(inner) => Node::Plain(self.closed(inner, start)?),
                None if first => return Ok(Opened::Flags),
                None => return Err(Mistake::at("global flags not at the start of the expression", start)),
            },
            c => return Err(self.cursor.mistake(format!("unknown extension ?{c}"), 2)),
        };
        Ok(Opened::Node(node))
    }

    /// Parses the content of a group up to its closing parenthesis.
    fn closed(&mut self, mode: Mode, start: usize) -> Found<Box<Node>> {
        let node = self.branches(mode, false)?;
        match self.cursor.eat(')') {
            true => Ok(Box::new(node)),
            false => Err(Mistake::at("missing ), unterminated subpattern", start)),
        }
    }

    fn capturing(&mut self, name: Option<String>, mode: Mode, start: usize) -> Found<Node> {
        let number = self.names.len();
        if let Some(name) = &name
            && let Some(other) = self.names.iter().position(|known| known.as_ref() == Some(name))
        {
            let shown = str_repr(name);
            let message = format!("redefinition of group name {shown} as group {number}; was group {other}");
            return Err(self.cursor.mistake(message, name.chars().count() + 1));
        }
        self.names.push(name);
        self.widths.push(None);
        let node = self.closed(mode, start)?;
        self.widths[number] = Some(width(&node, &self.widths));
        Ok(Node::Group(node))
    }

    /// Parses after `(?P`.
    fn named(&mut self, mode: Mode, start: usize) -> Found<Node> {
        if self.cursor.eat('<') {
            let name = self.name('>')?;
            return self.capturing(Some(name), mode, start);
        }
        if !self.cursor.eat('=') {
            let c = self.cursor.next_or("unexpected end of pattern")?;
            return Err(self.cursor.mistake(format!("unknown extension ?P{c}"), 3));
        }
        let name = self.name(')')?;
        let back = name.chars().count() + 1;
        let group = self.number_of(&name)?;
        self.refer(group, back)?;
        Ok(Node::Reference(group, mode))
    }

    fn number_of(&self, name: &str) -> Found<usize> {
        let known = self.names.iter().position(|known| known.as_deref() == Some(name));
        let back = name.chars().count() + 1;
        known.ok_or_else(|| self.cursor.mistake(format!("unknown group name {}", str_repr(name)), back))
    }

    /// Checks that a group can be referred to here.
    fn refer(&self, group: usize, back: usize) -> Found<()> {
        if self.widths.get(group).copied().flatten().is_none() {
            return Err(self.cursor.mistake("cannot refer to an open group", back));
        }
        self.refer_behind(group)
    }

    fn refer_behind(&self, group: usize) -> Found<()> {
        match self.look_behind {
            Some(_) if self.widths.get(group).copied().flatten().is_none() => {
                Err(self.cursor.mistake("cannot refer to an open group", 0))
            }
            Some(first) if group >= first => {
                let message = "cannot refer to group defined in the same lookbehind subpattern";
                Err(self.cursor.mistake(message, 0))
            }
            _ => Ok(()),
        }
    }

    /// Parses after `(?<`.
    fn behind(&mut self, mode: Mode, start: usize) -> Found<Node> {
        let c = self.cursor.next_or("unexpected end of pattern")?;
        if !matches!(c, '=' | '!') {
            return Err(self.cursor.mistake(format!("unknown extension ?<{c}"), 3));
        }
        let outer = self.look_behind;
        self.look_behind = outer.or(Some(self.names.len()));
        let node = self.closed(mode, start)?;
        self.look_behind = outer;
        let (least, most) = width(&node, &self.widths);
        match least == most {
            true => Ok(Node::Look { ahead: false, negated: c == '!', node }),
            false => Err(Mistake::nowhere("look-behind requires fixed-width pattern")),
        }
    }

    /// Parses after `(?(`.
    fn condition(&mut self, mode: Mode, start: usize) -> Found<Node> {
        let name = self.cursor.until(')', "group name")?;
        let back = name.chars().count() + 1;
        let group = if is_number(&name) {
            match name.parse::<usize>() {
                Ok(0) => return Err(self.cursor.mistake("bad group number", back)),
                Ok(group) if group < MOST_GROUPS => group,
                _ => return Err(self.cursor.mistake(format!("invalid group reference {name}"), back)),
            }
        } else {
            self.check_name(&name)?;
            self.number_of(&name)?
        };
        self.asked.push((group, self.cursor.at - back));
        self.refer_behind(group)?;
        let yes = Box::new(self.sequence(mode, false)?);
        let no = match self.cursor.eat('|') {
            true => self.sequence(mode, false)?,
            false => Node::Empty,
        };
        if self.cursor.peek() == Some('|') {
            return Err(self.cursor.mistake("conditional backref with more than two branches", 0));
        }
        match self.cursor.eat(')') {
            true => Ok(Node::Condition { group, yes, no: Box::new(no) }),
            false => Err(Mistake::at("missing ), unterminated subpattern", start)),
        }
    }

    fn name(&mut self, end: char) -> Found<String> {
        let name = self.cursor.until(end, "group name")?;
        self.check_name(&name)?;
        Ok(name)
    }

    fn check_name(&self, name: &str) -> Found<()> {
        check_name(&self.cursor, name, self.of_bytes)
    }

    /// Parses a group's inline flags into a mode. Returns None if they apply to the whole pattern.
    fn inline_flags(&mut self, first: char, mode: Mode) -> Found<Option<Mode>> {
        let (mut on, mut off, mut c) = (0, 0, first);
        let bad = |what: &str| format!("bad inline flags: {what}");
        if c != '-' {
            loop {
                let added = flag(c).unwrap_or_default();
                match c {
                    'L' if !self.of_bytes => {
                        return Err(self.cursor.mistake(bad("cannot use 'L' flag with a str pattern"), 0));
                    }
                    'u' if self.of_bytes => {
                        return Err(self.cursor.mistake(bad("cannot use 'u' flag with a bytes pattern"), 0));
                    }
                    _ => {}
                }
                on |= added;
                if added & KINDS != 0 && on & KINDS != added {
                    return Err(self.cursor.mistake(bad("flags 'a', 'u' and 'L' are incompatible"), 0));
                }
                c = self.cursor.next_or("missing -, : or )")?;
                if matches!(c, ')' | '-' | ':') {
                    break;
                }
                self.check_flag(c, "missing -, : or )")?;
            }
        }
        if c == ')' {
            self.flags |= on;
            return Ok(None);
        }
        if c == '-' {
            c = self.cursor.next_or("missing flag")?;
            self.check_flag(c, "missing flag")?;
            loop {
                let taken = flag(c).unwrap_or_default();
                if taken & KINDS != 0 {
                    return Err(self.cursor.mistake(bad("cannot turn off flags 'a', 'u' and 'L'"), 0));
                }
                off |= taken;
                c = self.cursor.next_or("missing :")?;
                if c == ':' {
                    break;
                }
                self.check_flag(c, "missing :")?;
            }
        }
        if on & off != 0 {
            return Err(self.cursor.mistake(bad("flag turned on and off"), 1));
        }
        let changed = |flag: i64, now: bool| (now || on & flag != 0) && off & flag == 0;
        Ok(Some(Mode {
            ignore_case: changed(IGNORECASE, mode.ignore_case),
            ascii: if on & KINDS == 0 { mode.ascii } else { on & UNICODE == 0 },
            multiline: changed(MULTILINE, mode.multiline),
            dot_all: changed(DOTALL, mode.dot_all),
            verbose: changed(VERBOSE, mode.verbose),
        }))
    }

    fn check_flag(&self, c: char, otherwise: &str) -> Found<()> {
        match flag(c) {
            Some(_) => Ok(()),
            None => Err(self.cursor.mistake(if c.is_alphabetic() { "unknown flag" } else { otherwise }, 1)),
        }
    }

    /// Parses after a backslash.
    fn escape(&mut self, mode: Mode) -> Found<Node> {
        let start = self.cursor.at - 1;
        let c = self.cursor.escaped()?;
        let at = |place| Ok(Node::At(place, mode));
        match c {
            'A' => return at(Place::TextStart),
            'Z' => return at(Place::TextEnd),
            'b' => return at(Place::Boundary),
            'B' => return at(Place::NoBoundary),
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => {
                return Ok(Node::Set { negated: false, items: vec![Item::Class(c)], mode });
            }
            '0' => {
                let more = self.cursor.take_while(2, |c| ('0'..='7').contains(&c));
                return Ok(Node::Literal(u32::from_str_radix(&format!("0{more}"), 8).unwrap_or(0), mode));
            }
            '1'..='9' => return self.numbered(start, mode),
            _ => {}
        }
        Ok(Node::Literal(self.coded(c, start)?, mode))
    }

    /// Parses `\1`, or an octal escape of three digits.
    fn numbered(&mut self, start: usize, mode: Mode) -> Found<Node> {
        let is_octal = |c: char| ('0'..='7').contains(&c);
        self.cursor.take_while(1, |c| c.is_ascii_digit());
        let digits = self.cursor.text(start + 1);
        if digits.len() == 2 && digits.chars().all(is_octal) && self.cursor.peek().is_some_and(is_octal) {
            self.cursor.at += 1;
            return self.octal(start).map(|code| Node::Literal(code, mode));
        }
        let group: usize = digits.parse().unwrap_or(usize::MAX);
        if group >= self.names.len() {
            return Err(self.cursor.mistake(format!("invalid group reference {group}"), digits.len()));
        }
        self.refer(group, digits.len() + 1)?;
        Ok(Node::Reference(group, mode))
    }

    /// Returns the code of an octal escape that was read from a position on.
    fn octal(&self, start: usize) -> Found<u32> {
        octal(&self.cursor, start)
    }

    /// Parses an escape for a single character.
    fn coded(&mut self, c: char, start: usize) -> Found<u32> {
        let digits = match c {
            'a' => return Ok(7),
            'b' => return Ok(8),
            'f' => return Ok(12),
            'n' => return Ok(10),
            'r' => return Ok(13),
            't' => return Ok(9),
            'v' => return Ok(11),
            'x' => 2,
            'u' if !self.of_bytes => 4,
            'U' if !self.of_bytes => 8,
            'N' if !self.of_bytes => return self.character_name(),
            c if c.is_ascii_alphabetic() => {
                return Err(Mistake::at(format!("bad escape \\{c}"), start));
            }
            c => return Ok(code_of(c)),
        };
        self.cursor.take_while(digits, |c| c.is_ascii_hexdigit());
        let found = self.cursor.text(start + 2);
        let escape = self.cursor.text(start);
        if found.len() < digits {
            return Err(Mistake::at(format!("incomplete escape {escape}"), start));
        }
        let code = u32::from_str_radix(&found, 16).ok().filter(|code| *code < 0x11_0000);
        code.ok_or_else(|| Mistake::at(format!("bad escape {escape}"), start))
    }

    fn character_name(&mut self) -> Found<u32> {
        if !self.cursor.eat('{') {
            return Err(self.cursor.mistake("missing {", 0));
        }
        let name = self.cursor.until('}', "character name")?;
        unicode::character_of(&name).map(code_of).ok_or_else(|| {
            let message = format!("undefined character name {}", str_repr(&name));
            self.cursor.mistake(message, name.chars().count() + 4)
        })
    }

    /// Parses after `[`.
    fn set(&mut self, mode: Mode) -> Found<Node> {
        let here = self.cursor.at - 1;
        let unterminated = || Mistake::at("unterminated character set", here);
        if self.cursor.peek() == Some('[') {
            self.warnings.push(format!("Possible nested set at position {}", self.cursor.at));
        }
        let negated = self.cursor.eat('^');
        let mut items = Vec::new();
        loop {
            let start = self.cursor.at;
            let c = self.cursor.next().ok_or_else(unterminated)?;
            if c == ']' && !items.is_empty() {
                return Ok(Node::Set { negated, items, mode });
            }
            if !items.is_empty() && "-&~|".contains(c) && self.cursor.peek() == Some(c) {
                self.warn_of_operation(c, self.cursor.at - 1);
            }
            let low = self.member(c)?;
            if !self.cursor.eat('-') {
                items.push(low);
                continue;
            }
            let c = self.cursor.next().ok_or_else(unterminated)?;
            if c == ']' {
                items.extend([low, Item::Range('-'.into(), '-'.into())]);
                return Ok(Node::Set { negated, items, mode });
            }
            if c == '-' {
                self.warn_of_operation('-', self.cursor.at - 2);
            }
            let high = self.member(c)?;
            match (low, high) {
                (Item::Range(low, _), Item::Range(high, _)) if low <= high => items.push(Item::Range(low, high)),
                _ => return Err(Mistake::at(format!("bad character range {}", self.cursor.text(start)), start)),
            }
        }
    }

    /// Warns of syntax that may become a set operation.
    fn warn_of_operation(&mut self, c: char, place: usize) {
        let what = match c {
            '-' => "difference",
            '&' => "intersection",
            '~' => "symmetric difference",
            _ => "union",
        };
        self.warnings.push(format!("Possible set {what} at position {place}"));
    }

    fn member(&mut self, c: char) -> Found<Item> {
        let one = |code: u32| Item::Range(code, code);
        if c != '\\' {
            return Ok(one(code_of(c)));
        }
        let start = self.cursor.at - 1;
        match self.cursor.escaped()? {
            class @ ('d' | 'D' | 's' | 'S' | 'w' | 'W') => Ok(Item::Class(class)),
            '0'..='7' => {
                self.cursor.take_while(2, |c| ('0'..='7').contains(&c));
                self.octal(start).map(one)
            }
            digit @ '8'..='9' => Err(Mistake::at(format!("bad escape \\{digit}"), start)),
            c => self.coded(c, start).map(one),
        }
    }
}

/// What an opening parenthesis began.
enum Opened {
    Node(Node),
    Comment,
    /// Flags of the whole pattern.
    Flags,
}

pub(super) fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the code of an octal escape that was read from a position on.
pub(super) fn octal(cursor: &Cursor, start: usize) -> Found<u32> {
    let escape = cursor.text(start);
    match u32::from_str_radix(&escape[1..], 8) {
        Ok(code @ 0..=0o377) => Ok(code),
        _ => Err(Mistake::at(format!("octal escape value {escape} outside of range 0-0o377"), start)),
    }
}

/// Checks that a name can be a group's name.
pub(super) fn check_name(cursor: &Cursor, name: &str, of_bytes: bool) -> Found<()> {
    let back = name.chars().count() + 1;
    if of_bytes && !name.is_ascii() {
        return Err(cursor.mistake(format!("bad character in group name {}", ascii(&str_repr(name))), back));
    }
    match is_identifier(name) {
        true => Ok(()),
        false => Err(cursor.mistake(format!("bad character in group name {}", str_repr(name)), back)),
    }
}
