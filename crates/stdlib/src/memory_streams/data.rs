//! The bytes of an `io.BytesIO`.

use super::arguments::{Move, size, this};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_language::builtins::{bytes, change_bytes};
use tensorcell_language::native::Native;
use tensorcell_language::{Args, Builtin, Class, Getter, Raise, Result, Value, Vm, memory};

#[derive(Default)]
struct DataMemory {
    data: RefCell<Vec<u8>>,
    at: Cell<usize>,
    closed: Cell<bool>,
}

thread_local! {
    static CLASS: Rc<Class> = Class::native("_io", "_DataMemory", &[], Some(&NEW), METHODS, GETTERS, "");
}

pub(super) fn class() -> Rc<Class> {
    CLASS.with(Rc::clone)
}

fn refused(value: &Value) -> Raise {
    Raise::type_error(format!("a bytes-like object is required, not '{}'", value.type_name()))
}

/// The contents of a bytes-like object.
fn contents(vm: &mut Vm, value: &Value) -> Result<Vec<u8>> {
    match bytes::contents(value)? {
        Some(data) => Ok(data),
        None if matches!(value, Value::Instance(_)) && vm.find_special(value, "__buffer__")?.is_some() => {
            bytes::data(vm, value)
        }
        None => Err(refused(value)),
    }
}

static NEW: Builtin =
    Builtin::new("_DataMemory", "(initial_bytes=b'')", "Bytes that are read and written.", |vm, args| {
        let memory = DataMemory::default();
        if !args.get(0).is_none() {
            memory.data.replace(contents(vm, args.get(0))?);
        }
        Ok(Value::native(memory))
    });

impl DataMemory {
    fn open(args: &Args) -> Result<&DataMemory> {
        let memory = this::<DataMemory>(args)?;
        match memory.closed.get() {
            true => Err(Raise::value_error("I/O operation on closed file.")),
            false => Ok(memory),
        }
    }
    fn write(&self, data: &[u8]) -> Result<()> {
        if data.is_empty() {
            return Ok(());
        }
        let mut own = self.data.borrow_mut();
        let (at, length) = (self.at.get(), own.len());
        if at > length {
            memory::reserve(&mut own, at - length)?;
            own.resize(at, 0);
        }
        let over = data.len().min(own.len() - at);
        own[at..at + over].copy_from_slice(&data[..over]);
        memory::append_bytes(&mut own, &data[over..])?;
        self.at.set(at + data.len());
        Ok(())
    }
    /// The bytes up to an end, which the stream moves to.
    fn take(&self, end: impl FnOnce(&[u8]) -> usize) -> Result<Vec<u8>> {
        let data = self.data.borrow();
        let rest = data.get(self.at.get()..).unwrap_or(&[]);
        let part = memory::copied(&rest[..end(rest)])?;
        self.at.set(self.at.get() + part.len());
        Ok(part)
    }
    fn line(&self, size: Option<usize>) -> Result<Value> {
        let end = |rest: &[u8]| {
            let most = &rest[..size.unwrap_or(rest.len()).min(rest.len())];
            most.iter().position(|byte| *byte == b'\n').map_or(most.len(), |at| at + 1)
        };
        self.take(end).map(Value::bytes)
    }
}

fn read(vm: &mut Vm, args: &Args) -> Result<Value> {
    let memory = DataMemory::open(args)?;
    let size = size(vm, args.get(1))?;
    memory.take(|rest| size.unwrap_or(rest.len()).min(rest.len())).map(Value::bytes)
}

fn read_into(_: &mut Vm, args: &Args) -> Result<Value> {
    let memory = DataMemory::open(args)?;
    let filled = {
        let data = memory.data.borrow();
        let rest = data.get(memory.at.get()..).unwrap_or(&[]);
        change_bytes(args.get(1), |room| {
            let count = rest.len().min(room.len());
            room[..count].copy_from_slice(&rest[..count]);
            count
        })?
    };
    let Some(count) = filled else {
        let found = args.get(1).type_name();
        let text = format!("readinto() argument must be read-write bytes-like object, not {found}");
        return Err(Raise::type_error(text));
    };
    memory.at.set(memory.at.get() + count);
    Ok(Value::Int(count as i64))
}

