//! `list[int]` and `int | None`: what annotations are made of. An alias stands for its class when it is called; a union
//! is what isinstance asks of.

use super::native::{BinaryOp, CompareOp, Native};
use super::{Args, Builtin, Class, Exc, Getter, Raise, Result, Truth, Value, Vm};
use std::any::Any;
use std::rc::Rc;

/// `origin[args]`.
pub(crate) struct Alias {
    pub origin: Value,
    pub args: Vec<Value>,
    /// `*tuple[int, ...]`: its types stand for several.
    is_unpacked: bool,
}

/// `a | b`.
struct Union(Vec<Value>);

/// `class[key]` of a generic built-in class.
pub fn alias(origin: Value, key: &Value) -> Value {
    let args = match key {
        Value::Tuple(items) => items.to_vec(),
        other => vec![other.clone()],
    };
    Value::native(Alias { origin, args, is_unpacked: false })
}

/// `a | b` where both stand for types; None where one does not.
pub(crate) fn union(vm: &mut Vm, a: &Value, b: &Value) -> Result<Option<Value>> {
    let mut members = Vec::new();
    for side in [a, b] {
        match side {
            Value::None | Value::Class(_) => add(vm, &mut members, side)?,
            other => match (other.downcast::<Union>(), other.downcast::<Alias>()) {
                (Some(Union(parts)), _) => {
                    for part in parts {
                        add(vm, &mut members, part)?;
                    }
                }
                (None, Some(_)) => add(vm, &mut members, other)?,
                (None, None) => return Ok(None),
            },
        }
    }
    Ok(Some(match members.len() {
        1 => members.remove(0),
        _ => Value::native(Union(members)),
    }))
}

/// NoneType stands for None; each member once.
fn add(vm: &mut Vm, members: &mut Vec<Value>, member: &Value) -> Result<()> {
    let member = match member {
        Value::None => Value::Class(vm.class_of(&Value::None)),
        other => other.clone(),
    };
    for known in members.iter() {
        if vm.equal(known, &member)? {
            return Ok(());
        }
    }
    members.push(member);
    Ok(())
}

/// As annotations show a type: `int`, `None`, `collections.deque`.
fn shown(vm: &mut Vm, value: &Value) -> Result<String> {
    match value {
        Value::Ellipsis => Ok("...".into()),
        Value::Class(class) if class.name == "NoneType" => Ok("None".into()),
        Value::Class(class) => Ok(class.full_name()),
        Value::List(list) => {
            let items = list.items.borrow().clone();
            let parts: Vec<String> = items.iter().map(|item| shown(vm, item)).collect::<Result<_>>()?;
            Ok(format!("[{}]", parts.join(", ")))
        }
        other => vm.repr(other),
    }
}

