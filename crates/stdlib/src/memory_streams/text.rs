//! The text of an `io.StringIO`.

use super::arguments::{Move, size, this};
use std::any::Any;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_language::native::Native;
use tensorcell_language::object::Str;
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, Raise, Result, Value, Vm, memory};

/// What ends a line.
#[derive(Clone, Copy, PartialEq)]
enum LineEnd {
    /// `None`: all ends become `\n` as they are written.
    Translated,
    /// `""`: any of the three.
    Any,
    NewLine,
    Return,
    Both,
}

struct TextMemory {
    state: RefCell<State>,
    line_end: Cell<LineEnd>,
    closed: Cell<bool>,
}

/// The text and the current place, counted in characters and in bytes: ASCII needs no search for one by the other.
#[derive(Default)]
struct State {
    text: String,
    length: usize,
    at: usize,
    /// Not beyond the text.
    byte: usize,
}

thread_local! {
    static CLASS: Rc<Class> = Class::native("_io", "_TextMemory", &[], Some(&NEW), METHODS, GETTERS, "");
}

pub(super) fn class() -> Rc<Class> {
    CLASS.with(Rc::clone)
}

static NEW: Builtin =
    Builtin::new("_TextMemory", "(initial_value='', newline='\\n')", "Text that is read and written.", |vm, args| {
        let line_end = LineEnd::read(vm, args.get(1))?;
        let memory = TextMemory { state: RefCell::default(), line_end: Cell::new(line_end), closed: Cell::new(false) };
        match args.get(0) {
            Value::None => {}
            given => {
                let Some(text) = given.as_str() else {
                    let found = given.type_name();
                    return Err(Raise::type_error(format!("initial_value must be str or None, not {found}")));
                };
                memory.state.borrow_mut().write(&line_end.translated(text))?;
                memory.state.borrow_mut().move_to(0);
            }
        }
        Ok(Value::native(memory))
    });

impl LineEnd {
    fn read(vm: &mut Vm, given: &Value) -> Result<LineEnd> {
        let Some(text) = given.as_str() else {
            return match given {
                Value::None => Ok(LineEnd::Translated),
                _ => {
                    let found = given.type_name();
                    Err(Raise::type_error(format!("newline must be str or None, not {found}")))
                }
            };
        };
        Ok(match text {
            "" => LineEnd::Any,
            "\n" => LineEnd::NewLine,
            "\r" => LineEnd::Return,
            "\r\n" => LineEnd::Both,
            _ => return Err(Raise::value_error(format!("illegal newline value: {}", vm.repr(given)?))),
        })
    }
    fn value(self) -> Value {
        match self {
            LineEnd::Translated => Value::None,
            LineEnd::Any => Value::str(""),
            LineEnd::NewLine => Value::str("\n"),
            LineEnd::Return => Value::str("\r"),
            LineEnd::Both => Value::str("\r\n"),
        }
    }
    /// A text as it is stored.
    fn translated(self, text: &str) -> Cow<'_, str> {
        match self {
            LineEnd::Translated if text.contains('\r') => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
            LineEnd::Return if text.contains('\n') => Cow::Owned(text.replace('\n', "\r")),
            LineEnd::Both if text.contains('\n') => Cow::Owned(text.replace('\n', "\r\n")),
            _ => Cow::Borrowed(text),
        }
    }
    /// Where the first line of a text ends, in bytes.
    fn of(self, text: &str) -> usize {
        let found = match self {
            LineEnd::Translated | LineEnd::NewLine => text.find('\n').map(|at| at + 1),
            LineEnd::Return => text.find('\r').map(|at| at + 1),
            LineEnd::Both => text.find("\r\n").map(|at| at + 2),
            LineEnd::Any => text.find(['\n', '\r']).map(|at| at + if text[at..].starts_with("\r\n") { 2 } else { 1 }),
        };
        found.unwrap_or(text.len())
    }
}

