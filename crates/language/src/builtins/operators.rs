//! The operator methods of built-in types (`int.__add__`, `list.__getitem__`, ...), for subclasses that call `super()`. Each
//! unwraps its operands to the built-in objects and never dispatches on the class again.

use super::number::power_modulo;
use super::plain;
use crate::native::{BinaryOp, CompareOp, UnaryOp};
use crate::types::{is_instance, types};
use crate::{Args, Builtin, Raise, Result, Value, Vm};

/// The operator methods of a type.
pub fn methods(type_name: &str) -> &'static [Builtin] {
    match type_name {
        "str" => STR,
        "bytes" => BYTES,
        "bytearray" => BYTEARRAY,
        "list" => LIST,
        "dict" => DICT,
        "set" => SET,
        "frozenset" => FROZENSET,
        "tuple" => TUPLE,
        "range" => RANGE,
        "int" => INT,
        "float" => FLOAT,
        _ => &[],
    }
}

/// The receiver's payload, which is of the method's type.
fn own(args: &Args) -> Result<Value> {
    let value = plain(args.get(0));
    let owner = args.builtin.name.split_once('.').map_or("object", |(owner, _)| owner);
    let fits = || types().get(owner).is_some_and(|class| is_instance(args.get(0), class));
    if value.built_in_type_name() == owner || fits() { Ok(value) } else { Err(stranger(args.builtin, args.get(0))) }
}

/// `int`'s methods accept integers only: a float handles the operation itself.
fn is_other_kind(args: &Args) -> bool {
    args.builtin.name.starts_with("int.") && matches!(plain(args.get(1)), Value::Float(_))
}

fn binary(vm: &mut Vm, args: &Args, op: BinaryOp) -> Result<Value> {
    if is_other_kind(args) {
        return Ok(Value::NotImplemented);
    }
    let (a, b) = (own(args)?, plain(args.get(1)));
    if let (BinaryOp::Or, Value::Dict(_), Value::Dict(_)) = (op, &a, &b) {
        return super::dict::merged(vm, args.get(0), Some(args.get(1))).map(Value::Dict);
    }
    if let Some(value) = vm.built_in_binary(op, &a, &b)? {
        return Ok(value);
    }
    // Sequences fail at once where numbers return NotImplemented, unless the other operand is an object that may handle it.
    if matches!(args.get(1), Value::Instance(_) | Value::Native(_)) {
        return Ok(Value::NotImplemented);
    }
    match (&a, op) {
        (Value::Str(_) | Value::Bytes(_) | Value::List(_) | Value::Tuple(_), BinaryOp::Add) => {
            Err(vm.unsupported(op, &a, &b))
        }
        _ => Ok(Value::NotImplemented),
    }
}

fn reflected(vm: &mut Vm, args: &Args, op: BinaryOp) -> Result<Value> {
    if is_other_kind(args) {
        return Ok(Value::NotImplemented);
    }
    Ok(vm.built_in_binary(op, &plain(args.get(1)), &own(args)?)?.unwrap_or(Value::NotImplemented))
}

fn compare(vm: &mut Vm, args: &Args, op: CompareOp) -> Result<Value> {
    if is_other_kind(args) {
        return Ok(Value::NotImplemented);
    }
    Ok(vm.built_in_compare(op, &own(args)?, &plain(args.get(1)))?.unwrap_or(Value::NotImplemented))
}

/// `__format__` of a number or string.
pub(super) fn format(args: &Args) -> Result<Value> {
    let (value, spec) = (own(args)?, args.get(1));
    let Some(spec) = spec.as_str() else {
        let found = super::spoken(spec);
        return Err(Raise::type_error(format!("__format__() argument must be str, not {found}")));
    };
    super::written(|out| super::format(out, &value, spec).map(drop)).map(Value::from)
}

/// A dict's subscript calls a subclass's `__missing__`.
fn dict_item(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (dict, key) = (own(args)?, args.get(1));
    let Value::Dict(dict) = dict else {
        return Err(args.wrong(0, "dict"));
    };
    if let Some(value) = dict.get(vm, key)? {
        return Ok(value);
    }
    if matches!(args.get(0), Value::Instance(_)) && vm.class_of(args.get(0)).lookup("__missing__").is_some() {
        return vm.call_method(args.get(0), "__missing__", std::slice::from_ref(key));
    }
    Err(Raise::key_error(key))
}

