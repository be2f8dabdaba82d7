//! `open`: text and binary files inside the current folder.

use super::codecs::{decode, encode};
use super::{clipped_index, receiver};
use crate::native::Native;
use crate::object::Iter;
use crate::{Args, Builtin, Class, Exc, Getter, Raise, Result, Truth, Value, Vm};
use std::any::Any;
use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

pub static FUNCTIONS: &[Builtin] = &[Builtin::new(
    "open",
    "(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)",
    "Open a file inside the current folder and return a stream.\n\n\
     mode: 'r' read (default), 'w' write anew, 'x' create, 'a' append, '+' read and write, 'b' bytes, 't' text.\n\
     Paths that leave the folder raise PermissionError.",
    open,
)];

/// The system's number and words for a failure, as an exception about a file.
pub fn os_error(error: &std::io::Error, path: &str) -> Raise {
    let (kind, number, text) = match error.kind() {
        ErrorKind::NotFound => (Exc::FileNotFoundError, 2, "No such file or directory"),
        ErrorKind::PermissionDenied => (Exc::PermissionError, 13, "Permission denied"),
        ErrorKind::AlreadyExists => (Exc::FileExistsError, 17, "File exists"),
        ErrorKind::NotADirectory => (Exc::NotADirectoryError, 20, "Not a directory"),
        ErrorKind::IsADirectory => (Exc::IsADirectoryError, 21, "Is a directory"),
        ErrorKind::DirectoryNotEmpty => (Exc::OSError, 39, "Directory not empty"),
        _ => {
            let number = error.raw_os_error().unwrap_or(5);
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default();
            return Raise::with_args(Exc::OSError, vec![Value::Int(number as i64), Value::str(text), Value::str(path)]);
        }
    };
    Raise::with_args(kind, vec![Value::Int(number), Value::str(text), Value::str(path)])
}

/// The notebook's folder, once the session has gone into one of its subfolders; until then it is the current one.
static HOME: std::sync::OnceLock<PathBuf> = std::sync::OnceLock::new();

/// Makes another folder the current one. The notebook's folder stays the one that paths cannot leave.
pub fn change_folder(path: &str) -> Result<PathBuf> {
    let target = inside_folder(path)?;
    let now = std::env::current_dir().and_then(|folder| folder.canonicalize());
    let now = now.map_err(|error| os_error(&error, path))?;
    std::env::set_current_dir(&target).map_err(|error| os_error(&error, path))?;
    HOME.get_or_init(|| now);
    Ok(target)
}

/// The notebook's folder: what paths cannot leave.
pub fn home_folder() -> Result<PathBuf> {
    match HOME.get() {
        Some(home) => Ok(home.clone()),
        None => std::env::current_dir().and_then(|folder| folder.canonicalize()).map_err(|error| os_error(&error, ".")),
    }
}

/// The absolute form of a path that stays inside the notebook's folder; PermissionError for one that leaves it. Relative
/// paths begin at the current folder.
pub fn inside_folder(path: &str) -> Result<PathBuf> {
    let folder = home_folder()?;
    let current = std::env::current_dir().and_then(|folder| folder.canonicalize());
    let current = current.map_err(|error| os_error(&error, path))?;
    let refused = || {
        Raise::with_args(
            Exc::PermissionError,
            vec![
                Value::Int(13),
                Value::str(format!("files outside the notebook's folder ({}) are out of reach", folder.display())),
                Value::str(path),
            ],
        )
        .help("move the file into the notebook's folder and name it by a relative path")
    };
    // Links are followed as far as the path exists; the rest must not climb.
    let mut real = if Path::new(path).is_absolute() { PathBuf::from("/") } else { current };
    for component in Path::new(path).components() {
        match component {
            Component::RootDir | Component::CurDir | Component::Prefix(_) => {}
            Component::ParentDir => {
                real.pop();
            }
            Component::Normal(name) => {
                real.push(name);
                if let Ok(resolved) = real.canonicalize() {
                    real = resolved;
                }
            }
        }
    }
    if real.starts_with(&folder) { Ok(real) } else { Err(refused()) }
}

