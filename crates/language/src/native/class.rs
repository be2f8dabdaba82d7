//! Native classes, declared by the crates that define their objects.

use super::{Args, Builtin, Getter, Native};
use crate::class::{Class, ClassKind};
use crate::descriptor::{NativeGetter, set_constructor};
use crate::object::Dict;
use crate::types::types;
use crate::{Raise, Result, Value, Vm};
use std::rc::Rc;

/// `__repr__` of classes that have no other: by name, as in `x.__repr__()`, it is what `repr` shows.
static REPR: Builtin = Builtin::new("native.__repr__", "(self, /)", "Return repr(self).", |vm, args| {
    match args.get(0) {
        instance @ Value::Instance(_) => vm.default_repr(instance),
        _ => vm.repr(&Value::Native(this(args)?)),
    }
    .map(Value::from)
});

/// `__str__` of classes whose objects have a text apart from `repr`, for their [`Class::define`].
pub static STR: [Builtin; 1] =
    [Builtin::new("native.__str__", "(self, /)", "Return str(self).", |vm: &mut Vm, args| {
        vm.str(&Value::Native(this(args)?)).map(Value::from)
    })];

fn this(args: &Args) -> Result<Rc<Box<dyn Native>>> {
    match args.get(0).beneath() {
        Value::Native(native) => Ok(native.clone()),
        other => Err(Raise::type_error(format!("expected a native object, not '{}'", other.type_name()))),
    }
}

impl Class {
    /// Declares a native class. `Name(...)` calls `new`; without it: "cannot create 'Name' instances".
    pub fn native(
        module: &str,
        name: &str,
        bases: &[Rc<Class>],
        new: Option<&'static Builtin>,
        methods: &'static [Builtin],
        getters: &'static [Getter],
        doc: &'static str,
    ) -> Rc<Class> {
        let bases = if bases.is_empty() { vec![types().object.clone()] } else { bases.to_vec() };
        let class = Class::build(module, name, bases, Dict::new(), ClassKind::Native)
            .expect("bases of a native class are linear");
        if let Some(new) = new {
            set_constructor(&class, new);
        }
        class.define(methods);
        class.define_getters(getters);
        if matches!(class.lookup("__repr__"), Some(Value::Builtin(found)) if found.name == "object.__repr__") {
            class.set("__repr__", Value::Builtin(&REPR));
        }
        if !doc.is_empty() {
            class.dict.insert_str("__doc__", Value::str(doc));
        }
        class
    }

    /// Adds native attributes.
    pub fn define_getters(&self, getters: &'static [Getter]) {
        let members = MEMBERS.iter().find(|(class, _)| *class == self.name).map_or("", |(_, members)| members);
        for getter in getters {
            let is_member = members.split(' ').any(|name| name == getter.name);
            let made = if is_member { NativeGetter::member(getter) } else { NativeGetter::computed(getter) };
            self.set(getter.name, made);
        }
    }
}

/// What CPython stores in the structure of an object: by class, the attributes that are `member_descriptor`s.
const MEMBERS: &[(&str, &str)] = &[
    ("AttributeError", "name obj"),
    ("BaseException", "__suppress_context__"),
    ("BaseExceptionGroup", "message exceptions"),
    ("GenericAlias", "__args__ __origin__ __unpacked__"),
    ("ImportError", "msg name name_from path"),
    ("NameError", "name"),
    ("OSError", "errno filename filename2 strerror"),
    ("StopIteration", "value"),
    ("SyntaxError", "end_lineno end_offset filename lineno msg offset print_file_and_line text"),
    ("SystemExit", "code"),
    ("UnicodeDecodeError", "encoding end object reason start"),
    ("UnicodeEncodeError", "encoding end object reason start"),
    ("UnicodeTranslateError", "encoding end object reason start"),
    ("async_generator", "ag_running"),
    (
        "code",
        "co_argcount co_consts co_exceptiontable co_filename co_firstlineno co_flags co_kwonlyargcount co_linetable \
         co_name co_names co_nlocals co_posonlyargcount co_qualname co_stacksize",
    ),
    ("complex", "real imag"),
    ("coroutine", "cr_origin"),
    ("frame", "f_trace_lines"),
    ("function", "__builtins__ __closure__ __globals__ __module__"),
    ("getset_descriptor", "__name__ __objclass__"),
    ("member_descriptor", "__name__ __objclass__"),
    ("partial", "args func keywords"),
    ("property", "fdel fget fset"),
    ("range", "start step stop"),
    ("slice", "start step stop"),
    ("traceback", "tb_frame tb_lasti"),
    ("type", "__base__ __flags__"),
];