impl State {
    fn is_ascii(&self) -> bool {
        self.text.len() == self.length
    }
    /// The byte at which a part of so many characters ends; of a shorter text its end.
    fn end_of(&self, start: usize, count: usize) -> usize {
        let rest = &self.text[start..];
        if self.is_ascii() {
            return start + count.min(rest.len());
        }
        rest.char_indices().nth(count).map_or(self.text.len(), |(at, _)| start + at)
    }
    fn count(&self, start: usize, end: usize) -> usize {
        if self.is_ascii() { end - start } else { self.text[start..end].chars().count() }
    }
    fn move_to(&mut self, at: usize) {
        self.at = at;
        self.byte = if at >= self.length { self.text.len() } else { self.end_of(0, at) };
    }
    fn write(&mut self, text: &str) -> Result<()> {
        let count = if text.is_ascii() { text.len() } else { text.chars().count() };
        if count == 0 {
            return Ok(());
        }
        if self.at > self.length {
            memory::spare(&mut self.text, self.at - self.length)?;
            self.text.extend(std::iter::repeat_n('\0', self.at - self.length));
            (self.length, self.byte) = (self.at, self.text.len());
        }
        if self.at == self.length {
            memory::append(&mut self.text, text)?;
            self.length += count;
        } else {
            memory::spare(&mut self.text, text.len())?;
            let end = self.end_of(self.byte, count);
            let over = self.count(self.byte, end);
            self.text.replace_range(self.byte..end, text);
            self.length += count - over;
        }
        self.at += count;
        self.byte += text.len();
        Ok(())
    }
    /// The text up to a byte, which the stream moves to.
    fn take(&mut self, end: usize) -> Result<Value> {
        memory::claim(end - self.byte)?;
        let taken = Str::new(&self.text[self.byte..end]);
        self.at += taken.length();
        self.byte = end;
        Ok(Value::Str(taken))
    }
    fn truncate(&mut self, size: usize) {
        if size < self.length {
            let end = self.end_of(0, size);
            self.text.truncate(end);
            self.length = size;
            self.byte = self.byte.min(end);
        }
    }
}

impl TextMemory {
    fn open(args: &Args) -> Result<&TextMemory> {
        let memory = this::<TextMemory>(args)?;
        match memory.closed.get() {
            true => Err(Raise::value_error("I/O operation on closed file")),
            false => Ok(memory),
        }
    }
    fn line(&self, size: Option<usize>) -> Result<Value> {
        let mut state = self.state.borrow_mut();
        let start = state.byte;
        let mut end = start + self.line_end.get().of(&state.text[start..]);
        if let Some(size) = size {
            end = end.min(state.end_of(start, size));
        }
        state.take(end)
    }
}

