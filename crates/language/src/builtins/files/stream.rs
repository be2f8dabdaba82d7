//! An open file: bytes, or text over bytes.

use super::buffer::{Buffer, LineEnd};
use super::device::Device;
use crate::builtins::codecs::{decode, encode};
use crate::native::Native;
use crate::object::Dict;
use crate::{Exc, Raise, Result, Value, Vm};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// How line ends are read and written.
#[derive(Clone, Copy, PartialEq)]
pub enum Newline {
    /// Any line end is read as "\n".
    Universal,
    /// Any line end ends a line, and is kept unchanged.
    Kept,
    /// Only this ends a line, unchanged; "\n" is written as this.
    Only(LineEnd),
}

impl Newline {
    pub fn parse(text: Option<&str>) -> Result<Newline> {
        Ok(match text {
            None => Newline::Universal,
            Some("") => Newline::Kept,
            Some("\n") => Newline::Only(LineEnd::Newline),
            Some("\r") => Newline::Only(LineEnd::Return),
            Some("\r\n") => Newline::Only(LineEnd::Both),
            Some(other) => return Err(Raise::value_error(format!("illegal newline value: {other}"))),
        })
    }
    fn end(self) -> LineEnd {
        match self {
            Newline::Universal | Newline::Kept => LineEnd::Any,
            Newline::Only(end) => end,
        }
    }
    fn written(self) -> Option<&'static str> {
        match self {
            Newline::Only(LineEnd::Return) => Some("\r"),
            Newline::Only(LineEnd::Both) => Some("\r\n"),
            _ => None,
        }
    }
}

/// How bytes are decoded to text.
pub struct Coding {
    pub encoding: RefCell<String>,
    pub errors: RefCell<String>,
    pub newline: Cell<Newline>,
    pub line_buffering: Cell<bool>,
    pub write_through: Cell<bool>,
    /// Whether the rest of the file was recoded to UTF-8, because lines cannot be found in its encoding's bytes.
    recoded: Cell<bool>,
    /// Whether the byte order mark was written.
    marked: Cell<bool>,
    /// The line ends seen so far: "\n", "\r" and "\r\n".
    pub met: Cell<[bool; 3]>,
}

impl Coding {
    pub fn new(encoding: &str, errors: &str, newline: Newline) -> Coding {
        Coding {
            encoding: RefCell::new(encoding.to_owned()),
            errors: RefCell::new(errors.to_owned()),
            newline: Cell::new(newline),
            line_buffering: Cell::default(),
            write_through: Cell::default(),
            recoded: Cell::default(),
            marked: Cell::default(),
            met: Cell::default(),
        }
    }
    /// The encoding's name without case and separators.
    fn plain(&self) -> String {
        self.encoding.borrow().to_ascii_lowercase().replace(['-', '_'], "")
    }
    fn has_mark(&self) -> bool {
        matches!(self.plain().as_str(), "utf16" | "utf32" | "utf8sig")
    }
    /// Whether ASCII bytes always mean ASCII characters, so that lines can be found in the bytes.
    fn has_byte_lines(&self) -> bool {
        let plain = self.plain();
        !(plain.starts_with("utf16") || plain.starts_with("utf32") || plain == "utf8sig")
    }
    fn decode(&self, vm: &mut Vm, data: &[u8]) -> Result<String> {
        let encoding = if self.recoded.get() { "utf-8".to_owned() } else { self.encoding.borrow().clone() };
        let errors = self.errors.borrow().clone();
        decode(vm, data, &encoding, &errors)
    }
    /// Decodes bytes that were read, and translates line ends.
    fn text(&self, vm: &mut Vm, data: &[u8]) -> Result<Value> {
        let text = self.decode(vm, data)?;
        if !text.contains('\r') {
            self.meet(0, text.contains('\n'));
            return Ok(Value::from(text));
        }
        let pairs = text.matches("\r\n").count();
        self.meet(2, pairs > 0);
        self.meet(1, text.matches('\r').count() > pairs);
        self.meet(0, text.matches('\n').count() > pairs);
        Ok(Value::from(match self.newline.get() {
            Newline::Universal => text.replace("\r\n", "\n").replace('\r', "\n"),
            _ => text,
        }))
    }
    fn meet(&self, end: usize, met: bool) {
        let mut all = self.met.get();
        all[end] |= met;
        self.met.set(all);
    }
    /// Encodes text to write.
    fn bytes(&self, vm: &mut Vm, text: &str) -> Result<Vec<u8>> {
        let ends = self.newline.get().written().map(|end| text.replace('\n', end));
        let text = ends.as_deref().unwrap_or(text);
        let mut encoding = self.encoding.borrow().clone();
        if self.has_mark() && self.marked.replace(true) {
            encoding = match self.plain().as_str() {
                "utf16" => "utf-16-le".to_owned(),
                "utf32" => "utf-32-le".to_owned(),
                _ => "utf-8".to_owned(),
            };
        }
        let errors = self.errors.borrow().clone();
        encode(vm, text, &encoding, &errors)
    }
    /// Called after a seek: at the start of the file the mark is written again.
    pub fn moved(&self, at: u64) {
        self.marked.set(at > 0);
        self.recoded.set(false);
    }
}

