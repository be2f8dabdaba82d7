//! `csv`: reads and writes rows with the state machine of CPython's `_csv`. Dialects, and rows as dicts, are in `csv.py`.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_language::builtins::receiver;
use tensorcell_language::native::Native;
use tensorcell_language::object::Str;
use tensorcell_language::types::types;
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, ModuleDef, Raise, Result, Value, Vm, memory};

pub static CSV: ModuleDef =
    ModuleDef { name: "_tensorcell.csv", doc: "The native part of csv.", functions: FUNCTIONS, init: None };

static FUNCTIONS: &[Builtin] = &[
    Builtin::new("csv._reader", "(lines, dialect, error, /)", "The rows of an iterator of lines.", |vm, args| {
        let parser = Parser::new(Dialect::of(vm, args.get(1))?, class(args, 2)?);
        let (lines, dialect) = (args.get(0).clone(), args.get(1).clone());
        Ok(Value::native(Reader { lines, dialect, line_num: Cell::new(0), parser: RefCell::new(parser) }))
    }),
    Builtin::new("csv._line", "(row, dialect, error, /)", "A row as a line.", |vm, args| {
        let (dialect, error) = (Dialect::of(vm, args.get(1))?, class(args, 2)?);
        let values = match vm.iter(args.get(0)) {
            Ok(values) => values,
            Err(raise) if raise.is(Exc::TypeError) => {
                return Err(Raise::of(&error, format!("iterable expected, not {}", args.get(0).type_name())));
            }
            Err(raise) => return Err(raise),
        };
        let mut line = Line { dialect, error, out: String::new(), fields: 0, is_null: false };
        while let Some(value) = vm.next(&values)? {
            line.add(vm, &value)?;
        }
        line.end().map(Value::from)
    }),
    Builtin::new(
        "csv.field_size_limit",
        "(*new_limit)",
        "The longest field that is read; with a new limit, the old one.",
        |_, args| {
            let old = LIMIT.get();
            if let Some(limit) = args.rest(0).first() {
                LIMIT.set(new_limit(limit)?);
            }
            Ok(Value::Int(old as i64))
        },
    ),
];

thread_local! {
    static LIMIT: Cell<usize> = const { Cell::new(128 << 10) };
}

fn new_limit(value: &Value) -> Result<usize> {
    match value {
        Value::Int(limit) => Ok(usize::try_from(*limit).unwrap_or(0)),
        _ => Err(Raise::type_error("limit must be an integer")),
    }
}

