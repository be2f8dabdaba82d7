//! The methods and attributes of open files.

use super::buffer::BLOCK;
use super::stream::{self, Coding, Face, Newline, Stream, unsupported};
use crate::builtins::{clipped_index, receiver};
use crate::{Args, Builtin, Exc, Getter, Raise, Result, Truth, Value, Vm};
use std::cell::{Cell, OnceCell, RefCell};
use std::io::SeekFrom;
use std::rc::Rc;

fn on<T>(vm: &mut Vm, args: &Args, act: impl FnOnce(&mut Vm, &Stream) -> Result<T>) -> Result<T> {
    let value = receiver(args, |value| stream::of(&value).is_some().then_some(value))?;
    match stream::of(&value) {
        Some(stream) => act(vm, stream),
        None => Err(args.wrong(0, "file")),
    }
}

/// A size argument: None or negative means everything.
pub fn size(vm: &mut Vm, args: &Args, slot: usize) -> Result<Option<usize>> {
    match args.get(slot) {
        Value::None => Ok(None),
        value => match clipped_index(vm, value) {
            Ok(size) => Ok(usize::try_from(size).ok()),
            Err(raise) if raise.is(Exc::TypeError) => {
                let found = value.type_name();
                Err(Raise::type_error(format!("argument should be integer or None, not '{found}'")))
            }
            Err(raise) => Err(raise),
        },
    }
}

/// Copies bytes to the start of a buffer; returns how many.
fn put_into(vm: &mut Vm, target: &Value, data: Vec<u8>) -> Result<Value> {
    if matches!(target.beneath(), Value::Bytes(bytes) if !bytes.mutable) {
        let words = "readinto() argument must be read-write bytes-like object, not bytes";
        return Err(Raise::type_error(words));
    }
    let read = Value::Int(data.len() as i64);
    let part = crate::object::Slice { start: Value::Int(0), stop: read.clone(), step: Value::None };
    vm.set_item(target, &Value::Slice(Rc::new(part)), Value::bytes(data))?;
    Ok(read)
}

fn readline(vm: &mut Vm, args: &Args) -> Result<Value> {
    let most = size(vm, args, 1)?.unwrap_or(usize::MAX);
    on(vm, args, |vm, stream| {
        let empty = || if stream.coding().is_some() { Value::str("") } else { Value::bytes(Vec::new()) };
        Ok(stream.line(vm, most)?.unwrap_or_else(empty))
    })
}

fn readlines(vm: &mut Vm, args: &Args) -> Result<Value> {
    let most = size(vm, args, 1)?.filter(|most| *most > 0).unwrap_or(usize::MAX);
    on(vm, args, |vm, stream| {
        let (mut lines, mut length) = (Vec::new(), 0);
        while length <= most
            && let Some(line) = stream.line(vm, usize::MAX)?
        {
            length += vm.length(&line)?;
            lines.push(line);
        }
        Ok(Value::list(lines))
    })
}

fn seek(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (offset, whence) = (clipped_index(vm, args.get(1))?, clipped_index(vm, args.get(2))?);
    on(vm, args, |vm, stream| {
        let is_text = stream.coding().is_some();
        let to = match whence {
            0 if offset < 0 && is_text => {
                return Err(Raise::value_error(format!("negative seek position {offset}")));
            }
            0 if offset < 0 => {
                return Err(Raise::with_args(Exc::OSError, vec![Value::Int(22), Value::str("Invalid argument")]));
            }
            0 => SeekFrom::Start(offset as u64),
            1 if is_text && offset != 0 => return Err(unsupported(vm, "can't do nonzero cur-relative seeks")),
            2 if is_text && offset != 0 => return Err(unsupported(vm, "can't do nonzero end-relative seeks")),
            1 => SeekFrom::Current(offset),
            2 => SeekFrom::End(offset),
            other if is_text => {
                return Err(Raise::value_error(format!("invalid whence ({other}, should be 0, 1 or 2)")));
            }
            other => return Err(Raise::value_error(format!("whence value {other} unsupported"))),
        };
        check_seekable(vm, stream)?;
        let at = stream.with(vm, |vm, buffer| buffer.seek(vm, to))?;
        if let Some(coding) = stream.coding() {
            coding.moved(at);
        }
        Ok(Value::Int(at as i64))
    })
}