/// The face of a stream: which layer of its file it shows.
pub enum Face {
    /// FileIO: every read and write is a system call.
    Raw,
    Buffered,
    Text(Coding),
}

pub struct Stream {
    pub name: RefCell<Value>,
    /// The mode as requested; `tokenize.open` and others change it.
    pub mode: RefCell<String>,
    pub readable: bool,
    pub writable: bool,
    pub face: Face,
    /// None once it is closed. Shared with the layers below, which `buffer` and `raw` return.
    pub state: Rc<RefCell<Option<Buffer>>>,
    pub detached: Cell<bool>,
    /// Attributes set by programs.
    pub own: OnceCell<Rc<Dict>>,
}

impl Stream {
    pub fn with<T>(&self, vm: &mut Vm, act: impl FnOnce(&mut Vm, &mut Buffer) -> Result<T>) -> Result<T> {
        if self.detached.get() {
            let what = if matches!(self.face, Face::Text(_)) { "underlying buffer" } else { "raw stream" };
            return Err(Raise::value_error(format!("{what} has been detached")));
        }
        let Ok(mut state) = self.state.try_borrow_mut() else {
            return Err(Raise::runtime(format!("reentrant call inside {}", self.describe())));
        };
        match state.as_mut() {
            Some(buffer) => act(vm, buffer),
            None => Err(Raise::value_error(match self.face {
                Face::Raw => "I/O operation on closed file",
                Face::Buffered | Face::Text(_) => "I/O operation on closed file.",
            })),
        }
    }

    pub fn is_closed(&self) -> bool {
        self.state.try_borrow().is_ok_and(|state| state.is_none()) && !self.detached.get()
    }

    pub fn coding(&self) -> Option<&Coding> {
        match &self.face {
            Face::Text(coding) => Some(coding),
            Face::Raw | Face::Buffered => None,
        }
    }

    pub fn check_readable(&self, vm: &mut Vm) -> Result<()> {
        match self.readable || self.is_closed() {
            true => Ok(()),
            false => Err(unsupported(
                vm,
                match self.face {
                    Face::Raw => "File not open for reading",
                    Face::Buffered => "read",
                    Face::Text(_) => "not readable",
                },
            )),
        }
    }

    pub fn check_writable(&self, vm: &mut Vm) -> Result<()> {
        match self.writable || self.is_closed() {
            true => Ok(()),
            false => Err(unsupported(
                vm,
                match self.face {
                    Face::Raw => "File not open for writing",
                    Face::Buffered => "write",
                    Face::Text(_) => "not writable",
                },
            )),
        }
    }

    /// Reads `size` bytes or characters; everything without a size.
    pub fn read(&self, vm: &mut Vm, size: Option<usize>) -> Result<Value> {
        self.check_readable(vm)?;
        match (&self.face, size) {
            (Face::Raw, Some(size)) => self.read_once(vm, size),
            (Face::Raw | Face::Buffered, _) => {
                let data = self.with(vm, |vm, buffer| buffer.read(vm, size.unwrap_or(usize::MAX >> 1)))?;
                Ok(Value::bytes(data))
            }
            (Face::Text(coding), None) => {
                self.recode(vm, coding)?;
                let data = self.with(vm, |vm, buffer| buffer.read(vm, usize::MAX >> 1))?;
                coding.text(vm, &data)
            }
            (Face::Text(coding), Some(size)) => {
                self.recode(vm, coding)?;
                let data = self.with(vm, |vm, buffer| characters(vm, buffer, coding, size))?;
                coding.text(vm, &data)
            }
        }
    }

