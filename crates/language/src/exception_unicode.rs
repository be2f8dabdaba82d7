//! UnicodeEncodeError, UnicodeDecodeError and UnicodeTranslateError: their arguments, text and errors.

use crate::builtins::codecs::failure::{Failure, Object, message};
use crate::builtins::{clipped_index, memory_view};
use crate::exception::{argument_or_assigned, set_arguments};
use crate::object::Bytes;
use crate::types::types;
use crate::{Args, Builtin, Exc, Raise, Result, Value, Vm};
use std::rc::Rc;

/// Which of the three an exception is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Encode,
    Decode,
    Translate,
}

impl Kind {
    fn of(vm: &mut Vm, exception: &Value) -> Option<Kind> {
        let class = vm.class_of(exception);
        let kinds = [
            (Exc::UnicodeEncodeError, Kind::Encode),
            (Exc::UnicodeDecodeError, Kind::Decode),
            (Exc::UnicodeTranslateError, Kind::Translate),
        ];
        kinds.into_iter().find(|(exc, _)| class.is_subclass(types().exception(*exc))).map(|(_, kind)| kind)
    }
    /// The number of arguments before the object.
    fn before_object(self) -> usize {
        usize::from(self != Kind::Translate)
    }
}

/// The fields of an exception.
struct Said {
    codec: String,
    object: Object,
    start: i64,
    end: i64,
    reason: String,
}

/// None for an exception that was created without its arguments.
fn read(vm: &mut Vm, exception: &Value) -> Result<Option<Said>> {
    let Some(kind) = Kind::of(vm, exception) else {
        return Ok(None);
    };
    let at = kind.before_object();
    let field = |name: &str, place: usize| argument_or_assigned(exception, name, place);
    let (object, start, end, reason) =
        (field("object", at)?, field("start", at + 1)?, field("end", at + 2)?, field("reason", at + 3)?);
    let object = match (object.beneath(), kind) {
        (Value::Str(text), Kind::Encode) => Object::Text(text.chars().collect()),
        (Value::Str(text), _) => Object::Translated(text.chars().collect()),
        (Value::Bytes(data), _) => Object::Bytes(Rc::from(data.data.borrow().as_slice())),
        _ => return Ok(None),
    };
    let codec = if at == 0 { String::new() } else { vm.str(&field("encoding", 0)?)? };
    let (start, end) = (clipped_index(vm, &start)?, clipped_index(vm, &end)?);
    Ok(Some(Said { codec, object, start, end, reason: vm.str(&reason)? }))
}

/// The failure that an exception describes, with its positions clamped to the object; None for other exceptions.
pub fn failure_of(vm: &mut Vm, exception: &Value) -> Result<Option<Failure>> {
    let Some(Said { codec, object, start, end, reason }) = read(vm, exception)? else {
        return Ok(None);
    };
    let length = object.length() as i64;
    let start = start.clamp(0, (length - 1).max(0));
    let end = end.max(1).min(length).max(start);
    Ok(Some(Failure { codec, object, start: start as usize, end: end as usize, reason }))
}

fn to_str(vm: &mut Vm, args: &Args) -> Result<Value> {
    Ok(match read(vm, args.get(0))? {
        Some(said) => Value::from(message(&said.codec, &said.object, said.start, said.end, &said.reason)),
        None => Value::str(""),
    })
}

fn init(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (this, given) = (args.get(0), args.rest(1));
    let Some(kind) = Kind::of(vm, this) else {
        return Err(args.wrong(0, "UnicodeError"));
    };
    let before = kind.before_object();
    if given.len() != before + 4 {
        let (wanted, found) = (before + 4, given.len());
        return Err(Raise::type_error(format!("function takes exactly {wanted} arguments ({found} given)")));
    }
    let mut values = given.to_vec();
    for (at, value) in values.iter_mut().enumerate() {
        match at.checked_sub(before) {
            Some(0) if kind == Kind::Decode => match memory_view::contents(value)? {
                Some(data) if !matches!(value, Value::Bytes(_)) => *value = Value::Bytes(Bytes::new(data, false)),
                Some(_) => {}
                None => {
                    let found = value.type_name();
                    return Err(Raise::type_error(format!("a bytes-like object is required, not '{found}'")));
                }
            },
            Some(1 | 2) => *value = Value::Int(clipped_index(vm, value)?),
            _ if value.as_str().is_some() => {}
            _ => {
                let found = value.type_name();
                return Err(Raise::type_error(format!("argument {} must be str, not {found}", at + 1)));
            }
        }
    }
    set_arguments(this, values).map(|()| Value::None)
}

macro_rules! methods {
    ($class:literal) => {{
        static METHODS: [Builtin; 2] = [
            Builtin::new(concat!($class, ".__init__"), "(self, /, *args)", "Stores the arguments.", init),
            Builtin::new(concat!($class, ".__str__"), "(self, /)", "The message.", to_str),
        ];
        &METHODS
    }};
}

/// Native methods of the three classes.
pub(crate) fn methods(type_name: &str) -> &'static [Builtin] {
    match type_name {
        "UnicodeEncodeError" => methods!("UnicodeEncodeError"),
        "UnicodeDecodeError" => methods!("UnicodeDecodeError"),
        "UnicodeTranslateError" => methods!("UnicodeTranslateError"),
        _ => &[],
    }
}
