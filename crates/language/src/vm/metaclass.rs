//! Metaclasses: which one a `class` statement calls, and how.

use super::Vm;
use super::class_attribute::allowed_name;
use super::frame::ClassHeader;
use crate::builtins::files::encodable;
use crate::builtins::function;
use crate::compile::Code;
use crate::object::{Cell, Dict, Namespace, Str};
use crate::{Class, Raise, Result, Value};
use std::rc::Rc;

impl Vm {
    /// Collects what a `class` statement needs while its body runs.
    pub(super) fn class_header(
        &mut self,
        body: &Rc<Code>,
        bases: Vec<Value>,
        mut keywords: Vec<(String, Value)>,
    ) -> Result<ClassHeader> {
        let at = keywords.iter().position(|(name, _)| name == "metaclass");
        let given = at.map(|at| keywords.remove(at).1);
        let resolved = self.base_entries(&bases)?;
        let metaclass = match given {
            Some(Value::Class(class)) => self.metaclass_of(Some(&class), &resolved)?.map(Value::Class),
            Some(other) => Some(other),
            None => self.metaclass_of(None, &resolved)?.map(Value::Class),
        };
        let namespace = match &metaclass {
            Some(metaclass) => self.prepare(metaclass, body, &resolved, &keywords)?,
            None => Namespace::Dict(Dict::new()),
        };
        if metaclass.is_some() {
            let module = self.module_of_class(&body.name);
            namespace.set(self, &Str::new("__module__"), Value::from(module))?;
        }
        namespace.set(self, &Str::new("__qualname__"), Value::str(&*body.qualname))?;
        if let Some(source) = body.is_users.then(|| self.sources.get(body.source)).flatten() {
            let line = Value::Int(source.line(body.range.0).into());
            namespace.set(self, &Str::new("__firstlineno__"), line)?;
        }
        if let Some(doc) = &body.doc {
            namespace.set(self, &Str::new("__doc__"), Value::str(doc))?;
        }
        Ok(ClassHeader { metaclass, bases, keywords, namespace })
    }

    /// Calls `__prepare__` of a metaclass for the namespace of the body.
    fn prepare(
        &mut self,
        metaclass: &Value,
        body: &Rc<Code>,
        bases: &[Value],
        keywords: &[(String, Value)],
    ) -> Result<Namespace> {
        let Some(prepare) = self.find_attr(metaclass, "__prepare__")? else {
            return Ok(Namespace::Dict(Dict::new()));
        };
        let bases = Value::tuple(bases.to_vec());
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

    /// Creates the class after its body has run. `cell`: the variable `__class__` of its methods.
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
        let resolved = self.base_entries(&bases)?;
        if bases.iter().any(|base| !matches!(base, Value::Class(_))) {
            namespace.set(self, &Str::new("__orig_bases__"), Value::tuple(bases))?;
        }
        let resolved = Value::tuple(resolved);
        let made = self.call(&metaclass, &[Value::str(name), resolved, namespace.value()], &keywords)?;
        if let (Some(cell), Value::Class(_)) = (&cell, &made)
            && let held = cell.value.borrow().clone()
            && !held.is(&made)
        {
            if !matches!(held, Value::Unbound) {
                let (held, made) = (self.repr(&held)?, self.repr(&made)?);
                return Err(Raise::type_error(format!("__class__ set to {held} defining '{name}' as {made}")));
            }
            let shown = self.repr(&made)?;
            return Err(Raise::runtime(format!(
                "__class__ not set defining '{name}' as {shown}. Was __classcell__ propagated to type.__new__?"
            )));
        }
        Ok(made)
    }

    /// Replaces bases that are not classes by their `__mro_entries__`.
    fn base_entries(&mut self, bases: &[Value]) -> Result<Vec<Value>> {
        let mut resolved = Vec::new();
        for base in bases {
            let hook = match base {
                Value::Class(_) => None,
                other => self.find_attr(other, "__mro_entries__")?,
            };
            let Some(hook) = hook else {
                resolved.push(base.clone());
                continue;
            };
            match self.call(&hook, &[Value::tuple(bases.to_vec())], &[])? {
                Value::Tuple(entries) => resolved.extend(entries.iter().cloned()),
                _ => return Err(Raise::type_error("__mro_entries__ must return a tuple")),
            }
        }
        Ok(resolved)
    }

    /// Converts bases to classes.
    pub(super) fn resolve_bases(&mut self, bases: &[Value]) -> Result<Vec<Rc<Class>>> {
        let class = |base| match base {
            Value::Class(class) => Ok(class),
            _ => Err(Raise::type_error("bases must be types")),
        };
        self.base_entries(bases)?.into_iter().map(class).collect()
    }

    /// The most derived metaclass of the given one and those of the bases; None for `type`.
    pub(crate) fn metaclass_of(&self, given: Option<&Rc<Class>>, bases: &[Value]) -> Result<Option<Rc<Class>>> {
        let given = given.or_else(|| Some(&self.types.type_).filter(|_| bases.is_empty()));
        let mut winner = given.cloned();
        for base in bases {
            let other = self.class_of(base);
            match &winner {
                Some(winner) if winner.is_subclass(&other) => {}
                Some(winner) if !other.is_subclass(winner) => return Err(conflict()),
                _ => winner = Some(other),
            }
        }
        Ok(winner.filter(|winner| !Rc::ptr_eq(winner, &self.types.type_)))
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
        allowed_name(name)?;
        let Value::Tuple(bases) = bases.beneath() else {
            return Err(wrong(2, "tuple", bases));
        };
        let Value::Dict(names) = namespace.beneath() else {
            return Err(wrong(3, "dict", namespace));
        };
        if let Some(doc) = names.get_str("__doc__").as_ref().and_then(Value::as_str) {
            encodable(doc)?;
        }
        let resolved = self.base_entries(bases)?;
        match self.metaclass_of(Some(metaclass), &resolved)? {
            // A base's metaclass is more derived, and makes the class.
            Some(winner) if !Rc::ptr_eq(&winner, metaclass) && metaclass.metaclass().is_none() => {
                self.call(&Value::Class(winner), args, keywords)
            }
            winner => {
                let made = self.make_class(name, bases, names.copy(), keywords, winner.as_ref())?;
                if names.keys().iter().any(|key| key.as_str().is_none()) {
                    self.warn("RuntimeWarning", &format!("non-string key in the __dict__ of class {name}"))?;
                }
                Ok(made)
            }
        }
    }
}

fn conflict() -> Raise {
    Raise::type_error(
        "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all \
         its bases",
    )
}
