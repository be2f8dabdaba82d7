//! `re`: regular expressions through fancy-regex, Python's pattern syntax translated.

mod mistakes;
mod translate;

use crate::language::builtins::{clipped_index, receiver, repr};
use crate::language::native::Native;
use crate::language::object::{Dict, Iter, Str};
use crate::language::{Args, Builtin, Class, Exc, Getter, ModuleDef, Raise, Result, Value, Vm};
use fancy_regex::Regex;
use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use translate::translate;

pub static RE: ModuleDef = ModuleDef {
    name: "re",
    doc: "Regular expressions.",
    functions: FUNCTIONS,
    init: Some(|vm, module| {
        vm.run_prelude("re.py", include_str!("re.py"), module)?;
        module.dict.insert_str("Pattern", Value::Class(PATTERN.with(Rc::clone)));
        module.dict.insert_str("Match", Value::Class(MATCH.with(Rc::clone)));
        Ok(())
    }),
};

const IGNORECASE: i64 = 2;
const MULTILINE: i64 = 8;
const DOTALL: i64 = 16;
const UNICODE: i64 = 32;
const VERBOSE: i64 = 64;
const ASCII: i64 = 256;

/// A compiled pattern.
struct Pattern {
    source: String,
    flags: i64,
    regex: Regex,
    /// The same, bound to the place where it starts and, for `fullmatch`, where it ends.
    at_start: Regex,
    whole: Regex,
    names: Vec<Option<String>>,
}

thread_local! {
    static PATTERN: Rc<Class> = Class::native("re", "Pattern", &[], None, PATTERN_METHODS, PATTERN_GETTERS, "Compiled regular expression object.");
    static MATCH: Rc<Class> = Class::native("re", "Match", &[], None, MATCH_METHODS, MATCH_GETTERS, "The result of re.match() and re.search().");
    static COMPILED: RefCell<HashMap<(String, i64), Rc<Pattern>>> = RefCell::default();
}

fn compile(source: &str, flags: i64) -> std::result::Result<Pattern, String> {
    // Flags that open the pattern count for all of it.
    let (mut flags, mut body) = (flags, source);
    while let Some(rest) = body.strip_prefix("(?")
        && let Some((letters, tail)) = rest.split_once(')')
        && !letters.is_empty()
        && letters.chars().all(|c| "aimsxuL".contains(c))
    {
        for letter in letters.chars() {
            flags |= match letter {
                'i' => IGNORECASE,
                'm' => MULTILINE,
                's' => DOTALL,
                'x' => VERBOSE,
                'a' => ASCII,
                _ => 0,
            };
        }
        body = tail;
    }
    let translated = translate(body, flags);
    let build = |text: &str| Regex::new(text).map_err(|error| error.to_string());
    let regex = build(&translated)?;
    let names = regex.capture_names().map(|name| name.map(str::to_string)).collect();
    if flags & ASCII == 0 {
        flags |= UNICODE;
    }
    Ok(Pattern {
        source: source.to_string(),
        flags,
        at_start: build(&format!("\\G(?:{translated})"))?,
        whole: build(&format!("\\G(?:{translated})\\z"))?,
        regex,
        names,
    })
}

/// A pattern with `re.error` raised by the Python side.
fn compiled(vm: &mut Vm, source: &Value, flags: i64) -> Result<Value> {
    if source.downcast::<Rc<Pattern>>().is_some() {
        if flags != 0 {
            return Err(Raise::value_error("cannot process flags argument with a compiled pattern"));
        }
        return Ok(source.clone());
    }
    let Some(text) = source.as_str() else {
        return Err(Raise::type_error(match source {
            Value::Bytes(_) => "patterns of bytes are not available: decode them first",
            _ => "first argument must be string or compiled pattern",
        }));
    };
    let key = (text.to_string(), flags);
    if let Some(known) = COMPILED.with_borrow(|all| all.get(&key).cloned()) {
        return Ok(Value::native(known));
    }
    let made = match mistakes::mistake(text, flags) {
        Some((what, place)) => Err((what, Value::Int(place as i64))),
        None => compile(text, flags).map_err(|message| match message.contains("Look-behind") {
            true => ("look-behind requires fixed-width pattern".to_owned(), Value::None),
            false => (message.lines().next().unwrap_or_default().to_owned(), Value::None),
        }),
    };
    let pattern = match made {
        Ok(pattern) => Rc::new(pattern),
        Err((what, place)) => {
            let module = vm.import("re")?;
            let error = vm.get_attr(&module, "_fail")?;
            vm.call(&error, &[Value::str(&what), source.clone(), place], &[])?;
            return Err(Raise::value_error(what));
        }
    };
    COMPILED.with_borrow_mut(|all| {
        if all.len() >= 512 {
            all.clear();
        }
        all.insert(key, pattern.clone());
    });
    Ok(Value::native(pattern))
}