fn check_seekable(vm: &mut Vm, stream: &Stream) -> Result<()> {
    if is_seekable(vm, stream)? {
        return Ok(());
    }
    Err(match stream.face {
        Face::Text(_) => unsupported(vm, "underlying stream is not seekable"),
        Face::Buffered => unsupported(vm, "File or stream is not seekable."),
        Face::Raw => Raise::with_args(Exc::OSError, vec![Value::Int(29), Value::str("Illegal seek")]),
    })
}

fn is_seekable(vm: &mut Vm, stream: &Stream) -> Result<bool> {
    stream.with(vm, |vm, buffer| match buffer.device.asks(vm, "seekable")? {
        Some(answer) => vm.truth(&answer),
        None => Ok(buffer.device.is_seekable()),
    })
}

fn tell(vm: &mut Vm, args: &Args) -> Result<Value> {
    on(vm, args, |vm, stream| {
        check_seekable(vm, stream)?;
        let at = stream.with(vm, |vm, buffer| {
            buffer.flush(vm)?;
            buffer.seek(vm, SeekFrom::Current(0))
        })?;
        Ok(Value::Int(at as i64))
    })
}

fn truncate(vm: &mut Vm, args: &Args) -> Result<Value> {
    let size = match args.get(1) {
        Value::None => None,
        value => Some(clipped_index(vm, value)?),
    };
    on(vm, args, |vm, stream| {
        if let (false, false, Face::Buffered | Face::Text(_)) = (stream.writable, stream.is_closed(), &stream.face) {
            return Err(unsupported(vm, "truncate"));
        }
        stream.check_writable(vm)?;
        stream.with(vm, |vm, buffer| {
            buffer.flush(vm)?;
            let size = match size {
                Some(size) if size < 0 => {
                    return Err(Raise::with_args(Exc::OSError, vec![Value::Int(22), Value::str("Invalid argument")]));
                }
                Some(size) => size as u64,
                None => buffer.seek(vm, SeekFrom::Current(0))?,
            };
            buffer.device.truncate(vm, size)?;
            Ok(Value::Int(size as i64))
        })
    })
}

/// ValueError with the message of the lowest layer.
fn check_open(stream: &Stream) -> Result<()> {
    match stream.is_closed() {
        true => Err(Raise::value_error("I/O operation on closed file")),
        false => Ok(()),
    }
}

fn fileno(vm: &mut Vm, args: &Args) -> Result<Value> {
    on(vm, args, |vm, stream| {
        check_open(stream)?;
        stream.with(vm, |vm, buffer| match buffer.device.descriptor() {
            Some(fd) => Ok(Value::Int(i64::from(fd))),
            None => Ok(buffer.device.asks(vm, "fileno")?.unwrap_or_default()),
        })
    })
}

fn isatty(vm: &mut Vm, args: &Args) -> Result<Value> {
    on(vm, args, |vm, stream| {
        check_open(stream)?;
        stream.with(vm, |vm, buffer| {
            Ok(buffer.device.asks(vm, "isatty")?.unwrap_or_else(|| Value::from(buffer.device.is_terminal())))
        })
    })
}

/// Returns the layer below, and makes this one unusable.
fn detach(vm: &mut Vm, args: &Args) -> Result<Value> {
    on(vm, args, |vm, stream| {
        stream.with(vm, |vm, buffer| buffer.flush(vm))?;
        let below = below(stream);
        stream.detached.set(true);
        Ok(below)
    })
}

