//! The operator methods of native classes (`deque.__add__`, `Match.__getitem__`), for access by name or through `super()` of a
//! subclass. Each calls the object's `Native` implementation and never dispatches on the class again.

use super::operators::stranger;
use crate::native::{Args, BinaryOp, CompareOp, Native, UnaryOp};
use crate::{Raise, Result, Value, Vm};
use std::rc::Rc;

fn own(args: &Args) -> Result<Rc<Box<dyn Native>>> {
    match args.get(0).beneath() {
        Value::Native(native) => Ok(native.clone()),
        other => Err(stranger(args.builtin, other)),
    }
}

fn or_not_implemented(answer: Option<Value>) -> Value {
    answer.unwrap_or(Value::NotImplemented)
}

pub fn binary(vm: &mut Vm, args: &Args, op: BinaryOp) -> Result<Value> {
    own(args)?.binary(vm, op, args.get(0).beneath(), args.get(1), false).map(or_not_implemented)
}

pub fn reflected(vm: &mut Vm, args: &Args, op: BinaryOp) -> Result<Value> {
    own(args)?.binary(vm, op, args.get(0).beneath(), args.get(1), true).map(or_not_implemented)
}

pub fn in_place(vm: &mut Vm, args: &Args, op: BinaryOp) -> Result<Value> {
    match own(args)?.binary_in_place(vm, op, args.get(0), args.get(1))? {
        Some(value) => Ok(value),
        None => binary(vm, args, op),
    }
}

pub fn unary(vm: &mut Vm, args: &Args, op: UnaryOp) -> Result<Value> {
    own(args)?.unary(vm, op, args.get(0)).map(or_not_implemented)
}

pub fn compare(vm: &mut Vm, args: &Args, op: CompareOp) -> Result<Value> {
    own(args)?.compare(vm, op, args.get(0).beneath(), args.get(1)).map(or_not_implemented)
}

pub fn get_item(vm: &mut Vm, args: &Args) -> Result<Value> {
    own(args)?.get_item(vm, args.get(0).beneath(), args.get(1)).map(or_not_implemented)
}

pub fn set_item(vm: &mut Vm, args: &Args) -> Result<Value> {
    own(args)?.set_item(vm, args.get(0).beneath(), args.get(1), args.get(2))?;
    Ok(Value::None)
}

pub fn contains(vm: &mut Vm, args: &Args) -> Result<Value> {
    Ok(own(args)?.contains(vm, args.get(1))?.map_or(Value::NotImplemented, Value::from))
}

pub fn len(vm: &mut Vm, args: &Args) -> Result<Value> {
    Ok(own(args)?.len(vm)?.map_or(Value::NotImplemented, |count| Value::Int(count as i64)))
}

pub fn iter(vm: &mut Vm, args: &Args) -> Result<Value> {
    own(args)?.iter(vm, args.get(0).beneath()).map(or_not_implemented)
}

pub fn truth(vm: &mut Vm, args: &Args) -> Result<Value> {
    own(args)?.truth(vm).map(Value::from)
}

/// `__int__`, or with `index` `__index__`.
pub fn int(vm: &mut Vm, args: &Args, index: bool) -> Result<Value> {
    let native = own(args)?;
    let found = if index { native.to_index(vm)? } else { native.to_int(vm)? };
    found.ok_or_else(|| Raise::type_error("only integer scalar arrays can be converted to a scalar index"))
}

pub fn float(vm: &mut Vm, args: &Args) -> Result<Value> {
    let found = own(args)?.to_float(vm)?;
    found.map(Value::from).ok_or_else(|| Raise::type_error("only scalar arrays can be converted to a float"))
}

