//! `struct`: packs values into bytes and unpacks them.

use super::struct_format::Format;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use tensorcell_language::builtins::{bytes_of, change_bytes, clipped_index, plain, receiver};
use tensorcell_language::native::Native;
use tensorcell_language::object::{Iter, Steps};
use tensorcell_language::types::types;
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, ModuleDef, Raise, Result, Value, Vm};

pub static STRUCT: ModuleDef = ModuleDef {
    name: "struct",
    doc: "Values packed into bytes, and unpacked from them.",
    functions: FUNCTIONS,
    init: Some(|_, module| {
        module.dict.insert_str("Struct", Value::Class(CLASS.with(Rc::clone)));
        module.dict.insert_str("error", Value::Class(ERROR.with(Rc::clone)));
        Ok(())
    }),
};

thread_local! {
    static CLASS: Rc<Class> = {
        let doc = "Struct(fmt) --> compiled struct object";
        Class::native("_struct", "Struct", &[], Some(&NEW), METHODS, GETTERS, doc).shown_in_full()
    };
    static ERROR: Rc<Class> = {
        let base = types().exception(Exc::Exception).clone();
        Class::native("struct", "error", &[base], None, &[], &[], "").shown_in_full()
    };
    /// A cache of parsed formats, by text.
    static KNOWN: RefCell<HashMap<String, Rc<Format>>> = RefCell::default();
}

/// The maximum size of the cache.
const MOST_KNOWN: usize = 100;

struct Struct(Rc<Format>);

impl Native for Struct {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        Ok(format!("Struct({})", vm.repr(&Value::str(&self.0.text))?))
    }
}

fn error(text: impl Into<String>) -> Raise {
    Raise::of(&ERROR.with(Rc::clone), text)
}

fn format_of(value: &Value) -> Result<Rc<Format>> {
    let text = match plain(value) {
        Value::Str(text) => text.as_str().to_owned(),
        Value::Bytes(bytes) if !bytes.mutable => bytes.data.borrow().iter().map(|byte| *byte as char).collect(),
        _ => {
            let found = value.type_name();
            return Err(Raise::type_error(format!("Struct() argument 1 must be a str or bytes object, not {found}")));
        }
    };
    if let Some((at, c)) = text.chars().enumerate().find(|(_, c)| !c.is_ascii()) {
        let code = if (c as u32) < 256 { format!("\\x{:02x}", c as u32) } else { format!("\\u{:04x}", c as u32) };
        let text = format!("'ascii' codec can't encode character '{code}' in position {at}: ordinal not in range(128)");
        return Err(Raise::new(Exc::UnicodeEncodeError, text));
    }
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&text).cloned()) {
        return Ok(known);
    }
    let format = Rc::new(Format::parse(&text, &ERROR.with(Rc::clone))?);
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(text, format.clone());
    });
    Ok(format)
}

static NEW: Builtin = Builtin::new("Struct", "(format)", "Struct(fmt) --> compiled struct object", |_, args| {
    format_of(args.get(0)).map(|format| Value::native(Struct(format)))
});

fn own(args: &Args) -> Result<Rc<Format>> {
    receiver(args, |value| value.downcast::<Struct>().map(|this| this.0.clone()))
}

/// Returns the format in a function's first argument.
fn first(args: &Args) -> Result<Rc<Format>> {
    match args.rest(0) {
        [format, ..] => format_of(format),
        [] => Err(Raise::type_error("missing format argument")),
    }
}

fn pack(vm: &mut Vm, format: &Format, values: &[Value]) -> Result<Value> {
    let (wanted, given) = (format.items.len(), values.len());
    if wanted != given {
        return Err(error(format!("pack expected {wanted} items for packing (got {given})")));
    }
    tensorcell_language::memory::claim(format.size)?;
    let mut data = vec![0; format.size];
    format.pack(vm, values, &mut data, &ERROR.with(Rc::clone))?;
    Ok(Value::bytes(data))
}