/// `(a // b, a % b)`.
fn quotient(vm: &mut Vm, a: &Value, b: &Value) -> Result<Value> {
    let (a, b) = (plain(a), plain(b));
    match (vm.built_in_binary(BinaryOp::FloorDiv, &a, &b)?, vm.built_in_binary(BinaryOp::Mod, &a, &b)?) {
        (Some(whole), Some(rest)) => Ok(Value::tuple(vec![whole, rest])),
        _ => Ok(Value::NotImplemented),
    }
}

/// Applies `a op= b` to the object itself.
fn in_place(vm: &mut Vm, args: &Args, op: BinaryOp) -> Result<Value> {
    vm.in_place(op, &own(args)?, &plain(args.get(1)))?;
    Ok(args.get(0).clone())
}

macro_rules! operator {
    ($type:literal, "pow") => {
        Builtin::new(
            concat!($type, ".__pow__"),
            "(self, value, mod=None, /)",
            "Return pow(self, value, mod).",
            |vm, args| power(vm, args, [0, 1]),
        )
    };
    ($type:literal, "rpow", swapped) => {
        Builtin::new(
            concat!($type, ".__rpow__"),
            "(self, value, mod=None, /)",
            "Return pow(value, self, mod).",
            |vm, args| power(vm, args, [1, 0]),
        )
    };
    ($type:literal, "divmod") => {
        Builtin::new(concat!($type, ".__divmod__"), "(self, value, /)", "Return divmod(self, value).", |vm, args| {
            quotient(vm, &own(args)?, args.get(1))
        })
    };
    ($type:literal, "rdivmod", swapped) => {
        Builtin::new(concat!($type, ".__rdivmod__"), "(self, value, /)", "Return divmod(value, self).", |vm, args| {
            quotient(vm, args.get(1), &own(args)?)
        })
    };
    ($type:literal, $name:literal, $op:ident, in_place) => {
        Builtin::new(concat!($type, ".__i", $name, "__"), "(self, value, /)", "The operator in place.", |vm, args| {
            in_place(vm, args, BinaryOp::$op)
        })
    };
    ($type:literal, $name:literal, $op:ident) => {
        Builtin::new(concat!($type, ".__", $name, "__"), "(self, value, /)", "The operator's method.", |vm, args| {
            binary(vm, args, BinaryOp::$op)
        })
    };
    ($type:literal, $name:literal, $op:ident, reflected) => {
        Builtin::new(
            concat!($type, ".__r", $name, "__"),
            "(self, value, /)",
            "The operator's method, of its right operand.",
            |vm, args| reflected(vm, args, BinaryOp::$op),
        )
    };
    ($type:literal, $name:literal, $op:ident, unary) => {
        Builtin::new(concat!($type, ".__", $name, "__"), "(self, /)", "The operator's method.", |vm, args| {
            vm.unary(UnaryOp::$op, &own(args)?)
        })
    };
    ($type:literal, $name:literal, $op:ident, compare) => {
        Builtin::new(concat!($type, ".__", $name, "__"), "(self, value, /)", "The comparison's method.", |vm, args| {
            compare(vm, args, CompareOp::$op)
        })
    };
}

/// `__pow__` of numbers, with a modulus for integers; the operands are at these positions.
fn power(vm: &mut Vm, args: &Args, [base, exponent]: [usize; 2]) -> Result<Value> {
    if args.get(2).is_none() {
        return if base == 0 { binary(vm, args, BinaryOp::Pow) } else { reflected(vm, args, BinaryOp::Pow) };
    }
    if args.builtin.name.starts_with("float") {
        return Err(Raise::type_error("pow() 3rd argument not allowed unless all arguments are integers"));
    }
    let own = own(args)?;
    let operand = |at| if at == 0 { &own } else { args.get(at) };
    let power = power_modulo(vm, [operand(base), operand(exponent), args.get(2)])?;
    Ok(power.unwrap_or(Value::NotImplemented))
}