/// The operator methods of a native class of this name, for `Class::define`.
#[macro_export]
macro_rules! native_operators {
    ($class:literal) => {{
        use $crate::Builtin;
        use $crate::builtins::native_operators as by_name;
        use $crate::native::{BinaryOp, CompareOp, UnaryOp};
        macro_rules! each {
            ($name:literal, $signature:literal, $run:expr) => {
                Builtin::new(concat!($class, ".__", $name, "__"), $signature, "The operator's method.", $run)
            };
        }
        macro_rules! two {
            ($name:literal, $how:ident, $op:expr) => {
                each!($name, "(self, other, /)", |vm, args| by_name::$how(vm, args, $op))
            };
        }
        static METHODS: &[Builtin] = &[
            two!("add", binary, BinaryOp::Add),
            two!("sub", binary, BinaryOp::Sub),
            two!("mul", binary, BinaryOp::Mul),
            two!("truediv", binary, BinaryOp::Div),
            two!("floordiv", binary, BinaryOp::FloorDiv),
            two!("mod", binary, BinaryOp::Mod),
            two!("pow", binary, BinaryOp::Pow),
            two!("matmul", binary, BinaryOp::MatMul),
            two!("and", binary, BinaryOp::And),
            two!("or", binary, BinaryOp::Or),
            two!("xor", binary, BinaryOp::Xor),
            two!("lshift", binary, BinaryOp::LShift),
            two!("rshift", binary, BinaryOp::RShift),
            two!("radd", reflected, BinaryOp::Add),
            two!("rsub", reflected, BinaryOp::Sub),
            two!("rmul", reflected, BinaryOp::Mul),
            two!("rtruediv", reflected, BinaryOp::Div),
            two!("rfloordiv", reflected, BinaryOp::FloorDiv),
            two!("rmod", reflected, BinaryOp::Mod),
            two!("rpow", reflected, BinaryOp::Pow),
            two!("rmatmul", reflected, BinaryOp::MatMul),
            two!("rand", reflected, BinaryOp::And),
            two!("ror", reflected, BinaryOp::Or),
            two!("rxor", reflected, BinaryOp::Xor),
            two!("rlshift", reflected, BinaryOp::LShift),
            two!("rrshift", reflected, BinaryOp::RShift),
            two!("iadd", in_place, BinaryOp::Add),
            two!("isub", in_place, BinaryOp::Sub),
            two!("imul", in_place, BinaryOp::Mul),
            two!("itruediv", in_place, BinaryOp::Div),
            two!("ifloordiv", in_place, BinaryOp::FloorDiv),
            two!("imod", in_place, BinaryOp::Mod),
            two!("ipow", in_place, BinaryOp::Pow),
            two!("iand", in_place, BinaryOp::And),
            two!("ior", in_place, BinaryOp::Or),
            two!("ixor", in_place, BinaryOp::Xor),
            two!("ilshift", in_place, BinaryOp::LShift),
            two!("irshift", in_place, BinaryOp::RShift),
            two!("eq", compare, CompareOp::Eq),
            two!("ne", compare, CompareOp::Ne),
            two!("lt", compare, CompareOp::Lt),
            two!("le", compare, CompareOp::Le),
            two!("gt", compare, CompareOp::Gt),
            two!("ge", compare, CompareOp::Ge),
            each!("neg", "(self, /)", |vm, args| by_name::unary(vm, args, UnaryOp::Neg)),
            each!("pos", "(self, /)", |vm, args| by_name::unary(vm, args, UnaryOp::Pos)),
            each!("invert", "(self, /)", |vm, args| by_name::unary(vm, args, UnaryOp::Invert)),
            each!("getitem", "(self, key, /)", by_name::get_item),
            each!("setitem", "(self, key, value, /)", by_name::set_item),
            each!("contains", "(self, element, /)", by_name::contains),
            each!("len", "(self, /)", by_name::len),
            each!("iter", "(self, /)", by_name::iter),
            each!("bool", "(self, /)", by_name::truth),
            each!("int", "(self, /)", |vm, args| by_name::int(vm, args, false)),
            each!("index", "(self, /)", |vm, args| by_name::int(vm, args, true)),
            each!("float", "(self, /)", by_name::float),
        ];
        METHODS
    }};
}