impl Native for Rc<Pattern> {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        PATTERN.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let mut names = Vec::new();
        for (flag, name) in [
            (IGNORECASE, "re.IGNORECASE"),
            (MULTILINE, "re.MULTILINE"),
            (DOTALL, "re.DOTALL"),
            (VERBOSE, "re.VERBOSE"),
            (ASCII, "re.ASCII"),
        ] {
            if self.flags & flag != 0 {
                names.push(name);
            }
        }
        let source = repr::str_repr(&self.source);
        Ok(match names.is_empty() {
            true => format!("re.compile({source})"),
            false => format!("re.compile({source}, {})", names.join("|")),
        })
    }
    fn hash(&self, _vm: &mut Vm) -> Result<Option<u64>> {
        Ok(Some(Str::new(&self.source).hash() ^ self.flags as u64))
    }
    fn compare(
        &self,
        _vm: &mut Vm,
        op: crate::language::native::CompareOp,
        _this: &Value,
        other: &Value,
    ) -> Result<Option<Value>> {
        use crate::language::native::CompareOp;
        let Some(other) = other.downcast::<Rc<Pattern>>() else {
            return Ok(None);
        };
        let same = self.source == other.source && self.flags == other.flags;
        Ok(match op {
            CompareOp::Eq => Some(Value::Bool(same)),
            CompareOp::Ne => Some(Value::Bool(!same)),
            _ => None,
        })
    }
}

/// A match: byte ranges in the subject, shown as positions of characters.
struct Match {
    pattern: Rc<Pattern>,
    subject: Str,
    /// Byte ranges of the groups, group 0 first.
    groups: Vec<Option<(usize, usize)>>,
    bounds: (usize, usize),
}

impl Native for Match {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        MATCH.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let (start, end) = self.span(0);
        let text: String = self.text(0).unwrap_or_default().chars().take(50).collect();
        Ok(format!("<re.Match object; span=({start}, {end}), match={}>", repr::str_repr(&text)))
    }
    fn get_item(&self, _vm: &mut Vm, _this: &Value, key: &Value) -> Result<Option<Value>> {
        let group = self.group(key)?;
        Ok(Some(self.value(group, &Value::None)))
    }
}

impl Match {
    fn text(&self, group: usize) -> Option<&str> {
        self.groups.get(group).copied().flatten().map(|(start, end)| &self.subject[start..end])
    }
    fn value(&self, group: usize, default: &Value) -> Value {
        self.text(group).map_or_else(|| default.clone(), Value::str)
    }
    fn span(&self, group: usize) -> (i64, i64) {
        match self.groups.get(group).copied().flatten() {
            Some((start, end)) => (characters(&self.subject, start), characters(&self.subject, end)),
            None => (-1, -1),
        }
    }
    /// The number of a group named or numbered.
    fn group(&self, key: &Value) -> Result<usize> {
        let number = match key {
            Value::Int(number) => usize::try_from(*number).ok(),
            Value::Bool(number) => Some(*number as usize),
            other => {
                other.as_str().and_then(|name| self.pattern.names.iter().position(|own| own.as_deref() == Some(name)))
            }
        };
        number.filter(|number| *number < self.groups.len()).ok_or_else(|| Raise::new(Exc::IndexError, "no such group"))
    }
}