/// The `repr` of sets, bytearrays and deques, which shows the name of a subclass.
pub fn named_repr(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (object, inner) = (args.get(0), plain(args.get(0)));
    let text = vm.repr(&inner)?;
    let Value::Instance(_) = object else {
        return Ok(Value::from(text));
    };
    let name = object.type_name();
    Ok(Value::from(match text.find('(') {
        Some(at) if !text.starts_with('{') => format!("{name}{}", &text[at..]),
        _ => format!("{name}({text})"),
    }))
}

macro_rules! method {
    ($type:literal, "__repr__") => {
        Builtin::new(concat!($type, ".__repr__"), "(self, /)", "Return repr(self).", |vm, args| {
            own(args)?;
            named_repr(vm, args)
        })
    };
    ($type:literal, "__hash__") => {
        Builtin::new(concat!($type, ".__hash__"), "(self, /)", "Return hash(self).", |vm, args| {
            Ok(Value::Int(vm.hash(&own(args)?)? as i64))
        })
    };
    ($type:literal, "__len__") => {
        Builtin::new(concat!($type, ".__len__"), "(self, /)", "Return len(self).", |vm, args| {
            Ok(Value::Int(vm.length(&own(args)?)? as i64))
        })
    };
    ($type:literal, "__iter__") => {
        Builtin::new(concat!($type, ".__iter__"), "(self, /)", "Implement iter(self).", |vm, args| vm.iter(&own(args)?))
    };
    ($type:literal, "__contains__") => {
        Builtin::new(concat!($type, ".__contains__"), "(self, key, /)", "Return bool(key in self).", |vm, args| {
            vm.contains(&own(args)?, args.get(1)).map(Value::from)
        })
    };
    ($type:literal, "__getitem__") => {
        Builtin::new(concat!($type, ".__getitem__"), "(self, key, /)", "Return self[key].", |vm, args| {
            vm.get_item(&own(args)?, args.get(1))
        })
    };
    ($type:literal, "__setitem__") => {
        Builtin::new(concat!($type, ".__setitem__"), "(self, key, value, /)", "Set self[key] to value.", |vm, args| {
            vm.set_item(&own(args)?, args.get(1), args.get(2).clone())?;
            Ok(Value::None)
        })
    };
    ($type:literal, "__delitem__") => {
        Builtin::new(concat!($type, ".__delitem__"), "(self, key, /)", "Delete self[key].", |vm, args| {
            vm.delete_item(&own(args)?, args.get(1))?;
            Ok(Value::None)
        })
    };
}

/// Comparisons and repr, which every type has, plus the given methods.
macro_rules! table {
    ($type:literal $(, $more:expr)* $(,)?) => {
        &[
            operator!($type, "eq", Eq, compare),
            operator!($type, "ne", Ne, compare),
            operator!($type, "lt", Lt, compare),
            operator!($type, "le", Le, compare),
            operator!($type, "gt", Gt, compare),
            operator!($type, "ge", Ge, compare),
            Builtin::new(concat!($type, ".__repr__"), "(self, /)", "Return repr(self).", |vm, args| {
                vm.repr(&own(args)?).map(Value::from)
            }),
            $($more),*
        ]
    };
}

static INT: &[Builtin] = table!(
    "int",
    method!("int", "__hash__"),
    operator!("int", "add", Add),
    operator!("int", "add", Add, reflected),
    operator!("int", "sub", Sub),
    operator!("int", "sub", Sub, reflected),
    operator!("int", "mul", Mul),
    operator!("int", "mul", Mul, reflected),
    operator!("int", "truediv", Div),
    operator!("int", "truediv", Div, reflected),
    operator!("int", "floordiv", FloorDiv),
    operator!("int", "floordiv", FloorDiv, reflected),
    operator!("int", "mod", Mod),
    operator!("int", "mod", Mod, reflected),
    operator!("int", "pow"),
    operator!("int", "rpow", swapped),
    operator!("int", "and", And),
    operator!("int", "and", And, reflected),
    operator!("int", "or", Or),
    operator!("int", "or", Or, reflected),
    operator!("int", "xor", Xor),
    operator!("int", "xor", Xor, reflected),
    operator!("int", "lshift", LShift),
    operator!("int", "lshift", LShift, reflected),
    operator!("int", "rshift", RShift),
    operator!("int", "rshift", RShift, reflected),
    operator!("int", "divmod"),
    operator!("int", "rdivmod", swapped),
    operator!("int", "neg", Neg, unary),
    operator!("int", "pos", Pos, unary),
    operator!("int", "invert", Invert, unary),
    Builtin::new("int.__abs__", "(self, /)", "abs(self)", |_, args| {
        let big = super::number::to_big(&own(args)?).unwrap_or_default();
        Ok(super::number::from_big(num_traits::Signed::abs(&big)))
    }),
    Builtin::new(
        "int.__format__",
        "(self, format_spec, /)",
        "Convert to a string according to format_spec.",
        |_, args| format(args)
    ),
);

