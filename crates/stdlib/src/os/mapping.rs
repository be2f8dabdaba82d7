//! Memory that the system maps: a file's, or what a process shares with those that are forked from it.

use super::checked;
use std::any::Any;
use std::cell::Cell;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::ptr::NonNull;
use std::rc::Rc;
use tensorcell_language::builtins::files::os_failure;
use tensorcell_language::native::{Buffer, ItemFormat, Native};
use tensorcell_language::object::Bytes;
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, ModuleDef, Raise, Result, Value, Vm};

pub static MAPPING: ModuleDef = ModuleDef {
    name: "_tensorcell.mapping",
    doc: "What mmap is made of.",
    functions: &[],
    init: Some(|_, module| {
        module.dict.insert_str("Memory", Value::Class(CLASS.with(Rc::clone)));
        Ok(())
    }),
};

thread_local! {
    static CLASS: Rc<Class> =
        Class::native("mmap", "Memory", &[], Some(&NEW), METHODS, GETTERS, "Memory that the system maps.");
}

/// Mapped memory as the bytes of an object. While it is mapped it stands in `bytes` as a vector that nobody may grow or drop;
/// `close` takes it out again.
struct Memory {
    bytes: Rc<Bytes>,
    fd: Option<OwnedFd>,
    offset: i64,
    flags: i32,
    protection: i32,
    closed: Cell<bool>,
}

/// Maps memory; the vector that stands for it.
fn map(fd: i32, length: usize, flags: i32, protection: i32, offset: i64) -> Result<Vec<u8>> {
    // SAFETY: a new place is asked for, so that nothing of ours is mapped over.
    let place = unsafe { libc::mmap(std::ptr::null_mut(), length, protection, flags, fd, offset) };
    match NonNull::new(place.cast::<u8>()).filter(|_| place != libc::MAP_FAILED) {
        // SAFETY: the memory is ours and as long; it is given back by `unmap`, never to the allocator (see `Memory`).
        Some(place) => Ok(unsafe { Vec::from_raw_parts(place.as_ptr(), length, length) }),
        None => Err(os_failure(&std::io::Error::last_os_error())),
    }
}

fn unmap(memory: Vec<u8>) {
    let mut memory = std::mem::ManuallyDrop::new(memory);
    if memory.capacity() > 0 {
        // SAFETY: it was mapped by `map`, and nobody looks at it any more.
        unsafe { libc::munmap(memory.as_mut_ptr().cast(), memory.capacity()) };
    }
}

impl Memory {
    fn is_writable(&self) -> bool {
        self.protection & libc::PROT_WRITE != 0
    }
    fn check(&self) -> Result<()> {
        match self.closed.get() {
            true => Err(Raise::value_error("mmap closed or invalid")),
            false => Ok(()),
        }
    }
    fn check_unshared(&self, text: &str) -> Result<()> {
        match self.bytes.is_exported() {
            true => Err(Raise::new(Exc::BufferError, text)),
            false => Ok(()),
        }
    }
    /// The same file and place with another length.
    fn resize(&self, length: usize) -> Result<()> {
        self.check()?;
        self.check_unshared("mmap can't resize with extant buffers exported.")?;
        if let Some(fd) = &self.fd {
            let whole = u64::try_from(self.offset).unwrap_or(0) + length as u64;
            super::told(rustix::fs::ftruncate(fd, whole))?;
        }
        let mut memory = self.bytes.data.borrow_mut();
        let (place, old) = (memory.as_mut_ptr(), memory.len());
        // SAFETY: the memory was mapped by `map`; where the call fails it stays as it was.
        let moved = unsafe { libc::mremap(place.cast(), old, length, libc::MREMAP_MAYMOVE) };
        if moved == libc::MAP_FAILED {
            return Err(os_failure(&std::io::Error::last_os_error()));
        }
        // SAFETY: the memory lies there now and is as long; the vector for its old place is forgotten.
        let new = unsafe { Vec::from_raw_parts(moved.cast::<u8>(), length, length) };
        std::mem::forget(std::mem::replace(&mut *memory, new));
        Ok(())
    }
    fn close(&self) -> Result<()> {
        if !self.closed.get() {
            self.check_unshared("cannot close exported pointers exist")?;
            self.closed.set(true);
            unmap(self.bytes.data.take());
        }
        Ok(())
    }
    /// A part, from a multiple of the page's size on, as the system is told of it.
    fn part(&self, start: usize, length: usize) -> Result<(*mut libc::c_void, usize)> {
        self.check()?;
        let mut memory = self.bytes.data.borrow_mut();
        let length = length.min(memory.len().saturating_sub(start));
        Ok((memory[start..].as_mut_ptr().cast(), length))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if !self.closed.get() {
            unmap(self.bytes.data.take());
        }
    }
}

