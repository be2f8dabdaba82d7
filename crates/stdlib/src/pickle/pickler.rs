//! `pickle.Pickler`, `dump` and `dumps`.

use super::failure::pickling;
use super::memo_views::PicklerMemo;
use super::opcodes::{DEFAULT_PROTOCOL, HIGHEST_PROTOCOL};
use super::output::Output;
use super::saving::{Form, Hooks, Memory, Saving};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_language::builtins::index;
use tensorcell_language::native::Native;
use tensorcell_language::object::BoundMethod;
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, Raise, Result, Value, Vm};

/// What writes objects to a file.
pub(super) struct Pickler {
    form: Form,
    /// The `write` of the file.
    write: Value,
    pub memory: Rc<Memory>,
    binary: Cell<i64>,
    persistent_id: RefCell<Option<Value>>,
    dispatch_table: RefCell<Option<Value>>,
}

thread_local! {
    static CLASS: Rc<Class> = Class::native(
        "_pickle",
        "Pickler",
        &[],
        Some(&NEW),
        METHODS,
        GETTERS,
        "This takes a binary file for writing a pickle data stream.",
    ).shown_in_full();
}

pub(super) fn class() -> Rc<Class> {
    CLASS.with(Rc::clone)
}

/// Reads the arguments from `first` on: protocol, `fix_imports`, `buffer_callback`.
fn form(vm: &mut Vm, args: &Args, first: usize) -> Result<Form> {
    let protocol = match args.get(first) {
        Value::None => i64::from(DEFAULT_PROTOCOL),
        given => match index(vm, given)? {
            Value::Int(number) => number,
            _ => return Err(Raise::new(Exc::OverflowError, "Python int too large to convert to C int")),
        },
    };
    let protocol = if protocol < 0 { HIGHEST_PROTOCOL } else { protocol.try_into().unwrap_or(u8::MAX) };
    if protocol > HIGHEST_PROTOCOL {
        return Err(Raise::value_error(format!("pickle protocol must be <= {HIGHEST_PROTOCOL}")));
    }
    let fix_imports = vm.truth(args.get(first + 1))?;
    let buffer_callback = args.get(first + 2).clone();
    if !buffer_callback.is_none() && protocol < 5 {
        return Err(Raise::value_error("buffer_callback needs protocol >= 5"));
    }
    Ok(Form { protocol, fix_imports, buffer_callback })
}

fn write_of(vm: &mut Vm, file: &Value) -> Result<Value> {
    vm.find_attr(file, "write")?.ok_or_else(|| Raise::type_error("file must have a 'write' attribute"))
}

static NEW: Builtin = Builtin::new(
    "Pickler",
    "(file, protocol=None, fix_imports=True, buffer_callback=None)",
    "This takes a binary file for writing a pickle data stream.\n\n\
     The optional *protocol* argument tells the pickler to use the given protocol; supported protocols are 0 to 5. The \
     default is 4. A negative one selects the newest.\n\n\
     If *fix_imports* is true and protocol is less than 3, names of today's modules become those of Python 2.\n\n\
     With *buffer_callback*, buffers that it takes by a false result travel beside the pickle.",
    |vm, args| {
        let form = form(vm, args, 1)?;
        let write = write_of(vm, args.get(0))?;
        let binary = Cell::new(i64::from(form.protocol > 0));
        Ok(Value::native(Pickler {
            form,
            write,
            memory: Rc::default(),
            binary,
            persistent_id: RefCell::default(),
            dispatch_table: RefCell::default(),
        }))
    },
);

/// `pickle.dumps`.
pub(super) static DUMPS: Builtin = Builtin::new(
    "pickle.dumps",
    "(obj, protocol=None, *, fix_imports=True, buffer_callback=None)",
    "Return the pickled representation of the object as a bytes object.",
    |vm, args| {
        let form = form(vm, args, 1)?;
        let (memory, hooks) = (Memory::default(), Hooks::default());
        let mut saving = Saving::new(vm, &form, &memory, &hooks, Output::new(None));
        saving.dump(args.get(0))?;
        Ok(Value::bytes(saving.out.bytes))
    },
);

/// `pickle.dump`.
pub(super) static DUMP: Builtin = Builtin::new(
    "pickle.dump",
    "(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None)",
    "Write a pickled representation of obj to the open file object file.",
    |vm, args| {
        let form = form(vm, args, 2)?;
        let write = write_of(vm, args.get(1))?;
        let (memory, hooks) = (Memory::default(), Hooks::default());
        Saving::new(vm, &form, &memory, &hooks, Output::new(Some(write))).dump(args.get(0))?;
        Ok(Value::None)
    },
);

