//! `re`: regular expressions through fancy-regex, with Python's pattern syntax translated.

mod cursor;
mod flags;
mod found;
mod parse;
mod patient;
mod template;
mod tree;
mod write;

use crate::subscripted::subscripted;
use cursor::Mistake;
use fancy_regex::{Regex, RegexBuilder};
use flags::{ASCII, DEBUG, DOTALL, IGNORECASE, LOCALE, MULTILINE, UNICODE, VERBOSE};
use found::{MATCH_GETTERS, MATCH_METHODS, Match, byte_offset};
use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::Deref;
use std::rc::Rc;
use tensorcell_language::builtins::bytes::contents;
use tensorcell_language::builtins::mapping_proxy;
use tensorcell_language::builtins::{clipped_index, receiver};
use tensorcell_language::memory;
use tensorcell_language::native::Native;
use tensorcell_language::object::{Dict, Iter, Str};
use tensorcell_language::types::types;
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, ModuleDef, Raise, Result, Value, Vm, generic_methods};
use tree::Parsed;

pub static RE: ModuleDef = ModuleDef {
    name: "re",
    doc: "Regular expressions.",
    functions: FUNCTIONS,
    init: Some(|vm, module| {
        vm.run_prelude("re.py", include_str!("re.py"), module)?;
        for class in [PATTERN.with(Rc::clone), MATCH.with(Rc::clone)] {
            class.define(generic_methods(&class.name));
            module.dict.insert_str(&class.name.to_string(), Value::Class(class));
        }
        Ok(())
    }),
};

/// A compiled pattern. A bytes pattern is matched as text with one letter per byte (Latin-1).
struct Compiled {
    source: String,
    of_bytes: bool,
    flags: i64,
    engines: Engines,
    names: Vec<Option<String>>,
}

/// The engines of an expression, one for each anchor. Each is built at its first search, which takes longer than reading the pattern.
struct Engines {
    written: String,
    quick: [OnceCell<Regex>; Anchor::COUNT],
    patient: [OnceCell<Regex>; Anchor::COUNT],
}

/// Where a match may start and end.
#[derive(Clone, Copy)]
enum Anchor {
    Anywhere,
    Start,
    /// From the start to the end.
    Whole,
    /// At the start, and not empty.
    Advancing,
}

impl Anchor {
    const COUNT: usize = 4;

    fn around(self, written: &str) -> String {
        match self {
            Anchor::Anywhere => written.to_owned(),
            Anchor::Start => format!("\\G(?:{written})"),
            Anchor::Whole => format!("\\G(?:{written})\\z"),
            Anchor::Advancing => format!("\\G(?:{written})(?!\\G)"),
        }
    }
}

impl Engines {
    fn quick(&self, anchor: Anchor) -> std::result::Result<&Regex, String> {
        self.get(&self.quick[anchor as usize], anchor, patient::QUICK)
    }
    fn patient(&self, anchor: Anchor) -> std::result::Result<&Regex, String> {
        self.get(&self.patient[anchor as usize], anchor, patient::PATIENT)
    }
    fn get<'a>(
        &self,
        cell: &'a OnceCell<Regex>,
        anchor: Anchor,
        steps: usize,
    ) -> std::result::Result<&'a Regex, String> {
        const LARGEST: usize = 1 << 26;
        if let Some(regex) = cell.get() {
            return Ok(regex);
        }
        let mut builder = RegexBuilder::new(&anchor.around(&self.written));
        let built = builder.delegate_size_limit(LARGEST).backtrack_limit(steps).build();
        let regex = built.map_err(|error| error.to_string())?;
        Ok(cell.get_or_init(|| regex))
    }

    /// Whether the engine may refuse the pattern: it limits sizes, and what stands in lookbehinds.
    fn may_refuse(&self) -> bool {
        let large = |text: &str| {
            text.split(['{', ',', '}']).any(|part| part.len() > 2 && part.bytes().all(|c| c.is_ascii_digit()))
        };
        self.written.contains("(?<=")
            || self.written.contains("(?<!")
            || self.written.contains('{') && large(&self.written)
    }
}

/// A shared handle to a compiled expression.
#[derive(Clone)]
struct Pattern(Rc<Compiled>);

impl Deref for Pattern {
    type Target = Compiled;
    fn deref(&self) -> &Compiled {
        &self.0
    }
}