    /// One system read; None if it would block in non-blocking mode.
    fn read_once(&self, vm: &mut Vm, size: usize) -> Result<Value> {
        self.with(vm, |vm, buffer| {
            let mut data = crate::memory::zeroed(size)?;
            Ok(match buffer.device.read(vm, &mut data)? {
                Some(length) => {
                    data.truncate(length);
                    Value::bytes(data)
                }
                None => Value::None,
            })
        })
    }

    /// Reads available data with at most one system read.
    pub fn read_some(&self, vm: &mut Vm, size: usize) -> Result<Vec<u8>> {
        self.check_readable(vm)?;
        self.with(vm, |vm, buffer| buffer.read_some(vm, size))
    }

    /// Recodes the rest of a file to UTF-8 if lines cannot be found in its encoding's bytes.
    fn recode(&self, vm: &mut Vm, coding: &Coding) -> Result<()> {
        if coding.recoded.get() || coding.has_byte_lines() {
            return Ok(());
        }
        let data = self.with(vm, |vm, buffer| buffer.read(vm, usize::MAX >> 1))?;
        let (encoding, errors) = (coding.encoding.borrow().clone(), coding.errors.borrow().clone());
        let text = decode(vm, &data, &encoding, &errors)?;
        coding.recoded.set(true);
        self.with(vm, |_, buffer| {
            buffer.replace_ahead(text.into_bytes());
            Ok(())
        })
    }

    /// The next line, at most `most` bytes or characters; None at the end.
    pub fn line(&self, vm: &mut Vm, most: usize) -> Result<Option<Value>> {
        self.check_readable(vm)?;
        let data = match &self.face {
            Face::Raw | Face::Buffered => self.with(vm, |vm, buffer| buffer.line(vm, LineEnd::Newline, most))?,
            Face::Text(coding) => {
                self.recode(vm, coding)?;
                let end = coding.newline.get().end();
                let line = |vm: &mut Vm, buffer: &mut Buffer| match most {
                    usize::MAX => buffer.line(vm, end, most),
                    _ => limited_line(vm, buffer, end, most),
                };
                self.with(vm, line)?
            }
        };
        if data.is_empty() {
            return Ok(None);
        }
        match &self.face {
            Face::Text(coding) => match coding.text(vm, &data) {
                Ok(text) => Ok(Some(text)),
                Err(raise) => Err(self.undecodable(vm, coding).unwrap_or(raise)),
            },
            Face::Raw | Face::Buffered => Ok(Some(Value::bytes(data))),
        }
    }

    /// The decoding error of the last block; its positions are relative to the start of the block.
    fn undecodable(&self, vm: &mut Vm, coding: &Coding) -> Option<Raise> {
        self.with(vm, |vm, buffer| coding.decode(vm, buffer.block()).map(drop)).err()
    }

    /// Writes text or bytes; returns the number of characters or bytes.
    pub fn write(&self, vm: &mut Vm, value: &Value) -> Result<Value> {
        let Face::Text(coding) = &self.face else {
            let data = super::device::written_bytes(vm, value)?;
            self.check_writable(vm)?;
            if let Face::Raw = self.face {
                let written = self.with(vm, |vm, buffer| buffer.device.write(vm, &data))?;
                return Ok(written.map_or(Value::None, |count| Value::Int(count as i64)));
            }
            self.with(vm, |vm, buffer| buffer.write(vm, &data))?;
            return Ok(Value::Int(data.len() as i64));
        };
        let Some(text) = value.as_str() else {
            return Err(Raise::type_error(format!("write() argument must be str, not {}", value.type_name())));
        };
        self.check_writable(vm)?;
        self.with(vm, |_, _| Ok(()))?;
        let data = coding.bytes(vm, text)?;
        let now = coding.write_through.get() || (coding.line_buffering.get() && text.contains(['\n', '\r']));
        self.with(vm, |vm, buffer| {
            buffer.write(vm, &data)?;
            if !now {
                return Ok(());
            }
            buffer.flush(vm)?;
            buffer.device.asks(vm, "flush").map(drop)
        })?;
        Ok(Value::Int(text.chars().count() as i64))
    }

    pub fn flush(&self, vm: &mut Vm) -> Result<()> {
        self.with(vm, |vm, buffer| {
            buffer.flush(vm)?;
            buffer.device.asks(vm, "flush").map(drop)
        })
    }

