//! Exception groups, and how `except*` splits them.

use super::exception::{self, ExceptionState};
use super::native::{Args, Builtin, Getter};
use super::object::Tuple;
use super::types::types;
use super::{Class, Exc, Raise, Result, Value, Vm};
use std::rc::Rc;

const MESSAGE: &str = "message";
const EXCEPTIONS: &str = "exceptions";

fn group_class() -> Rc<Class> {
    types().built_in("BaseExceptionGroup").clone()
}

fn is_exception(value: &Value, kind: Exc) -> bool {
    matches!(value, Value::Instance(instance) if instance.class.borrow().is_subclass(types().exception(kind)))
}

pub(crate) fn is_group(value: &Value) -> bool {
    matches!(value, Value::Instance(instance) if instance.class.borrow().is_subclass(&group_class()))
}

/// The exceptions of a group; empty for other exceptions.
pub(crate) fn members(group: &Value) -> Vec<Value> {
    match field(group, EXCEPTIONS) {
        Value::Tuple(items) => items.to_vec(),
        _ => Vec::new(),
    }
}

fn field(group: &Value, name: &str) -> Value {
    let state = group.downcast::<ExceptionState>();
    let find = |state: &ExceptionState| {
        let named = state.named.borrow();
        named.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    };
    state.and_then(find).unwrap_or_default()
}

/// `BaseExceptionGroup.__new__(class, message, exceptions)`.
pub(crate) fn new(vm: &mut Vm, class: &Rc<Class>, args: &[Value]) -> Result<Value> {
    let [message, exceptions] = args else {
        let given = args.len();
        return Err(Raise::type_error(format!(
            "BaseExceptionGroup.__new__() takes exactly 2 arguments ({given} given)"
        )));
    };
    if message.as_str().is_none() {
        let found = message.type_name();
        return Err(Raise::type_error(format!("BaseExceptionGroup.__new__() argument 1 must be str, not {found}")));
    }
    let members = checked_members(vm, exceptions)?;
    let class = class_for(class, &members)?;
    let group = exception::make(&class, Rc::new(Tuple::from(args.to_vec())));
    if let Some(state) = group.downcast::<ExceptionState>() {
        let members = Value::tuple(members);
        *state.named.borrow_mut() = vec![(MESSAGE.to_owned(), message.clone()), (EXCEPTIONS.to_owned(), members)];
    }
    Ok(group)
}

fn checked_members(vm: &mut Vm, exceptions: &Value) -> Result<Vec<Value>> {
    let is_sequence = match exceptions.beneath() {
        Value::Dict(_) | Value::Set(_) => false,
        Value::Instance(_) | Value::Native(_) => vm.find_attr(exceptions, "__getitem__")?.is_some(),
        Value::List(_) | Value::Tuple(_) | Value::Str(_) | Value::Bytes(_) | Value::Range(_) => true,
        _ => false,
    };
    if !is_sequence {
        return Err(Raise::type_error("second argument (exceptions) must be a sequence"));
    }
    let members = vm.collect(exceptions)?;
    if members.is_empty() {
        return Err(Raise::value_error("second argument (exceptions) must be a non-empty sequence"));
    }
    match members.iter().position(|member| !is_exception(member, Exc::BaseException)) {
        Some(at) => Err(Raise::value_error(format!("Item {at} of second argument (exceptions) is not an exception"))),
        None => Ok(members),
    }
}

/// A BaseExceptionGroup of only Exceptions becomes an ExceptionGroup, which accepts no others.
fn class_for(class: &Rc<Class>, members: &[Value]) -> Result<Rc<Class>> {
    let (base, narrow) = (group_class(), types().built_in("ExceptionGroup").clone());
    let all_narrow = members.iter().all(|member| is_exception(member, Exc::Exception));
    if Rc::ptr_eq(class, &base) {
        return Ok(if all_narrow { narrow } else { base });
    }
    if all_narrow || !class.is_subclass(types().exception(Exc::Exception)) {
        return Ok(class.clone());
    }
    Err(Raise::type_error(match Rc::ptr_eq(class, &narrow) {
        true => "Cannot nest BaseExceptions in an ExceptionGroup".to_owned(),
        false => format!("Cannot nest BaseExceptions in '{}'", class.name),
    }))
}

/// Creates a group for the interpreter.
fn made(vm: &mut Vm, members: Value) -> Result<Value> {
    new(vm, &group_class(), &[Value::str(""), members])
}

/// Selects exceptions of a group.
enum Matcher {
    Class(Value),
    Condition(Value),
    /// Exactly these exceptions.
    Members(Vec<Value>),
}