fn class(args: &Args, at: usize) -> Result<Rc<Class>> {
    match args.get(at) {
        Value::Class(class) => Ok(class.clone()),
        _ => Err(args.wrong(at, "type")),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Quoting {
    Minimal,
    All,
    NonNumeric,
    None,
    Strings,
    NotNull,
}

struct Dialect {
    delimiter: char,
    quote: Option<char>,
    escape: Option<char>,
    double_quote: bool,
    skip_initial_space: bool,
    line_terminator: String,
    quoting: Quoting,
    strict: bool,
}

impl Dialect {
    /// Converts a dialect object that `csv.py` has checked.
    fn of(vm: &mut Vm, object: &Value) -> Result<Dialect> {
        let mut get = |name| vm.get_attr(object, name);
        let one = |value: &Value| value.as_str().and_then(|text| text.chars().next());
        let (delimiter, quote, escape) = (get("delimiter")?, get("quotechar")?, get("escapechar")?);
        let (terminator, quoting) = (get("lineterminator")?, get("quoting")?);
        let (double, skip, strict) = (get("doublequote")?, get("skipinitialspace")?, get("strict")?);
        Ok(Dialect {
            delimiter: one(&delimiter).unwrap_or(','),
            quote: one(&quote),
            escape: one(&escape),
            double_quote: vm.truth(&double)?,
            skip_initial_space: vm.truth(&skip)?,
            line_terminator: terminator.as_str().unwrap_or_default().to_owned(),
            quoting: match quoting {
                Value::Int(1) => Quoting::All,
                Value::Int(2) => Quoting::NonNumeric,
                Value::Int(3) => Quoting::None,
                Value::Int(4) => Quoting::Strings,
                Value::Int(5) => Quoting::NotNull,
                _ => Quoting::Minimal,
            },
            strict: vm.truth(&strict)?,
        })
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    StartRecord,
    StartField,
    Escaped,
    InField,
    InQuoted,
    EscapedInQuoted,
    /// After a quote inside quotes: the end of the field, or the first of two quotes.
    QuoteInQuoted,
    /// Only line ends may follow.
    EatLineEnd,
    AfterEscapedLineEnd,
}

struct Parser {
    dialect: Dialect,
    error: Rc<Class>,
    state: State,
    row: Vec<Value>,
    field: String,
    /// The field is not quoted, so it may be a number or null.
    unquoted: bool,
}

impl Parser {
    fn new(dialect: Dialect, error: Rc<Class>) -> Parser {
        Parser { dialect, error, state: State::StartRecord, row: Vec::new(), field: String::new(), unquoted: false }
    }

    fn row(&mut self, vm: &mut Vm, lines: &Value, line_num: &Cell<i64>) -> Result<Option<Value>> {
        (self.state, self.unquoted) = (State::StartRecord, false);
        self.row.clear();
        self.field.clear();
        loop {
            let Some(line) = vm.next(lines)? else {
                if self.field.is_empty() && self.state != State::InQuoted {
                    return Ok(None);
                }
                if self.dialect.strict {
                    return Err(Raise::of(&self.error, "unexpected end of data"));
                }
                self.save(vm)?;
                break;
            };
            let Value::Str(line) = &line else {
                let text = format!(
                    "iterator should return strings, not {} (the file should be opened in text mode)",
                    line.type_name()
                );
                return Err(Raise::of(&self.error, text));
            };
            line_num.set(line_num.get() + 1);
            self.line(vm, line)?;
            if self.state == State::StartRecord {
                break;
            }
        }
        Ok(Some(Value::list(std::mem::take(&mut self.row))))
    }

    fn line(&mut self, vm: &mut Vm, line: &Str) -> Result<()> {
        let mut rest = line.as_str();
        loop {
            if matches!(self.state, State::StartField | State::InField | State::InQuoted) {
                // Fast path for runs of ordinary characters.
                let plain = rest.find(|c: char| self.is_special(c)).unwrap_or(rest.len());
                if plain > 0 && (self.state != State::StartField || !self.dialect.skip_initial_space) {
                    self.begin();
                    memory::append(&mut self.field, &rest[..plain])?;
                    self.check_size()?;
                    rest = &rest[plain..];
                }
            }
            let mut chars = rest.chars();
            let Some(c) = chars.next() else { break };
            rest = chars.as_str();
            self.step(vm, Some(c))?;
        }
        self.step(vm, None)
    }
    fn is_special(&self, c: char) -> bool {
        let Dialect { delimiter, quote, escape, .. } = self.dialect;
        c == delimiter || c == '\n' || c == '\r' || Some(c) == quote || Some(c) == escape
    }
    /// Begins an unquoted field.
    fn begin(&mut self) {
        if self.state == State::StartField {
            self.unquoted = true;
            self.state = State::InField;
        }
    }

    /// Processes one character, or the end of a line (None).
    fn step(&mut self, vm: &mut Vm, c: Option<char>) -> Result<()> {
        let Dialect { delimiter, quote, escape, double_quote, skip_initial_space, quoting, strict, .. } = self.dialect;
        let quote = quote.filter(|_| quoting != Quoting::None);
        let is_end = matches!(c, None | Some('\n' | '\r'));
        let ended = if c.is_none() { State::StartRecord } else { State::EatLineEnd };
        match self.state {
            State::StartRecord if c.is_none() => {}
            State::StartRecord if is_end => self.state = State::EatLineEnd,
            State::StartRecord => {
                self.state = State::StartField;
                return self.step(vm, c);
            }
            State::StartField | State::InField if is_end => {
                self.unquoted |= self.state == State::StartField;
                self.save(vm)?;
                self.state = ended;
            }
            State::StartField if c == quote => self.state = State::InQuoted,
            State::StartField if c == Some(' ') && skip_initial_space => {}
            State::StartField | State::InField if c == escape => {
                self.unquoted |= self.state == State::StartField;
                self.state = State::Escaped;
            }
            State::StartField | State::InField if c == Some(delimiter) => {
                self.unquoted |= self.state == State::StartField;
                self.save(vm)?;
                self.state = State::StartField;
            }
            State::StartField | State::InField => {
                self.begin();
                self.add(c)?;
            }
            State::Escaped => {
                self.add(c.or(Some('\n')))?;
                self.state = if is_end && c.is_some() { State::AfterEscapedLineEnd } else { State::InField };
            }
            State::AfterEscapedLineEnd if c.is_none() => {}
            State::AfterEscapedLineEnd => {
                self.state = State::InField;
                return self.step(vm, c);
            }
            State::InQuoted if c.is_none() => {}
            State::InQuoted if c == escape => self.state = State::EscapedInQuoted,
            State::InQuoted if c == quote => {
                self.state = if double_quote { State::QuoteInQuoted } else { State::InField };
            }
            State::InQuoted => self.add(c)?,
            State::EscapedInQuoted => {
                self.add(c.or(Some('\n')))?;
                self.state = State::InQuoted;
            }
            State::QuoteInQuoted if c.is_some() && c == quote => {
                self.add(c)?;
                self.state = State::InQuoted;
            }
            State::QuoteInQuoted if c == Some(delimiter) => {
                self.save(vm)?;
                self.state = State::StartField;
            }
            State::QuoteInQuoted if is_end => {
                self.save(vm)?;
                self.state = ended;
            }
            State::QuoteInQuoted if !strict => {
                self.add(c)?;
                self.state = State::InField;
            }
            State::QuoteInQuoted => {
                let text = format!("'{delimiter}' expected after '{}'", quote.unwrap_or('"'));
                return Err(Raise::of(&self.error, text));
            }
            State::EatLineEnd if c.is_none() => self.state = State::StartRecord,
            State::EatLineEnd if is_end => {}
            State::EatLineEnd => {
                let text = "new-line character seen in unquoted field - do you need to open the file with newline=''?";
                return Err(Raise::of(&self.error, text));
            }
        }
        Ok(())
    }

    fn add(&mut self, c: Option<char>) -> Result<()> {
        if let Some(c) = c {
            memory::append(&mut self.field, c.encode_utf8(&mut [0; 4]))?;
        }
        self.check_size()
    }
    fn check_size(&self) -> Result<()> {
        let limit = LIMIT.get();
        // The byte count is an upper bound of the character count.
        if self.field.len() > limit && self.field.chars().count() > limit {
            return Err(Raise::of(&self.error, format!("field larger than field limit ({limit})")));
        }
        Ok(())
    }
    fn save(&mut self, vm: &mut Vm) -> Result<()> {
        let mut value = Value::str(&self.field);
        let (unquoted, empty) = (std::mem::take(&mut self.unquoted), self.field.is_empty());
        self.field.clear();
        match self.dialect.quoting {
            Quoting::Strings | Quoting::NotNull if unquoted && empty => value = Value::None,
            Quoting::NonNumeric | Quoting::Strings if unquoted && !empty => {
                value = vm.call(&Value::Class(types().float.clone()), &[value], &[])?;
            }
            _ => {}
        }
        memory::grow(&mut self.row)?;
        self.row.push(value);
        Ok(())
    }
}

struct Reader {
    lines: Value,
    dialect: Value,
    line_num: Cell<i64>,
    parser: RefCell<Parser>,
}

thread_local! {
    static READER: Rc<Class> =
        Class::native("_csv", "reader", &[], None, METHODS, GETTERS, "Iterates over the rows of an iterable of lines.")
            .shown_in_full();
}

impl Native for Reader {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        READER.with(Rc::clone)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<_csv.reader object at {:p}>", std::ptr::from_ref(self)))
    }
    fn iter(&self, _: &mut Vm, this: &Value) -> Result<Option<Value>> {
        Ok(Some(this.clone()))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.lines);
        visit(&self.dialect);
    }
}

static METHODS: &[Builtin] = &[Builtin::new("reader.__next__", "(self, /)", "The next row.", |vm, args| {
    let this = receiver(args, |value| value.downcast::<Reader>().is_some().then_some(value))?;
    let Some(reader) = this.downcast::<Reader>() else { return Err(args.wrong(0, "reader")) };
    let Ok(mut parser) = reader.parser.try_borrow_mut() else {
        return Err(Raise::value_error("reader already executing"));
    };
    let row = parser.row(vm, &reader.lines, &reader.line_num)?;
    row.ok_or_else(|| Raise::new(Exc::StopIteration, ""))
})];

static GETTERS: &[Getter] = &[
    Getter {
        name: "line_num",
        doc: "How many lines were read.",
        get: |_, value| Ok(value.downcast::<Reader>().map_or(Value::None, |reader| Value::Int(reader.line_num.get()))),
        set: None,
    },
    Getter {
        name: "dialect",
        doc: "How rows are separated and quoted.",
        get: |_, value| Ok(value.downcast::<Reader>().map_or(Value::None, |reader| reader.dialect.clone())),
        set: None,
    },
];

/// A row being written to a line.
struct Line {
    dialect: Dialect,
    error: Rc<Class>,
    out: String,
    fields: usize,
    /// Whether the latest field is None.
    is_null: bool,
}

impl Line {
    fn add(&mut self, vm: &mut Vm, value: &Value) -> Result<()> {
        let quoted = match self.dialect.quoting {
            Quoting::NonNumeric => {
                !matches!(value, Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::BigInt(_))
            }
            Quoting::Strings => matches!(value, Value::Str(_)),
            Quoting::NotNull => !value.is_none(),
            quoting => quoting == Quoting::All,
        };
        self.is_null = value.is_none();
        match value {
            Value::None => self.field("", quoted),
            Value::Str(text) => self.field(text.as_str(), quoted),
            value => {
                let text = vm.str(value)?;
                self.field(&text, quoted)
            }
        }
    }
    fn field(&mut self, text: &str, mut quoted: bool) -> Result<()> {
        let Dialect { delimiter, quote, escape, double_quote, quoting, .. } = self.dialect;
        if self.fields > 0 {
            self.out.push(delimiter);
        }
        self.fields += 1;
        let start = self.out.len();
        memory::claim(text.len() + self.out.len())?;
        for c in text.chars() {
            let (is_quote, is_escape) = (Some(c) == quote, Some(c) == escape);
            let ends = matches!(c, '\r' | '\n') || self.dialect.line_terminator.contains(c);
            if is_quote || is_escape || c == delimiter || ends {
                match quote {
                    Some(quote) if is_quote && double_quote && quoting != Quoting::None => {
                        self.out.push(quote);
                        quoted = true;
                    }
                    _ if quoting == Quoting::None || is_quote || is_escape => match escape {
                        Some(escape) => self.out.push(escape),
                        None => return Err(Raise::of(&self.error, "need to escape, but no escapechar set")),
                    },
                    _ => quoted = true,
                }
            }
            self.out.push(c);
        }
        // A reader that skips spaces would lose an empty field between two spaces.
        if text.is_empty() && !quoted && delimiter == ' ' && self.dialect.skip_initial_space {
            if self.never_quotes() {
                let text = "empty field must be quoted if delimiter is a space and skipinitialspace is true";
                return Err(Raise::of(&self.error, text));
            }
            quoted = true;
        }
        if let Some(quote) = quote.filter(|_| quoted) {
            self.out.insert(start, quote);
            self.out.push(quote);
        }
        Ok(())
    }
    /// Returns whether the latest field must not be quoted.
    fn never_quotes(&self) -> bool {
        let kept_apart = matches!(self.dialect.quoting, Quoting::Strings | Quoting::NotNull);
        self.dialect.quoting == Quoting::None || kept_apart && self.is_null
    }
    fn end(mut self) -> Result<String> {
        // A single empty field would be read back as no field.
        if self.fields > 0 && self.out.is_empty() {
            if self.never_quotes() {
                return Err(Raise::of(&self.error, "single empty field record must be quoted"));
            }
            self.fields = 0;
            self.field("", true)?;
        }
        self.out.push_str(&self.dialect.line_terminator);
        Ok(self.out)
    }
}