thread_local! {
    static PATTERN: Rc<Class> = Class::native("re", "Pattern", &[], None, PATTERN_METHODS, PATTERN_GETTERS, "Compiled regular expression object.").made_final().shown_in_full();
    static MATCH: Rc<Class> = Class::native("re", "Match", &[], None, MATCH_METHODS, MATCH_GETTERS, "The result of re.match() and re.search().").made_final().shown_in_full();
    static COMPILED: RefCell<HashMap<(String, bool, i64), Pattern>> = RefCell::default();
}

/// Converts bytes to the text that patterns match.
fn letters(data: &[u8]) -> String {
    data.iter().map(|byte| char::from(*byte)).collect()
}

/// Returns a piece of the subject, as text or bytes like the pattern.
fn piece(text: &str, of_bytes: bool) -> Value {
    match of_bytes {
        true => Value::bytes(text.chars().map(|letter| letter as u8).collect()),
        false => Value::str(text),
    }
}

/// Returns the text of a pattern or a replacement, and whether it is bytes. Returns None for other values.
fn text_of(value: &Value) -> Option<(String, bool)> {
    match value.as_str() {
        Some(text) => Some((text.to_owned(), false)),
        None => contents(value).ok().flatten().map(|data| (letters(&data), true)),
    }
}

/// Prepares a parsed pattern for the engine.
///
/// # Errors
/// The engine's error for a pattern that it does not support.
fn compile(source: &str, of_bytes: bool, parsed: Parsed) -> std::result::Result<Compiled, String> {
    let unicode_case = parsed.flags & IGNORECASE != 0 && parsed.flags & (ASCII | LOCALE) == 0 && !of_bytes;
    let engines = Engines {
        written: write::written(&parsed.node, unicode_case),
        quick: Default::default(),
        patient: Default::default(),
    };
    if engines.may_refuse() {
        engines.quick(Anchor::Anywhere)?;
    }
    Ok(Compiled { source: source.to_string(), of_bytes, flags: parsed.flags, engines, names: parsed.names })
}

/// Returns the exception for a mistake in a pattern or template.
fn raised(vm: &mut Vm, mistake: Mistake, text: &Value) -> Raise {
    let (what, place) = match mistake {
        Mistake::Value(what) => return Raise::value_error(what),
        Mistake::Overflow(what) => return Raise::new(Exc::OverflowError, what),
        Mistake::Index(what) => return Raise::new(Exc::IndexError, what),
        Mistake::Pattern(what, place) => (what, place),
    };
    let place = place.map_or(Value::None, |place| Value::Int(place as i64));
    let fail = |vm: &mut Vm| {
        let module = vm.import("re")?;
        vm.call_method(&module, "_fail", &[Value::str(&what), text.clone(), place])
    };
    match fail(vm) {
        Err(raise) => raise,
        Ok(_) => Raise::value_error(what),
    }
}

/// Compiles a pattern. The Python side raises `re.error`.
fn compiled(vm: &mut Vm, source: &Value, flags: i64) -> Result<Value> {
    if source.downcast::<Pattern>().is_some() {
        if flags != 0 {
            return Err(Raise::value_error("cannot process flags argument with a compiled pattern"));
        }
        return Ok(source.clone());
    }
    let Some((text, of_bytes)) = text_of(source) else {
        return Err(match vm.hash(source) {
            Err(unhashable) => unhashable,
            Ok(_) => Raise::type_error("first argument must be string or compiled pattern"),
        });
    };
    let key = (text, of_bytes, flags);
    let text = key.0.as_str();
    if let Some(known) = COMPILED.with_borrow(|all| all.get(&key).cloned()) {
        return Ok(Value::native(known));
    }
    let (parsed, warnings) = parse::parse(text, of_bytes, flags).map_err(|mistake| raised(vm, mistake, source))?;
    for warning in warnings {
        vm.warn("FutureWarning", &warning)?;
    }
    let compiled = compile(text, of_bytes, parsed)
        .map_err(|message| raised(vm, Mistake::nowhere(message.lines().next().unwrap_or_default()), source))?;
    let pattern = Pattern(Rc::new(compiled));
    COMPILED.with_borrow_mut(|all| {
        if all.len() >= 512 {
            all.clear();
        }
        all.insert(key, pattern.clone());
    });
    Ok(Value::native(pattern))
}

