//! Objects of native types from other crates.

use super::{BinaryOp, Buffer, Builtin, CompareOp, UnaryOp};
use crate::object::{Dict, Str};
use crate::{Class, Result, Value, Vm};
use std::any::Any;
use std::cell::OnceCell;
use std::rc::Rc;

/// A native type. Its methods and attributes come from its class's declarations; this trait covers the rest. `Ok(None)` from an
/// operator means NotImplemented.
pub trait Native: Any {
    fn as_any(&self) -> &dyn Any;
    fn class(&self) -> Rc<Class>;
    fn repr(&self, vm: &mut Vm) -> Result<String>;
    /// `repr` and `str` of an instance of a subclass that this object lies beneath; None: the object's own.
    fn text_in(&self, _vm: &mut Vm, _class: &Class) -> Result<Option<String>> {
        Ok(None)
    }
    fn str(&self, vm: &mut Vm) -> Result<String> {
        self.repr(vm)
    }
    /// `format(x, spec)`; None: uses `str` and string formatting.
    fn format(&self, _vm: &mut Vm, _spec: &str) -> Result<Option<String>> {
        Ok(None)
    }
    /// Dynamic attributes, looked up after the class's.
    fn get_attr(&self, _vm: &mut Vm, _name: &str) -> Result<Option<Value>> {
        Ok(None)
    }
    /// Storage for attributes that programs set; None if it accepts none.
    fn own(&self) -> Option<&OnceCell<Rc<Dict>>> {
        None
    }
    /// Returns true if it handled the assignment; called after the class's setters.
    fn set_attr(&self, _vm: &mut Vm, _name: &str, _value: &Value) -> Result<bool> {
        Ok(false)
    }
    /// Returns true if it deleted the attribute.
    fn delete_attr(&self, _vm: &mut Vm, _name: &str) -> Result<bool> {
        Ok(false)
    }
    /// Dynamic attribute names, for completion.
    fn attr_names(&self) -> Vec<String> {
        Vec::new()
    }
    fn call(&self, _vm: &mut Vm, _args: &[Value], _kwargs: &[(String, Value)]) -> Result<Option<Value>> {
        Ok(None)
    }
    /// What reading it from an instance of a class gives, where the class stores it (`__get__`); None: itself.
    fn bound(&self, _vm: &mut Vm, _this: &Value, _object: &Value) -> Result<Option<Value>> {
        Ok(None)
    }
    /// Whether it takes precedence over an object's own attribute of the name that its class stores it under.
    fn is_data_descriptor(&self) -> bool {
        false
    }
    /// Assigns through a data descriptor to an object; deletes without a value.
    fn set_in(&self, _object: &Value, _value: Option<&Value>) -> Result<()> {
        Ok(())
    }
    /// Its key in an error's labels (`Raise::mark_object`), and the text of its label.
    fn as_operand(&self) -> Option<(usize, String)> {
        None
    }
    /// `this` is the value that holds self. `reflected`: self is the right operand.
    fn binary(
        &self,
        _vm: &mut Vm,
        _op: BinaryOp,
        _this: &Value,
        _other: &Value,
        _reflected: bool,
    ) -> Result<Option<Value>> {
        Ok(None)
    }
    /// `x += y`; None falls back to `binary`.
    fn binary_in_place(&self, _vm: &mut Vm, _op: BinaryOp, _this: &Value, _other: &Value) -> Result<Option<Value>> {
        Ok(None)
    }
    fn unary(&self, _vm: &mut Vm, _op: UnaryOp, _this: &Value) -> Result<Option<Value>> {
        Ok(None)
    }
    fn compare(&self, _vm: &mut Vm, _op: CompareOp, _this: &Value, _other: &Value) -> Result<Option<Value>> {
        Ok(None)
    }
    fn get_item(&self, _vm: &mut Vm, _this: &Value, _key: &Value) -> Result<Option<Value>> {
        Ok(None)
    }
    /// Returns true if it handled the assignment.
    fn set_item(&self, _vm: &mut Vm, _this: &Value, _key: &Value, _value: &Value) -> Result<bool> {
        Ok(false)
    }
    fn contains(&self, _vm: &mut Vm, _item: &Value) -> Result<Option<bool>> {
        Ok(None)
    }
    fn len(&self, _vm: &mut Vm) -> Result<Option<usize>> {
        Ok(None)
    }
    fn truth(&self, _vm: &mut Vm) -> Result<bool> {
        Ok(true)
    }
    fn iter(&self, _vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        Ok(None)
    }
    /// A number shared by all objects that wrap the same thing: used for `is`, `id` and the hash. None: the object's address.
    fn identity(&self) -> Option<usize> {
        None
    }
    /// None: hashes by identity.
    fn hash(&self, _vm: &mut Vm) -> Result<Option<u64>> {
        Ok(None)
    }
    /// `with x:` -> the value bound by `as`; None: not a context manager.
    fn enter(&self, _vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        Ok(None)
    }
    fn exit(&self, _vm: &mut Vm) -> Result<()> {
        Ok(())
    }
    /// int(x), float(x).
    fn to_int(&self, _vm: &mut Vm) -> Result<Option<Value>> {
        Ok(None)
    }
    fn to_float(&self, _vm: &mut Vm) -> Result<Option<f64>> {
        Ok(None)
    }
    /// Its value as an index; None: it cannot be one. Unlike `int`, an index accepts no fractions.
    fn to_index(&self, vm: &mut Vm) -> Result<Option<Value>> {
        self.to_int(vm)
    }
    /// The number that it represents wherever one is accepted.
    fn number(&self) -> Option<&Value> {
        None
    }
    /// The memory that bytes-like arguments read; None: it shares none.
    fn buffer(&self) -> Option<Buffer> {
        None
    }
    /// Rich representations for the notebook besides text/plain: (MIME type, content).
    fn display(&self, _vm: &mut Vm) -> Result<Vec<(String, String)>> {
        Ok(Vec::new())
    }
    /// The source it was made from, for `name??`.
    fn source(&self) -> Option<String> {
        None
    }
    /// Visits the values held inside, once per reference, for the cycle collector.
    fn trace(&self, _visit: &mut dyn FnMut(&Value)) {}
}

/// `__enter__` and `__exit__` of native classes that implement `Native::enter`, for code that reads these attributes.
pub static MANAGER: &[Builtin] = &[
    Builtin::new("manager.__enter__", "(self, /)", "Begins a with block.", |vm, args| {
        let this = args.get(0);
        let native = match this.beneath() {
            Value::Native(native) => native.clone(),
            _ => return Ok(this.clone()),
        };
        Ok(native.enter(vm, this)?.unwrap_or_default())
    }),
    Builtin::new("manager.__exit__", "(self, /, *args)", "Ends a with block.", |vm, args| {
        if let Value::Native(native) = args.get(0).beneath() {
            native.clone().exit(vm)?;
        }
        Ok(Value::None)
    }),
];

/// An attribute that a program set on a native object.
pub(crate) fn own_attribute(native: &dyn Native, name: &Str) -> Option<Value> {
    let own = native.own()?;
    match name.as_str() {
        "__dict__" => Some(Value::Dict(own.get_or_init(Dict::new).clone())),
        _ => own.get()?.get_name(name),
    }
}