static METHODS: &[Builtin] = &[
    Builtin::new("_TextMemory.write", "(self, s, /)", "Write text; the number of characters.", |_, args| {
        let memory = TextMemory::open(args)?;
        let count = match args.get(1) {
            Value::Str(text) => text.length(),
            other => match other.as_str() {
                Some(text) => text.chars().count(),
                None => {
                    let found = other.type_name();
                    return Err(Raise::type_error(format!("string argument expected, got '{found}'")));
                }
            },
        };
        let text = args.get(1).as_str().unwrap_or_default();
        memory.state.borrow_mut().write(&memory.line_end.get().translated(text))?;
        Ok(Value::Int(count as i64))
    }),
    Builtin::new(
        "_TextMemory.read",
        "(self, size=-1, /)",
        "Read at most so many characters; all without a limit.",
        |vm, args| {
            let memory = TextMemory::open(args)?;
            let size = size(vm, args.get(1))?;
            let mut state = memory.state.borrow_mut();
            let end = size.map_or(state.text.len(), |size| state.end_of(state.byte, size));
            state.take(end)
        },
    ),
    Builtin::new("_TextMemory.readline", "(self, size=-1, /)", "Read up to the end of the line.", |vm, args| {
        let memory = TextMemory::open(args)?;
        let size = size(vm, args.get(1))?;
        memory.line(size)
    }),
    Builtin::new("_TextMemory.getvalue", "(self, /)", "Everything that was written.", |_, args| {
        let state = TextMemory::open(args)?.state.borrow();
        memory::claim(state.text.len())?;
        Ok(Value::str(&state.text))
    }),
    Builtin::new("_TextMemory.seek", "(self, pos, whence=0, /)", "Move; the new place.", |vm, args| {
        let memory = TextMemory::open(args)?;
        let to = Move::read(vm, args)?;
        match to.whence {
            0 if to.offset < 0 => {
                return Err(Raise::value_error(format!("Negative seek position {}", to.offset)));
            }
            0..=2 => {}
            other => return Err(Raise::value_error(format!("Invalid whence ({other}, should be 0, 1 or 2)"))),
        }
        if to.whence > 0 && to.offset != 0 {
            let from = if to.whence == 1 { "cur" } else { "end" };
            return Err(Raise::new(Exc::OSError, format!("Can't do nonzero {from}-relative seeks")));
        }
        let mut state = memory.state.borrow_mut();
        let place = to.place(state.at, state.length);
        state.move_to(place);
        Ok(Value::Int(place as i64))
    }),
    Builtin::new("_TextMemory.tell", "(self, /)", "The current place.", |_, args| {
        Ok(Value::Int(TextMemory::open(args)?.state.borrow().at as i64))
    }),
    Builtin::new(
        "_TextMemory.truncate",
        "(self, size=None, /)",
        "Cut at a size, or at the current place.",
        |vm, args| {
            let memory = TextMemory::open(args)?;
            let size = match args.get(1) {
                Value::None => memory.state.borrow().at,
                given => size(vm, given)?.ok_or_else(|| {
                    let shown = vm.repr(given).unwrap_or_default();
                    Raise::value_error(format!("Negative size value {shown}"))
                })?,
            };
            memory.state.borrow_mut().truncate(size);
            Ok(Value::Int(size as i64))
        },
    ),
    Builtin::new("_TextMemory.close", "(self, /)", "No operation is possible from now on.", |_, args| {
        let memory = this::<TextMemory>(args)?;
        memory.closed.set(true);
        drop(memory.state.take());
        Ok(Value::None)
    }),
    Builtin::new("_TextMemory._check", "(self, /)", "Fails on a closed stream.", |_, args| {
        TextMemory::open(args).map(|_| Value::None)
    }),
    Builtin::new("_TextMemory.__getstate__", "(self, /)", "Helper for pickle.", |_, args| {
        let memory = TextMemory::open(args)?;
        let state = memory.state.borrow();
        let (line_end, at) = (memory.line_end.get().value(), Value::Int(state.at as i64));
        Ok(Value::tuple(vec![Value::str(&state.text), line_end, at, Value::None]))
    }),
    Builtin::new("_TextMemory.__setstate__", "(self, state, /)", "Helper for pickle.", |vm, args| {
        let memory = TextMemory::open(args)?;
        let state = vm.collect(args.get(1))?;
        let [text, line_end, Value::Int(at), ..] = &state[..] else {
            return Err(Raise::type_error("the state of a StringIO is its text, its line ends and its place"));
        };
        memory.line_end.set(LineEnd::read(vm, line_end)?);
        let mut state = memory.state.borrow_mut();
        *state = State::default();
        state.write(text.as_str().unwrap_or_default())?;
        state.move_to(usize::try_from(*at).unwrap_or(0));
        Ok(Value::None)
    }),
    Builtin::new("_TextMemory.__next__", "(self, /)", "The next line.", |vm, args| {
        let memory = TextMemory::open(args)?;
        let line = memory.line(None)?;
        match vm.truth(&line)? {
            true => Ok(line),
            false => Err(Raise::new(Exc::StopIteration, "")),
        }
    }),
];

static GETTERS: &[Getter] = &[
    Getter {
        name: "_closed",
        doc: "Whether the stream is closed.",
        get: |_, value| Ok(Value::from(value.downcast::<TextMemory>().is_some_and(|memory| memory.closed.get()))),
        set: None,
    },
    Getter {
        name: "line_buffering",
        doc: "Whether each line is flushed: never, there is nowhere to.",
        get: |_, _| Ok(Value::from(false)),
        set: None,
    },
];

impl Native for TextMemory {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<_io.StringIO object at {:p}>", std::ptr::from_ref(self)))
    }
}
