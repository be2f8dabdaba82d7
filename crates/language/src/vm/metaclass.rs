//! The classes of classes: which one a `class` statement asks to make its class, and how it is asked.

use super::Vm;
use super::frame::ClassHeader;
use crate::builtins::function;
use crate::compile::Code;
use crate::object::{Cell, Dict, Namespace, Str};
use crate::{Class, Raise, Result, Value};
use std::rc::Rc;

impl Vm {
    /// What a `class` statement needs while its body runs.
    pub(super) fn class_header(
        &mut self,
        body: &Rc<Code>,
        bases: Vec<Value>,
        mut keywords: Vec<(String, Value)>,
    ) -> Result<ClassHeader> {
        let at = keywords.iter().position(|(name, _)| name == "metaclass");
        let given = at.map(|at| keywords.remove(at).1);
        let resolved = self.resolve_bases(&bases)?;
        let metaclass = match given {
            Some(Value::Class(class)) if class.is_subclass(&self.types.type_) => {
                self.metaclass_of(Some(&class), &resolved)?.map(Value::Class)
            }
            Some(other) => Some(other),
            None => self.metaclass_of(None, &resolved)?.map(Value::Class),
        };
        let namespace = match &metaclass {
            Some(metaclass) => self.prepare(metaclass, body, &resolved, &keywords)?,
            None => Namespace::Dict(Dict::new()),
        };
        if metaclass.is_some() {
            let module = self.frame().globals().shown_name();
            namespace.set(self, &Str::new("__module__"), Value::str(&module))?;
        }
        namespace.set(self, &Str::new("__qualname__"), Value::str(&*body.qualname))?;
        if let Some(doc) = &body.doc {
            namespace.set(self, &Str::new("__doc__"), Value::str(doc))?;
        }
        Ok(ClassHeader { metaclass, bases, keywords, namespace })
    }

    /// The namespace that a metaclass wants the body to fill.
    fn prepare(
        &mut self,
        metaclass: &Value,
        body: &Rc<Code>,
        bases: &[Rc<Class>],
        keywords: &[(String, Value)],
    ) -> Result<Namespace> {
        let Some(prepare) = self.find_attr(metaclass, "__prepare__")? else {
            return Ok(Namespace::Dict(Dict::new()));
        };
        let bases = Value::tuple(bases.iter().cloned().map(Value::Class).collect());
        let prepared = self.call(&prepare, &[Value::str(&*body.name), bases], keywords)?;
        if !matches!(prepared.beneath(), Value::Dict(_)) && self.class_of(&prepared).lookup("__getitem__").is_none() {
            let name = match metaclass {
                Value::Class(class) => class.name.clone(),
                _ => "<metaclass>".to_owned(),
            };
            let found = prepared.type_name();
            return Err(Raise::type_error(format!("{name}.__prepare__() must return a mapping, not {found}")));
        }
        Ok(Namespace::new(prepared))
    }

    /// Makes the class of a body that has run. `cell`: the variable `__class__` of its methods.
    pub(super) fn end_class(&mut self, name: &str, header: ClassHeader, cell: Option<Rc<Cell>>) -> Result<Value> {
        let ClassHeader { metaclass, bases, keywords, namespace } = header;
        if let Some(cell) = &cell {
            namespace.set(self, &Str::new("__classcell__"), function::cell(cell))?;
        }
        let Some(metaclass) = metaclass else {
            let names = match namespace {
                Namespace::Dict(names) => names,
                Namespace::Mapping(mapping) => self.dict_of(&mapping)?,
            };
            return self.make_class(name, &bases, names, &keywords, None);
        };
        let resolved = self.resolve_bases(&bases)?;
        if bases.iter().any(|base| !matches!(base, Value::Class(_))) {
            namespace.set(self, &Str::new("__orig_bases__"), Value::tuple(bases))?;
        }
        let resolved = Value::tuple(resolved.into_iter().map(Value::Class).collect());
        let made = self.call(&metaclass, &[Value::str(name), resolved, namespace.value()], &keywords)?;
        if let (Some(cell), Value::Class(_)) = (cell, &made)
            && matches!(*cell.value.borrow(), Value::Unbound)
        {
            let shown = self.repr(&made)?;
            return Err(Raise::runtime(format!(
                "__class__ not set defining '{name}' as {shown}. Was __classcell__ propagated to type.__new__?"
            )));
        }
        Ok(made)
    }

    /// The classes that bases stand for (`__mro_entries__`).
    pub(super) fn resolve_bases(&mut self, bases: &[Value]) -> Result<Vec<Rc<Class>>> {
        let mut classes: Vec<Rc<Class>> = Vec::new();
        for base in bases {
            match base {
                Value::Class(class) => classes.push(class.clone()),
                other => {
                    let Some(hook) = self.find_attr(other, "__mro_entries__")? else {
                        return Err(conflict());
                    };
                    let entries = self.call(&hook, &[Value::tuple(bases.to_vec())], &[])?;
                    for entry in self.collect(&entries)? {
                        if let Value::Class(class) = entry
                            && !classes.iter().any(|known| Rc::ptr_eq(known, &class))
                        {
                            classes.push(class);
                        }
                    }
                }
            }
        }
        Ok(classes)
    }

    /// The most derived among a metaclass and those of the bases; None for `type`.
    pub(crate) fn metaclass_of(&self, given: Option<&Rc<Class>>, bases: &[Rc<Class>]) -> Result<Option<Rc<Class>>> {
        let mut winner = given.unwrap_or(&self.types.type_);
        for base in bases {
            let other = base.metaclass().unwrap_or(&self.types.type_);
            if other.is_subclass(winner) {
                winner = other;
            } else if !winner.is_subclass(other) {
                return Err(conflict());
            }
        }
        Ok((!Rc::ptr_eq(winner, &self.types.type_)).then(|| winner.clone()))
    }

    /// `type.__new__(metaclass, name, bases, namespace, **keywords)`.
    pub(crate) fn new_class(
        &mut self,
        metaclass: &Rc<Class>,
        args: &[Value],
        keywords: &[(String, Value)],
    ) -> Result<Value> {
        let [name, bases, namespace] = args else {
            let given = args.len();
            return Err(Raise::type_error(format!("type.__new__() takes exactly 3 arguments ({given} given)")));
        };
        let wrong = |at: usize, wanted: &str, found: &Value| {
            let found = found.type_name();
            Raise::type_error(format!("type.__new__() argument {at} must be {wanted}, not {found}"))
        };
        let name = name.as_str().ok_or_else(|| wrong(1, "str", name))?;
        let Value::Tuple(bases) = bases.beneath() else {
            return Err(wrong(2, "tuple", bases));
        };
        let Value::Dict(names) = namespace.beneath() else {
            return Err(wrong(3, "dict", namespace));
        };
        let resolved = self.resolve_bases(bases)?;
        match self.metaclass_of(Some(metaclass), &resolved)? {
            // A base's metaclass is more derived: it makes the class.
            Some(winner) if !Rc::ptr_eq(&winner, metaclass) && metaclass.metaclass().is_none() => {
                self.call(&Value::Class(winner), args, keywords)
            }
            winner => self.make_class(name, bases, names.copy(), keywords, winner.as_ref()),
        }
    }
}

fn conflict() -> Raise {
    Raise::type_error(
        "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all \
         its bases",
    )
}
