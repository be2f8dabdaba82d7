//! Names that each thread has its own of: what `threading.local` is made of.

use std::any::Any;
use std::rc::Rc;
use tensorcell_language::builtins::receiver;
use tensorcell_language::native::Native;
use tensorcell_language::object::Dict;
use tensorcell_language::threads::Own;
use tensorcell_language::{Args, Builtin, Class, Result, Value, Vm};

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

fn own(args: &Args) -> Result<Rc<Own>> {
    receiver(args, |value| value.downcast::<Names>().map(|names| names.0.clone()))
}

static METHODS: &[Builtin] = &[
    Builtin::new("_Names.here", "(self, /)", "The running thread's names; None before it has any.", |vm, args| {
        let own = own(args)?;
        let names = own.borrow().get(&vm.thread()).cloned();
        Ok(names.map_or(Value::None, Value::Dict))
    }),
    Builtin::new("_Names.begin", "(self, /)", "New names for the running thread.", |vm, args| {
        let names = Dict::new();
        own(args)?.borrow_mut().insert(vm.thread(), names.clone());
        Ok(Value::Dict(names))
    }),
];