/// The text of a path argument: a string or an object with `__fspath__`.
pub fn path_text(vm: &mut Vm, value: &Value) -> Result<String> {
    if let Some(text) = value.as_str() {
        return Ok(text.to_string());
    }
    if vm.find_attr(value, "__fspath__")?.is_some() {
        let path = vm.call_method(value, "__fspath__", &[])?;
        if let Some(text) = path.as_str() {
            return Ok(text.to_string());
        }
    }
    Err(Raise::type_error(format!("expected str, bytes or os.PathLike object, not {}", value.type_name())))
}

#[derive(Clone, Copy, Default)]
struct Mode {
    readable: bool,
    writable: bool,
    append: bool,
    create: bool,
    exclusive: bool,
    binary: bool,
}

impl Mode {
    fn parse(text: &str) -> Result<Mode> {
        let invalid = || Raise::value_error(format!("invalid mode: '{text}'"));
        let mut mode = Mode::default();
        let mut ways = 0;
        for (i, c) in text.chars().enumerate() {
            if text.chars().take(i).any(|earlier| earlier == c) {
                return Err(invalid());
            }
            match c {
                'r' => mode.readable = true,
                'w' => (mode.writable, mode.create) = (true, true),
                'x' => (mode.writable, mode.exclusive) = (true, true),
                'a' => (mode.writable, mode.append) = (true, true),
                'b' => mode.binary = true,
                't' | '+' => {}
                _ => return Err(invalid()),
            }
            ways += matches!(c, 'r' | 'w' | 'x' | 'a') as usize;
        }
        if mode.binary && text.contains('t') {
            return Err(Raise::value_error("can't have text and binary mode at once"));
        }
        if ways != 1 {
            return Err(Raise::value_error("must have exactly one of create/read/write/append mode"));
        }
        if text.contains('+') {
            (mode.readable, mode.writable) = (true, true);
        }
        Ok(mode)
    }
}

/// An open file. Reading goes through a buffer; writes go through as they come, in blocks.
struct Stream {
    name: String,
    mode_text: String,
    mode: Mode,
    encoding: String,
    errors: String,
    /// Line ends are kept as they are.
    raw_newlines: bool,
    state: RefCell<Option<Opened>>,
}

struct Opened {
    file: File,
    /// Read ahead, from `at`.
    buffer: Vec<u8>,
    at: usize,
    unwritten: Vec<u8>,
}

const BLOCK: usize = 1 << 16;

impl Opened {
    fn flush(&mut self) -> std::io::Result<()> {
        self.file.write_all(&self.unwritten)?;
        self.unwritten.clear();
        Ok(())
    }
    /// Reads another block; false at the end.
    fn fill(&mut self) -> std::io::Result<bool> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let length = self.buffer.len();
        self.buffer.resize(length + BLOCK, 0);
        let read = self.file.read(&mut self.buffer[length..])?;
        self.buffer.truncate(length + read);
        Ok(read > 0)
    }
    fn take(&mut self, length: usize) -> Vec<u8> {
        let end = (self.at + length).min(self.buffer.len());
        let taken = self.buffer[self.at..end].to_vec();
        self.at = end;
        taken
    }
    fn read(&mut self, length: usize) -> std::io::Result<Vec<u8>> {
        while self.buffer.len() - self.at < length && self.fill()? {}
        Ok(self.take(length))
    }
    fn line(&mut self) -> std::io::Result<Vec<u8>> {
        let mut searched = 0;
        loop {
            let unread = &self.buffer[self.at..];
            if let Some(end) = unread[searched..].iter().position(|b| *b == b'\n') {
                return Ok(self.take(searched + end + 1));
            }
            searched = unread.len();
            if !self.fill()? {
                return Ok(self.take(usize::MAX >> 1));
            }
        }
    }
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.flush()?;
        let to = match to {
            SeekFrom::Current(offset) => SeekFrom::Current(offset - (self.buffer.len() - self.at) as i64),
            other => other,
        };
        self.buffer.clear();
        self.at = 0;
        self.file.seek(to)
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        // A stream that was never closed still writes what it holds; there is nobody to tell of a failure.
        let _ = self.flush();
    }
}

