//! Installs the methods, attributes and constructors of the built-in classes.

use super::{constructor, getters, iterator_state, methods};
use crate::class::{Class, ClassKind};
use crate::object::Dict;
use crate::types::{Types, is_of_itertools, types};
use crate::{
    Builtin, Value, descriptor, exception, exception_group, exception_unicode, generic, property, slots, traceback,
};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Completes this thread's classes, once.
pub(crate) fn install(types: &Types) {
    let Some(classes) = types.incomplete() else { return };
    for (name, class) in classes {
        class.define(descriptor::methods(name).iter().chain(exception::methods(name)));
        class.define(exception_unicode::methods(name));
        class.define(methods(name));
        class.define(traceback::methods(name));
        class.define(generic::methods(name).iter().chain(exception_group::methods(name)));
        class.define_getters(exception::getters(name));
        class.define_getters(traceback::getters(name));
        class.define_getters(exception_group::getters(name));
        class.define_getters(getters(name));
        class.define_getters(descriptor::getters(name));
        if name == "member_descriptor" {
            class.define(slots::METHODS);
        }
        if name == "property" {
            class.define(property::METHODS);
            class.define_getters(property::GETTERS);
            descriptor::set_constructor(class, &property::PROPERTY);
        }
        if let Some(builtin) = descriptor::constructor(name).or_else(|| constructor(name)) {
            descriptor::set_constructor(class, builtin);
            if name != "type" {
                class.dict.insert_str("__doc__", Value::str(builtin.doc));
            }
        }
    }
    types.object.set("__doc__", Value::None);
    for unhashable in ["list", "dict", "set", "bytearray"] {
        types.built_in(unhashable).set("__hash__", Value::None);
    }
}

/// Sets the constructor and methods of a module's iterator class.
pub fn iterators(new: &'static Builtin, methods: &'static [Builtin]) -> Rc<Class> {
    let class = iterator_class(new.short_name());
    class.dict.insert_str("__doc__", Value::str(new.doc));
    descriptor::set_constructor(&class, new);
    class.define(methods);
    class
}

/// The class of an iterator by its name ("zip"), which all iterators of that name share.
pub(crate) fn iterator_class(name: &'static str) -> Rc<Class> {
    thread_local! {
        static ITERATORS: RefCell<HashMap<&'static str, Rc<Class>>> = RefCell::default();
    }
    if matches!(name, "generator" | "coroutine" | "async_generator") {
        return types().built_in(name).clone();
    }
    ITERATORS.with_borrow_mut(|classes| {
        let make = || {
            let module = if is_of_itertools(name) { "itertools" } else { "builtins" };
            let class = Class::build(module, name, vec![types().object.clone()], Dict::new(), ClassKind::BuiltIn)
                .expect("single inheritance");
            let methods = descriptor::methods("iterator");
            let counted = name.ends_with("iterator") && !matches!(name, "iterator" | "callable_iterator")
                || matches!(name, "repeat" | "reversed");
            class.define(&methods[..if counted { methods.len() } else { methods.len() - 1 }]);
            class.define(iterator_state::methods(name));
            class.define(generic::methods(name));
            if let Some(new) = constructor(name) {
                class.dict.insert_str("__doc__", Value::str(new.doc));
                descriptor::set_constructor(&class, new);
            }
            class
        };
        classes.entry(name).or_insert_with(make).clone()
    })
}
