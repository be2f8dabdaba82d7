//! `abc`: what is known of which classes derive from which abstract ones. How it is found out is in `abc.py`.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};
use tensorcell_language::{Args, Builtin, Class, ModuleDef, Result, Value, Vm};

pub static ABC: ModuleDef = ModuleDef {
    name: "_tensorcell.abc",
    doc: "The native part of abc.",
    functions: &[
        Builtin::new("abc._is_instance", "(abstract, instance, /)", "Whether an object is an instance.", is_instance),
        Builtin::new("abc._is_subclass", "(abstract, subclass, /)", "Whether a class is a subclass.", is_subclass),
        Builtin::new("abc.get_cache_token", "()", "A number that changes whenever a class is registered.", |_, _| {
            Ok(Value::Int(REGISTERED.get()))
        }),
        Builtin::new("abc._registered", "()", "Notes that a class was registered.", |_, _| {
            REGISTERED.set(REGISTERED.get() + 1);
            Ok(Value::None)
        }),
        Builtin::new("abc._forget", "(abstract, /)", "Forgets the answers about an abstract class.", |_, args| {
            if let Value::Class(class) = args.get(0) {
                KNOWN.with_borrow_mut(|known| known.retain(|(of, _), _| *of != Rc::as_ptr(class)));
            }
            Ok(Value::None)
        }),
    ],
    init: None,
};

/// More answers than this are forgotten together.
const MOST: usize = 1 << 14;

/// Whether a class derives from an abstract one. The references keep the addresses of both from being used again.
struct Answer {
    derives: bool,
    /// The registrations before it: a later one may make a negative answer wrong.
    registered: i64,
    _classes: [Weak<Class>; 2],
}

thread_local! {
    static REGISTERED: Cell<i64> = const { Cell::new(0) };
    static KNOWN: RefCell<HashMap<(*const Class, *const Class), Answer>> = RefCell::default();
}

fn known(class: &Rc<Class>, subclass: &Rc<Class>) -> Option<bool> {
    KNOWN.with_borrow(|known| {
        let answer = known.get(&(Rc::as_ptr(class), Rc::as_ptr(subclass)))?;
        (answer.derives || answer.registered == REGISTERED.get()).then_some(answer.derives)
    })
}

fn learn(class: &Rc<Class>, subclass: &Rc<Class>, derives: bool) {
    let answer =
        Answer { derives, registered: REGISTERED.get(), _classes: [Rc::downgrade(class), Rc::downgrade(subclass)] };
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= MOST {
            known.clear();
        }
        known.insert((Rc::as_ptr(class), Rc::as_ptr(subclass)), answer);
    });
}

fn is_subclass(vm: &mut Vm, args: &Args) -> Result<Value> {
    if let (Value::Class(class), Value::Class(subclass)) = (args.get(0), args.get(1)) {
        if let Some(derives) = known(class, subclass) {
            return Ok(Value::from(derives));
        }
        let answer = vm.call_method(args.get(0), "_abc_derives", &[args.get(1).clone()])?;
        let derives = vm.truth(&answer)?;
        learn(class, subclass, derives);
        return Ok(Value::from(derives));
    }
    vm.call_method(args.get(0), "_abc_derives", &[args.get(1).clone()])
}

fn is_instance(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (class, instance) = (args.get(0), args.get(1));
    let kind = vm.class_of(instance);
    let derives = match class {
        Value::Class(class) => known(class, &kind),
        _ => None,
    };
    if derives == Some(true) {
        return Ok(Value::from(true));
    }
    let check = |vm: &mut Vm, kind: Value| {
        let answer = vm.call_method(class, "__subclasscheck__", &[kind])?;
        vm.truth(&answer)
    };
    if derives.is_none() && check(vm, Value::Class(kind.clone()))? {
        return Ok(Value::from(true));
    }
    if !matches!(instance, Value::Instance(_)) {
        return Ok(Value::from(false));
    }
    match vm.get_attr(instance, "__class__")? {
        Value::Class(named) if Rc::ptr_eq(&named, &kind) => Ok(Value::from(false)),
        named => check(vm, named).map(Value::from),
    }
}