fn open(vm: &mut Vm, args: &Args) -> Result<Value> {
    let name = path_text(vm, args.get(0))?;
    let mode_text = args.str(1)?;
    let mode = Mode::parse(mode_text)?;
    if mode.binary && !args.get(3).is_none() {
        return Err(Raise::value_error("binary mode doesn't take an encoding argument"));
    }
    let path = inside_folder(&name)?;
    if path.is_dir() {
        return Err(os_error(&ErrorKind::IsADirectory.into(), &name));
    }
    let file = OpenOptions::new()
        .read(mode.readable)
        .write(mode.writable && !mode.append)
        .append(mode.append)
        .create(mode.create || mode.append)
        .truncate(mode.create)
        .create_new(mode.exclusive)
        .open(&path)
        .map_err(|error| os_error(&error, &name))?;
    let encoding = args.opt_str(3)?.unwrap_or("UTF-8").to_string();
    encode("", &encoding, "strict")?;
    Ok(Value::native(Stream {
        name,
        mode_text: mode_text.to_string(),
        mode,
        encoding,
        errors: args.opt_str(4)?.unwrap_or("strict").to_string(),
        raw_newlines: args.opt_str(5)?.is_some(),
        state: RefCell::new(Some(Opened { file, buffer: Vec::new(), at: 0, unwritten: Vec::new() })),
    }))
}

impl Stream {
    fn with<T>(&self, act: impl FnOnce(&mut Opened) -> std::io::Result<T>) -> Result<T> {
        match self.state.borrow_mut().as_mut() {
            Some(opened) => act(opened).map_err(|error| os_error(&error, &self.name)),
            None => Err(Raise::value_error("I/O operation on closed file.")),
        }
    }
    fn check(&self, allowed: bool, what: &str) -> Result<()> {
        if allowed || self.state.borrow().is_none() {
            return Ok(());
        }
        Err(Raise::new(Exc::OSError, format!("not {what}")))
    }
    fn value(&self, data: Vec<u8>) -> Result<Value> {
        if self.mode.binary {
            return Ok(Value::bytes(data));
        }
        let text = decode(&data, &self.encoding, &self.errors)?;
        Ok(Value::from(if self.raw_newlines { text } else { text.replace("\r\n", "\n").replace('\r', "\n") }))
    }
    fn read(&self, length: Option<usize>) -> Result<Value> {
        self.check(self.mode.readable, "readable")?;
        let Some(length) = length else {
            let data = self.with(|opened| opened.read(usize::MAX >> 1))?;
            return self.value(data);
        };
        if self.mode.binary {
            let data = self.with(|opened| opened.read(length))?;
            return self.value(data);
        }
        // Characters, not bytes: one after the other until there are enough.
        let mut data = Vec::new();
        let mut characters = 0;
        while characters < length {
            let first = self.with(|opened| opened.read(1))?;
            let Some(byte) = first.first() else { break };
            let more = match byte {
                0xc0..=0xdf => 1,
                0xe0..=0xef => 2,
                0xf0..=0xf7 => 3,
                _ => 0,
            };
            data.extend_from_slice(&first);
            if self.encoding.to_ascii_lowercase().replace(['-', '_'], "") == "utf8" {
                data.extend(self.with(|opened| opened.read(more))?);
            }
            characters += 1;
        }
        self.value(data)
    }
    /// The next line; None at the end.
    fn line(&self) -> Result<Option<Value>> {
        self.line_of(usize::MAX)
    }
    /// No more of it than some bytes, of text whole characters.
    fn line_of(&self, most: usize) -> Result<Option<Value>> {
        self.check(self.mode.readable, "readable")?;
        let data = self.with(|opened| {
            let mut line = opened.line()?;
            let mut end = line.len().min(most);
            while !self.mode.binary && end < line.len() && line[end] & 0xc0 == 0x80 {
                end += 1;
            }
            opened.at -= line.len() - end;
            line.truncate(end);
            Ok(line)
        })?;
        if data.is_empty() { Ok(None) } else { self.value(data).map(Some) }
    }
    fn close(&self) -> Result<()> {
        if self.state.borrow().is_some() {
            self.with(Opened::flush)?;
        }
        self.state.replace(None);
        Ok(())
    }
}

