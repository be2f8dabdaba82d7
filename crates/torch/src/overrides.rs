//! `__torch_function__`: modes, subclasses of tensors and other objects answer calls of PyTorch's functions themselves.
//! Source: PyTorch's note "Extending PyTorch", and `torch/overrides.py`.

use super::attributes;
use super::sequences::items_of;
use super::tensor::tensor_of;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_language::instead;
use tensorcell_language::native::{Args, BinaryOp, Getter};
use tensorcell_language::object::Function;
use tensorcell_language::{Builtin, Class, Exc, Raise, Result, Value, Vm};

pub const HOOK: &str = "__torch_function__";

/// The parameters of the hook.
pub const SIGNATURE: &str = "(cls, func, types, args=(), kwargs=None)";

thread_local! {
    /// The modes that are entered, the innermost one last. A mode is not among them while it answers.
    static MODES: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
    /// How many regions disable what arguments answer (`DisableTorchFunctionSubclass`).
    static DISABLED: Cell<usize> = const { Cell::new(0) };
    /// Whether the program has tensors of its own classes: then all calls look for them.
    static HAS_SUBCLASSES: Cell<bool> = const { Cell::new(false) };
}

fn watch() {
    instead::set_watching(HAS_SUBCLASSES.get() || MODES.with_borrow(|modes| !modes.is_empty()));
}

/// Called for the first tensor of a class of the program.
pub fn note_subclass() {
    HAS_SUBCLASSES.set(true);
    watch();
}

fn push_mode(_: &mut Vm, args: &Args) -> Result<Value> {
    MODES.with_borrow_mut(|modes| modes.push(args.get(0).clone()));
    watch();
    Ok(Value::None)
}

fn pop_mode(_: &mut Vm, _: &Args) -> Result<Value> {
    let mode = MODES.with_borrow_mut(Vec::pop);
    watch();
    mode.ok_or_else(|| Raise::runtime("no torch function mode is active"))
}

/// Ends a region where arguments do not answer.
struct Region;

impl Drop for Region {
    fn drop(&mut self) {
        enable();
    }
}

fn disable() {
    DISABLED.set(DISABLED.get() + 1);
}

fn enable() {
    DISABLED.set(DISABLED.get().saturating_sub(1));
}

/// Runs without the answers of arguments.
fn without_subclasses<T>(run: impl FnOnce() -> T) -> T {
    disable();
    let _region = Region;
    run()
}

fn items_of_dict(value: &Value) -> Vec<(Value, Value)> {
    match value {
        Value::Dict(dict) => dict.items(),
        _ => Vec::new(),
    }
}

/// Runs a function without the answers of its arguments.
pub fn plainly(vm: &mut Vm, args: &Args) -> Result<Value> {
    let positional = vm.collect(args.get(3))?;
    let named = items_of_dict(args.get(4)).into_iter();
    let named: Vec<(String, Value)> =
        named.filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value))).collect();
    without_subclasses(|| vm.call(args.get(1), &positional, &named))
}

/// The answer of `Parameter`: what functions return for it are plain tensors.
pub static NO_ANSWER: Builtin = Builtin::new(
    "torch._C._disabled_torch_function_impl",
    SIGNATURE,
    "Runs the function. As `__torch_function__` of a class: its objects do not answer calls.",
    plainly,
);

/// Whether a class answers calls. `Parameter` and its subclasses do not.
fn has_answer(class: &Class) -> bool {
    match class.lookup(HOOK) {
        Some(Value::Builtin(builtin)) => !std::ptr::eq(builtin, &NO_ANSWER),
        found => found.is_some(),
    }
}

fn answers(value: &Value) -> bool {
    matches!(value, Value::Instance(instance) if has_answer(&instance.class.borrow()))
}

/// The arguments that answer a call, one of each class, subclasses before their bases.
fn answering<'a>(arguments: impl Iterator<Item = &'a Value>) -> Vec<Value> {
    let mut found: Vec<(Rc<Class>, Value)> = Vec::new();
    let mut add = |value: &Value| {
        let Value::Instance(instance) = value else { return };
        let class = instance.class.borrow().clone();
        if !has_answer(&class) || found.iter().any(|(known, _)| Rc::ptr_eq(known, &class)) {
            return;
        }
        let at = found.iter().position(|(known, _)| class.is_subclass(known)).unwrap_or(found.len());
        found.insert(at, (class, value.clone()));
    };
    for argument in arguments {
        match argument {
            Value::Tuple(_) | Value::List(_) => items_of(argument).unwrap_or_default().iter().for_each(&mut add),
            other => add(other),
        }
    }
    found.into_iter().map(|(_, value)| value).collect()
}