impl Native for Pattern {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        PATTERN.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        const NAMED: [(i64, &str); 7] = [
            (IGNORECASE, "re.IGNORECASE"),
            (LOCALE, "re.LOCALE"),
            (MULTILINE, "re.MULTILINE"),
            (DOTALL, "re.DOTALL"),
            (VERBOSE, "re.VERBOSE"),
            (DEBUG, "re.DEBUG"),
            (ASCII, "re.ASCII"),
        ];
        const LONGEST: usize = 200;
        // The flag of every text pattern is not shown.
        let mut rest = if self.of_bytes { self.flags } else { self.flags & !UNICODE };
        let mut names = Vec::new();
        for (flag, name) in NAMED {
            if rest & flag != 0 {
                names.push(name.to_owned());
            }
            rest &= !flag;
        }
        if rest != 0 {
            names.push(format!("{rest:#x}"));
        }
        let source: String = vm.repr(&piece(&self.source, self.of_bytes))?.chars().take(LONGEST).collect();
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
        op: tensorcell_language::native::CompareOp,
        _this: &Value,
        other: &Value,
    ) -> Result<Option<Value>> {
        use tensorcell_language::native::CompareOp;
        let Some(other) = other.downcast::<Pattern>() else {
            return Ok(None);
        };
        let same = self.source == other.source && self.of_bytes == other.of_bytes && self.flags == other.flags;
        Ok(match op {
            CompareOp::Eq => Some(Value::from(same)),
            CompareOp::Ne => Some(Value::from(!same)),
            _ => None,
        })
    }
}

fn this(args: &Args) -> Result<Pattern> {
    receiver(args, |value| value.downcast::<Pattern>().cloned())
}

fn subject(args: &Args, slot: usize, of_bytes: bool) -> Result<Str> {
    match args.get(slot).beneath() {
        Value::Str(text) if !of_bytes => Ok(text.clone()),
        Value::Str(_) => Err(Raise::type_error("cannot use a bytes pattern on a string-like object")),
        other => match contents(args.get(slot))? {
            Some(data) if of_bytes => Ok(Str::from(letters(&data))),
            Some(_) => Err(Raise::type_error("cannot use a string pattern on a bytes-like object")),
            None => {
                let found = other.type_name();
                let message = format!("expected string or bytes-like object, got '{found}'");
                Err(Raise::type_error(message).mark(slot, found))
            }
        },
    }
}

/// Returns the next match at or after a byte offset.
fn find(
    vm: &mut Vm,
    pattern: &Pattern,
    text: &Str,
    (start, end): (usize, usize),
    anchor: Anchor,
) -> Result<Option<Match>> {
    let unsupported = |error| Raise::runtime(format!("the pattern is not supported: {error}"));
    let quick = pattern.engines.quick(anchor).map_err(unsupported)?;
    let groups = match patient::search(quick, &text[..end], start) {
        Ok(groups) => groups,
        Err(given_up) if given_up.at_limit => {
            let regex = pattern.engines.patient(anchor).map_err(unsupported)?.clone();
            patient::search_apart(vm, regex, text[..end].to_owned(), start)?
        }
        Err(given_up) => return Err(given_up.into()),
    };
    let bounds = (start, end);
    Ok(groups.map(|groups| Match { pattern: pattern.clone(), subject: text.clone(), groups, bounds }))
}

/// Reads `pos` and `endpos` as byte offsets.
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
    let pattern = this(args)?;
    let text = subject(args, 1, pattern.of_bytes)?;
    let (start, end) = range(vm, args, &text, 2)?;
    Ok(find(vm, &pattern, &text, (start, end), anchor)?.map_or(Value::None, Value::native))
}

/// Iterates over all matches. After an empty match a longer one may follow at the same place.
struct Matches {
    pattern: Pattern,
    text: Str,
    at: Option<usize>,
    end: usize,
    /// Whether the last match was empty.
    stands: bool,
    /// Keeps a bytearray from growing meanwhile.
    _held: Value,
}

impl Matches {
    fn new(pattern: Pattern, text: Str, start: usize, end: usize) -> Matches {
        Matches { pattern, text, at: Some(start), end, stands: false, _held: Value::None }
    }
    fn next(&mut self, vm: &mut Vm) -> Result<Option<Match>> {
        let Some(mut at) = self.at else {
            return Ok(None);
        };
        let mut found = None;
        if std::mem::take(&mut self.stands) {
            found = find(vm, &self.pattern, &self.text, (at, self.end), Anchor::Advancing)?;
            if found.is_none() {
                let Some(next) = self.text[at..self.end].chars().next() else {
                    self.at = None;
                    return Ok(None);
                };
                at += next.len_utf8();
            }
        }
        if found.is_none() {
            found = find(vm, &self.pattern, &self.text, (at, self.end), Anchor::Anywhere)?;
        }
        self.at = found.as_ref().and_then(|found| {
            let (start, end) = found.groups[0]?;
            self.stands = start == end;
            Some(end)
        });
        Ok(found)
    }
}