fn pack_into(vm: &mut Vm, format: &Format, rest: &[Value]) -> Result<Value> {
    let (buffer, offset, values) = match rest {
        [] => return Err(error("pack_into expected buffer argument")),
        [_] => return Err(error("pack_into expected offset argument")),
        [buffer, offset, values @ ..] => (buffer, offset, values),
    };
    let (wanted, given) = (format.items.len(), values.len());
    if wanted != given {
        return Err(error(format!("pack_into expected {wanted} items for packing (got {given})")));
    }
    let offset = clipped_index(vm, offset)?;
    let read_only = || {
        let found = buffer.type_name();
        Raise::type_error(format!("argument must be read-write bytes-like object, not {found}"))
    };
    let length = change_bytes(buffer, |data| data.len())?.ok_or_else(read_only)?;
    let size = format.size;
    let at = place(offset, length, size, |size| format!("no space to pack {size} bytes at offset {offset}"))?;
    if length.saturating_sub(at) < size || at > length {
        return Err(error(format!(
            "pack_into requires a buffer of at least {} bytes for packing {size} bytes at offset {at} (actual buffer size is {length})",
            at + size
        )));
    }
    let mut packed = vec![0; size];
    format.pack(vm, values, &mut packed, &ERROR.with(Rc::clone))?;
    // Converting the values may have changed the buffer.
    let written = change_bytes(buffer, |data| data.get_mut(at..at + size).map(|slot| slot.copy_from_slice(&packed)))?;
    written.flatten().map(|()| Value::None).ok_or_else(|| error("the buffer became too small"))
}

/// Returns the start of an offset in a buffer.
fn place(offset: i64, length: usize, size: usize, no_room: impl FnOnce(usize) -> String) -> Result<usize> {
    if offset >= 0 {
        return Ok(offset as usize);
    }
    let behind = offset.unsigned_abs() as usize;
    if behind < size {
        return Err(error(no_room(size)));
    }
    length.checked_sub(behind).ok_or_else(|| error(format!("offset {offset} out of range for {length}-byte buffer")))
}

fn data_of(value: &Value) -> Result<Vec<u8>> {
    let wrong = || Raise::type_error(format!("a bytes-like object is required, not '{}'", value.type_name()));
    bytes_of(value)?.ok_or_else(wrong)
}

fn unpack(format: &Format, buffer: &Value) -> Result<Value> {
    let data = data_of(buffer)?;
    match data.len() == format.size {
        true => Ok(format.unpack(&data)),
        false => Err(error(format!("unpack requires a buffer of {} bytes", format.size))),
    }
}

fn unpack_from(vm: &mut Vm, format: &Format, buffer: &Value, offset: &Value) -> Result<Value> {
    let (data, offset, size) = (data_of(buffer)?, clipped_index(vm, offset)?, format.size);
    let at =
        place(offset, data.len(), size, |size| format!("not enough data to unpack {size} bytes at offset {offset}"))?;
    let end = at.saturating_add(size);
    data.get(at..end).map(|part| format.unpack(part)).ok_or_else(|| {
        error(format!(
            "unpack_from requires a buffer of at least {end} bytes for unpacking {size} bytes at offset {at} (actual buffer size is {})",
            data.len()
        ))
    })
}

fn iter_unpack(format: Rc<Format>, buffer: &Value) -> Result<Value> {
    if format.size == 0 {
        return Err(error("cannot iteratively unpack with a struct of length 0"));
    }
    let data = data_of(buffer)?;
    if !data.len().is_multiple_of(format.size) {
        let size = format.size;
        return Err(error(format!("iterative unpacking requires a buffer of a multiple of {size} bytes")));
    }
    Ok(Iter::from_steps("unpack_iterator", Unpacking { format, data: data.to_vec(), at: Cell::new(0) }))
}

struct Unpacking {
    format: Rc<Format>,
    data: Vec<u8>,
    at: Cell<usize>,
}