/// Who answers a call.
#[derive(Default)]
pub struct Override {
    mode: bool,
    arguments: Vec<Value>,
}

/// Returns who answers a call with these arguments, if anyone does.
pub fn asked<'a>(arguments: impl Iterator<Item = &'a Value>) -> Option<Override> {
    let mode = MODES.with_borrow(|modes| !modes.is_empty());
    let arguments = if DISABLED.get() == 0 { answering(arguments) } else { Vec::new() };
    (mode || !arguments.is_empty()).then_some(Override { mode, arguments })
}

/// A call of a function of PyTorch, as the program wrote it.
struct Call {
    function: Value,
    positional: Vec<Value>,
    named: Vec<(Value, Value)>,
}

impl Call {
    fn of(function: Value, args: &Args) -> Call {
        let (mut positional, mut named) = (Vec::new(), Vec::new());
        for (name, value) in args.as_given(0).0 {
            match name {
                Some(name) => named.push((Value::str(&name), value)),
                None => positional.push(value),
            }
        }
        Call { function, positional, named }
    }

    fn ask(&self, vm: &mut Vm, object: &Value, types: &Value) -> Result<Value> {
        let hook = vm.get_attr(object, HOOK)?;
        let positional = Value::tuple(self.positional.clone());
        vm.call(&hook, &[self.function.clone(), types.clone(), positional, Value::dict(self.named.clone())], &[])
    }

    /// The answer of those who are asked, or the error where all refuse.
    fn answer(&self, vm: &mut Vm, asked: &Override) -> Result<Value> {
        match self.ask_all(vm, asked)? {
            Some(result) => Ok(result),
            None => Err(self.refused(vm, asked)?),
        }
    }

    /// Asks the innermost mode, then the arguments in turn. Returns None if all refuse.
    fn ask_all(&self, vm: &mut Vm, asked: &Override) -> Result<Option<Value>> {
        let classes = asked.arguments.iter().map(|value| Value::Class(vm.class_of(value))).collect();
        let types = Value::tuple(classes);
        if asked.mode
            && let Some(mode) = MODES.with_borrow_mut(Vec::pop)
        {
            let result = self.ask(vm, &mode, &types);
            MODES.with_borrow_mut(|modes| modes.push(mode));
            watch();
            match result? {
                Value::NotImplemented => {}
                result => return Ok(Some(result)),
            }
        }
        for argument in &asked.arguments {
            match self.ask(vm, argument, &types)? {
                Value::NotImplemented => {}
                result => return Ok(Some(result)),
            }
        }
        Ok(None)
    }

    fn refused(&self, vm: &mut Vm, asked: &Override) -> Result<Raise> {
        let Value::Builtin(builtin) = &self.function else {
            return self.refused_in_language(vm, asked);
        };
        let name = builtin.name.replace("Tensor.", "torch._C.TensorBase.");
        let mut text =
            format!("Multiple dispatch failed for '{name}'; all {HOOK} handlers returned NotImplemented:\n\n");
        for argument in &asked.arguments {
            let class = Value::Class(vm.class_of(argument));
            text.push_str(&format!("  - tensor subclass {}\n", vm.repr(&class)?));
        }
        text.push_str("\nFor more information, try re-running with TORCH_LOGS=not_implemented");
        Ok(Raise::type_error(text))
    }

    /// The error of a function that is written in the language.
    fn refused_in_language(&self, vm: &mut Vm, asked: &Override) -> Result<Raise> {
        let mut part = |name: &str| vm.get_attr(&self.function, name).and_then(|value| vm.str(&value));
        let name = format!("{}.{}", part("__module__")?, part("__name__")?);
        let types = asked.arguments.iter().map(|value| Value::Class(vm.class_of(value))).collect();
        let types = vm.repr(&Value::list(types))?;
        let text = format!("no implementation found for '{name}' on types that implement {HOOK}: {types}");
        Ok(Raise::type_error(text))
    }
}