static FLOAT: &[Builtin] = table!(
    "float",
    method!("float", "__hash__"),
    operator!("float", "add", Add),
    operator!("float", "add", Add, reflected),
    operator!("float", "sub", Sub),
    operator!("float", "sub", Sub, reflected),
    operator!("float", "mul", Mul),
    operator!("float", "mul", Mul, reflected),
    operator!("float", "truediv", Div),
    operator!("float", "truediv", Div, reflected),
    operator!("float", "floordiv", FloorDiv),
    operator!("float", "floordiv", FloorDiv, reflected),
    operator!("float", "mod", Mod),
    operator!("float", "mod", Mod, reflected),
    operator!("float", "pow"),
    operator!("float", "rpow", swapped),
    operator!("float", "divmod"),
    operator!("float", "rdivmod", swapped),
    operator!("float", "neg", Neg, unary),
    operator!("float", "pos", Pos, unary),
    Builtin::new("float.__abs__", "(self, /)", "abs(self)", |_, args| Ok(Value::from(args.float(0)?.abs()))),
    Builtin::new(
        "float.__format__",
        "(self, format_spec, /)",
        "Formats the float according to format_spec.",
        |_, args| format(args)
    ),
);

static STR: &[Builtin] = table!(
    "str",
    method!("str", "__hash__"),
    method!("str", "__len__"),
    method!("str", "__iter__"),
    method!("str", "__contains__"),
    method!("str", "__getitem__"),
    operator!("str", "add", Add),
    operator!("str", "mul", Mul),
    operator!("str", "mul", Mul, reflected),
    operator!("str", "mod", Mod),
    operator!("str", "mod", Mod, reflected),
    Builtin::new("str.__str__", "(self, /)", "Return str(self).", |_, args| own(args)),
);

static BYTES: &[Builtin] = table!(
    "bytes",
    method!("bytes", "__hash__"),
    method!("bytes", "__len__"),
    method!("bytes", "__iter__"),
    method!("bytes", "__contains__"),
    method!("bytes", "__getitem__"),
    operator!("bytes", "add", Add),
    operator!("bytes", "mul", Mul),
    operator!("bytes", "mul", Mul, reflected),
);

static BYTEARRAY: &[Builtin] = table!(
    "bytearray",
    method!("bytearray", "__repr__"),
    method!("bytearray", "__len__"),
    method!("bytearray", "__iter__"),
    method!("bytearray", "__contains__"),
    method!("bytearray", "__getitem__"),
    method!("bytearray", "__setitem__"),
    method!("bytearray", "__delitem__"),
    operator!("bytearray", "add", Add),
    operator!("bytearray", "mul", Mul),
    operator!("bytearray", "mul", Mul, reflected),
);

static LIST: &[Builtin] = table!(
    "list",
    method!("list", "__len__"),
    method!("list", "__iter__"),
    method!("list", "__contains__"),
    method!("list", "__getitem__"),
    method!("list", "__setitem__"),
    method!("list", "__delitem__"),
    Builtin::new("list.__reversed__", "(self, /)", "Return a reverse iterator over the list.", |vm, args| {
        let items = vm.collect(&own(args)?)?;
        Ok(crate::object::Iter::from_values("list_reverseiterator", items.into_iter().rev().collect()))
    }),
    operator!("list", "add", Add),
    operator!("list", "mul", Mul),
    operator!("list", "mul", Mul, reflected),
);