fn all(vm: &mut Vm, args: &Args) -> Result<Matches> {
    let pattern = this(args)?;
    let text = subject(args, 1, pattern.of_bytes)?;
    let (start, end) = range(vm, args, &text, 2)?;
    let held = if pattern.of_bytes { memory_view(vm, args.get(1))? } else { Value::None };
    Ok(Matches { _held: held, ..Matches::new(pattern, text, start, end) })
}

fn memory_view(vm: &mut Vm, bytes: &Value) -> Result<Value> {
    let class = Value::Class(types().built_in("memoryview").clone());
    vm.call(&class, std::slice::from_ref(bytes), &[])
}

/// Replaces matches in a text. Returns the text and the number of replacements.
fn substitute(vm: &mut Vm, args: &Args) -> Result<(Value, i64)> {
    let (pattern, replacement) = (this(args)?, args.get(1).clone());
    let of_bytes = pattern.of_bytes;
    let text = subject(args, 2, of_bytes)?;
    let template = text_of(&replacement);
    let (wanted, other) = if of_bytes { ("a bytes-like object", "str") } else { ("str instance", "bytes") };
    let most = clipped_index(vm, args.get(3))?;
    let pieces = match &template {
        Some((template, of_bytes)) => {
            template::parse(template, *of_bytes, &pattern.names).map_err(|mistake| raised(vm, mistake, &replacement))?
        }
        None => Vec::new(),
    };
    let mut matches = Matches::new(pattern, text.clone(), 0, text.len());
    let (mut out, mut done, mut count) = (String::new(), 0, 0);
    while most <= 0 || count < most {
        let Some(found) = matches.next(vm)? else { break };
        let (start, end) = found.groups[0].unwrap_or_default();
        memory::append(&mut out, &text[done..start])?;
        done = end;
        count += 1;
        match &template {
            Some((_, kind)) if *kind != of_bytes => {
                let at = 2 * count - 1;
                return Err(Raise::type_error(format!("sequence item {at}: expected {wanted}, {other} found")));
            }
            Some(_) => found.expand(&pieces, &mut out)?,
            None => {
                let made = vm.call(&replacement, &[Value::native(found)], &[])?;
                match text_of(&made) {
                    Some((text, kind)) if kind == of_bytes => memory::append(&mut out, &text)?,
                    _ if made.is_none() => {}
                    _ => {
                        let found = made.type_name();
                        return Err(Raise::type_error(format!("expected {wanted}, {found} found")));
                    }
                }
            }
        }
        vm.check_interrupt()?;
    }
    out.push_str(&text[done..]);
    Ok((piece(&out, of_bytes), count))
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
        let Some((text, of_bytes)) = text_of(args.get(0)) else {
            return Err(args.wrong(0, "str or bytes"));
        };
        for c in text.chars() {
            if "()[]{}?*+-|^$\\.&~# \t\n\r\x0b\x0c".contains(c) {
                out.push('\\');
            }
            out.push(c);
        }
        Ok(piece(&out, of_bytes))
    }),
    Builtin::new("re.purge", "()", "Clear the regular expression cache.", |_, _| {
        COMPILED.with_borrow_mut(HashMap::clear);
        Ok(Value::None)
    }),
];

