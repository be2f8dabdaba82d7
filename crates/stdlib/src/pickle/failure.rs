//! The exceptions of pickle, and its class of buffers, which `pickle_native.py` defines.

use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_language::object::Module;
use tensorcell_language::{Class, Raise, Value};

/// Said of a persistent id that nobody knows.
pub(super) const NO_PERSISTENT_LOAD: &str =
    "A load persistent id instruction was encountered, but no persistent_load function was specified.";

/// The classes of the module that native code names.
#[derive(Clone)]
struct Classes {
    pickling: Rc<Class>,
    unpickling: Rc<Class>,
    buffer: Rc<Class>,
}

thread_local! {
    static CLASSES: RefCell<Option<Classes>> = const { RefCell::new(None) };
}

/// Notes the classes once the module has defined them.
pub(super) fn note_classes(module: &Module) {
    let class = |name| match module.dict.get_str(name) {
        Some(Value::Class(class)) => Some(class),
        _ => None,
    };
    let classes = || {
        Some(Classes {
            pickling: class("PicklingError")?,
            unpickling: class("UnpicklingError")?,
            buffer: class("PickleBuffer")?,
        })
    };
    CLASSES.set(classes());
}

fn raise(pick: fn(&Classes) -> &Rc<Class>, message: impl Into<String>) -> Raise {
    CLASSES.with_borrow(|classes| match classes {
        Some(classes) => Raise::of(pick(classes), message),
        None => Raise::value_error(message),
    })
}

pub(super) fn pickling(message: impl Into<String>) -> Raise {
    raise(|classes| &classes.pickling, message)
}

pub(super) fn unpickling(message: impl Into<String>) -> Raise {
    raise(|classes| &classes.unpickling, message)
}

/// Whether a raise is an UnpicklingError.
pub(super) fn is_unpickling(raise: &Raise) -> bool {
    CLASSES
        .with_borrow(|classes| classes.as_ref().is_some_and(|classes| raise.class().is_subclass(&classes.unpickling)))
}

/// Whether a class is `PickleBuffer`.
pub(super) fn is_buffer(class: &Rc<Class>) -> bool {
    CLASSES.with_borrow(|classes| classes.as_ref().is_some_and(|classes| Rc::ptr_eq(&classes.buffer, class)))
}
