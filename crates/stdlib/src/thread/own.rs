//! Thread-local attributes: the native part of `threading.local`.

use std::any::Any;
use std::rc::Rc;
use tensorcell_language::builtins::receiver;
use tensorcell_language::native::Native;
use tensorcell_language::object::{Dict, Module};
use tensorcell_language::threads::Own;
use tensorcell_language::{Builtin, Class, Exc, Raise, Result, Value, Vm};

struct Names(Rc<Own>);

thread_local! {
    static CLASS: Rc<Class> =
        Class::native("_thread", "_Names", &[], Some(&NEW), METHODS, &[], "Names that each thread has its own of.");
}

static NEW: Builtin = Builtin::new("_Names", "()", "Names that each thread has its own of.", |vm, _| {
    let own = Rc::new(Own::default());
    vm.end_with_threads(&own);
    Ok(Value::native(Names(own)))
});

pub(super) fn class() -> Rc<Class> {
    CLASS.with(Rc::clone)
}

/// Makes the class `_local` read and set its attributes here.
pub(super) fn complete(module: &Module) {
    if let Some(Value::Class(local)) = module.dict.get_str("_local") {
        for access in ACCESS {
            local.set(access.short_name(), Value::Builtin(access));
        }
    }
}

impl Native for Names {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok("<names of each thread>".to_owned())
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        if let Ok(own) = self.0.try_borrow() {
            own.values().for_each(|names| visit(&Value::Dict(names.clone())));
        }
    }
}

fn begin(vm: &Vm, own: &Own) -> Rc<Dict> {
    let names = Dict::new();
    own.borrow_mut().insert(vm.thread(), names.clone());
    names
}

static METHODS: &[Builtin] =
    &[Builtin::new("_Names.begin", "(self, /)", "New names for the running thread.", |vm, args| {
        let own = receiver(args, |value| value.downcast::<Names>().map(|names| names.0.clone()))?;
        Ok(Value::Dict(begin(vm, &own)))
    })];

/// Returns the current thread's attributes of a local. On first use in a thread, `__init__` runs first.
fn names_of(vm: &mut Vm, local: &Value) -> Result<Rc<Dict>> {
    let stranger = || Raise::type_error(format!("a thread-local object is needed, not '{}'", local.type_name()));
    let Value::Instance(instance) = local else {
        return Err(stranger());
    };
    let held = instance.dict().get_str("_local__names").ok_or_else(stranger)?;
    let own = held.downcast::<Names>().map(|names| names.0.clone()).ok_or_else(stranger)?;
    if let Some(names) = own.borrow().get(&vm.thread()) {
        return Ok(names.clone());
    }
    let names = begin(vm, &own);
    let given = instance.dict().get_str("_local__given").unwrap_or_default();
    if let [args, Value::Dict(kwargs)] = &vm.collect(&given)?[..] {
        let args: Vec<Value> = std::iter::once(local.clone()).chain(vm.collect(args)?).collect();
        let named = |(name, value): (Value, Value)| Some((name.as_str()?.to_owned(), value));
        let kwargs: Vec<(String, Value)> = kwargs.items().into_iter().filter_map(named).collect();
        let class = Value::Class(vm.class_of(local));
        let init = vm.get_attr(&class, "__init__")?;
        vm.call(&init, &args, &kwargs)?;
    }
    Ok(names)
}

fn check_writable(local: &Value, name: &str) -> Result<()> {
    match name {
        "__dict__" => {
            let text = format!("'{}' object attribute '__dict__' is read-only", local.type_name());
            Err(Raise::new(Exc::AttributeError, text))
        }
        _ => Ok(()),
    }
}

static ACCESS: &[Builtin] = &[
    Builtin::new("_local.__getattribute__", "(self, name, /)", "Return getattr(self, name).", |vm, args| {
        let (local, name) = (args.get(0), args.str(1)?);
        let names = names_of(vm, local)?;
        match names.get_str(name) {
            _ if name == "__dict__" => Ok(Value::Dict(names)),
            Some(value) if !vm.has_data_descriptor(local, name) => Ok(value),
            _ => vm.get_attr_plain(local, name),
        }
    }),
    Builtin::new(
        "_local.__setattr__",
        "(self, name, value, /)",
        "Implement setattr(self, name, value).",
        |vm, args| {
            let (local, name) = (args.get(0), args.str(1)?);
            let names = names_of(vm, local)?;
            check_writable(local, name)?;
            if vm.has_data_descriptor(local, name) {
                vm.set_attr_plain(local, name, args.get(2).clone())?;
            } else {
                names.insert_str(name, args.get(2).clone());
            }
            Ok(Value::None)
        },
    ),
    Builtin::new("_local.__delattr__", "(self, name, /)", "Implement delattr(self, name).", |vm, args| {
        let (local, name) = (args.get(0), args.str(1)?);
        let names = names_of(vm, local)?;
        check_writable(local, name)?;
        if vm.has_data_descriptor(local, name) {
            vm.delete_attr_plain(local, name)?;
        } else if names.remove_str(name).is_none() {
            let text = format!("'{}' object has no attribute '{name}'", local.type_name());
            return Err(Raise::new(Exc::AttributeError, text));
        }
        Ok(Value::None)
    }),
];