thread_local! {
    static TEXT: Rc<Class> = Class::native("_io", "TextIOWrapper", &[], None, METHODS, GETTERS, "An open text file.");
    static BINARY: [Rc<Class>; 3] = ["BufferedReader", "BufferedWriter", "BufferedRandom"]
        .map(|name| Class::native("_io", name, &[], None, METHODS, GETTERS, "An open binary file."));
}

/// The classes of open files, for `io`.
pub fn classes() -> Vec<Rc<Class>> {
    let mut all = vec![TEXT.with(Rc::clone)];
    all.extend(BINARY.with(|binary| binary.to_vec()));
    all
}

impl Native for Stream {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        match (self.mode.binary, self.mode.readable, self.mode.writable) {
            (false, ..) => TEXT.with(Rc::clone),
            (true, true, true) => BINARY.with(|binary| binary[2].clone()),
            (true, readable, _) => BINARY.with(|binary| binary[usize::from(!readable)].clone()),
        }
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let name = super::repr::str_repr(&self.name);
        Ok(if self.mode.binary {
            format!("<_io.{} name={name}>", self.class().name)
        } else {
            format!("<_io.TextIOWrapper name={name} mode='{}' encoding='{}'>", self.mode_text, self.encoding)
        })
    }
    fn iter(&self, vm: &mut Vm, this: &Value) -> Result<Option<Value>> {
        self.check(self.mode.readable, "readable").map_err(|raise| unsupported(vm, raise))?;
        let this = this.clone();
        Ok(Some(Iter::from_fn("file_iterator", move |_| match this.downcast::<Stream>() {
            Some(stream) => stream.line(),
            None => Ok(None),
        })))
    }
    fn enter(&self, _vm: &mut Vm, this: &Value) -> Result<Option<Value>> {
        self.with(|_| Ok(()))?;
        Ok(Some(this.clone()))
    }
    fn exit(&self, _vm: &mut Vm) -> Result<()> {
        self.close()
    }
}

fn stream(args: &Args) -> Result<Value> {
    receiver(args, |value| value.downcast::<Stream>().is_some().then_some(value))
}

fn on<T>(args: &Args, act: impl FnOnce(&Stream) -> Result<T>) -> Result<T> {
    let value = stream(args)?;
    match value.downcast::<Stream>() {
        Some(stream) => act(stream),
        None => Err(args.wrong(0, "file")),
    }
}

/// What a stream was not opened for is `io.UnsupportedOperation`, a class of the language's own.
fn unsupported(vm: &mut Vm, raise: Raise) -> Raise {
    const NOT: &[&str] = &["not readable", "not writable"];
    if !NOT.contains(&raise.message().as_str()) {
        return raise;
    }
    let text = Value::from(raise.message());
    let make = |vm: &mut Vm| -> Result<Raise> {
        let io = vm.import("io")?;
        let class = vm.get_attr(&io, "UnsupportedOperation")?;
        vm.call(&class, &[text], &[]).map(Raise::object)
    };
    make(vm).unwrap_or_else(|failed| failed)
}

/// A size argument: None or negative means everything.
pub fn size(vm: &mut Vm, args: &Args, slot: usize) -> Result<Option<usize>> {
    match args.get(slot) {
        Value::None => Ok(None),
        value => Ok(usize::try_from(clipped_index(vm, value)?).ok()),
    }
}

/// What one call writes of a buffer: the bytes that a file has for it.
fn read_into(vm: &mut Vm, args: &Args) -> Result<Value> {
    let length = vm.length(args.get(1))?;
    let data = on(args, |stream| {
        stream.check(stream.mode.readable, "readable")?;
        stream.with(|opened| opened.read(length))
    })?;
    let read = Value::Int(data.len() as i64);
    let part = crate::object::Slice { start: Value::Int(0), stop: read.clone(), step: Value::None };
    let part = Value::Slice(Rc::new(part));
    vm.set_item(args.get(1), &part, Value::bytes(data))?;
    Ok(read)
}