/// The layer below: the object that the stream wraps, or the same file with another face.
fn below(stream: &Stream) -> Value {
    let object = || stream.state.try_borrow().ok()?.as_ref()?.device.object().cloned();
    object().unwrap_or_else(|| {
        stream.faced(match stream.face {
            Face::Text(_) => Face::Buffered,
            Face::Buffered | Face::Raw => Face::Raw,
        })
    })
}

pub static COMMON: &[Builtin] = &[
    Builtin::new(
        "file.read",
        "(self, size=-1, /)",
        "Reads at most size characters or bytes; everything without a size.",
        |vm, args| {
            let size = size(vm, args, 1)?;
            on(vm, args, |vm, stream| stream.read(vm, size))
        },
    ),
    Builtin::new("file.readline", "(self, size=-1, /)", "Reads a line; an empty one at the end.", readline),
    Builtin::new(
        "file.readlines",
        "(self, hint=-1, /)",
        "Reads lines; with a hint, until they hold that many characters.",
        readlines,
    ),
    Builtin::new("file.write", "(self, data, /)", "Writes; returns the number of characters or bytes.", |vm, args| {
        let data = args.get(1).clone();
        on(vm, args, |vm, stream| stream.write(vm, &data))
    }),
    Builtin::new("file.writelines", "(self, lines, /)", "Writes lines; no line ends are added.", |vm, args| {
        on(vm, args, |vm, stream| stream.with(vm, |_, _| Ok(())))?;
        let lines = vm.iter(args.get(1))?;
        while let Some(line) = vm.next(&lines)? {
            vm.call_method(args.get(0), "write", &[line])?;
        }
        Ok(Value::None)
    }),
    Builtin::new(
        "file.truncate",
        "(self, size=None, /)",
        "Truncates the file, by default at the current position.",
        truncate,
    ),
    Builtin::new("file.seekable", "(self, /)", "Whether the file supports seek().", |vm, args| {
        on(vm, args, |vm, stream| is_seekable(vm, stream).map(Value::from))
    }),
    Builtin::new("file.isatty", "(self, /)", "Whether it is a terminal.", isatty),
    Builtin::new("file.fileno", "(self, /)", "The number of the file's descriptor.", fileno),
    Builtin::new("file.flush", "(self, /)", "Writes buffered data.", |vm, args| {
        on(vm, args, |vm, stream| stream.flush(vm)).map(|()| Value::None)
    }),
    Builtin::new("file.close", "(self, /)", "Writes buffered data and closes the file.", |vm, args| {
        on(vm, args, |vm, stream| stream.close(vm)).map(|()| Value::None)
    }),
    Builtin::new("file.seek", "(self, offset, whence=0, /)", "Moves to a position, and returns it in bytes.", seek),
    Builtin::new("file.tell", "(self, /)", "The position, in bytes.", tell),
    Builtin::new("file.readable", "(self, /)", "Whether it can be read.", |vm, args| {
        on(vm, args, |vm, stream| stream.with(vm, |_, _| Ok(Value::from(stream.readable))))
    }),
    Builtin::new("file.writable", "(self, /)", "Whether it can be written.", |vm, args| {
        on(vm, args, |vm, stream| stream.with(vm, |_, _| Ok(Value::from(stream.writable))))
    }),
    Builtin::new("file.detach", "(self, /)", "Returns the layer below; this one becomes unusable.", detach),
    Builtin::new("file.__iter__", "(self, /)", "The stream itself.", |vm, args| {
        on(vm, args, |vm, stream| stream.with(vm, |_, _| Ok(())))?;
        Ok(args.get(0).clone())
    }),
    Builtin::new("file.__next__", "(self, /)", "The next line.", |vm, args| {
        on(vm, args, |vm, stream| stream.line(vm, usize::MAX)?.ok_or_else(stream::end_of_lines))
    }),
    Builtin::new("file.__enter__", "(self, /)", "The stream itself.", |vm, args| {
        on(vm, args, |vm, stream| stream.with(vm, |_, _| Ok(())))?;
        Ok(args.get(0).clone())
    }),
    Builtin::new("file.__exit__", "(self, /, *args)", "Closes the stream.", |vm, args| {
        on(vm, args, |vm, stream| stream.close(vm)).map(|()| Value::None)
    }),
];