fn characters(text: &Str, byte: usize) -> i64 {
    if text.is_ascii() { byte as i64 } else { text[..byte].chars().count() as i64 }
}

fn byte_offset(text: &Str, character: usize) -> usize {
    if text.is_ascii() {
        return character.min(text.len());
    }
    text.char_indices().nth(character).map_or(text.len(), |(at, _)| at)
}

fn this(args: &Args) -> Result<Rc<Pattern>> {
    receiver(args, |value| value.downcast::<Rc<Pattern>>().cloned())
}

fn subject(args: &Args, slot: usize) -> Result<Str> {
    match args.get(slot).beneath() {
        Value::Str(text) => Ok(text.clone()),
        Value::Bytes(_) => Err(Raise::type_error("cannot use a string pattern on a bytes-like object")),
        other => Err(Raise::type_error(format!("expected string or bytes-like object, got '{}'", other.type_name()))
            .mark(slot, other.type_name())),
    }
}

#[derive(Clone, Copy)]
enum Anchor {
    Anywhere,
    Start,
    Whole,
}

/// The next match at or after a byte offset.
fn find(pattern: &Rc<Pattern>, text: &Str, start: usize, end: usize, anchor: Anchor) -> Result<Option<Match>> {
    let regex = match anchor {
        Anchor::Anywhere => &pattern.regex,
        Anchor::Start => &pattern.at_start,
        Anchor::Whole => &pattern.whole,
    };
    let found = regex
        .captures_from_pos(&text[..end], start)
        .map_err(|error| Raise::runtime(format!("the pattern takes too many steps on this text: {error}")))?;
    Ok(found.map(|captures| Match {
        pattern: pattern.clone(),
        subject: text.clone(),
        groups: captures.iter().map(|group| group.map(|group| (group.start(), group.end()))).collect(),
        bounds: (start, end),
    }))
}

/// `pos` and `endpos` as byte offsets.
fn range(vm: &mut Vm, args: &Args, text: &Str, slot: usize) -> Result<(usize, usize)> {
    let mut offset = |slot: usize, default: usize| -> Result<usize> {
        match args.given(slot) {
            None | Some(Value::None) => Ok(default),
            Some(value) => Ok(byte_offset(text, clipped_index(vm, value)?.max(0) as usize)),
        }
    };
    let (start, end) = (offset(slot, 0)?, offset(slot + 1, text.len())?);
    Ok((start.min(end), end))
}

fn once(vm: &mut Vm, args: &Args, anchor: Anchor) -> Result<Value> {
    let (pattern, text) = (this(args)?, subject(args, 1)?);
    let (start, end) = range(vm, args, &text, 2)?;
    Ok(find(&pattern, &text, start, end, anchor)?.map_or(Value::None, Value::native))
}

/// All matches one after the other; after an empty one the search goes on one character further.
struct Matches {
    pattern: Rc<Pattern>,
    text: Str,
    at: Option<usize>,
    end: usize,
    /// Where the last match ended: no empty match may follow it there.
    last_end: Option<usize>,
}

impl Matches {
    fn new(pattern: Rc<Pattern>, text: Str, start: usize, end: usize) -> Matches {
        Matches { pattern, text, at: Some(start), end, last_end: None }
    }
    fn next(&mut self) -> Result<Option<Match>> {
        while let Some(at) = self.at {
            let Some(found) = find(&self.pattern, &self.text, at, self.end, Anchor::Anywhere)? else {
                self.at = None;
                return Ok(None);
            };
            let (start, end) = found.groups[0].unwrap_or((at, at));
            let step = self.text[end..self.end].chars().next().map(|c| end + c.len_utf8());
            self.at = if start == end { step } else { Some(end) };
            // An empty match may stand right after another one (as since Python 3.7), but not twice in one place.
            if start == end && self.last_end == Some(end) && self.at == step && at != start {
                continue;
            }
            self.last_end = Some(end);
            return Ok(Some(found));
        }
        Ok(None)
    }
}

fn all(vm: &mut Vm, args: &Args) -> Result<Matches> {
    let (pattern, text) = (this(args)?, subject(args, 1)?);
    let (start, end) = range(vm, args, &text, 2)?;
    Ok(Matches::new(pattern, text, start, end))
}

