//! Type parameters among the arguments of aliases and unions, and their substitution by subscripts.

use super::{Raise, Result, Value, Vm};

/// The distinct parameters among arguments, in order of first appearance.
pub(crate) fn parameters(vm: &mut Vm, args: &[Value]) -> Result<Vec<Value>> {
    let mut found: Vec<Value> = Vec::new();
    for arg in args {
        for one in parameters_of(vm, arg)? {
            if !found.iter().any(|known| known.is(&one)) {
                found.push(one);
            }
        }
    }
    Ok(found)
}

fn parameters_of(vm: &mut Vm, arg: &Value) -> Result<Vec<Value>> {
    match (arg, items(arg)) {
        (Value::Class(_), _) => Ok(Vec::new()),
        (_, Some(items)) => parameters(vm, &items),
        _ if vm.find_attr(arg, "__typing_subst__")?.is_some() => Ok(vec![arg.clone()]),
        _ => declared(vm, arg),
    }
}

/// The types of a list or tuple, which replace a ParamSpec.
fn items(arg: &Value) -> Option<Vec<Value>> {
    match arg {
        Value::Tuple(items) => Some(items.to_vec()),
        Value::List(list) => Some(list.items.borrow().to_vec()),
        _ => None,
    }
}

/// The `__parameters__` of an argument.
fn declared(vm: &mut Vm, arg: &Value) -> Result<Vec<Value>> {
    Ok(vm.find_attr(arg, "__parameters__")?.as_ref().and_then(items).unwrap_or_default())
}

/// The arguments, with the parameters replaced by those of `this[key]`.
pub(crate) fn substituted(vm: &mut Vm, this: &Value, args: &[Value], key: &Value) -> Result<Vec<Value>> {
    let open = parameters(vm, args)?;
    if open.is_empty() {
        return Err(Raise::type_error(format!("{} is not a generic class", vm.repr(this)?)));
    }
    let given = prepared(vm, this, &open, key)?;
    if given.len() != open.len() {
        let amount = if given.len() > open.len() { "many" } else { "few" };
        let (text, given, wanted) = (vm.repr(this)?, given.len(), open.len());
        return Err(Raise::type_error(format!("Too {amount} arguments for {text}; actual {given}, expected {wanted}")));
    }
    replaced(vm, args, &Matched { open, given })
}

/// One argument for each parameter: variadic parameters take several, and defaults fill up.
fn prepared(vm: &mut Vm, this: &Value, open: &[Value], key: &Value) -> Result<Vec<Value>> {
    let mut given = Value::tuple(spread(vm, key)?);
    for parameter in open {
        if let Some(prepare) = vm.find_attr(parameter, "__typing_prepare_subst__")? {
            given = vm.call(&prepare, &[this.clone(), given], &[])?;
        }
    }
    Ok(items(&given).unwrap_or_else(|| vec![given]))
}

/// The arguments inside the brackets, with unpacked tuples of known length expanded.
fn spread(vm: &mut Vm, key: &Value) -> Result<Vec<Value>> {
    let mut given = Vec::new();
    let keys = match key {
        Value::Tuple(items) => items.to_vec(),
        other => vec![other.clone()],
    };
    for one in keys {
        let inside = match &one {
            Value::Class(_) => None,
            other => vm.find_attr(other, "__typing_unpacked_tuple_args__")?,
        };
        match inside {
            Some(Value::Tuple(items)) if !matches!(items.last(), Some(Value::Ellipsis)) => {
                given.extend(items.iter().cloned());
            }
            _ => given.push(one),
        }
    }
    Ok(given)
}

/// Parameters and their replacements.
struct Matched {
    open: Vec<Value>,
    given: Vec<Value>,
}

impl Matched {
    fn of(&self, parameter: &Value) -> Option<&Value> {
        self.open.iter().position(|known| known.is(parameter)).map(|at| &self.given[at])
    }
}

fn replaced(vm: &mut Vm, args: &[Value], matched: &Matched) -> Result<Vec<Value>> {
    let mut new = Vec::new();
    for arg in args {
        match arg {
            Value::Class(_) => new.push(arg.clone()),
            Value::Tuple(inner) => new.push(Value::tuple(replaced(vm, &inner.to_vec(), matched)?)),
            Value::List(list) => {
                let inner = list.items.borrow().to_vec();
                new.push(Value::list(replaced(vm, &inner, matched)?));
            }
            _ => {
                let one = replacement(vm, arg, matched)?;
                match vm.find_attr(arg, "__typing_is_unpacked_typevartuple__")? {
                    Some(unpacked) if vm.truth(&unpacked)? => new.extend(several(arg, one)?),
                    _ => new.push(one),
                }
            }
        }
    }
    Ok(new)
}

fn several(arg: &Value, one: Value) -> Result<Vec<Value>> {
    items(&one).ok_or_else(|| {
        let (of, given) = (arg.type_name(), one.type_name());
        Raise::type_error(format!("expected __typing_subst__ of {of} objects to return a tuple, not {given}"))
    })
}

fn replacement(vm: &mut Vm, arg: &Value, matched: &Matched) -> Result<Value> {
    if let Some(substitute) = vm.find_attr(arg, "__typing_subst__")? {
        let given = matched.of(arg).cloned().unwrap_or_else(|| arg.clone());
        return vm.call(&substitute, &[given], &[]);
    }
    let inner = declared(vm, arg)?;
    if inner.is_empty() {
        return Ok(arg.clone());
    }
    let mut key = Vec::new();
    for parameter in &inner {
        match matched.of(parameter) {
            // An iterable parameter is a TypeVarTuple, which takes several types.
            Some(Value::Tuple(types)) if vm.find_special(parameter, "__iter__")?.is_some() => {
                key.extend(types.iter().cloned())
            }
            given => key.push(given.unwrap_or(parameter).clone()),
        }
    }
    vm.get_item(arg, &Value::tuple(key))
}
