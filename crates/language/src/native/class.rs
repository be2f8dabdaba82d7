//! Native classes, declared by the crates that define their objects.

use super::{Builtin, Getter};
use crate::Value;
use crate::class::{Class, ClassKind};
use crate::descriptor::{NativeGetter, set_constructor};
use crate::object::Dict;
use crate::types::types;
use std::rc::Rc;

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
        if !doc.is_empty() {
            class.dict.insert_str("__doc__", Value::str(doc));
        }
        class
    }

    /// Adds native attributes.
    pub fn define_getters(&self, getters: &'static [Getter]) {
        for getter in getters {
            self.set(getter.name, Value::native(NativeGetter(getter)));
        }
    }
}
