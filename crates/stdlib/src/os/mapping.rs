//! Memory maps: of a file, or shared with forked processes.

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
    doc: "The native part of mmap.",
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

/// Mapped memory as the bytes of an object. While mapped, `bytes` contains it as a vector that must not be grown or
/// dropped. `close` takes it out again.
struct Memory {
    bytes: Rc<Bytes>,
    fd: Option<OwnedFd>,
    offset: i64,
    flags: i32,
    protection: i32,
    closed: Cell<bool>,
}

/// Maps memory. Returns the vector over it.
fn map(fd: i32, length: usize, flags: i32, protection: i32, offset: i64) -> Result<Vec<u8>> {
    // SAFETY: the system chooses a new address, so no existing memory is replaced.
    let place = unsafe { libc::mmap(std::ptr::null_mut(), length, protection, flags, fd, offset) };
    match NonNull::new(place.cast::<u8>()).filter(|_| place != libc::MAP_FAILED) {
        // SAFETY: the memory is ours and has this length; `unmap` releases it, never the allocator (see `Memory`).
        Some(place) => Ok(unsafe { Vec::from_raw_parts(place.as_ptr(), length, length) }),
        None => Err(os_failure(&std::io::Error::last_os_error())),
    }
}

fn unmap(memory: Vec<u8>) {
    let mut memory = std::mem::ManuallyDrop::new(memory);
    if memory.capacity() > 0 {
        // SAFETY: `map` mapped it, and no reference to it is left.
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
    /// Changes the length of the map.
    fn resize(&self, length: usize) -> Result<()> {
        self.check()?;
        self.check_unshared("mmap can't resize with extant buffers exported.")?;
        if let Some(fd) = &self.fd {
            let whole = u64::try_from(self.offset).unwrap_or(0) + length as u64;
            super::told(rustix::fs::ftruncate(fd, whole))?;
        }
        let mut memory = self.bytes.data.borrow_mut();
        let (place, old) = (memory.as_mut_ptr(), memory.len());
        // SAFETY: `map` mapped the memory; if the call fails it is unchanged.
        let moved = unsafe { libc::mremap(place.cast(), old, length, libc::MREMAP_MAYMOVE) };
        if moved == libc::MAP_FAILED {
            return Err(os_failure(&std::io::Error::last_os_error()));
        }
        // SAFETY: the memory is at its new address and has this length; the vector of the old address is forgotten.
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
    /// Returns the address and length of a part that begins at a multiple of the page size.
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

/// Calls `act` with a method's receiver.
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
            // SAFETY: the part is inside the memory.
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
                // SAFETY: the part is inside the memory; the class refuses advice that would discard it.
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
