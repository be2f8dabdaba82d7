//! `torch.Size`: a shape as a tuple of ints.

use super::classes;
use crate::language::native::{BinaryOp, CompareOp, Native};
use crate::language::object::Iter;
use crate::language::{Builtin, Class, Exc, Raise, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;

pub struct Size(pub Vec<usize>);

pub fn size_value(shape: &[usize]) -> Value {
    Value::native(Size(shape.to_vec()))
}

impl Size {
    fn tuple(&self) -> Value {
        Value::tuple(self.0.iter().map(|&n| Value::Int(n as i64)).collect())
    }
}

pub static NEW: Builtin = Builtin::new("torch.Size", "(sizes=())", "A tensor's shape: a tuple of ints.", |vm, args| {
    let items = vm.collect(args.get(0))?;
    let sizes = super::arguments::integers_of(vm, &Value::tuple(items))?;
    let sizes = sizes.ok_or_else(|| Raise::type_error("torch.Size() takes an iterable of 'int'"))?;
    Ok(Value::native(Size(sizes.iter().map(|&n| n.max(0) as usize).collect())))
});

pub static METHODS: &[Builtin] = &[
    Builtin::new("Size.numel", "(self)", "Number of elements of a tensor of this size.", |_, args| {
        let size = args.get(0).downcast::<Size>().map_or(0, |size| size.0.iter().product());
        Ok(Value::Int(size as i64))
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
        let sizes: Vec<String> = self.0.iter().map(usize::to_string).collect();
        Ok(format!("torch.Size([{}])", sizes.join(", ")))
    }
    fn binary(&self, vm: &mut Vm, op: BinaryOp, _: &Value, other: &Value, reflected: bool) -> Result<Option<Value>> {
        let other = other.downcast::<Size>().map_or(other.clone(), Size::tuple);
        let (left, right) = if reflected { (other, self.tuple()) } else { (self.tuple(), other) };
        let result = vm.binary(op, &left, &right)?;
        let sizes = match &result {
            Value::Tuple(items) => {
                items.iter().map(|item| if let Value::Int(n) = item { Some(*n as usize) } else { None }).collect()
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
                Some(&size) if at >= 0 => Ok(Some(Value::Int(size as i64))),
                _ => Err(Raise::new(Exc::IndexError, "tuple index out of range")),
            };
        }
        let item = vm.get_item(&self.tuple(), key)?;
        let Value::Tuple(items) = &item else {
            return Ok(Some(item));
        };
        let sizes = items.iter().filter_map(|item| if let Value::Int(n) = item { Some(*n as usize) } else { None });
        Ok(Some(Value::native(Size(sizes.collect()))))
    }
    fn contains(&self, _: &mut Vm, item: &Value) -> Result<Option<bool>> {
        Ok(Some(matches!(item, Value::Int(n) if self.0.iter().any(|&size| size as i64 == *n))))
    }
    fn len(&self, _: &mut Vm) -> Result<Option<usize>> {
        Ok(Some(self.0.len()))
    }
    fn truth(&self, _: &mut Vm) -> Result<bool> {
        Ok(!self.0.is_empty())
    }
    fn iter(&self, _: &mut Vm, _: &Value) -> Result<Option<Value>> {
        let mut sizes = self.0.clone().into_iter();
        Ok(Some(Iter::from_fn("tuple_iterator", move |_| Ok(sizes.next().map(|size| Value::Int(size as i64))))))
    }
    fn hash(&self, vm: &mut Vm) -> Result<Option<u64>> {
        vm.hash(&self.tuple()).map(Some)
    }
}
