//! `list[int]` and `int | None`: generic aliases and unions of annotations. Calling an alias calls its class; `isinstance` accepts a
//! union.

use super::builtins::native_operators;
use super::native::{BinaryOp, CompareOp, Native};
use super::object::{Iter, Set};
use super::types::types;
use super::{Args, Builtin, Class, Exc, Getter, Raise, Result, Value, Vm, type_arguments};
use std::any::Any;
use std::rc::Rc;

/// `origin[args]`.
pub(crate) struct Alias {
    pub origin: Value,
    pub args: Vec<Value>,
    /// `*tuple[int, ...]`: its types are spread into the outer arguments.
    is_unpacked: bool,
}

impl Alias {
    /// Whether the alias itself has the attribute; all others are those of its class.
    pub(crate) fn answers(name: &str) -> bool {
        const OWN: [&str; 9] = [
            "__class__",
            "__origin__",
            "__args__",
            "__unpacked__",
            "__parameters__",
            "__typing_unpacked_tuple_args__",
            "__mro_entries__",
            "__reduce_ex__",
            "__reduce__",
        ];
        const REFUSED: [&str; 3] = ["__bases__", "__copy__", "__deepcopy__"];
        OWN.contains(&name) || REFUSED.contains(&name)
    }
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

/// `a | b` if both are types; None otherwise.
pub fn union(vm: &mut Vm, a: &Value, b: &Value) -> Result<Option<Value>> {
    let mut members = Vec::new();
    for side in [a, b] {
        match side {
            Value::None | Value::Class(_) => add(vm, &mut members, side)?,
            other if is_type_alias(vm, other) => add(vm, &mut members, side)?,
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

/// Whether a `type` statement created it.
fn is_type_alias(vm: &Vm, value: &Value) -> bool {
    matches!(value, Value::Instance(_)) && vm.class_of(value).full_name() == "typing.TypeAliasType"
}

/// Adds a member to a union once; None becomes NoneType.
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

/// The text of a type in annotations: `int`, `None`, `collections.deque`.
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

fn parameters(vm: &mut Vm, value: &Value) -> Result<Value> {
    type_arguments::parameters(vm, &arguments(value)).map(Value::tuple)
}

/// The types of an unpacked tuple.
fn unpacked_types(_: &mut Vm, this: &Value) -> Result<Value> {
    let types = this.downcast::<Alias>().filter(|alias| alias.is_unpacked && is_tuple(&alias.origin));
    Ok(types.map(|alias| Value::tuple(alias.args.clone())).unwrap_or_default())
}

fn is_tuple(origin: &Value) -> bool {
    matches!(origin, Value::Class(class) if Rc::ptr_eq(class, &types().tuple))
}

/// How to pickle the alias.
fn reduced(vm: &mut Vm, args: &Args) -> Result<Value> {
    let Some(alias) = args.get(0).downcast::<Alias>() else {
        return Err(args.wrong(0, "types.GenericAlias"));
    };
    let class = Value::Class(vm.class_of(args.get(0)));
    let parts = Value::pair(alias.origin.clone(), Value::tuple(alias.args.clone()));
    if !alias.is_unpacked {
        return Ok(Value::pair(class, parts));
    }
    let packed = vm.call(&class, &[alias.origin.clone(), Value::tuple(alias.args.clone())], &[])?;
    let next = vm.builtin("next").unwrap_or_default();
    Ok(Value::pair(next, Value::tuple(vec![vm.iter(&packed)?])))
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
        doc: "Whether it is an unpacked tuple.",
        get: |_, this| Ok(Value::from(this.downcast::<Alias>().is_some_and(|alias| alias.is_unpacked))),
        set: None,
    },
    Getter {
        name: "__typing_unpacked_tuple_args__",
        doc: "The types of an unpacked tuple.",
        get: unpacked_types,
        set: None,
    },
];
static ALIAS_METHODS: &[Builtin] = &[
    Builtin::new("GenericAlias.__instancecheck__", "(self, object, /)", "TypeError.", |_, _| {
        Err(Raise::type_error("isinstance() argument 2 cannot be a parameterized generic"))
    }),
    Builtin::new("GenericAlias.__subclasscheck__", "(self, cls, /)", "TypeError.", |_, _| {
        Err(Raise::type_error("issubclass() argument 2 cannot be a parameterized generic"))
    }),
    Builtin::new("GenericAlias.__getitem__", "(self, key, /)", "Types for the parameters.", native_operators::get_item),
    Builtin::new("GenericAlias.__iter__", "(self, /)", "The alias, unpacked.", native_operators::iter),
    Builtin::new(
        "GenericAlias.__call__",
        "(self, /, *args, **kwargs)",
        "An object of the class.",
        |vm, args| match args.get(0).downcast::<Alias>() {
            Some(alias) => Ok(alias.call(vm, args.rest(1), &args.keywords(2))?.unwrap_or_default()),
            None => Err(args.wrong(0, "types.GenericAlias")),
        },
    ),
    Builtin::new("GenericAlias.__reduce__", "(self, /)", "Return state information for pickling.", reduced),
    Builtin::new("GenericAlias.__mro_entries__", "(self, bases, /)", "The class, for a class statement.", |_, args| {
        Ok(Value::tuple(args.get(0).downcast::<Alias>().map(|alias| alias.origin.clone()).into_iter().collect()))
    }),
];
static UNION_GETTERS: &[Getter] = &[
    Getter { name: "__args__", doc: "The types.", get: |_, this| Ok(Value::tuple(arguments(this))), set: None },
    Getter { name: "__parameters__", doc: "The type variables.", get: parameters, set: None },
];
static UNION_METHODS: &[Builtin] = &[
    Builtin::new("UnionType.__instancecheck__", "(self, object, /)", "Of any of the types.", |vm, args| {
        let words = "isinstance() argument 2 cannot be a parameterized generic";
        of_any(vm, args, words, |vm, member| vm.is_instance(args.get(1), member))
    }),
    Builtin::new("UnionType.__subclasscheck__", "(self, cls, /)", "Of any of the types.", |vm, args| {
        let words = "issubclass() argument 2 cannot be a parameterized generic";
        of_any(vm, args, words, |vm, member| vm.is_subclass(args.get(1), member))
    }),
];

/// Whether a test holds for a member of the union; TypeError for a member with brackets.
fn of_any(
    vm: &mut Vm,
    args: &Args,
    words: &'static str,
    holds: impl Fn(&mut Vm, &Value) -> Result<bool>,
) -> Result<Value> {
    let members = arguments(args.get(0));
    if members.iter().any(|member| member.downcast::<Alias>().is_some()) {
        return Err(Raise::type_error(words));
    }
    for member in members {
        if holds(vm, &member)? {
            return Ok(Value::from(true));
        }
    }
    Ok(Value::from(false))
}

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
    fn call(&self, vm: &mut Vm, args: &[Value], kwargs: &[(String, Value)]) -> Result<Option<Value>> {
        let made = vm.call(&self.origin, args, kwargs)?;
        // The object stores its alias, if it accepts attributes.
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
        let args = type_arguments::substituted(vm, this, &self.args, key)?;
        Ok(Some(Value::native(Alias { origin: self.origin.clone(), args, is_unpacked: self.is_unpacked })))
    }
    fn iter(&self, _vm: &mut Vm, this: &Value) -> Result<Option<Value>> {
        let unpacked = Alias { origin: self.origin.clone(), args: self.args.clone(), is_unpacked: true };
        let mut once = Some(Value::native(unpacked));
        let next = move |_: &mut Vm| Ok(once.take());
        Ok(Some(Iter::from_parts("generic_alias_iterator", vec![this.clone()], next)))
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
        // The hash of the equal `typing.Union`.
        let members = Set::from_items(vm, true, self.0.clone())?;
        vm.hash(&Value::Set(members)).map(Some)
    }
    fn get_item(&self, vm: &mut Vm, this: &Value, key: &Value) -> Result<Option<Value>> {
        let mut members = type_arguments::substituted(vm, this, &self.0, key)?.into_iter();
        let mut whole = members.next().unwrap_or_default();
        for member in members {
            whole = vm.binary(BinaryOp::Or, &whole, &member)?;
        }
        Ok(Some(whole))
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
        pub fn methods(type_name: &str) -> &'static [Builtin] {
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
generic!(
    "list",
    "dict",
    "set",
    "frozenset",
    "tuple",
    "enumerate",
    "BaseExceptionGroup",
    "generator",
    "coroutine",
    "async_generator",
    "chain",
    "deque",
    "array",
    "Match",
    "Pattern"
);