/// Overrides a function written in the language, given its bound parameters.
pub fn of_function(vm: &mut Vm, asked: &Override, function: &Rc<Function>, bound: Vec<Value>) -> Result<Value> {
    let (positional, named) = function.as_given(bound);
    let named = named.into_iter().map(|(name, value)| (Value::str(&name), value)).collect();
    Call { function: Value::Function(function.clone()), positional, named }.answer(vm, asked)
}

/// Whether modes and subclasses see calls of a native function: operations on tensors, not questions about the library.
fn is_seen(builtin: &Builtin) -> bool {
    let name = builtin.name;
    let is_operation = || {
        builtin.signature.contains("-> Tensor")
            || builtin.signature.contains("(*tensors")
            || builtin.signature.contains("(input")
            || builtin.signature.contains("(tensors")
    };
    match name.strip_prefix("torch.") {
        Some(rest) if rest.starts_with("_nn.") => is_operation(),
        Some(rest) => !rest.starts_with("cuda.") && !rest.starts_with('_') && is_operation(),
        None => {
            name.starts_with("Tensor.")
                && !matches!(builtin.short_name(), HOOK | "as_subclass" | "__repr__" | "__format__" | "__hash__")
        }
    }
}

/// Overrides a native function that refused its arguments. It has had no effect yet.
fn rejected(vm: &mut Vm, args: &Args) -> Option<Result<Value>> {
    let is_own = args.builtin.name.starts_with("torch.") || args.builtin.name.starts_with("Tensor.");
    let given = || args.slots.iter().flatten();
    let foreign = |value: &Value| answers(value) && tensor_of(value).is_none();
    let has_foreign = is_own
        && given().any(|value| match value {
            Value::Tuple(_) | Value::List(_) => items_of(value).unwrap_or_default().iter().any(foreign),
            other => foreign(other),
        });
    let asked = has_foreign.then(|| asked(given()))??;
    Some(Call::of(Value::Builtin(args.builtin), args).answer(vm, &asked))
}

/// Overrides a native function before it runs.
fn before(vm: &mut Vm, args: &Args) -> Option<Result<Value>> {
    if !is_seen(args.builtin) {
        return None;
    }
    let asked = asked(args.slots.iter().flatten())?;
    let name = args.builtin.short_name();
    if args.builtin.name.starts_with("Tensor.__") {
        return Some(answer_operator(vm, name, Call::of(method(name), args), &asked));
    }
    Some(Call::of(Value::Builtin(args.builtin), args).answer(vm, &asked))
}

/// Overrides the reading of a tensor's attribute: the function is the `__get__` of its descriptor.
fn read(vm: &mut Vm, descriptor: &Value, getter: &'static Getter, object: &Value) -> Option<Result<Value>> {
    if !attributes::GETTERS.iter().any(|own| std::ptr::eq(own, getter)) {
        return None;
    }
    let asked = asked(std::iter::once(object))?;
    let function = match vm.get_attr(descriptor, "__get__") {
        Ok(function) => function,
        Err(raise) => return Some(Err(raise)),
    };
    Some(Call { function, positional: vec![object.clone()], named: Vec::new() }.answer(vm, &asked))
}

pub const STAND_IN: instead::StandIn = instead::StandIn { before, read, rejected };

/// The methods that PyTorch calls for Python's operators; others have the operator's name.
const OPERATORS: &[(&str, &str)] = &[
    ("__add__", "add"),
    ("__radd__", "add"),
    ("__sub__", "sub"),
    ("__mul__", "mul"),
    ("__rmul__", "mul"),
    ("__truediv__", "div"),
    ("__mod__", "remainder"),
    ("__matmul__", "matmul"),
    ("__pow__", "pow"),
    ("__ne__", "ne"),
    ("__lt__", "lt"),
    ("__le__", "le"),
    ("__gt__", "gt"),
    ("__ge__", "ge"),
    ("__neg__", "neg"),
    ("__abs__", "abs"),
    ("__iadd__", "add_"),
    ("__isub__", "sub_"),
    ("__imul__", "mul_"),
    ("__itruediv__", "div_"),
    ("__ipow__", "pow_"),
    ("__ifloordiv__", "floor_divide_"),
    ("__imod__", "remainder_"),
];