pub static TEXT: &[Builtin] = &[Builtin::new(
    "file.reconfigure",
    "(self, *, encoding=None, errors=None, newline=..., line_buffering=None, write_through=None)",
    "Changes how text is read and written from now on.",
    |vm, args| {
        let (encoding, errors) = (args.opt_str(1)?.map(str::to_owned), args.opt_str(2)?.map(str::to_owned));
        let newline = match args.given(3) {
            Some(_) => Some(Newline::parse(args.opt_str(3)?)?),
            None => None,
        };
        let (lines, through) = (args.opt_bool(4)?, args.opt_bool(5)?);
        on(vm, args, |vm, stream| {
            stream.flush(vm)?;
            let Some(coding) = stream.coding() else { return Ok(Value::None) };
            if let Some(encoding) = &encoding {
                *coding.encoding.borrow_mut() = encoding.clone();
                *coding.errors.borrow_mut() = "strict".to_owned();
            }
            if let Some(errors) = &errors {
                *coding.errors.borrow_mut() = errors.clone();
            }
            coding.newline.set(newline.unwrap_or(coding.newline.get()));
            coding.line_buffering.set(lines.unwrap_or(coding.line_buffering.get()));
            coding.write_through.set(through.unwrap_or(coding.write_through.get()));
            Ok(Value::None)
        })
    },
)];

pub static BYTES: &[Builtin] = &[Builtin::new(
    "file.readinto",
    "(self, buffer, /)",
    "Reads bytes into a buffer, as many as it holds; returns their number.",
    |vm, args| {
        let length = vm.length(args.get(1))?;
        let data = on(vm, args, |vm, stream| stream.read(vm, Some(length)))?;
        match crate::contents(&data)? {
            Some(data) => put_into(vm, args.get(1), data),
            None => Ok(Value::None),
        }
    },
)];

pub static BUFFERED: &[Builtin] = &[
    Builtin::new(
        "file.read1",
        "(self, size=-1, /)",
        "Reads available bytes, with at most one system call.",
        |vm, args| {
            let size = size(vm, args, 1)?.unwrap_or(BLOCK);
            on(vm, args, |vm, stream| stream.read_some(vm, size).map(Value::bytes))
        },
    ),
    Builtin::new("file.readinto1", "(self, buffer, /)", "Reads available bytes into a buffer.", |vm, args| {
        let length = vm.length(args.get(1))?;
        let data = on(vm, args, |vm, stream| stream.read_some(vm, length))?;
        put_into(vm, args.get(1), data)
    }),
    Builtin::new("file.peek", "(self, size=0, /)", "Returns the next bytes without consuming them.", |vm, args| {
        on(vm, args, |vm, stream| {
            stream.check_readable(vm)?;
            stream.with(vm, |vm, buffer| {
                if buffer.unread().is_empty() {
                    buffer.fill(vm)?;
                }
                crate::memory::copied(buffer.unread()).map(Value::bytes)
            })
        })
    }),
];

pub static RAW: &[Builtin] = &[Builtin::new("file.readall", "(self, /)", "Reads to the end.", |vm, args| {
    on(vm, args, |vm, stream| stream.read(vm, None))
})];

fn read(value: &Value, pick: impl FnOnce(&Stream) -> Value) -> Result<Value> {
    Ok(stream::of(value).map_or(Value::None, pick))
}

fn read_coding(value: &Value, pick: impl FnOnce(&Coding) -> Value) -> Result<Value> {
    Ok(stream::of(value).and_then(Stream::coding).map_or(Value::None, pick))
}

