//! What is kept of a variable when an exception ends its call: plain values as they are, other values as a short description. So a
//! post-mortem debugger shows numbers and strings, and no large object outlives its call.

use super::object::{Dict, Tuple};
use super::{Class, Native, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;
use std::sync::OnceLock;

/// The most characters of a string, and items of a container of plain values, that are kept.
const MOST: usize = 10_000;
const ITEMS: usize = 20;

/// Describes an object of another crate in a few words; None if it cannot.
pub type Describe = fn(&Value) -> Option<String>;

/// Set once, by the crate that defines these objects.
pub static DESCRIBE: OnceLock<Describe> = OnceLock::new();

/// What is known of a value that was not kept.
enum Gone {
    Described(String),
    /// The name of its type, and what it counts.
    Sized(String, usize, &'static str),
    Object(Rc<Class>),
}

thread_local! {
    static GONE: Rc<Class> = Class::native("builtins", "gone", &[], None, &[], &[], "A value that went with its call.");
}

impl Native for Gone {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        GONE.with(Rc::clone)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(match self {
            Gone::Described(text) => format!("<{text}>"),
            Gone::Sized(name, count, what) => format!("<{name} of {count}{what}>"),
            Gone::Object(class) => format!("<{} object>", class.spoken_name()),
        })
    }
}

/// The kept form of a value. Runs no code of the program.
pub(crate) fn plain(vm: &Vm, value: &Value) -> Value {
    if is_plain(value) || matches!(value, Value::Unbound) {
        return value.clone();
    }
    copied(value).unwrap_or_else(|| Value::native(described(vm, value)))
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::None | Value::NotImplemented | Value::Ellipsis | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {
            true
        }
        Value::BigInt(_) | Value::Builtin(_) | Value::Module(_) | Value::Class(_) => true,
        Value::Str(text) => text.len() <= MOST,
        Value::Bytes(bytes) => !bytes.mutable && bytes.data.borrow().len() <= MOST,
        _ => false,
    }
}

/// A copy of a small container of plain values, so that later changes do not show.
fn copied(value: &Value) -> Option<Value> {
    let all_plain = |items: &[Value]| items.len() <= ITEMS && items.iter().all(is_plain);
    match value {
        Value::List(list) => {
            let items = list.items.borrow();
            all_plain(&items).then(|| Value::list(items.clone()))
        }
        Value::Tuple(items) => all_plain(items).then(|| Value::Tuple(Rc::new(Tuple::from(items.to_vec())))),
        Value::Dict(dict) if dict.len() <= ITEMS => {
            let items = dict.items();
            let named = items.iter().all(|(key, value)| matches!(key, Value::Str(_)) && is_plain(value));
            named.then(|| {
                let copy = Dict::new();
                items.iter().for_each(|(key, value)| copy.insert_str(key.as_str().unwrap_or_default(), value.clone()));
                Value::Dict(copy)
            })
        }
        _ => None,
    }
}

fn described(vm: &Vm, value: &Value) -> Gone {
    if let Some(text) = DESCRIBE.get().and_then(|describe| describe(value)) {
        return Gone::Described(text);
    }
    let sized = |count| Gone::Sized(value.type_name(), count, "");
    match value {
        Value::List(list) => sized(list.items.borrow().len()),
        Value::Tuple(items) => sized(items.len()),
        Value::Dict(dict) => sized(dict.len()),
        Value::Set(set) => sized(set.len()),
        Value::Str(text) => Gone::Sized("str".to_owned(), text.len(), " bytes"),
        Value::Bytes(bytes) => sized(bytes.data.borrow().len()),
        Value::Function(function) => Gone::Described(format!("function {}", function.name())),
        _ => Gone::Object(vm.class_of(value)),
    }
}
