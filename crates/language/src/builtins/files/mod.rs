//! Files: `open`, and the classes of open files.

mod buffer;
mod class;
mod device;
mod methods;
mod paths;
mod stream;

pub use class::classes;
pub use methods::size;
pub(crate) use paths::encodable;
pub use paths::{
    change_folder, home_folder, os_error, os_error_about, os_failure, path_text, reachable, reachable_entry,
    system_name,
};
pub use stream::unsupported;

use super::clipped_index;
use super::codecs::encode;
use crate::{Args, Builtin, Raise, Result, Value, Vm};
use buffer::{BLOCK, Buffer};
use device::Device;
use std::cell::{Cell, OnceCell, RefCell};
use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::rc::Rc;
use stream::{Coding, Face, Newline, Stream};

pub static FUNCTIONS: &[Builtin] = &[Builtin::new(
    "open",
    "(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)",
    "Open a file and return a stream.\n\n\
     file: a path, or the number of an open descriptor.\n\
     mode: 'r' read (default), 'w' write anew, 'x' create, 'a' append, '+' read and write, 'b' bytes, 't' text.",
    open,
)];

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
        if ways == 0 {
            let words = "Must have exactly one of create/read/write/append mode and at most one plus";
            return Err(Raise::value_error(words));
        }
        if ways != 1 {
            return Err(Raise::value_error("must have exactly one of create/read/write/append mode"));
        }
        if text.contains('+') {
            (mode.readable, mode.writable) = (true, true);
        }
        Ok(mode)
    }

    fn options(self) -> OpenOptions {
        let mut options = OpenOptions::new();
        options
            .read(self.readable)
            .write(self.writable && !self.append)
            .append(self.append)
            .create(self.create || self.append)
            .truncate(self.create)
            .create_new(self.exclusive);
        options
    }

    /// The flags passed to an opener.
    fn flags(self) -> i64 {
        use rustix::fs::OFlags;
        let mut flags = OFlags::CLOEXEC;
        flags |= match (self.readable, self.writable) {
            (true, true) => OFlags::RDWR,
            (_, true) => OFlags::WRONLY,
            _ => OFlags::RDONLY,
        };
        flags.set(OFlags::CREATE, self.create || self.append || self.exclusive);
        flags.set(OFlags::TRUNC, self.create);
        flags.set(OFlags::APPEND, self.append);
        flags.set(OFlags::EXCL, self.exclusive);
        i64::from(flags.bits())
    }

    /// The mode as FileIO shows it.
    fn raw_text(self) -> &'static str {
        match (self.exclusive, self.append, self.readable, self.writable) {
            (true, _, true, _) => "xb+",
            (true, ..) => "xb",
            (_, true, true, _) => "ab+",
            (_, true, ..) => "ab",
            (_, _, true, true) => "rb+",
            (_, _, true, _) => "rb",
            _ => "wb",
        }
    }
}

/// The mode as the byte layers show it.
fn raw_mode(mode: &str, readable: bool, writable: bool) -> String {
    let mode =
        Mode { append: mode.contains('a'), exclusive: mode.contains('x'), readable, writable, ..Mode::default() };
    mode.raw_text().to_owned()
}

/// The name of a known encoding; UTF-8 if none is given.
fn known_encoding(vm: &mut Vm, encoding: Option<&str>) -> Result<String> {
    let encoding = match encoding {
        None | Some("locale") => "UTF-8",
        Some(encoding) => encoding,
    };
    encode(vm, "", encoding, "strict")?;
    Ok(encoding.to_owned())
}