/// The layer below as an attribute; None if it was detached.
fn layer(_: &mut Vm, value: &Value) -> Result<Value> {
    Ok(stream::of(value).filter(|stream| !stream.detached.get()).map_or(Value::None, below))
}

/// An attribute that a stream takes from the wrapped object; `own` if it wraps none.
fn named(vm: &mut Vm, value: &Value, name: &str, own: fn(&Stream) -> Value) -> Result<Value> {
    let Some(stream) = stream::of(value) else { return Ok(Value::None) };
    let own = own(stream);
    let object = || stream.state.try_borrow().ok()?.as_ref()?.device.object().cloned();
    match object() {
        Some(object) if own.is_none() => vm.get_attr(&object, name),
        _ if own.is_none() => {
            let text = format!("'{}' object has no attribute '{name}'", value.type_name());
            Err(Raise::new(Exc::AttributeError, text))
        }
        _ => Ok(own),
    }
}

fn mode(stream: &Stream) -> Value {
    let mode = stream.mode.borrow();
    if mode.is_empty() { Value::None } else { Value::str(mode.as_str()) }
}

pub static GETTERS: &[Getter] = &[
    Getter {
        name: "name",
        doc: "the path or the descriptor given",
        get: |vm, x| named(vm, x, "name", |stream| stream.name.borrow().clone()),
        set: Some(|_, x, value| match stream::of(x).filter(|stream| matches!(stream.face, Face::Raw)) {
            Some(stream) => {
                stream.name.replace(value.clone());
                Ok(())
            }
            None => {
                let text = format!("attribute 'name' of '{}' objects is not writable", x.type_name());
                Err(Raise::new(Exc::AttributeError, text))
            }
        }),
    },
    Getter {
        name: "mode",
        doc: "the mode given",
        get: |vm, x| named(vm, x, "mode", mode),
        set: Some(|_, x, value| {
            let text = value.as_str().ok_or_else(|| Raise::type_error("mode must be a string"))?;
            if let Some(stream) = stream::of(x) {
                text.clone_into(&mut stream.mode.borrow_mut());
            }
            Ok(())
        }),
    },
    Getter {
        name: "closed",
        doc: "True if the file is closed",
        get: |vm, x| {
            let Some(stream) = stream::of(x) else { return Ok(Value::None) };
            let object = || stream.state.try_borrow().ok()?.as_ref()?.device.object().cloned();
            match object() {
                Some(object) => vm.get_attr(&object, "closed"),
                None => Ok(Value::from(stream.is_closed())),
            }
        },
        set: None,
    },
];

pub static TEXT_GETTERS: &[Getter] = &[
    Getter {
        name: "encoding",
        doc: "the codec of the text",
        get: |_, x| read_coding(x, |coding| Value::str(&*coding.encoding.borrow())),
        set: None,
    },
    Getter {
        name: "errors",
        doc: "how text that the codec cannot convert is handled",
        get: |_, x| read_coding(x, |coding| Value::str(&*coding.errors.borrow())),
        set: None,
    },
    Getter {
        name: "newlines",
        doc: "the line ends seen so far",
        get: |_, x| {
            read_coding(x, |coding| {
                let ends = ["\n", "\r", "\r\n"].into_iter().zip(coding.met.get());
                let order = |end: &&str| ["\r", "\n", "\r\n"].iter().position(|one| one == end);
                let mut met: Vec<&str> = ends.filter_map(|(end, met)| met.then_some(end)).collect();
                met.sort_by_key(order);
                match (met.as_slice(), coding.newline.get()) {
                    ([], _) | (_, Newline::Only(_)) => Value::None,
                    ([one], _) => Value::str(one),
                    (more, _) => Value::tuple(more.iter().map(Value::str).collect()),
                }
            })
        },
        set: None,
    },
    Getter {
        name: "line_buffering",
        doc: "whether each line is flushed",
        get: |_, x| read_coding(x, |coding| Value::from(coding.line_buffering.get())),
        set: None,
    },
    Getter {
        name: "write_through",
        doc: "whether writes are unbuffered",
        get: |_, x| read_coding(x, |coding| Value::from(coding.write_through.get())),
        set: None,
    },
    Getter { name: "buffer", doc: "the byte stream below", get: layer, set: None },
];