fn same_items(vm: &mut Vm, a: &[Value], b: &[Value]) -> Result<bool> {
    if a.len() != b.len() {
        return Ok(false);
    }
    for (a, b) in a.iter().zip(b) {
        if !vm.equal(a, b)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn arguments(value: &Value) -> Vec<Value> {
    match (value.downcast::<Alias>(), value.downcast::<Union>()) {
        (Some(alias), _) => alias.args.clone(),
        (_, Some(Union(members))) => members.clone(),
        _ => Vec::new(),
    }
}

/// Type variables among the arguments, each once.
fn parameters(vm: &mut Vm, value: &Value) -> Result<Value> {
    let mut found: Vec<Value> = Vec::new();
    for arg in arguments(value) {
        let inner = match vm.class_of(&arg).name.as_str() {
            "TypeVar" | "ParamSpec" | "TypeVarTuple" => vec![arg],
            _ => match vm.find_attr(&arg, "__parameters__")? {
                Some(Value::Tuple(inner)) => inner.to_vec(),
                _ => Vec::new(),
            },
        };
        for one in inner {
            if !found.iter().any(|known| known.is(&one)) {
                found.push(one);
            }
        }
    }
    Ok(Value::tuple(found))
}

static ALIAS_GETTERS: &[Getter] = &[
    Getter {
        name: "__origin__",
        doc: "The class.",
        get: |_, this| Ok(this.downcast::<Alias>().map(|alias| alias.origin.clone()).unwrap_or_default()),
        set: None,
    },
    Getter {
        name: "__args__",
        doc: "What stands in the brackets.",
        get: |_, this| Ok(Value::tuple(arguments(this))),
        set: None,
    },
    Getter { name: "__parameters__", doc: "The type variables.", get: parameters, set: None },
    Getter {
        name: "__unpacked__",
        doc: "Whether it stands for several types.",
        get: |_, this| Ok(Value::from(this.downcast::<Alias>().is_some_and(|alias| alias.is_unpacked))),
        set: None,
    },
];
static ALIAS_METHODS: &[Builtin] = &[
    Builtin::new("GenericAlias.__instancecheck__", "(self, object, /)", "TypeError.", |_, _| {
        Err(Raise::type_error("isinstance() argument 2 cannot be a parameterized generic"))
    }),
    Builtin::new("GenericAlias.__mro_entries__", "(self, bases, /)", "The class, for a class statement.", |_, args| {
        Ok(Value::tuple(args.get(0).downcast::<Alias>().map(|alias| alias.origin.clone()).into_iter().collect()))
    }),
];
static UNION_GETTERS: &[Getter] = &[
    Getter { name: "__args__", doc: "The types.", get: |_, this| Ok(Value::tuple(arguments(this))), set: None },
    Getter { name: "__parameters__", doc: "The type variables.", get: parameters, set: None },
];
static UNION_METHODS: &[Builtin] =
    &[Builtin::new("UnionType.__instancecheck__", "(self, object, /)", "Of any of the types.", |vm, args| {
        for member in arguments(args.get(0)) {
            if vm.is_instance(args.get(1), &member)? {
                return Ok(Value::Bool(Truth::True));
            }
        }
        Ok(Value::Bool(Truth::False))
    })];

fn class(name: &'static str) -> Rc<Class> {
    thread_local! {
        static CLASSES: [Rc<Class>; 2] = [
            Class::native("types", "GenericAlias", &[], Some(&NEW), ALIAS_METHODS, ALIAS_GETTERS, "A generic type."),
            Class::native("types", "UnionType", &[], None, UNION_METHODS, UNION_GETTERS, "One of several types."),
        ];
    }
    CLASSES.with(|[alias, union]| if name == "Alias" { alias.clone() } else { union.clone() })
}

static NEW: Builtin = Builtin::new("types.GenericAlias", "(origin, args, /)", "A generic type.", |_, args: &Args| {
    Ok(alias(args.get(0).clone(), args.get(1)))
});

impl Native for Alias {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class("Alias")
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let origin = shown(vm, &self.origin)?;
        let parts: Vec<String> = self.args.iter().map(|arg| shown(vm, arg)).collect::<Result<_>>()?;
        let star = if self.is_unpacked { "*" } else { "" };
        Ok(format!("{star}{origin}[{}]", if parts.is_empty() { "()".to_owned() } else { parts.join(", ") }))
    }
    fn get_attr(&self, vm: &mut Vm, name: &str) -> Result<Option<Value>> {
        if name.starts_with("__") && !matches!(name, "__name__" | "__qualname__" | "__module__" | "__doc__" | "__mro__")
        {
            return Ok(None);
        }
        vm.find_attr(&self.origin, name)
    }
    fn call(&self, vm: &mut Vm, args: &[Value], kwargs: &[(String, Value)]) -> Result<Option<Value>> {
        let made = vm.call(&self.origin, args, kwargs)?;
        // The object knows what it was made as, where it can hold that.
        if matches!(made, Value::Instance(_)) {
            let alias =
                Value::native(Alias { origin: self.origin.clone(), args: self.args.clone(), is_unpacked: false });
            match vm.set_attr(&made, "__orig_class__", alias) {
                Err(raise) if !raise.is(Exc::AttributeError) && !raise.is(Exc::TypeError) => return Err(raise),
                _ => {}
            }
        }
        Ok(Some(made))
    }
    fn get_item(&self, vm: &mut Vm, this: &Value, key: &Value) -> Result<Option<Value>> {
        let Value::Tuple(open) = parameters(vm, this)? else {
            return Ok(None);
        };
        if open.is_empty() {
            let text = vm.repr(this)?;
            return Err(Raise::type_error(format!("{text} is not a generic class")));
        }
        let given = match key {
            Value::Tuple(items) => items.to_vec(),
            other => vec![other.clone()],
        };
        let mut args = Vec::new();
        for arg in &self.args {
            let place = open.iter().position(|variable| variable.is(arg));
            args.push(place.and_then(|at| given.get(at)).unwrap_or(arg).clone());
        }
        Ok(Some(Value::native(Alias { origin: self.origin.clone(), args, is_unpacked: self.is_unpacked })))
    }
    fn iter(&self, vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        let unpacked = Alias { origin: self.origin.clone(), args: self.args.clone(), is_unpacked: true };
        vm.iter(&Value::tuple(vec![Value::native(unpacked)])).map(Some)
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let Some(other) = other.downcast::<Alias>() else {
            return Ok(None);
        };
        let same = self.is_unpacked == other.is_unpacked
            && self.origin.is(&other.origin)
            && same_items(vm, &self.args, &other.args)?;
        Ok(match op {
            CompareOp::Eq => Some(Value::from(same)),
            CompareOp::Ne => Some(Value::from(!same)),
            _ => None,
        })
    }
    fn hash(&self, vm: &mut Vm) -> Result<Option<u64>> {
        let args = vm.hash(&Value::tuple(self.args.clone()))?;
        Ok(Some(vm.hash(&self.origin)? ^ args))
    }
    fn binary(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value, flip: bool) -> Result<Option<Value>> {
        either(vm, op, this, other, flip)
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.origin);
        self.args.iter().for_each(visit);
    }
}