/// `\1`, `\g<name>`, `\n` of a replacement.
fn expand(found: &Match, template: &str, out: &mut String) -> Result<()> {
    let mut chars = template.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('g') => {
                if chars.next() != Some('<') {
                    return Err(Raise::value_error("missing <"));
                }
                let name: String = chars.by_ref().take_while(|c| *c != '>').collect();
                let key = name.parse().map_or_else(|_| Value::str(&name), Value::Int);
                let group = found.group(&key).map_err(|error| match key {
                    Value::Str(_) => {
                        Raise::new(Exc::IndexError, format!("unknown group name {}", repr::str_repr(&name)))
                    }
                    _ => error,
                })?;
                out.push_str(found.text(group).unwrap_or_default());
            }
            Some('0') => out.push('\0'),
            Some(digit) if digit.is_ascii_digit() => {
                let mut number = digit.to_digit(10).unwrap_or(0) as i64;
                if let Some(second) = chars.peek().and_then(|c| c.to_digit(10)) {
                    number = number * 10 + second as i64;
                    chars.next();
                }
                let group = found
                    .group(&Value::Int(number))
                    .map_err(|_| Raise::value_error(format!("invalid group reference {number}")))?;
                out.push_str(found.text(group).unwrap_or_default());
            }
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('a') => out.push('\x07'),
            Some('b') => out.push('\x08'),
            Some('f') => out.push('\x0c'),
            Some('v') => out.push('\x0b'),
            Some('\\') => out.push('\\'),
            Some(letter) if letter.is_ascii_alphabetic() => {
                return Err(Raise::value_error(format!("bad escape \\{letter}")));
            }
            Some(other) => {
                out.push('\\');
                out.push(other);
            }
            None => out.push('\\'),
        }
    }
    Ok(())
}

/// Says what is wrong with a replacement before anything is replaced.
fn check_template(vm: &mut Vm, pattern: &Pattern, template: &str) -> Result<()> {
    let Some((what, place)) = mistakes::template_mistake(template, &pattern.names) else {
        return Ok(());
    };
    if what.starts_with("unknown group name") {
        return Err(Raise::new(Exc::IndexError, what));
    }
    let module = vm.import("re")?;
    let fail = vm.get_attr(&module, "_fail")?;
    vm.call(&fail, &[Value::str(&what), Value::str(template), Value::Int(place as i64)], &[]).map(drop)
}

/// The text with matches replaced, and how many were.
fn substitute(vm: &mut Vm, args: &Args) -> Result<(String, i64)> {
    let (pattern, replacement, text) = (this(args)?, args.get(1).clone(), subject(args, 2)?);
    let most = clipped_index(vm, args.get(3))?;
    if let Some(template) = replacement.as_str() {
        check_template(vm, &pattern, template)?;
    }
    let mut matches = Matches::new(pattern, text.clone(), 0, text.len());
    let (mut out, mut done, mut count) = (String::new(), 0, 0);
    while most <= 0 || count < most {
        let Some(found) = matches.next()? else { break };
        let (start, end) = found.groups[0].unwrap_or_default();
        out.push_str(&text[done..start]);
        done = end;
        count += 1;
        match replacement.as_str() {
            Some(template) if !template.contains('\\') => out.push_str(template),
            Some(template) => expand(&found, template, &mut out)?,
            None => {
                let made = vm.call(&replacement, &[Value::native(found)], &[])?;
                match made.as_str() {
                    Some(text) => out.push_str(text),
                    None => {
                        let found = made.type_name();
                        return Err(Raise::type_error(format!("expected str instance, {found} found")));
                    }
                }
            }
        }
        vm.check_interrupt()?;
    }
    out.push_str(&text[done..]);
    Ok((out, count))
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "re.compile",
        "(pattern, flags=0)",
        "Compile a regular expression pattern, returning a Pattern object.",
        |vm, args| {
            let flags = clipped_index(vm, args.get(1))?;
            compiled(vm, args.get(0), flags)
        },
    ),
    Builtin::new("re.escape", "(pattern)", "Escape special characters in a string.", |_, args| {
        let mut out = String::new();
        for c in args.str(0)?.chars() {
            if "()[]{}?*+-|^$\\.&~# \t\n\r\x0b\x0c".contains(c) {
                out.push('\\');
            }
            out.push(c);
        }
        Ok(Value::from(out))
    }),
    Builtin::new("re.purge", "()", "Clear the regular expression cache.", |_, _| {
        COMPILED.with_borrow_mut(HashMap::clear);
        Ok(Value::None)
    }),
];