impl Matcher {
    fn of(vm: &mut Vm, value: &Value) -> Result<Matcher> {
        let is_class = |value: &Value| matches!(value, Value::Class(class) if class.is_subclass(types().exception(Exc::BaseException)));
        match value {
            value if is_class(value) => Ok(Matcher::Class(value.clone())),
            Value::Tuple(classes) if classes.iter().all(is_class) => Ok(Matcher::Class(value.clone())),
            Value::Class(_) | Value::Tuple(_) => Err(wrong_matcher()),
            value => match super::builtins::objects::is_callable(vm, value)? {
                true => Ok(Matcher::Condition(value.clone())),
                false => Err(wrong_matcher()),
            },
        }
    }
    fn takes(&self, vm: &mut Vm, exception: &Value) -> Result<bool> {
        match self {
            Matcher::Class(class) => vm.exception_matches(exception, class),
            Matcher::Condition(condition) => {
                let answer = vm.call(condition, std::slice::from_ref(exception), &[])?;
                vm.truth(&answer)
            }
            Matcher::Members(members) => Ok(!is_group(exception) && members.iter().any(|member| member.is(exception))),
        }
    }
}

fn wrong_matcher() -> Raise {
    Raise::type_error("expected an exception type, a tuple of exception types, or a callable (other than a class)")
}

/// Splits an exception into the matching part and the rest; None for an empty part. `rest`: whether the rest is needed.
fn split(vm: &mut Vm, exception: &Value, matcher: &Matcher, rest: bool) -> Result<(Value, Value)> {
    if matcher.takes(vm, exception)? {
        return Ok((exception.clone(), Value::None));
    }
    if !is_group(exception) {
        return Ok((Value::None, if rest { exception.clone() } else { Value::None }));
    }
    let (mut taken, mut left) = (Vec::new(), Vec::new());
    for member in members(exception) {
        let (matched, other) = vm.nested(|vm| split(vm, &member, matcher, rest))?;
        taken.extend((!matched.is_none()).then_some(matched));
        left.extend((!other.is_none()).then_some(other));
    }
    Ok((subset(vm, exception, taken)?, subset(vm, exception, left)?))
}

/// A group of some of another group's exceptions, with its attributes.
fn subset(vm: &mut Vm, group: &Value, members: Vec<Value>) -> Result<Value> {
    if members.is_empty() {
        return Ok(Value::None);
    }
    let part = vm.call_method(group, "derive", &[Value::list(members)])?;
    if !is_group(&part) {
        return Err(Raise::type_error("derive must return an instance of BaseExceptionGroup"));
    }
    if let (Some(old), Some(new)) = (group.downcast::<ExceptionState>(), part.downcast::<ExceptionState>()) {
        new.notes.borrow_mut().trace = old.notes.borrow().trace.clone();
        *new.context.borrow_mut() = old.context.borrow().clone();
        *new.cause.borrow_mut() = old.cause.borrow().clone();
        new.suppress_context.set(old.suppress_context.get());
    }
    if let Some(notes) = exception::notes(group)
        && let Value::List(_) | Value::Tuple(_) = notes
        && let Value::Instance(instance) = &part
    {
        let copy = Value::list(vm.collect(&notes)?);
        instance.set(&super::object::Str::new("__notes__"), copy);
    }
    Ok(part)
}

/// Splits an exception for an `except*` clause into the matching part and the rest; None for an empty part.
pub(crate) fn match_star(vm: &mut Vm, exception: &Value, class: &Value) -> Result<(Value, Value)> {
    let classes = match class {
        Value::Tuple(classes) => classes.to_vec(),
        one => vec![one.clone()],
    };
    for class in &classes {
        match class {
            Value::Class(class) if class.is_subclass(&group_class()) => {
                return Err(Raise::type_error(
                    "catching ExceptionGroup with except* is not allowed. Use except instead.",
                ));
            }
            Value::Class(class) if class.is_subclass(types().exception(Exc::BaseException)) => {}
            _ => {
                return Err(Raise::type_error(
                    "catching classes that do not inherit from BaseException is not allowed",
                ));
            }
        }
    }
    if exception.is_none() {
        return Ok((Value::None, Value::None));
    }
    if vm.exception_matches(exception, class)? {
        if is_group(exception) {
            return Ok((exception.clone(), Value::None));
        }
        let group = made(vm, Value::tuple(vec![exception.clone()]))?;
        vm.note_running_place(&group);
        return Ok((group, Value::None));
    }
    if !is_group(exception) {
        return Ok((Value::None, exception.clone()));
    }
    let pair = vm.call_method(exception, "split", std::slice::from_ref(class))?;
    let owner = exception.type_name();
    match pair.beneath() {
        Value::Tuple(parts) if parts.len() >= 2 => Ok((parts[0].clone(), parts[1].clone())),
        Value::Tuple(parts) => {
            let size = parts.len();
            Err(Raise::type_error(format!("{owner}.split must return a 2-tuple, got tuple of size {size}")))
        }
        other => {
            let found = other.type_name();
            Err(Raise::type_error(format!("{owner}.split must return a tuple, not {found}")))
        }
    }
}

