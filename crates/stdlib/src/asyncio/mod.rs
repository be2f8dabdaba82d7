//! The native part of `asyncio` and `types.coroutine`.

use std::any::Any;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use tensorcell_language::builtins::coroutine::as_awaitable;
use tensorcell_language::object::Iter;
use tensorcell_language::{Args, Builtin, Class, ModuleDef, Native, Result, Value, Vm, type_union};

pub static TYPES: ModuleDef = ModuleDef {
    name: "_tensorcell.types",
    doc: "The native part of types.",
    functions: &[
        Builtin::new("types._union", "(a, b, /)", "a | b, of types.", |vm, args| {
            Ok(type_union(vm, args.get(0), args.get(1))?.unwrap_or(Value::NotImplemented))
        }),
        Builtin::new(
            "types._awaitable",
            "(function, /)",
            "The generator function as one whose generators can be awaited.",
            |_, args| match args.get(0) {
                Value::Function(function) => Ok(Value::Function(as_awaitable(function))),
                _ => Err(args.wrong(0, "function")),
            },
        ),
    ],
    init: None,
};

pub static ASYNCIO: ModuleDef = ModuleDef {
    name: "_tensorcell.asyncio",
    doc: "The native part of asyncio.",
    functions: HOOKS,
    init: Some(|_, module| {
        module.dict.insert_str("AsyncGenerators", Value::Class(GENERATORS.with(Rc::clone)));
        Ok(())
    }),
};

static HOOKS: &[Builtin] = &[
    Builtin::new("asyncio.hooks", "()", "(firstiter, finalizer) of asynchronous generators.", |vm, _| {
        let (first, last) = vm.async_hooks.clone();
        Ok(Value::pair(first, last))
    }),
    Builtin::new("asyncio.set_hooks", "(firstiter, finalizer, /)", "Sets both.", |vm, args| {
        vm.async_hooks = (args.get(0).clone(), args.get(1).clone());
        Ok(Value::None)
    }),
];

/// The asynchronous generators that an event loop must close, as weak references.
#[derive(Default)]
struct AsyncGenerators(RefCell<Vec<Weak<Iter>>>);

thread_local! {
    static GENERATORS: Rc<Class> = Class::native(
        "asyncio",
        "AsyncGenerators",
        &[],
        Some(&NEW),
        METHODS,
        &[],
        "The asynchronous generators that an event loop has to close.",
    );
}

static NEW: Builtin =
    Builtin::new("AsyncGenerators", "()", "None yet.", |_, _| Ok(Value::native(AsyncGenerators::default())));

impl Native for AsyncGenerators {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        GENERATORS.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<AsyncGenerators: {}>", self.living().len()))
    }
}

impl AsyncGenerators {
    fn living(&self) -> Vec<Rc<Iter>> {
        self.0.borrow().iter().filter_map(Weak::upgrade).collect()
    }
}

fn generators(args: &Args) -> Result<&AsyncGenerators> {
    args.get(0).downcast().ok_or_else(|| args.wrong(0, "AsyncGenerators"))
}

static METHODS: &[Builtin] = &[
    Builtin::new("AsyncGenerators.add", "(self, generator, /)", "Adds one.", |_, args| {
        let Value::Iter(generator) = args.get(1) else {
            return Err(args.wrong(1, "async_generator"));
        };
        let mut known = generators(args)?.0.borrow_mut();
        known.retain(|other| other.strong_count() > 0);
        known.push(Rc::downgrade(generator));
        Ok(Value::None)
    }),
    Builtin::new(
        "AsyncGenerators.take",
        "(self, /)",
        "The list of those that live, which are forgotten.",
        |_, args| {
            let living = generators(args)?.living();
            generators(args)?.0.borrow_mut().clear();
            Ok(Value::list(living.into_iter().map(Value::Iter).collect()))
        },
    ),
];