static METHODS: &[Builtin] = &[
    Builtin::new(
        "file.read",
        "(self, size=-1, /)",
        "Read at most size characters (or bytes); all with a negative size.",
        |vm, args| {
            let size = size(vm, args, 1)?;
            on(args, |stream| stream.read(size)).map_err(|raise| unsupported(vm, raise))
        },
    ),
    Builtin::new(
        "file.readline",
        "(self, size=-1, /)",
        "Read until newline, the end or a number of bytes; an empty string at the end.",
        |vm, args| {
            let most = size(vm, args, 1)?.unwrap_or(usize::MAX);
            let read = |stream: &Stream| match stream.line_of(most)? {
                Some(line) => Ok(line),
                None => stream.value(Vec::new()),
            };
            on(args, read).map_err(|raise| unsupported(vm, raise))
        },
    ),
    Builtin::new(
        "file.readlines",
        "(self, hint=-1, /)",
        "Return a list of lines from the stream; with a hint no more than hold so many characters.",
        |vm, args| {
            let most = size(vm, args, 1)?.filter(|most| *most > 0).unwrap_or(usize::MAX);
            let read = |stream: &Stream| {
                let (mut lines, mut length) = (Vec::new(), 0);
                while length <= most
                    && let Some(line) = stream.line()?
                {
                    length += line.as_str().map_or(0, |line| line.chars().count());
                    lines.push(line);
                }
                Ok(Value::list(lines))
            };
            on(args, read).map_err(|raise| unsupported(vm, raise))
        },
    ),
    Builtin::new(
        "file.readinto",
        "(self, buffer, /)",
        "Read bytes into a buffer, as many as it holds; returns their number.",
        |vm, args| {
            if !on(args, |stream| Ok(stream.mode.binary))? {
                return Err(Raise::new(Exc::AttributeError, "'_io.TextIOWrapper' object has no attribute 'readinto'"));
            }
            read_into(vm, args).map_err(|raise| unsupported(vm, raise))
        },
    ),
    Builtin::new(
        "file.truncate",
        "(self, size=None, /)",
        "Cut the file to a size, by default the current position; returns the size.",
        |vm, args| {
            let size = size(vm, args, 1)?;
            let cut = |stream: &Stream| {
                stream.check(stream.mode.writable, "writable")?;
                stream.with(|opened| {
                    let at = opened.seek(SeekFrom::Current(0))?;
                    let size = size.map_or(at, |size| size as u64);
                    opened.file.set_len(size)?;
                    Ok(size)
                })
            };
            let size = on(args, cut).map_err(|raise| unsupported(vm, raise))?;
            Ok(Value::Int(size as i64))
        },
    ),
    Builtin::new("file.seekable", "(self, /)", "True.", |_, args| {
        on(args, |stream| stream.with(|_| Ok(Value::Bool(Truth::True))))
    }),
    Builtin::new("file.isatty", "(self, /)", "False: a file is no terminal.", |_, args| {
        on(args, |stream| stream.with(|_| Ok(Value::Bool(Truth::False))))
    }),
    Builtin::new(
        "file.write",
        "(self, data, /)",
        "Write text (or bytes) to the stream; returns the number of characters (bytes).",
        |vm, args| {
            let (text, data) = (args.get(1).as_str().map(str::to_string), args.get(1).clone());
            let binary = on(args, |stream| Ok(stream.mode.binary))?;
            let (count, bytes) = match (binary, text) {
                (false, Some(text)) => {
                    let bytes = on(args, |stream| encode(&text, &stream.encoding, &stream.errors))?;
                    (text.chars().count(), bytes)
                }
                (false, None) => {
                    return Err(Raise::type_error(format!("write() argument must be str, not {}", data.type_name())));
                }
                (true, Some(_)) => {
                    return Err(Raise::type_error("a bytes-like object is required, not 'str'"));
                }
                (true, None) => {
                    let bytes = super::bytes::data(vm, &data)?;
                    (bytes.len(), bytes)
                }
            };
            let write = |stream: &Stream| {
                stream.check(stream.mode.writable, "writable")?;
                stream.with(|opened| {
                    if !opened.buffer.is_empty() {
                        opened.seek(SeekFrom::Current(0))?;
                    }
                    opened.unwritten.extend_from_slice(&bytes);
                    if opened.unwritten.len() >= BLOCK { opened.flush() } else { Ok(()) }
                })
            };
            on(args, write).map_err(|raise| unsupported(vm, raise))?;
            Ok(Value::Int(count as i64))
        },
    ),
    Builtin::new(
        "file.writelines",
        "(self, lines, /)",
        "Write a list of lines to stream; line separators are not added.",
        |vm, args| {
            for line in vm.collect(args.get(1))? {
                vm.call_method(args.get(0), "write", &[line])?;
            }
            Ok(Value::None)
        },
    ),
    Builtin::new("file.flush", "(self, /)", "Flush write buffers.", |_, args| {
        on(args, |stream| stream.with(Opened::flush))?;
        Ok(Value::None)
    }),
    Builtin::new("file.close", "(self, /)", "Flush and close the stream.", |_, args| {
        on(args, Stream::close)?;
        Ok(Value::None)
    }),
    Builtin::new(
        "file.seek",
        "(self, offset, whence=0, /)",
        "Set the stream position, and return the new one, in bytes.",
        |vm, args| {
            let offset = clipped_index(vm, args.get(1))?;
            let to = match clipped_index(vm, args.get(2))? {
                0 if offset < 0 => {
                    return Err(Raise::value_error(format!("negative seek position {offset}")));
                }
                0 => SeekFrom::Start(offset as u64),
                1 => SeekFrom::Current(offset),
                2 => SeekFrom::End(offset),
                other => {
                    return Err(Raise::value_error(format!("invalid whence ({other}, should be 0, 1 or 2)")));
                }
            };
            let at = on(args, |stream| stream.with(|opened| opened.seek(to)))?;
            Ok(Value::Int(at as i64))
        },
    ),
    Builtin::new("file.tell", "(self, /)", "Return the current stream position, in bytes.", |_, args| {
        let at = on(args, |stream| stream.with(|opened| opened.seek(SeekFrom::Current(0))))?;
        Ok(Value::Int(at as i64))
    }),
    Builtin::new("file.readable", "(self, /)", "Return whether the stream can be read from.", |_, args| {
        on(args, |stream| Ok(Value::from(stream.mode.readable)))
    }),
    Builtin::new("file.writable", "(self, /)", "Return whether the stream can be written to.", |_, args| {
        on(args, |stream| Ok(Value::from(stream.mode.writable)))
    }),
    Builtin::new("file.__next__", "(self, /)", "The next line.", |_, args| {
        on(args, |stream| stream.line()?.ok_or_else(|| Raise::new(Exc::StopIteration, "")))
    }),
    Builtin::new("file.__enter__", "(self, /)", "The stream itself.", |_, args| stream(args)),
    Builtin::new("file.__exit__", "(self, /, *args)", "Closes the stream.", |_, args| {
        on(args, Stream::close)?;
        Ok(Value::None)
    }),
];

fn read(value: &Value, pick: fn(&Stream) -> Value) -> Result<Value> {
    Ok(value.downcast::<Stream>().map_or(Value::None, pick))
}

static GETTERS: &[Getter] = &[
    Getter { name: "name", doc: "the path given", get: |_, x| read(x, |stream| Value::str(&stream.name)), set: None },
    Getter {
        name: "mode",
        doc: "the mode given",
        get: |_, x| read(x, |stream| Value::str(&stream.mode_text)),
        set: None,
    },
    Getter {
        name: "encoding",
        doc: "the codec of the text",
        get: |_, x| read(x, |stream| Value::str(&stream.encoding)),
        set: None,
    },
    Getter {
        name: "errors",
        doc: "what becomes of text that the codec has no place for",
        get: |_, x| read(x, |stream| Value::str(&stream.errors)),
        set: None,
    },
    Getter {
        name: "closed",
        doc: "True if the file is closed",
        get: |_, x| read(x, |stream| Value::from(stream.state.borrow().is_none())),
        set: None,
    },
];