/// The exception that propagates after all `except*` clauses, from the original and what clauses raised or left. None: it was handled.
pub(crate) fn after_star(vm: &mut Vm, original: &Value, all: Vec<Value>) -> Result<Value> {
    if all.is_empty() || !is_group(original) {
        // Only one clause can have run for an exception that is not a group.
        return Ok(all.into_iter().next().unwrap_or_default());
    }
    let (again, mut raised): (Vec<Value>, Vec<Value>) =
        all.into_iter().partition(|exception| is_raised_again(exception, original));
    let mut leaves = Vec::new();
    again.iter().for_each(|exception| collect_leaves(exception, &mut leaves));
    let left = match leaves.is_empty() {
        true => Value::None,
        false => split(vm, original, &Matcher::Members(leaves), false)?.0,
    };
    if raised.is_empty() {
        return Ok(left);
    }
    raised.extend((!left.is_none()).then_some(left));
    match raised.len() {
        1 => Ok(raised.remove(0)),
        _ => made(vm, Value::list(raised)),
    }
}

/// Whether an exception is a part of the original that a clause left, or re-raised by a plain `raise`: it has its traceback.
fn is_raised_again(exception: &Value, original: &Value) -> bool {
    let (Some(a), Some(b)) = (exception.downcast::<ExceptionState>(), original.downcast::<ExceptionState>()) else {
        return false;
    };
    let same_trace = {
        let (a, b) = (a.notes.borrow(), b.notes.borrow());
        a.trace.len() == b.trace.len() && a.trace.iter().zip(&b.trace).all(|(a, b)| a.span == b.span)
    };
    same_trace && a.cause.borrow().is(&b.cause.borrow()) && a.context.borrow().is(&b.context.borrow())
}

fn collect_leaves(exception: &Value, leaves: &mut Vec<Value>) {
    if is_group(exception) {
        members(exception).iter().for_each(|member| collect_leaves(member, leaves));
    } else {
        leaves.push(exception.clone());
    }
}

fn this(args: &Args) -> Result<Value> {
    match is_group(args.get(0)) {
        true => Ok(args.get(0).clone()),
        false => Err(args.wrong(0, "BaseExceptionGroup")),
    }
}

static METHODS: &[Builtin] = &[
    Builtin::new(
        "BaseExceptionGroup.__new__",
        "(cls, /, *args, **kwargs)",
        "Create and return a new group of exceptions.",
        |vm, args| match args.get(0) {
            Value::Class(class) => new(vm, class, args.rest(1)),
            _ => Err(args.wrong(0, "type")),
        },
    ),
    Builtin::new("BaseExceptionGroup.__str__", "(self, /)", "The message and the number of exceptions.", |vm, args| {
        let group = this(args)?;
        let (message, count) = (vm.str(&field(&group, MESSAGE))?, members(&group).len());
        let plural = if count == 1 { "" } else { "s" };
        Ok(Value::from(format!("{message} ({count} sub-exception{plural})")))
    }),
    Builtin::new(
        "BaseExceptionGroup.derive",
        "(self, excs, /)",
        "A group of other exceptions with the same message.",
        |vm, args| {
            let message = field(&this(args)?, MESSAGE);
            new(vm, &group_class(), &[message, args.get(1).clone()])
        },
    ),
    Builtin::new(
        "BaseExceptionGroup.split",
        "(self, matcher_value, /)",
        "Two groups: the exceptions that match, and the rest; None for an empty one.",
        |vm, args| {
            let (matched, rest) = {
                let matcher = Matcher::of(vm, args.get(1))?;
                split(vm, &this(args)?, &matcher, true)?
            };
            Ok(Value::pair(matched, rest))
        },
    ),
    Builtin::new(
        "BaseExceptionGroup.subgroup",
        "(self, matcher_value, /)",
        "A group of the exceptions that match, or None.",
        |vm, args| {
            let matcher = Matcher::of(vm, args.get(1))?;
            split(vm, &this(args)?, &matcher, false).map(|(matched, _)| matched)
        },
    ),
];

static GETTERS: &[Getter] = &[
    Getter { name: MESSAGE, doc: "exception message", get: |_, this| Ok(field(this, MESSAGE)), set: None },
    Getter { name: EXCEPTIONS, doc: "nested exceptions", get: |_, this| Ok(field(this, EXCEPTIONS)), set: None },
];

/// Native methods of exception groups.
pub(crate) fn methods(type_name: &str) -> &'static [Builtin] {
    if type_name == "BaseExceptionGroup" { METHODS } else { &[] }
}

/// Native attributes of exception groups.
pub(crate) fn getters(type_name: &str) -> &'static [Getter] {
    if type_name == "BaseExceptionGroup" { GETTERS } else { &[] }
}