impl Steps for Unpacking {
    fn next(&self, _: &mut Vm) -> Result<Option<Value>> {
        let (at, size) = (self.at.get(), self.format.size);
        self.at.set((at + size).min(self.data.len()));
        Ok(self.data.get(at..at + size).map(|part| self.format.unpack(part)))
    }
    fn remaining(&self, _: &mut Vm) -> Result<Option<usize>> {
        Ok(Some((self.data.len() - self.at.get()) / self.format.size))
    }
    fn reduce(&self, _: &mut Vm, _: Value) -> Result<Value> {
        Err(Raise::type_error("cannot pickle 'unpack_iterator' object"))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "struct.calcsize",
        "(format, /)",
        "Return size in bytes of the struct described by the format string.",
        |_, args| format_of(args.get(0)).map(|format| Value::Int(format.size as i64)),
    ),
    Builtin::new(
        "struct.pack",
        "(*args)",
        "pack(format, v1, v2, ...) -> bytes\n\nReturn a bytes object containing the values v1, v2, ... packed according to the format string.",
        |vm, args| {
            let format = first(args)?;
            pack(vm, &format, &args.rest(0)[1..])
        },
    ),
    Builtin::new(
        "struct.pack_into",
        "(*args)",
        "pack_into(format, buffer, offset, v1, v2, ...)\n\nPack the values and write the packed bytes into the writable buffer starting at offset.",
        |vm, args| {
            let format = first(args)?;
            pack_into(vm, &format, &args.rest(0)[1..])
        },
    ),
    Builtin::new(
        "struct.unpack",
        "(format, buffer, /)",
        "Return a tuple containing values unpacked according to the format string.",
        |_, args| unpack(&*format_of(args.get(0))?, args.get(1)),
    ),
    Builtin::new(
        "struct.unpack_from",
        "(format, /, buffer, offset=0)",
        "Return a tuple containing values unpacked according to the format string, from offset on.",
        |vm, args| {
            let format = format_of(args.get(0))?;
            unpack_from(vm, &format, args.get(1), args.get(2))
        },
    ),
    Builtin::new(
        "struct.iter_unpack",
        "(format, buffer, /)",
        "Return an iterator yielding tuples unpacked from the given bytes source.",
        |_, args| iter_unpack(format_of(args.get(0))?, args.get(1)),
    ),
    Builtin::new("struct._clearcache", "()", "Forget the formats that were read.", |_, _| {
        KNOWN.with_borrow_mut(HashMap::clear);
        Ok(Value::None)
    }),
];

static METHODS: &[Builtin] = &[
    Builtin::new(
        "Struct.pack",
        "(self, /, *values)",
        "Return a bytes object containing the packed values.",
        |vm, args| pack(vm, &*own(args)?, args.rest(1)),
    ),
    Builtin::new(
        "Struct.pack_into",
        "(self, /, *values)",
        "Pack values into a buffer, from an offset on.",
        |vm, args| pack_into(vm, &*own(args)?, args.rest(1)),
    ),
    Builtin::new("Struct.unpack", "(self, buffer, /)", "Return a tuple containing unpacked values.", |_, args| {
        unpack(&*own(args)?, args.get(1))
    }),
    Builtin::new(
        "Struct.unpack_from",
        "(self, /, buffer, offset=0)",
        "Return a tuple containing unpacked values, from an offset on.",
        |vm, args| unpack_from(vm, &*own(args)?, args.get(1), args.get(2)),
    ),
    Builtin::new("Struct.iter_unpack", "(self, buffer, /)", "Return an iterator yielding tuples.", |_, args| {
        iter_unpack(own(args)?, args.get(1))
    }),
];

fn read(value: &Value, pick: fn(&Format) -> Value) -> Result<Value> {
    Ok(value.downcast::<Struct>().map_or(Value::None, |this| pick(&this.0)))
}

static GETTERS: &[Getter] = &[
    Getter {
        name: "format",
        doc: "struct format string",
        get: |_, x| read(x, |format| Value::str(&format.text)),
        set: None,
    },
    Getter {
        name: "size",
        doc: "struct size in bytes",
        get: |_, x| read(x, |format| Value::Int(format.size as i64)),
        set: None,
    },
];