/// The function that stands for an operator's method.
fn method(name: &str) -> Value {
    let found = OPERATORS.iter().find(|(operator, _)| *operator == name).map_or(name, |(_, method)| method);
    super::classes::classes().tensor.lookup(found).unwrap_or(Value::None)
}

/// A refused operator lets the other operand try.
fn answer_operator(vm: &mut Vm, name: &str, call: Call, asked: &Override) -> Result<Value> {
    match call.answer(vm, asked) {
        Err(raise) if raise.is(Exc::TypeError) && !asked.arguments.is_empty() && is_between_two(name) => {
            Ok(Value::NotImplemented)
        }
        result => result,
    }
}

fn is_between_two(name: &str) -> bool {
    !matches!(name, "__getitem__" | "__setitem__" | "__len__" | "__bool__" | "__neg__" | "__invert__" | "__abs__")
}

/// Overrides an operator on a tensor, by the name of its method.
pub fn operator(vm: &mut Vm, name: &str, operands: &[&Value]) -> Option<Result<Value>> {
    if !instead::is_watching() {
        return None;
    }
    let asked = asked(operands.iter().copied())?;
    let positional = operands.iter().copied().cloned().collect();
    Some(answer_operator(vm, name, Call { function: method(name), positional, named: Vec::new() }, &asked))
}

/// Overrides an operator between a tensor and another value: `__add__`, with the kind "r" `__radd__`, with "i" `__iadd__`.
pub fn binary(vm: &mut Vm, kind: &str, op: BinaryOp, this: &Value, other: &Value) -> Option<Result<Value>> {
    match instead::is_watching() {
        true => operator(vm, &format!("__{kind}{}__", op.method()), &[this, other]),
        false => None,
    }
}

fn answer(vm: &mut Vm, args: &Args) -> Result<Value> {
    let asked = asked(vm.collect(args.get(1))?.iter()).unwrap_or_default();
    let positional = vm.collect(args.get(2))?;
    let call = Call { function: args.get(0).clone(), positional, named: items_of_dict(args.get(3)) };
    match call.ask_all(vm, &asked)? {
        Some(result) => Ok(result),
        None => Err(call.refused_in_language(vm, &asked)?),
    }
}

fn parameters(function: &Value) -> Vec<Value> {
    let Value::Builtin(builtin) = function else { return Vec::new() };
    let signature = builtin.parsed();
    let count = signature.rest.unwrap_or(signature.positional);
    signature.parameters.iter().take(count).map(|parameter| Value::str(&parameter.name)).collect()
}

/// The functions of the module `torch._overrides`.
pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("torch._overrides.push_mode", "(mode)", "Enters a mode.", push_mode),
    Builtin::new("torch._overrides.pop_mode", "()", "Leaves the innermost mode, and returns it.", pop_mode),
    Builtin::new(
        "torch._overrides.modes",
        "() -> tuple",
        "The modes that are entered, the innermost one last.",
        |_, _| Ok(Value::tuple(MODES.with_borrow(Vec::clone))),
    ),
    Builtin::new("torch._overrides.disable", "()", "Begins a region where arguments do not answer.", |_, _| {
        disable();
        Ok(Value::None)
    }),
    Builtin::new("torch._overrides.enable", "()", "Ends a region where arguments do not answer.", |_, _| {
        enable();
        Ok(Value::None)
    }),
    Builtin::new(
        "torch._overrides.parameters",
        "(function) -> list",
        "The names of a native function's positional parameters up to one that takes several values; an empty list for \
         other functions.",
        |_, args| Ok(Value::list(parameters(args.get(0)))),
    ),
    Builtin::new(
        "torch._overrides.is_asked",
        "(arguments) -> bool",
        "Whether a mode or one of the arguments answers a call.",
        |vm, args| Ok(Value::from(asked(vm.collect(args.get(0))?.iter()).is_some())),
    ),
    Builtin::new(
        "torch._overrides.answer",
        "(function, arguments, args, kwargs)",
        "What modes and arguments answer to a call of a function of the program.",
        answer,
    ),
];