static PATTERN_METHODS: &[Builtin] = &[
    Builtin::new(
        "Pattern.match",
        "(self, string, pos=0, endpos=None)",
        "Matches zero or more characters at the beginning of the string.",
        |vm, args| once(vm, args, Anchor::Start),
    ),
    Builtin::new(
        "Pattern.fullmatch",
        "(self, string, pos=0, endpos=None)",
        "Matches against all of the string.",
        |vm, args| once(vm, args, Anchor::Whole),
    ),
    Builtin::new(
        "Pattern.search",
        "(self, string, pos=0, endpos=None)",
        "Scan through string looking for a match.",
        |vm, args| once(vm, args, Anchor::Anywhere),
    ),
    Builtin::new(
        "Pattern.finditer",
        "(self, string, pos=0, endpos=None)",
        "Return an iterator over all non-overlapping matches.",
        |vm, args| {
            let mut matches = all(vm, args)?;
            Ok(Iter::from_fn("callable_iterator", move |_| Ok(matches.next()?.map(Value::native))))
        },
    ),
    Builtin::new(
        "Pattern.findall",
        "(self, string, pos=0, endpos=None)",
        "Return a list of all non-overlapping matches of pattern in string.",
        |vm, args| {
            let mut matches = all(vm, args)?;
            let mut found = Vec::new();
            let empty = Value::str("");
            while let Some(item) = matches.next()? {
                found.push(match item.groups.len() {
                    1 => item.value(0, &empty),
                    2 => item.value(1, &empty),
                    groups => Value::tuple((1..groups).map(|group| item.value(group, &empty)).collect()),
                });
            }
            Ok(Value::list(found))
        },
    ),
    Builtin::new(
        "Pattern.sub",
        "(self, repl, string, count=0)",
        "Return the string with the leftmost non-overlapping matches replaced.",
        |vm, args| substitute(vm, args).map(|(text, _)| Value::from(text)),
    ),
    Builtin::new(
        "Pattern.subn",
        "(self, repl, string, count=0)",
        "Return the tuple (new_string, number_of_subs_made).",
        |vm, args| substitute(vm, args).map(|(text, count)| Value::tuple(vec![Value::from(text), Value::Int(count)])),
    ),
    Builtin::new(
        "Pattern.split",
        "(self, string, maxsplit=0)",
        "Split string by the occurrences of pattern.",
        |vm, args| {
            let (pattern, text) = (this(args)?, subject(args, 1)?);
            let most = clipped_index(vm, args.get(2))?;
            let mut matches = Matches::new(pattern, text.clone(), 0, text.len());
            let (mut parts, mut done, mut count) = (Vec::new(), 0, 0);
            while most <= 0 || count < most {
                let Some(found) = matches.next()? else { break };
                let (start, end) = found.groups[0].unwrap_or_default();
                parts.push(Value::str(&text[done..start]));
                parts.extend((1..found.groups.len()).map(|group| found.value(group, &Value::None)));
                done = end;
                count += 1;
            }
            parts.push(Value::str(&text[done..]));
            Ok(Value::list(parts))
        },
    ),
];

