//! `pickle.Unpickler`, `load` and `loads`.

use super::failure::{NO_PERSISTENT_LOAD, unpickling};
use super::input::{File, Input};
use super::loading::{Hooks, Loading, Manner};
use super::memo::Read;
use super::memo_views::UnpicklerMemo;
use super::names;
use std::any::Any;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_language::builtins::bytes;
use tensorcell_language::native::Native;
use tensorcell_language::object::BoundMethod;
use tensorcell_language::{Args, Builtin, Class, Getter, Raise, Result, Value, Vm};

/// What reads objects from a file.
pub(super) struct Unpickler {
    manner: Manner,
    input: RefCell<Input<'static>>,
    pub memo: Rc<RefCell<Read>>,
    /// The protocol of the pickle that was read last.
    protocol: Cell<u8>,
    persistent_load: RefCell<Option<Value>>,
}

thread_local! {
    static CLASS: Rc<Class> = Class::native(
        "_pickle",
        "Unpickler",
        &[],
        Some(&NEW),
        METHODS,
        GETTERS,
        "This takes a binary file for reading a pickle data stream.",
    ).shown_in_full();
}

pub(super) fn class() -> Rc<Class> {
    CLASS.with(Rc::clone)
}

/// Reads the arguments behind the first: `fix_imports`, `encoding`, `errors`, `buffers`.
fn manner(vm: &mut Vm, args: &Args) -> Result<Manner> {
    let buffers = match args.get(4) {
        Value::None => None,
        // The default.
        Value::Tuple(none) if none.is_empty() => None,
        given => Some(vm.iter(given)?),
    };
    Ok(Manner {
        fix_imports: vm.truth(args.get(1))?,
        encoding: args.str(2)?.to_owned(),
        errors: args.str(3)?.to_owned(),
        buffers,
    })
}

static NEW: Builtin = Builtin::new(
    "Unpickler",
    "(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())",
    "This takes a binary file for reading a pickle data stream.\n\n\
     The protocol version of the pickle is detected automatically.\n\n\
     *fix_imports*, *encoding* and *errors* are for pickles of Python 2; *buffers* gives the data that travels beside the pickle.",
    |vm, args| {
        let file = File::new(vm, args.get(0))?;
        Ok(Value::native(Unpickler {
            manner: manner(vm, args)?,
            input: RefCell::new(Input::of_file(file)),
            memo: Rc::default(),
            protocol: Cell::new(0),
            persistent_load: RefCell::default(),
        }))
    },
);

/// Reads one object of some input, by a function's arguments.
fn load(vm: &mut Vm, args: &Args, mut input: Input<'_>) -> Result<Value> {
    let (manner, hooks) = (manner(vm, args)?, Hooks::default());
    let (memo, protocol) = (RefCell::default(), Cell::new(0));
    Loading::new(vm, &manner, &hooks, &memo, &protocol, &mut input).load()
}

/// `pickle.load`.
pub(super) static LOAD: Builtin = Builtin::new(
    "pickle.load",
    "(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())",
    "Read and return an object from the pickle data stored in a file.",
    |vm, args| {
        let file = File::new(vm, args.get(0))?;
        load(vm, args, Input::of_file(file))
    },
);

/// `pickle.loads`.
pub(super) static LOADS: Builtin = Builtin::new(
    "pickle.loads",
    "(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=())",
    "Read and return an object from the given pickle data.",
    |vm, args| match args.get(0) {
        Value::Bytes(data) if !data.mutable => {
            let data = data.data.borrow();
            load(vm, args, Input::of_data(Cow::Borrowed(&data)))
        }
        other => {
            let exported = match bytes::contents(other)? {
                None if other.as_str().is_none() && vm.find_special(other, "__buffer__")?.is_some() => {
                    Some(bytes::data(vm, other)?)
                }
                contents => contents,
            };
            let Some(data) = exported else {
                let text = format!("a bytes-like object is required, not '{}'", other.type_name());
                return Err(Raise::type_error(text));
            };
            load(vm, args, Input::of_data(Cow::Owned(data)))
        }
    },
);