static PATTERN_METHODS: &[Builtin] = &[
    Builtin::new(
        "Pattern.match",
        "(self, /, string, pos=0, endpos=None)",
        "Matches zero or more characters at the beginning of the string.",
        |vm, args| once(vm, args, Anchor::Start),
    ),
    Builtin::new(
        "Pattern.fullmatch",
        "(self, /, string, pos=0, endpos=None)",
        "Matches against all of the string.",
        |vm, args| once(vm, args, Anchor::Whole),
    ),
    Builtin::new(
        "Pattern.search",
        "(self, /, string, pos=0, endpos=None)",
        "Scan through string looking for a match.",
        |vm, args| once(vm, args, Anchor::Anywhere),
    ),
    Builtin::new("Pattern.__class_getitem__", "(cls, item, /)", "For annotations.", subscripted),
    Builtin::new("Pattern.__copy__", "(self, /)", "Itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("Pattern.__deepcopy__", "(self, memo, /)", "Itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("Pattern.__reduce__", "(self, /)", "How it is pickled.", |vm, args| {
        let pattern = this(args)?;
        let module = vm.import("re")?;
        let source = piece(&pattern.source, pattern.of_bytes);
        Ok(Value::pair(vm.get_attr(&module, "_compile")?, Value::pair(source, Value::Int(pattern.flags))))
    }),
    Builtin::new(
        "Pattern.scanner",
        "(self, /, string, pos=0, endpos=None)",
        "Return an object whose match and search find one match after the other.",
        |vm, args| {
            let pattern = this(args)?;
            let text = subject(args, 1, pattern.of_bytes)?;
            let end = if args.get(3).is_none() { Value::Int(text.length() as i64) } else { args.get(3).clone() };
            let module = vm.import("re")?;
            let of = [args.get(0).clone(), args.get(1).clone(), args.get(2).clone(), end];
            vm.call_method(&module, "_Scanning", &of)
        },
    ),
    Builtin::new(
        "Pattern.finditer",
        "(self, /, string, pos=0, endpos=None)",
        "Return an iterator over all non-overlapping matches.",
        |vm, args| {
            let mut matches = all(vm, args)?;
            Ok(Iter::from_fn("callable_iterator", move |vm| Ok(matches.next(vm)?.map(Value::native))))
        },
    ),
    Builtin::new(
        "Pattern.findall",
        "(self, /, string, pos=0, endpos=None)",
        "Return a list of all non-overlapping matches of pattern in string.",
        |vm, args| {
            let mut matches = all(vm, args)?;
            let mut found = Vec::new();
            let empty = piece("", matches.pattern.of_bytes);
            while let Some(item) = matches.next(vm)? {
                vm.check_interrupt()?;
                let value = match item.groups.len() {
                    1 => item.value(0, &empty),
                    2 => item.value(1, &empty),
                    groups => Value::tuple((1..groups).map(|group| item.value(group, &empty)).collect()),
                };
                memory::push(&mut found, value)?;
            }
            Ok(Value::list(found))
        },
    ),
    Builtin::new(
        "Pattern.sub",
        "(self, /, repl, string, count=0)",
        "Return the string with the leftmost non-overlapping matches replaced.",
        |vm, args| substitute(vm, args).map(|(text, _)| text),
    ),
    Builtin::new(
        "Pattern.subn",
        "(self, /, repl, string, count=0)",
        "Return the tuple (new_string, number_of_subs_made).",
        |vm, args| substitute(vm, args).map(|(text, count)| Value::pair(text, Value::Int(count))),
    ),
    Builtin::new(
        "Pattern.split",
        "(self, /, string, maxsplit=0)",
        "Split string by the occurrences of pattern.",
        |vm, args| {
            let pattern = this(args)?;
            let of_bytes = pattern.of_bytes;
            let text = subject(args, 1, of_bytes)?;
            let most = clipped_index(vm, args.get(2))?;
            let mut matches = Matches::new(pattern, text.clone(), 0, text.len());
            let (mut parts, mut done, mut count) = (Vec::new(), 0, 0);
            while most <= 0 || count < most {
                let Some(found) = matches.next(vm)? else { break };
                let (start, end) = found.groups[0].unwrap_or_default();
                memory::reserve(&mut parts, found.groups.len())?;
                parts.push(piece(&text[done..start], of_bytes));
                parts.extend((1..found.groups.len()).map(|group| found.value(group, &Value::None)));
                done = end;
                count += 1;
                vm.check_interrupt()?;
            }
            parts.push(piece(&text[done..], of_bytes));
            Ok(Value::list(parts))
        },
    ),
];

static PATTERN_GETTERS: &[Getter] = &[
    Getter {
        name: "pattern",
        doc: "The pattern string.",
        get: |_, value| {
            let source = |pattern: &Pattern| piece(&pattern.source, pattern.of_bytes);
            Ok(value.downcast::<Pattern>().map_or(Value::None, source))
        },
        set: None,
    },
    Getter {
        name: "flags",
        doc: "The regex matching flags.",
        get: |_, value| Ok(Value::Int(value.downcast::<Pattern>().map_or(0, |pattern| pattern.flags))),
        set: None,
    },
    Getter {
        name: "groups",
        doc: "The number of capturing groups in the pattern.",
        get: |_, value| Ok(Value::Int(value.downcast::<Pattern>().map_or(0, |pattern| pattern.names.len() as i64 - 1))),
        set: None,
    },
    Getter {
        name: "groupindex",
        doc: "A dictionary mapping group names to group numbers.",
        get: |_, value| {
            let names = value.downcast::<Pattern>().map(|pattern| pattern.names.clone()).unwrap_or_default();
            let named = names.into_iter().enumerate().filter_map(|(i, name)| Some((name?, Value::Int(i as i64))));
            let names = Dict::new();
            named.for_each(|(name, group)| names.insert_str(&name, group));
            Ok(mapping_proxy::of_names(&names))
        },
        set: None,
    },
];