static PATTERN_GETTERS: &[Getter] = &[
    Getter {
        name: "pattern",
        doc: "The pattern string.",
        get: |_, value| Ok(value.downcast::<Rc<Pattern>>().map_or(Value::None, |pattern| Value::str(&pattern.source))),
        set: None,
    },
    Getter {
        name: "flags",
        doc: "The regex matching flags.",
        get: |_, value| Ok(Value::Int(value.downcast::<Rc<Pattern>>().map_or(0, |pattern| pattern.flags))),
        set: None,
    },
    Getter {
        name: "groups",
        doc: "The number of capturing groups in the pattern.",
        get: |_, value| {
            Ok(Value::Int(value.downcast::<Rc<Pattern>>().map_or(0, |pattern| pattern.names.len() as i64 - 1)))
        },
        set: None,
    },
    Getter {
        name: "groupindex",
        doc: "A dictionary mapping group names to group numbers.",
        get: |_, value| {
            let names = value.downcast::<Rc<Pattern>>().map(|pattern| pattern.names.clone()).unwrap_or_default();
            let named =
                names.into_iter().enumerate().filter_map(|(i, name)| Some((Value::from(name?), Value::Int(i as i64))));
            Ok(Value::dict(named))
        },
        set: None,
    },
];

fn on<T>(args: &Args, act: impl FnOnce(&Match) -> Result<T>) -> Result<T> {
    match args.get(0).downcast::<Match>() {
        Some(found) => act(found),
        None => Err(args.wrong(0, "re.Match")),
    }
}

static MATCH_METHODS: &[Builtin] = &[
    Builtin::new(
        "Match.group",
        "(self, *groups)",
        "Return subgroup(s) of the match by indices or names; group 0 is the entire match.",
        |_, args| {
            on(args, |found| match args.rest(1) {
                [] => Ok(found.value(0, &Value::None)),
                [key] => Ok(found.value(found.group(key)?, &Value::None)),
                keys => {
                    let values: Result<Vec<Value>> =
                        keys.iter().map(|key| Ok(found.value(found.group(key)?, &Value::None))).collect();
                    Ok(Value::tuple(values?))
                }
            })
        },
    ),
    Builtin::new(
        "Match.groups",
        "(self, default=None)",
        "Return a tuple containing all the subgroups of the match, from 1.",
        |_, args| {
            on(args, |found| {
                Ok(Value::tuple((1..found.groups.len()).map(|group| found.value(group, args.get(1))).collect()))
            })
        },
    ),
    Builtin::new(
        "Match.groupdict",
        "(self, default=None)",
        "Return a dictionary containing all the named subgroups of the match.",
        |_, args| {
            on(args, |found| {
                let dict = Dict::new();
                for (group, name) in found.pattern.names.iter().enumerate() {
                    if let Some(name) = name {
                        dict.insert_str(name, found.value(group, args.get(1)));
                    }
                }
                Ok(Value::Dict(dict))
            })
        },
    ),
    Builtin::new(
        "Match.start",
        "(self, group=0, /)",
        "Return index of the start of the substring matched by group.",
        |_, args| on(args, |found| Ok(Value::Int(found.span(found.group(args.get(1))?).0))),
    ),
    Builtin::new(
        "Match.end",
        "(self, group=0, /)",
        "Return index of the end of the substring matched by group.",
        |_, args| on(args, |found| Ok(Value::Int(found.span(found.group(args.get(1))?).1))),
    ),
    Builtin::new(
        "Match.span",
        "(self, group=0, /)",
        "For match object m, return the 2-tuple (m.start(group), m.end(group)).",
        |_, args| {
            on(args, |found| {
                let (start, end) = found.span(found.group(args.get(1))?);
                Ok(Value::tuple(vec![Value::Int(start), Value::Int(end)]))
            })
        },
    ),
    Builtin::new(
        "Match.expand",
        "(self, template)",
        "Return the string obtained by doing backslash substitution on the template.",
        |_, args| {
            on(args, |found| {
                let mut out = String::new();
                expand(found, args.str(1)?, &mut out)?;
                Ok(Value::from(out))
            })
        },
    ),
    Builtin::new("Match.__getitem__", "(self, key, /)", "Return self[key].", |_, args| {
        on(args, |found| Ok(found.value(found.group(args.get(1))?, &Value::None)))
    }),
];