impl Native for Unpickler {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<_pickle.Unpickler object at {:p}>", std::ptr::from_ref(self)))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        self.manner.buffers.iter().for_each(&mut *visit);
        self.persistent_load.borrow().iter().for_each(&mut *visit);
        if let Some(file) = self.input.borrow().file() {
            file.trace(visit);
        }
        self.memo.borrow().trace(visit);
    }
}

/// The unpickler of a method's first argument; UnpicklingError if `__init__` was not called.
fn this(value: &Value) -> Result<&Unpickler> {
    value.downcast::<Unpickler>().ok_or_else(|| {
        let class = value.type_name();
        unpickling(format!("Unpickler.__init__() was not called by {class}.__init__()"))
    })
}

/// A method that the program's class has in place of the native one.
fn own_method(vm: &mut Vm, object: &Value, name: &str) -> Result<Option<Value>> {
    if matches!(object, Value::Native(_)) {
        return Ok(None);
    }
    let own = vm.get_attr(object, name)?;
    let is_native = matches!(&own, Value::Method(method) if matches!(method.function, Value::Builtin(_)));
    Ok((!is_native).then_some(own))
}

static PERSISTENT_LOAD: Builtin =
    Builtin::new("Unpickler.persistent_load", "(self, pid, /)", "Refuses: no object has a persistent id.", |_, _| {
        Err(unpickling(NO_PERSISTENT_LOAD))
    });

static METHODS: &[Builtin] = &[
    Builtin::new(
        "Unpickler.load",
        "(self, /)",
        "Load a pickle.\n\nRead a pickled object representation from the open file object given in the constructor, and return the \
         reconstituted object hierarchy specified therein.",
        |vm, args| {
            let object = args.get(0);
            let unpickler = this(object)?;
            let set = unpickler.persistent_load.borrow().clone();
            let persistent_load = match set {
                Some(set) => Some(set),
                None => own_method(vm, object, "persistent_load")?,
            };
            let hooks = Hooks { find_class: own_method(vm, object, "find_class")?, persistent_load };
            let mut input = unpickler.input.take();
            let (manner, memo) = (&unpickler.manner, unpickler.memo.clone());
            let loaded = Loading::new(vm, manner, &hooks, &memo, &unpickler.protocol, &mut input).load();
            unpickler.input.replace(input);
            loaded
        },
    ),
    Builtin::new(
        "Unpickler.find_class",
        "(self, module_name, global_name, /)",
        "Return an object from a specified module.\n\nIf necessary, the module will be imported. Subclasses may override this method.",
        |vm, args| {
            let unpickler = this(args.get(0))?;
            let (protocol, fix_imports) = (unpickler.protocol.get(), unpickler.manner.fix_imports);
            names::find_class(vm, protocol, fix_imports, args.str(1)?, args.str(2)?)
        },
    ),
];

static GETTERS: &[Getter] = &[
    Getter {
        name: "persistent_load",
        doc: "The function that gives the object of a persistent id.",
        get: |_, value| {
            let set = value.downcast::<Unpickler>().and_then(|unpickler| unpickler.persistent_load.borrow().clone());
            let own = || BoundMethod { receiver: value.clone(), function: Value::Builtin(&PERSISTENT_LOAD) };
            Ok(set.unwrap_or_else(|| Value::Method(Rc::new(own()))))
        },
        set: Some(|_, value, new| {
            this(value)?.persistent_load.replace(Some(new));
            Ok(())
        }),
    },
    Getter {
        name: "memo",
        doc: "The objects that a pickle may name again, by their number.",
        get: |_, value| Ok(Value::native(UnpicklerMemo(this(value)?.memo.clone()))),
        set: Some(|_, value, new| {
            let memo = UnpicklerMemo::read(&new)?;
            let old = this(value)?.memo.replace(memo);
            drop(old);
            Ok(())
        }),
    },
];