    pub fn close(&self, vm: &mut Vm) -> Result<()> {
        if self.detached.get() {
            return self.with(vm, |_, _| Ok(()));
        }
        let taken = match self.state.try_borrow_mut() {
            Ok(mut state) => state.take(),
            Err(_) => return Err(Raise::runtime(format!("reentrant call inside {}", self.describe()))),
        };
        taken.map_or(Ok(()), |buffer| buffer.close(vm))
    }

    /// Its name, or that of the object that it wraps; None if neither has one.
    pub fn shown_name(&self, vm: &mut Vm) -> Option<Value> {
        let own = self.name.borrow().clone();
        if !own.is_none() {
            return Some(own);
        }
        let wrapped = self.state.try_borrow().ok()?.as_ref()?.device.object().cloned()?;
        vm.get_attr(&wrapped, "name").ok()
    }

    /// A stream of the same file with another face.
    pub fn faced(&self, face: Face) -> Value {
        Value::native(Stream {
            name: RefCell::new(self.name.borrow().clone()),
            mode: super::raw_mode(&self.mode.borrow(), self.readable, self.writable).into(),
            readable: self.readable,
            writable: self.writable,
            face,
            state: self.state.clone(),
            detached: Cell::new(false),
            own: OnceCell::new(),
        })
    }

    fn describe(&self) -> String {
        format!("<_io.{}>", self.class().name)
    }
}

/// Reads the bytes of `size` characters.
fn characters(vm: &mut Vm, buffer: &mut Buffer, coding: &Coding, size: usize) -> Result<Vec<u8>> {
    let is_utf8 = coding.recoded.get() || coding.plain() == "utf8";
    let mut data = Vec::new();
    for _ in 0..size {
        let first = buffer.read(vm, 1)?;
        let Some(byte) = first.first() else { break };
        data.extend_from_slice(&first);
        match byte {
            b'\r' if coding.newline.get() == Newline::Universal => {
                if buffer.unread().is_empty() {
                    buffer.fill(vm)?;
                }
                if buffer.unread().first() == Some(&b'\n') {
                    buffer.skip(1);
                    data.push(b'\n');
                }
            }
            0xc0.. if is_utf8 => data.extend(buffer.read(vm, continuation(*byte))?),
            _ => {}
        }
    }
    Ok(data)
}

/// The number of bytes after the first of a UTF-8 character.
fn continuation(first: u8) -> usize {
    match first {
        0xc0..=0xdf => 1,
        0xe0..=0xef => 2,
        0xf0..=0xf7 => 3,
        _ => 0,
    }
}

/// A line of at most `most` characters of UTF-8.
fn limited_line(vm: &mut Vm, buffer: &mut Buffer, end: LineEnd, most: usize) -> Result<Vec<u8>> {
    let mut line = Vec::new();
    for _ in 0..most {
        let byte = buffer.read(vm, 1)?;
        let Some(first) = byte.first() else { break };
        line.extend_from_slice(&byte);
        line.extend(buffer.read(vm, continuation(*first))?);
        let ended = match end {
            LineEnd::Newline => *first == b'\n',
            LineEnd::Return => *first == b'\r',
            LineEnd::Both => line.ends_with(b"\r\n"),
            LineEnd::Any => *first == b'\n' || *first == b'\r',
        };
        if ended {
            if *first == b'\r' && end == LineEnd::Any {
                if buffer.unread().is_empty() {
                    buffer.fill(vm)?;
                }
                if buffer.unread().first() == Some(&b'\n') {
                    buffer.skip(1);
                    line.push(b'\n');
                }
            }
            break;
        }
    }
    Ok(line)
}

/// `io.UnsupportedOperation`, a class defined in the language.
pub fn unsupported(vm: &mut Vm, text: &str) -> Raise {
    let make = |vm: &mut Vm| -> Result<Raise> {
        let io = vm.import("io")?;
        let class = vm.get_attr(&io, "UnsupportedOperation")?;
        vm.call(&class, &[Value::str(text)], &[]).map(Raise::object)
    };
    make(vm).unwrap_or_else(|failed| failed)
}

/// The stream of a value, for functions that take files.
pub fn of(value: &Value) -> Option<&Stream> {
    value.beneath().downcast::<Stream>()
}

/// An empty buffer over an object.
pub fn over(object: &Value, size: usize) -> Rc<RefCell<Option<Buffer>>> {
    Rc::new(RefCell::new(Some(Buffer::new(Device::Object(object.clone()), size))))
}

/// StopIteration at the end of a file's lines.
pub fn end_of_lines() -> Raise {
    Raise::new(Exc::StopIteration, "")
}