fn last_group(found: &Match) -> Option<usize> {
    // The group that closed last: of those ending furthest right the outermost.
    let ends = found.groups.iter().enumerate().skip(1).filter_map(|(i, group)| group.map(|(_, end)| (i, end)));
    ends.fold(None, |best: Option<(usize, usize)>, (i, end)| match best {
        Some((_, furthest)) if end <= furthest => best,
        _ => Some((i, end)),
    })
    .map(|(i, _)| i)
}

fn read(value: &Value, pick: impl FnOnce(&Match) -> Value) -> Result<Value> {
    Ok(value.downcast::<Match>().map_or(Value::None, pick))
}

static MATCH_GETTERS: &[Getter] = &[
    Getter {
        name: "regs",
        doc: "The spans of all groups, the whole match first.",
        get: |_, x| {
            read(x, |found| {
                let span = |group| {
                    let (start, end) = found.span(group);
                    Value::pair(Value::Int(start), Value::Int(end))
                };
                Value::tuple((0..found.groups.len()).map(span).collect())
            })
        },
        set: None,
    },
    Getter {
        name: "string",
        doc: "The string passed to match() or search().",
        get: |_, x| read(x, |found| Value::Str(found.subject.clone())),
        set: None,
    },
    Getter {
        name: "re",
        doc: "The regular expression object.",
        get: |_, x| read(x, |found| Value::native(found.pattern.clone())),
        set: None,
    },
    Getter {
        name: "pos",
        doc: "The index into the string at which the search started.",
        get: |_, x| read(x, |found| Value::Int(characters(&found.subject, found.bounds.0))),
        set: None,
    },
    Getter {
        name: "endpos",
        doc: "The index into the string beyond which the search did not go.",
        get: |_, x| read(x, |found| Value::Int(characters(&found.subject, found.bounds.1))),
        set: None,
    },
    Getter {
        name: "lastindex",
        doc: "The integer index of the last matched capturing group.",
        get: |_, x| read(x, |found| last_group(found).map_or(Value::None, |group| Value::Int(group as i64))),
        set: None,
    },
    Getter {
        name: "lastgroup",
        doc: "The name of the last matched capturing group.",
        get: |_, x| {
            read(x, |found| {
                let name = last_group(found).and_then(|group| found.pattern.names[group].clone());
                name.map_or(Value::None, Value::from)
            })
        },
        set: None,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, flags: i64, text: &str) -> Vec<String> {
        let pattern = Rc::new(compile(pattern, flags).expect("a valid pattern"));
        let text = Str::new(text);
        let mut matches = Matches::new(pattern, text.clone(), 0, text.len());
        let mut found = Vec::new();
        while let Some(item) = matches.next().expect("few steps") {
            found.push(item.text(0).unwrap_or_default().to_string());
        }
        found
    }

    #[test]
    fn patterns_mean_what_python_means() {
        assert_eq!(matches(r"a{,2}b", 0, "aab b"), ["aab", "b"]);
        assert_eq!(matches(r"x{y}", 0, "x{y}"), ["x{y}"]);
        assert_eq!(matches(r"[[\]a]+", 0, "[a]b"), ["[a]"]);
        assert_eq!(matches(r"[]a]+", 0, "]ab"), ["]a"]);
        assert_eq!(matches(r"\w+$", 0, "ab\n"), ["ab"]);
        assert_eq!(matches(r"^\w", MULTILINE, "a\nb"), ["a", "b"]);
        assert_eq!(matches("(?i)AB", 0, "ab"), ["ab"]);
        assert_eq!(matches("a b # comment", VERBOSE, "ab"), ["ab"]);
        assert_eq!(matches(r"(\w)\1", 0, "aab"), ["aa"]);
        assert_eq!(matches(r"(?<=a)b\Z", 0, "ab"), ["b"]);
    }

    #[test]
    fn empty_matches_follow_each_other_as_in_python() {
        // re.findall(r"a*", "baac")
        assert_eq!(matches("a*", 0, "baac"), ["", "aa", "", ""]);
        assert_eq!(matches("", 0, "ab"), ["", "", ""]);
        assert_eq!(matches(r"\b", 0, "a b"), ["", "", "", ""]);
    }
}