static METHODS: &[Builtin] = &[
    Builtin::new("_DataMemory.write", "(self, b, /)", "Write bytes; the number of them.", |vm, args| {
        let memory = DataMemory::open(args)?;
        let count = match args.get(1) {
            // The bytes of a stream are never its own.
            Value::Bytes(data) => {
                let data = data.data.borrow();
                memory.write(&data)?;
                data.len()
            }
            other => {
                let data = contents(vm, other)?;
                memory.write(&data)?;
                data.len()
            }
        };
        Ok(Value::Int(count as i64))
    }),
    Builtin::new("_DataMemory.read", "(self, size=-1, /)", "Read at most so many bytes; all without a limit.", read),
    Builtin::new("_DataMemory.read1", "(self, size=-1, /)", "Read at most so many bytes; all without a limit.", read),
    Builtin::new("_DataMemory.readinto", "(self, buffer, /)", "Read into a buffer; the number of bytes.", read_into),
    Builtin::new("_DataMemory.readinto1", "(self, buffer, /)", "Read into a buffer; the number of bytes.", read_into),
    Builtin::new("_DataMemory.readline", "(self, size=-1, /)", "Read up to the end of the line.", |vm, args| {
        let memory = DataMemory::open(args)?;
        let size = size(vm, args.get(1))?;
        memory.line(size)
    }),
    Builtin::new("_DataMemory.getvalue", "(self, /)", "Everything that was written.", |_, args| {
        memory::copied(&DataMemory::open(args)?.data.borrow()).map(Value::bytes)
    }),
    Builtin::new("_DataMemory.seek", "(self, pos, whence=0, /)", "Move; the new place.", |vm, args| {
        let memory = DataMemory::open(args)?;
        let to = Move::read(vm, args)?;
        if !(0..=2).contains(&to.whence) {
            return Err(Raise::value_error(format!("invalid whence ({}, should be 0, 1 or 2)", to.whence)));
        }
        if to.whence == 0 && to.offset < 0 {
            return Err(Raise::value_error(format!("negative seek value {}", to.offset)));
        }
        let length = memory.data.borrow().len();
        memory.at.set(to.place(memory.at.get(), length));
        Ok(Value::Int(memory.at.get() as i64))
    }),
    Builtin::new("_DataMemory.tell", "(self, /)", "The current place.", |_, args| {
        Ok(Value::Int(DataMemory::open(args)?.at.get() as i64))
    }),
    Builtin::new(
        "_DataMemory.truncate",
        "(self, size=None, /)",
        "Cut at a size, or at the current place.",
        |vm, args| {
            let memory = DataMemory::open(args)?;
            let size = match args.get(1) {
                Value::None => memory.at.get(),
                given => size(vm, given)?.ok_or_else(|| {
                    let shown = vm.repr(given).unwrap_or_default();
                    Raise::value_error(format!("negative size value {shown}"))
                })?,
            };
            memory.data.borrow_mut().truncate(size);
            Ok(Value::Int(size as i64))
        },
    ),
    Builtin::new("_DataMemory.close", "(self, /)", "No operation is possible from now on.", |_, args| {
        let memory = this::<DataMemory>(args)?;
        memory.closed.set(true);
        drop(memory.data.take());
        Ok(Value::None)
    }),
    Builtin::new("_DataMemory._check", "(self, /)", "Fails on a closed stream.", |_, args| {
        DataMemory::open(args).map(|_| Value::None)
    }),
    Builtin::new("_DataMemory.__getstate__", "(self, /)", "Helper for pickle.", |_, args| {
        let memory = DataMemory::open(args)?;
        let data = memory::copied(&memory.data.borrow()).map(Value::bytes)?;
        Ok(Value::tuple(vec![data, Value::Int(memory.at.get() as i64), Value::None]))
    }),
    Builtin::new("_DataMemory.__setstate__", "(self, state, /)", "Helper for pickle.", |vm, args| {
        let memory = DataMemory::open(args)?;
        let state = vm.collect(args.get(1))?;
        let [data, Value::Int(at), ..] = &state[..] else {
            return Err(Raise::type_error("the state of a BytesIO is its bytes and its place"));
        };
        memory.data.replace(contents(vm, data)?);
        memory.at.set(usize::try_from(*at).unwrap_or(0));
        Ok(Value::None)
    }),
    Builtin::new("_DataMemory.__next__", "(self, /)", "The next line.", |vm, args| {
        let memory = DataMemory::open(args)?;
        let line = memory.line(None)?;
        match vm.truth(&line)? {
            true => Ok(line),
            false => Err(Raise::new(tensorcell_language::Exc::StopIteration, "")),
        }
    }),
];

static GETTERS: &[Getter] = &[Getter {
    name: "_closed",
    doc: "Whether the stream is closed.",
    get: |_, value| Ok(Value::from(value.downcast::<DataMemory>().is_some_and(|memory| memory.closed.get()))),
    set: None,
}];

impl Native for DataMemory {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<_io.BytesIO object at {:p}>", std::ptr::from_ref(self)))
    }
}