impl Native for Memory {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok("<mmap.Memory object>".to_owned())
    }
    fn buffer(&self) -> Option<Buffer> {
        let bytes = self.bytes.clone();
        (!self.closed.get()).then(|| Buffer { bytes, format: ItemFormat::BYTES, read_only: !self.is_writable() })
    }
}

static NEW: Builtin = Builtin::new(
    "Memory",
    "(fd, length, flags, protection, offset, keeps_file)",
    "Maps a file, or with -1 memory of no file.",
    |_, args| {
        let fd = args.int(0)? as i32;
        let (flags, protection, offset) = (args.int(2)? as i32, args.int(3)? as i32, args.int(4)?);
        let length = usize::try_from(args.int(1)?).map_err(|_| args.wrong(1, "a length"))?;
        let copy = match fd >= 0 && args.bool(5)? {
            // SAFETY: the number is the program's own; a closed one makes the call fail.
            true => Some(super::told(rustix::io::fcntl_dupfd_cloexec(unsafe { BorrowedFd::borrow_raw(fd) }, 0))?),
            false => None,
        };
        let memory = map(copy.as_ref().map_or(fd, AsRawFd::as_raw_fd), length, flags, protection, offset)?;
        let bytes = Bytes::new(memory, true);
        Ok(Value::native(Memory { bytes, fd: copy, offset, flags, protection, closed: Cell::new(false) }))
    },
);

/// Calls `act` with the memory that a method belongs to.
fn with<T>(args: &Args, act: impl FnOnce(&Memory) -> Result<T>) -> Result<T> {
    args.get(0).downcast::<Memory>().map_or_else(|| Err(args.wrong(0, "a memory map")), act)
}

fn size(args: &Args, slot: usize) -> Result<usize> {
    usize::try_from(args.int(slot)?).map_err(|_| args.wrong(slot, "a size"))
}

static METHODS: &[Builtin] = &[
    Builtin::new("Memory._resize", "(self, length, /)", "Makes it longer or shorter.", |_, args| {
        with(args, |memory| memory.resize(size(args, 1)?)).map(|()| Value::None)
    }),
    Builtin::new("Memory.close", "(self, /)", "Unmap it.", |_, args| with(args, Memory::close).map(|()| Value::None)),
    Builtin::new(
        "Memory._find",
        "(self, sub, start, end, is_last, /)",
        "Where bytes are in a part; -1: nowhere.",
        |_, args| {
            let wanted = crate::os::descriptors::bytes_of(args.get(1))?;
            let (start, end, is_last) = (size(args, 2)?, size(args, 3)?, args.bool(4)?);
            with(args, |memory| {
                memory.check()?;
                let data = memory.bytes.data.borrow();
                let part = data.get(start..end).unwrap_or_default();
                let mut places = part.windows(wanted.len().max(1));
                let found = match (wanted.is_empty(), is_last) {
                    (true, false) => Some(0),
                    (true, true) => Some(part.len()),
                    (false, false) => places.position(|place| place == wanted),
                    (false, true) => places.rposition(|place| place == wanted),
                };
                Ok(found.map_or(Value::Int(-1), |at| Value::Int((start + at) as i64)))
            })
        },
    ),
    Builtin::new("Memory._flush", "(self, start, length, /)", "Has a part reach its file.", |_, args| {
        with(args, |memory| {
            let (place, length) = memory.part(size(args, 1)?, size(args, 2)?)?;
            if !memory.is_writable() || memory.flags & libc::MAP_PRIVATE != 0 {
                return Ok(Value::None);
            }
            // SAFETY: the part lies in the memory.
            checked(i64::from(unsafe { libc::msync(place, length, libc::MS_SYNC) })).map(|_| Value::None)
        })
    }),
    Builtin::new(
        "Memory._advise",
        "(self, option, start, length, /)",
        "Tells the system how it is used.",
        |_, args| {
            with(args, |memory| {
                let (place, length) = memory.part(size(args, 2)?, size(args, 3)?)?;
                // SAFETY: the part lies in the memory; advice that would take it away is refused by the class.
                checked(i64::from(unsafe { libc::madvise(place, length, args.int(1)? as i32) })).map(|_| Value::None)
            })
        },
    ),
];

static GETTERS: &[Getter] = &[
    Getter {
        name: "closed",
        doc: "Whether it is unmapped.",
        get: |_, value| Ok(Value::from(value.downcast::<Memory>().is_none_or(|memory| memory.closed.get()))),
        set: None,
    },
    Getter {
        name: "_fd",
        doc: "The descriptor of the file; None of no file.",
        get: |_, value| {
            let fd = value.downcast::<Memory>().and_then(|memory| Some(i64::from(memory.fd.as_ref()?.as_raw_fd())));
            Ok(fd.map_or(Value::None, Value::Int))
        },
        set: None,
    },
];
