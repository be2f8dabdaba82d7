//! `mappingproxy`: a read-only mapping, such as `__dict__` of a class.

use crate::native::{BinaryOp, CompareOp, STR};
use crate::object::Dict;
use crate::{Args, Builtin, Class, Native, Raise, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;

thread_local! {
    static CLASS: Rc<Class> = {
        let class = Class::native("builtins", "mappingproxy", &[], Some(&NEW), METHODS, &[], "A mapping that cannot be changed.");
        class.define(&STR);
        class
    };
}

/// A proxy of this mapping.
struct MappingProxy(Value);

/// A view of the names of a class.
pub fn of_names(names: &Rc<Dict>) -> Value {
    Value::native(MappingProxy(Value::Dict(names.clone())))
}

/// The mapping behind a proxy; another value itself.
fn behind(value: &Value) -> &Value {
    value.downcast::<MappingProxy>().map_or(value, |proxy| &proxy.0)
}

static NEW: Builtin =
    Builtin::new("mappingproxy", "(mapping)", "A view of a mapping that cannot be changed.", |vm, args| {
        let mapping = args.get(0);
        let found = mapping.type_name();
        let is_mapping = match mapping.beneath() {
            Value::List(_) | Value::Tuple(_) => false,
            Value::Str(_) | Value::Bytes(_) | Value::Range(_) => true,
            _ => vm.class_of(mapping).lookup("__getitem__").is_some() || mapping.downcast::<MappingProxy>().is_some(),
        };
        match is_mapping || matches!(mapping.beneath(), Value::Dict(_)) {
            true => Ok(Value::native(MappingProxy(mapping.clone()))),
            false => Err(Raise::type_error(format!("mappingproxy() argument must be a mapping, not {found}"))),
        }
    });

impl Native for MappingProxy {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        Ok(format!("mappingproxy({})", vm.repr(&self.0)?))
    }
    fn str(&self, vm: &mut Vm) -> Result<String> {
        vm.str(&self.0)
    }
    fn get_item(&self, vm: &mut Vm, _this: &Value, key: &Value) -> Result<Option<Value>> {
        vm.get_item(&self.0, key).map(Some)
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        vm.contains(&self.0, item).map(Some)
    }
    fn len(&self, vm: &mut Vm) -> Result<Option<usize>> {
        vm.length(&self.0).map(Some)
    }
    fn truth(&self, vm: &mut Vm) -> Result<bool> {
        Ok(vm.length(&self.0)? > 0)
    }
    fn iter(&self, vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        vm.iter(&self.0).map(Some)
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        match op {
            CompareOp::Eq | CompareOp::Ne => vm.compare(op, &self.0, behind(other)).map(Some),
            _ => Ok(None),
        }
    }
    fn hash(&self, vm: &mut Vm) -> Result<Option<u64>> {
        vm.hash(&self.0).map(Some)
    }
    fn binary(
        &self,
        vm: &mut Vm,
        op: BinaryOp,
        _this: &Value,
        other: &Value,
        reflected: bool,
    ) -> Result<Option<Value>> {
        if op != BinaryOp::Or {
            return Ok(None);
        }
        let other = behind(other);
        let (left, right) = if reflected { (other, &self.0) } else { (&self.0, other) };
        vm.binary(op, left, right).map(Some)
    }
    fn binary_in_place(&self, _vm: &mut Vm, op: BinaryOp, _this: &Value, _other: &Value) -> Result<Option<Value>> {
        match op {
            BinaryOp::Or => Err(Raise::type_error("'|=' is not supported by mappingproxy; use '|' instead")),
            _ => Ok(None),
        }
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.0);
    }
}

fn mapping(args: &Args) -> Result<Value> {
    match args.get(0).downcast::<MappingProxy>() {
        Some(proxy) => Ok(proxy.0.clone()),
        None => Err(args.wrong(0, "mappingproxy")),
    }
}

/// Calls a method of the mapping itself.
macro_rules! of_mapping {
    ($name:literal, $doc:literal) => {
        Builtin::new(concat!("mappingproxy.", $name), "(self, /)", $doc, |vm, args| {
            let mapping = mapping(args)?;
            vm.call_method(&mapping, $name, &[])
        })
    };
}

static METHODS: &[Builtin] = &[
    of_mapping!("keys", "The keys."),
    of_mapping!("values", "The values."),
    of_mapping!("items", "The pairs of key and value."),
    of_mapping!("copy", "A shallow copy of the mapping."),
    of_mapping!("__reversed__", "The keys, the last first."),
    Builtin::new("mappingproxy.__getitem__", "(self, key, /)", "Return self[key].", |vm, args| {
        let mapping = mapping(args)?;
        vm.get_item(&mapping, args.get(1))
    }),
    Builtin::new("mappingproxy.__contains__", "(self, key, /)", "Return bool(key in self).", |vm, args| {
        let mapping = mapping(args)?;
        vm.contains(&mapping, args.get(1)).map(Value::from)
    }),
    Builtin::new("mappingproxy.__iter__", "(self, /)", "Implement iter(self).", |vm, args| {
        let mapping = mapping(args)?;
        vm.iter(&mapping)
    }),
    Builtin::new("mappingproxy.__len__", "(self, /)", "Return len(self).", |vm, args| {
        let mapping = mapping(args)?;
        vm.length(&mapping).map(|length| Value::Int(length as i64))
    }),
    Builtin::new(
        "mappingproxy.get",
        "(self, key, default=None, /)",
        "The value of a key, or the default.",
        |vm, args| {
            let mapping = mapping(args)?;
            vm.call_method(&mapping, "get", &[args.get(1).clone(), args.get(2).clone()])
        },
    ),
    Builtin::new("mappingproxy.__class_getitem__", "(cls, item, /)", "For annotations.", |_, args| {
        Ok(crate::generic::alias(args.get(0).clone(), args.get(1)))
    }),
];