static TUPLE: &[Builtin] = table!(
    "tuple",
    method!("tuple", "__hash__"),
    method!("tuple", "__len__"),
    method!("tuple", "__iter__"),
    method!("tuple", "__contains__"),
    method!("tuple", "__getitem__"),
    operator!("tuple", "add", Add),
    operator!("tuple", "mul", Mul),
    operator!("tuple", "mul", Mul, reflected),
);

static RANGE: &[Builtin] = table!(
    "range",
    method!("range", "__len__"),
    method!("range", "__iter__"),
    method!("range", "__getitem__"),
    method!("range", "__hash__"),
    Builtin::new("range.__bool__", "(self, /)", "True if self else False", |vm, args| {
        vm.truth(&own(args)?).map(Value::from)
    }),
);

static DICT: &[Builtin] = table!(
    "dict",
    method!("dict", "__len__"),
    method!("dict", "__iter__"),
    method!("dict", "__contains__"),
    method!("dict", "__setitem__"),
    method!("dict", "__delitem__"),
    Builtin::new("dict.__getitem__", "(self, key, /)", "Return self[key].", dict_item),
    operator!("dict", "or", Or),
    operator!("dict", "or", Or, reflected),
);

static SET: &[Builtin] = table!(
    "set",
    method!("set", "__repr__"),
    method!("set", "__len__"),
    method!("set", "__iter__"),
    method!("set", "__contains__"),
    operator!("set", "and", And, in_place),
    operator!("set", "or", Or, in_place),
    operator!("set", "sub", Sub, in_place),
    operator!("set", "xor", Xor, in_place),
    operator!("set", "and", And),
    operator!("set", "and", And, reflected),
    operator!("set", "or", Or),
    operator!("set", "or", Or, reflected),
    operator!("set", "sub", Sub),
    operator!("set", "sub", Sub, reflected),
    operator!("set", "xor", Xor),
    operator!("set", "xor", Xor, reflected),
);

static FROZENSET: &[Builtin] = table!(
    "frozenset",
    method!("frozenset", "__repr__"),
    method!("frozenset", "__hash__"),
    method!("frozenset", "__len__"),
    method!("frozenset", "__iter__"),
    method!("frozenset", "__contains__"),
    operator!("frozenset", "and", And),
    operator!("frozenset", "and", And, reflected),
    operator!("frozenset", "or", Or),
    operator!("frozenset", "or", Or, reflected),
    operator!("frozenset", "sub", Sub),
    operator!("frozenset", "sub", Sub, reflected),
    operator!("frozenset", "xor", Xor),
    operator!("frozenset", "xor", Xor, reflected),
);

/// Whether CPython derives the method from a type slot: all of these share the same messages.
pub(crate) fn is_slot(name: &str) -> bool {
    const OWN_WORDS: &[&str] =
        &["list.__getitem__", "dict.__getitem__", "dict.__contains__", "set.__contains__", "frozenset.__contains__"];
    let Some((owner, method)) = name.split_once('.') else { return false };
    let own = OWN_WORDS.contains(&name) || matches!(method, "__format__" | "__reversed__");
    const OF_OBJECTS: &[&str] = &[
        "__repr__",
        "__str__",
        "__hash__",
        "__eq__",
        "__ne__",
        "__getattribute__",
        "__setattr__",
        "__delattr__",
        "__init__",
    ];
    !own && methods(owner).iter().any(|known| known.name == name)
        || matches!(owner, "int" | "float") && matches!(method, "__bool__" | "__int__" | "__float__" | "__index__")
        || owner == "complex" && method.starts_with("__") && !matches!(method, "__complex__" | "__getnewargs__")
        || owner == "object" && OF_OBJECTS.contains(&method)
}

/// The error for a method of a built-in type called on another type: `int.__add__("a", 1)`.
pub(crate) fn stranger(builtin: &Builtin, receiver: &Value) -> Raise {
    let (owner, method) = builtin.name.split_once('.').unwrap_or(("object", builtin.name));
    let found = receiver.type_name();
    Raise::type_error(if is_slot(builtin.name) {
        format!("descriptor '{method}' requires a '{owner}' object but received a '{found}'")
    } else {
        format!("descriptor '{method}' for '{owner}' objects doesn't apply to a '{found}' object")
    })
}