impl Native for Pickler {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<_pickle.Pickler object at {:p}>", std::ptr::from_ref(self)))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.write);
        visit(&self.form.buffer_callback);
        self.persistent_id.borrow().iter().for_each(&mut *visit);
        self.dispatch_table.borrow().iter().for_each(&mut *visit);
        self.memory.memo.borrow().entries().iter().for_each(|(_, value)| visit(value));
    }
}

/// The pickler of a method's first argument; PicklingError if `__init__` was not called.
fn this(value: &Value) -> Result<&Pickler> {
    value.downcast::<Pickler>().ok_or_else(|| {
        let class = value.type_name();
        pickling(format!("Pickler.__init__() was not called by {class}.__init__()"))
    })
}

/// What the program has defined on a pickler or its class.
fn hooks(vm: &mut Vm, object: &Value, pickler: &Pickler) -> Result<Hooks> {
    let set = pickler.persistent_id.borrow().clone();
    let persistent_id = match set {
        Some(set) => Some(set),
        None if matches!(object, Value::Native(_)) => None,
        None => {
            let own = vm.get_attr(object, "persistent_id")?;
            let is_native = matches!(&own, Value::Method(method) if matches!(method.function, Value::Builtin(_)));
            (!is_native).then_some(own)
        }
    };
    let reducer_override = match object {
        Value::Native(_) => None,
        _ => vm.find_attr(object, "reducer_override")?,
    };
    Ok(Hooks { persistent_id, reducer_override, dispatch_table: vm.find_attr(object, "dispatch_table")? })
}

static PERSISTENT_ID: Builtin =
    Builtin::new("Pickler.persistent_id", "(self, obj, /)", "No object has one.", |_, _| Ok(Value::None));

static METHODS: &[Builtin] = &[
    Builtin::new(
        "Pickler.dump",
        "(self, obj, /)",
        "Write a pickled representation of the given object to the open file.",
        |vm, args| {
            let object = args.get(0);
            let pickler = this(object)?;
            let hooks = hooks(vm, object, pickler)?;
            let out = Output::new(Some(pickler.write.clone()));
            let memory = pickler.memory.clone();
            Saving::new(vm, &pickler.form, &memory, &hooks, out).dump(args.get(1))?;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "Pickler.clear_memo",
        "(self, /)",
        "Clears the pickler's \"memo\".\n\nThe memo holds the objects that were written, so that one that comes again is not written again.",
        |_, args| {
            let old = this(args.get(0))?.memory.memo.take();
            drop(old);
            Ok(Value::None)
        },
    ),
];

static GETTERS: &[Getter] = &[
    Getter {
        name: "persistent_id",
        doc: "The function that gives the persistent id of an object, or None.",
        get: |_, value| {
            let set = value.downcast::<Pickler>().and_then(|pickler| pickler.persistent_id.borrow().clone());
            let own = || BoundMethod { receiver: value.clone(), function: Value::Builtin(&PERSISTENT_ID) };
            Ok(set.unwrap_or_else(|| Value::Method(Rc::new(own()))))
        },
        set: Some(|_, value, new| {
            this(value)?.persistent_id.replace(Some(new));
            Ok(())
        }),
    },
    Getter {
        name: "dispatch_table",
        doc: "The functions that take objects apart, by class.",
        get: |_, value| {
            let set = value.downcast::<Pickler>().and_then(|pickler| pickler.dispatch_table.borrow().clone());
            set.ok_or_else(|| Raise::new(Exc::AttributeError, "dispatch_table"))
        },
        set: Some(|_, value, new| {
            this(value)?.dispatch_table.replace(Some(new));
            Ok(())
        }),
    },
    Getter {
        name: "memo",
        doc: "The objects that were written, by their identity.",
        get: |_, value| Ok(Value::native(PicklerMemo(this(value)?.memory.clone()))),
        set: Some(|vm, value, new| {
            let memo = PicklerMemo::read(vm, &new)?;
            let old = this(value)?.memory.memo.replace(memo);
            drop(old);
            Ok(())
        }),
    },
    Getter {
        name: "bin",
        doc: "Whether the protocol is binary.",
        get: |_, value| Ok(Value::Int(this(value)?.binary.get())),
        set: Some(|vm, value, new| {
            let new = index(vm, &new)?;
            this(value)?.binary.set(if let Value::Int(new) = new { new } else { 1 });
            Ok(())
        }),
    },
    Getter {
        name: "fast",
        doc: "Whether objects get no numbers: one that comes twice is written twice.",
        get: |_, value| Ok(Value::Int(i64::from(this(value)?.memory.fast.get()))),
        set: Some(|vm, value, new| {
            let new = index(vm, &new)?;
            this(value)?.memory.fast.set(!matches!(new, Value::Int(0)));
            Ok(())
        }),
    },
];