pub static BUFFERED_GETTERS: &[Getter] = &[Getter { name: "raw", doc: "the file below", get: layer, set: None }];

pub static RAW_GETTERS: &[Getter] = &[Getter {
    name: "closefd",
    doc: "whether the descriptor is closed with the stream",
    get: |_, x| read(x, |_| Value::Bool(Truth::True)),
    set: None,
}];

/// A stream that wraps an object, with its own face.
fn over(object: &Value, size: usize, [readable, writable]: [bool; 2], face: Face) -> Value {
    Value::native(Stream {
        name: RefCell::default(),
        mode: RefCell::default(),
        readable,
        writable,
        face,
        state: stream::over(object, size),
        detached: Cell::new(false),
        own: OnceCell::new(),
    })
}

fn answers(vm: &mut Vm, object: &Value, question: &str) -> Result<bool> {
    let answer = vm.call_method(object, question, &[])?;
    vm.truth(&answer)
}

pub static NEW_TEXT: Builtin = Builtin::new(
    "TextIOWrapper",
    "(buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False)",
    "Text over a stream of bytes.",
    |vm, args| {
        let buffer = args.get(0);
        let newline = Newline::parse(args.opt_str(3)?)?;
        let encoding = super::known_encoding(vm, args.opt_str(1)?)?;
        let coding = Coding::new(&encoding, args.opt_str(2)?.unwrap_or("strict"), newline);
        coding.line_buffering.set(args.bool(4)?);
        coding.write_through.set(args.bool(5)?);
        let abilities = [answers(vm, buffer, "readable")?, answers(vm, buffer, "writable")?];
        Ok(over(buffer, BLOCK, abilities, Face::Text(coding)))
    },
);

fn buffered(vm: &mut Vm, args: &Args, wanted: [bool; 2]) -> Result<Value> {
    let (raw, size) = (args.get(0), args.int(1)?);
    let size = usize::try_from(size).ok().filter(|size| *size > 0);
    let size = size.ok_or_else(|| Raise::value_error("buffer size must be strictly positive"))?;
    for (wanted, question, words) in [
        (wanted[0], "readable", "File or stream is not readable."),
        (wanted[1], "writable", "File or stream is not writable."),
    ] {
        if wanted && !answers(vm, raw, question)? {
            return Err(unsupported(vm, words));
        }
    }
    Ok(over(raw, size, wanted, Face::Buffered))
}

pub static NEW_READER: Builtin =
    Builtin::new("BufferedReader", "(raw, buffer_size=8192)", "Bytes to read, with a buffer.", |vm, args| {
        buffered(vm, args, [true, false])
    });
pub static NEW_WRITER: Builtin =
    Builtin::new("BufferedWriter", "(raw, buffer_size=8192)", "Bytes to write, with a buffer.", |vm, args| {
        buffered(vm, args, [false, true])
    });
pub static NEW_RANDOM: Builtin =
    Builtin::new("BufferedRandom", "(raw, buffer_size=8192)", "Bytes to read and write, with a buffer.", |vm, args| {
        buffered(vm, args, [true, true])
    });
pub static NEW_RAW: Builtin =
    Builtin::new("FileIO", "(file, mode='r', closefd=True, opener=None)", "A file without a buffer.", |vm, args| {
        let mode = super::Mode::parse(&format!("{}b", args.str(1)?.replace('b', "")))?;
        super::open_raw(vm, args.get(0), mode, args.bool(2)?, args.get(3))
    });