/// The device of a path, of a descriptor, or of an opener's result for the path.
fn device(vm: &mut Vm, file: &Value, mode: Mode, owned: bool, opener: &Value) -> Result<Device> {
    if let Value::Int(_) | Value::Bool(_) = file.number() {
        let fd = clipped_index(vm, file)?;
        let fd = RawFd::try_from(fd).ok().filter(|fd| *fd >= 0);
        return of_descriptor(fd.ok_or_else(|| Raise::value_error("negative file descriptor"))?, owned);
    }
    let name = path_text(vm, file)?;
    if !owned {
        return Err(Raise::value_error("Cannot use closefd=False with file name"));
    }
    let path = reachable(&name)?;
    if !opener.is_none() {
        let fd = vm.call(opener, &[file.clone(), Value::Int(mode.flags())], &[])?;
        let number = clipped_index(vm, &fd)?;
        let fd = RawFd::try_from(number).ok().filter(|fd| *fd >= 0);
        return of_descriptor(fd.ok_or_else(|| Raise::value_error(format!("opener returned {number}")))?, true);
    }
    let named = [file.clone()];
    if path.is_dir() {
        return Err(os_error_about(&ErrorKind::IsADirectory.into(), &named));
    }
    let mut opened = mode.options().open(&path).map_err(|error| os_error_about(&error, &named))?;
    if mode.append {
        // Seeking fails on a pipe, which has no end.
        let _ = std::io::Seek::seek(&mut opened, std::io::SeekFrom::End(0));
    }
    Ok(Device::of_file(opened, true))
}

/// The device of an open descriptor that the program passes by number.
fn of_descriptor(fd: RawFd, owned: bool) -> Result<Device> {
    // SAFETY: the program owns the number; system calls on an invalid one fail.
    let file = std::mem::ManuallyDrop::new(unsafe { File::from_raw_fd(fd) });
    let facts = rustix::fs::fstat(&*file).map_err(|error| os_failure(&error.into()))?;
    if rustix::fs::FileType::from_raw_mode(facts.st_mode).is_dir() {
        return Err(os_error_about(&ErrorKind::IsADirectory.into(), &[Value::Int(i64::from(fd))]));
    }
    // SAFETY: as above; the device closes it once, if the program requested that.
    Ok(Device::of_file(unsafe { File::from_raw_fd(file.as_raw_fd()) }, owned))
}

/// Converts a path object to text.
fn as_path(vm: &mut Vm, file: &Value) -> Result<Value> {
    Ok(vm.call_if_found(file, "__fspath__")?.unwrap_or_else(|| file.clone()))
}

fn stream(name: &Value, mode_text: String, mode: Mode, device: Device, size: usize, face: Face) -> Value {
    Value::native(Stream {
        name: RefCell::new(name.clone()),
        mode: RefCell::new(mode_text),
        readable: mode.readable,
        writable: mode.writable,
        face,
        state: Rc::new(RefCell::new(Some(Buffer::new(device, size)))),
        detached: Cell::new(false),
        own: OnceCell::new(),
    })
}

fn open_raw(vm: &mut Vm, file: &Value, mode: Mode, owned: bool, opener: &Value) -> Result<Value> {
    let device = device(vm, file, mode, owned, opener)?;
    Ok(stream(file, mode.raw_text().to_owned(), mode, device, 0, Face::Raw))
}

fn open(vm: &mut Vm, args: &Args) -> Result<Value> {
    let file = &as_path(vm, args.get(0))?;
    let mode_text = args.str(1)?;
    let mode = Mode::parse(mode_text)?;
    let buffering = args.int(2)?;
    for (slot, name) in [(3, "an encoding"), (4, "an errors"), (5, "a newline")] {
        if mode.binary && !args.get(slot).is_none() {
            return Err(Raise::value_error(format!("binary mode doesn't take {name} argument")));
        }
    }
    if buffering == 0 && !mode.binary {
        return Err(Raise::value_error("can't have unbuffered text I/O"));
    }
    let newline = Newline::parse(args.opt_str(5)?)?;
    let encoding = known_encoding(vm, args.opt_str(3)?)?;
    if buffering == 0 {
        return open_raw(vm, file, mode, args.bool(6)?, args.get(7));
    }
    let device = device(vm, file, mode, args.bool(6)?, args.get(7))?;
    let size = usize::try_from(buffering).ok().filter(|size| *size > 1).unwrap_or(BLOCK);
    if mode.binary {
        return Ok(stream(file, mode.raw_text().to_owned(), mode, device, size, Face::Buffered));
    }
    let coding = Coding::new(&encoding, args.opt_str(4)?.unwrap_or("strict"), newline);
    coding.line_buffering.set(buffering == 1 || (buffering < 0 && device.is_terminal()));
    Ok(stream(file, mode_text.to_owned(), mode, device, size, Face::Text(coding)))
}