fn either(vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value, reflected: bool) -> Result<Option<Value>> {
    match (op, reflected) {
        (BinaryOp::Or, false) => union(vm, this, other),
        (BinaryOp::Or, true) => union(vm, other, this),
        _ => Ok(None),
    }
}

impl Native for Union {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class("Union")
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let parts: Vec<String> = self.0.iter().map(|member| shown(vm, member)).collect::<Result<_>>()?;
        Ok(parts.join(" | "))
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let Some(Union(others)) = other.downcast::<Union>() else {
            return Ok(None);
        };
        let mut same = self.0.len() == others.len();
        for member in &self.0 {
            let mut found = false;
            for other in others {
                found |= vm.equal(member, other)?;
            }
            same &= found;
        }
        Ok(match op {
            CompareOp::Eq => Some(Value::from(same)),
            CompareOp::Ne => Some(Value::from(!same)),
            _ => None,
        })
    }
    fn hash(&self, vm: &mut Vm) -> Result<Option<u64>> {
        let mut all = 0;
        for member in &self.0 {
            all ^= vm.hash(member)?;
        }
        Ok(Some(all))
    }
    fn binary(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value, flip: bool) -> Result<Option<Value>> {
        either(vm, op, this, other, flip)
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        self.0.iter().for_each(visit);
    }
}

macro_rules! generic {
    ($($type:literal),*) => {
        /// `__class_getitem__` of the generic built-in classes.
        pub(crate) fn methods(type_name: &str) -> &'static [Builtin] {
            match type_name {
                $($type => {
                    static METHOD: [Builtin; 1] = [Builtin::new(
                        concat!($type, ".__class_getitem__"),
                        "(cls, item, /)",
                        "The class with types for its items, for annotations.",
                        |_, args| Ok(alias(args.get(0).clone(), args.get(1))),
                    )];
                    &METHOD
                })*
                _ => &[],
            }
        }
    };
}
generic!("list", "dict", "set", "frozenset", "tuple", "enumerate", "BaseExceptionGroup");
