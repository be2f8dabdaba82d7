//! `torch.Size`: a shape as a tuple of ints.

use super::classes;
use super::numbers::integer_of;
use std::any::Any;
use std::rc::Rc;
use tensorcell_language::native::{BinaryOp, CompareOp, Native};
use tensorcell_language::object::Iter;
use tensorcell_language::{Builtin, Class, Exc, Raise, Result, Value, Vm};

/// Keeps the given numbers: `torch.Size([1, -1])` is valid.
pub struct Size(pub Vec<i64>);

pub fn size_value(shape: &[usize]) -> Value {
    Value::native(Size(shape.iter().map(|&n| n as i64).collect()))
}

impl Size {
    fn tuple(&self) -> Value {
        Value::tuple(self.0.iter().map(|&n| Value::Int(n)).collect())
    }
}

pub static NEW: Builtin = Builtin::new(
    "torch.Size",
    "(sizes=())",
    "A tensor's shape: a tuple of ints.\n\n\
         >>> torch.Size([2, 3]).numel()\n\
         6",
    |vm, args| {
        let items = vm.collect(args.get(0))?;
        let mut sizes = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            sizes.push(integer_of(vm, item)?.ok_or_else(|| {
                let found = item.type_name();
                Raise::type_error(format!("torch.Size() takes an iterable of 'int' (item {at} is '{found}')"))
            })?);
        }
        Ok(Value::native(Size(sizes)))
    },
);

pub static METHODS: &[Builtin] = &[
    Builtin::new("Size.numel", "(self)", "Number of elements of a tensor of this size.", |_, args| {
        let size = args
            .get(0)
            .downcast::<Size>()
            .map_or(0, |size| size.0.iter().fold(1, |product: i64, &n| product.wrapping_mul(n)));
        Ok(Value::Int(size))
    }),
    Builtin::new("Size.__reduce__", "(self)", "What pickle writes.", |_, args| {
        let tuple = args.get(0).downcast::<Size>().map_or(Value::None, Size::tuple);
        Ok(Value::tuple(vec![Value::Class(classes().size.clone()), Value::tuple(vec![tuple])]))
    }),
    Builtin::new("Size.index", "(self, value)", "First position of a value.", |vm, args| {
        let tuple = args.get(0).downcast::<Size>().map_or(Value::None, Size::tuple);
        vm.call_method(&tuple, "index", &[args.get(1).clone()])
    }),
    Builtin::new("Size.count", "(self, value)", "How often a value occurs.", |vm, args| {
        let tuple = args.get(0).downcast::<Size>().map_or(Value::None, Size::tuple);
        vm.call_method(&tuple, "count", &[args.get(1).clone()])
    }),
];

impl Native for Size {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().size.clone()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        let sizes: Vec<String> = self.0.iter().map(i64::to_string).collect();
        Ok(format!("torch.Size([{}])", sizes.join(", ")))
    }
    fn binary(&self, vm: &mut Vm, op: BinaryOp, _: &Value, other: &Value, reflected: bool) -> Result<Option<Value>> {
        let other = other.downcast::<Size>().map_or(other.clone(), Size::tuple);
        let (left, right) = if reflected { (other, self.tuple()) } else { (self.tuple(), other) };
        let result = vm.binary(op, &left, &right)?;
        let sizes = match &result {
            Value::Tuple(items) => {
                items.iter().map(|item| if let Value::Int(n) = item { Some(*n) } else { None }).collect()
            }
            _ => None,
        };
        Ok(Some(sizes.map_or(result, |sizes| Value::native(Size(sizes)))))
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _: &Value, other: &Value) -> Result<Option<Value>> {
        let other = other.downcast::<Size>().map_or(other.clone(), Size::tuple);
        vm.compare(op, &self.tuple(), &other).map(Some)
    }
    fn get_item(&self, vm: &mut Vm, _: &Value, key: &Value) -> Result<Option<Value>> {
        let length = self.0.len() as i64;
        if let Value::Int(i) = key {
            let at = if *i < 0 { i + length } else { *i };
            return match self.0.get(at as usize) {
                Some(&size) if at >= 0 => Ok(Some(Value::Int(size))),
                _ => Err(Raise::new(Exc::IndexError, "tuple index out of range")),
            };
        }
        let item = vm.get_item(&self.tuple(), key)?;
        let Value::Tuple(items) = &item else {
            return Ok(Some(item));
        };
        let sizes = items.iter().filter_map(|item| if let Value::Int(n) = item { Some(*n) } else { None });
        Ok(Some(Value::native(Size(sizes.collect()))))
    }
    fn contains(&self, _: &mut Vm, item: &Value) -> Result<Option<bool>> {
        Ok(Some(matches!(item, Value::Int(n) if self.0.contains(n))))
    }
    fn len(&self, _: &mut Vm) -> Result<Option<usize>> {
        Ok(Some(self.0.len()))
    }
    fn truth(&self, _: &mut Vm) -> Result<bool> {
        Ok(!self.0.is_empty())
    }
    fn iter(&self, _: &mut Vm, _: &Value) -> Result<Option<Value>> {
        let mut sizes = self.0.clone().into_iter();
        Ok(Some(Iter::from_fn("tuple_iterator", move |_| Ok(sizes.next().map(Value::Int)))))
    }
    fn hash(&self, vm: &mut Vm) -> Result<Option<u64>> {
        vm.hash(&self.tuple()).map(Some)
    }
}
