//! How Rust joins the language: functions, types and modules, each declared once. From a declaration follow the
//! binding, argument checking, `help`, completion, Shift-Tab and the reference page.

use super::arguments::{is_python, misfit, unexpected, wrong_count};
use super::signature::{Default, Signature};
use super::vm::Stack;
use super::{Class, Raise, Result, Value, Vm};
use std::any::Any;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;
use std::sync::OnceLock;

/// A native function or method, declared once.
///
/// ```text
/// Builtin::new("torch.sum", "(input, dim=None, keepdim=False, *, dtype=None) -> Tensor", "Sum over ...", |vm, args| {
///     let x = args.tensor(0)?; ...
/// })
/// ```
pub struct Builtin {
    /// Qualified: `torch.sum`, `Tensor.view`, `str.join`. The part after the last dot is the binding's name.
    pub name: &'static str,
    /// A Python signature. Defaults are literals (None, True, 1, 0.5, 'mean', (), -1) or `...`, which leaves the argument
    /// absent (`args.given(i)` is None). `/`, `*`, `*args` and `**kwargs` mean what they mean in Python. Methods start with `self`.
    pub signature: &'static str,
    /// First line: what it does. Then shapes, units, errors, an example.
    pub doc: &'static str,
    pub run: fn(&mut Vm, &Args) -> Result<Value>,
    /// How many parameters there are, when all can be positional and none is variadic: calls that give all of them bind
    /// without a look at the signature.
    exact: Option<u8>,
    /// Where the part of the name after the last dot begins.
    own_name: usize,
    /// The short way of the commonest calls.
    pub(crate) quick: Option<Quick>,
    /// The function that this one is wrapped around, for `run` to call.
    pub inner: Option<&'static Builtin>,
}

/// What another crate does around each call of a function of the language (`Function::around`). It is given the bound
/// parameters, may replace them, and says what is to be held until the call ends; None: nothing, as if it were not there.
pub type Around = Box<dyn Fn(&mut [Value]) -> Result<Option<Box<dyn Within>>>>;

/// What is held until a call ends.
pub trait Within {
    /// It ended with a result.
    fn ended(&self, result: &Value);
}

/// What a call comes to whose arguments, positional ones that are given where they lie on the stack, are of the commonest
/// number and types: nothing is bound. It raises nothing and runs no code of the program; None, with nothing done, leaves
/// the call to `run`.
pub(crate) type Quick = fn(&mut [Value]) -> Option<Value>;

const fn after_last_dot(name: &str) -> usize {
    let mut at = name.len();
    while at > 0 && name.as_bytes()[at - 1] != b'.' {
        at -= 1;
    }
    at
}

impl Builtin {
    pub const fn new(
        name: &'static str,
        signature: &'static str,
        doc: &'static str,
        run: fn(&mut Vm, &Args) -> Result<Value>,
    ) -> Builtin {
        let (exact, own_name) = (super::signature::exact(signature), after_last_dot(name));
        Builtin { name, signature, doc, run, exact, own_name, quick: None, inner: None }
    }
    /// The same with a short way.
    pub(crate) const fn quick(mut self, quick: Quick) -> Builtin {
        self.quick = Some(quick);
        self
    }
    /// The same declaration with other code around its own: `run` finds the first in `args.builtin.inner`.
    pub fn wrapped(&'static self, run: fn(&mut Vm, &Args) -> Result<Value>) -> Builtin {
        let Builtin { name, signature, doc, exact, own_name, .. } = *self;
        Builtin { name, signature, doc, run, exact, own_name, quick: None, inner: Some(self) }
    }
    /// The part after the last dot.
    pub fn short_name(&self) -> &'static str {
        &self.name[self.own_name..]
    }
    /// Binds to an instance when it is read from one.
    pub fn is_method(&self) -> bool {
        self.signature.starts_with("(self")
    }
    /// Binds to the class when it is read from one.
    pub fn is_class_method(&self) -> bool {
        self.signature.starts_with("(cls") && self.name.contains('.')
    }
    pub fn parsed(&'static self) -> &'static Signature {
        super::signature::parsed(self)
    }
}

/// Assigns an attribute: receiver, new value.
pub type SetFn = fn(&mut Vm, &Value, Value) -> Result<()>;

/// A native attribute: `x.shape`, `x.grad` (with `set`, assignable).
pub struct Getter {
    pub name: &'static str,
    pub doc: &'static str,
    pub get: fn(&mut Vm, &Value) -> Result<Value>,
    pub set: Option<SetFn>,
}

/// Arguments bound to a signature: one slot for each parameter, in its order.
pub struct Args {
    pub slots: Slots,
    pub builtin: &'static Builtin,
}

/// So many slots lie in place.
const FEW: usize = 6;

/// What parameters are bound to; None for those that are absent. Dereferences to a slice.
#[derive(Clone, Default)]
pub struct Slots {
    few: [Option<Value>; FEW],
    /// All of them, where they are more.
    many: Vec<Option<Value>>,
    length: usize,
}

impl Slots {
    #[inline(always)]
    fn push(&mut self, slot: Option<Value>) {
        if self.length < FEW {
            self.few[self.length] = slot;
        } else {
            if self.length == FEW {
                self.many.extend(self.few.iter_mut().map(Option::take));
            }
            self.many.push(slot);
        }
        self.length += 1;
    }
}
impl Deref for Slots {
    type Target = [Option<Value>];
    #[inline(always)]
    fn deref(&self) -> &[Option<Value>] {
        if self.length <= FEW { &self.few[..self.length] } else { &self.many }
    }
}
impl DerefMut for Slots {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Option<Value>] {
        if self.length <= FEW { &mut self.few[..self.length] } else { &mut self.many }
    }
}
impl FromIterator<Option<Value>> for Slots {
    fn from_iter<I: IntoIterator<Item = Option<Value>>>(items: I) -> Slots {
        let mut slots = Slots::default();
        items.into_iter().for_each(|slot| slots.push(slot));
        slots
    }
}

/// An argument as it was given, with its name where that was said.
pub type Given = (Option<String>, Value);

/// Given a function, its arguments and which of these is at fault where one is: the exception, or None for this crate's own.
pub type Complaint = fn(&'static Builtin, &[Given], Option<usize>) -> Option<Raise>;

/// What another crate says of a call that does not fit one of its functions.
pub static COMPLAINT: OnceLock<Complaint> = OnceLock::new();

fn complaint(builtin: &'static Builtin, given: &[Given], wrong: Option<usize>) -> Option<Raise> {
    COMPLAINT.get()?(builtin, given, wrong)
}

impl Args {
    /// The arguments up to the last that is no default, as far as it can be told, and which of them stands in slot `i`.
    fn as_given(&self, i: usize) -> (Vec<Given>, usize) {
        let signature = self.builtin.parsed();
        let (mut given, mut last, mut at) = (Vec::new(), 0, 0);
        for (slot, parameter) in signature.parameters.iter().enumerate() {
            let Some(value) = self.given(slot) else { continue };
            let is_default = !matches!(parameter.default, Default::Required) && value.is(&parameter.default.value());
            if slot == i {
                at = given.len();
            }
            if Some(slot) == signature.rest {
                given.extend(self.rest(slot).iter().map(|value| (None, value.clone())));
            } else if slot < signature.positional {
                given.push((None, value.clone()));
            } else if !is_default && Some(slot) != signature.keywords {
                given.push((Some(parameter.name.clone()), value.clone()));
            }
            // What stands before a positional argument was given, too.
            if !is_default || slot == i || (slot < i && i < signature.positional) {
                last = given.len();
            }
        }
        given.truncate(last);
        (given, at)
    }
    /// The argument or its default; for `...` defaults use `given`.
    pub fn get(&self, i: usize) -> &Value {
        self.slots.get(i).and_then(Option::as_ref).unwrap_or(&Value::None)
    }
    pub fn given(&self, i: usize) -> Option<&Value> {
        self.slots.get(i).and_then(Option::as_ref)
    }
    // Typed readers. Each fails with Python's text ("sum() argument 'dim' must be int, not str") marking operand `i`.
    // `opt_*`: None gives None.
    pub fn int(&self, i: usize) -> Result<i64> {
        match self.get(i).number() {
            Value::Int(value) => Ok(*value),
            Value::Bool(value) => Ok(i64::from(value.get())),
            Value::BigInt(_) => Err(Raise::new(super::Exc::OverflowError, "Python int too large to convert to C long")),
            _ => Err(self.wrong(i, "int")),
        }
    }
    pub fn opt_int(&self, i: usize) -> Result<Option<i64>> {
        self.optional(i, Args::int)
    }
    pub fn float(&self, i: usize) -> Result<f64> {
        match self.get(i).number() {
            Value::Float(value) => Ok(value.get()),
            Value::Int(value) => Ok(*value as f64),
            Value::Bool(value) => Ok(f64::from(u8::from(value.get()))),
            Value::BigInt(value) => super::number::big_to_float(value),
            _ => Err(self.wrong(i, "float")),
        }
    }
    pub fn opt_float(&self, i: usize) -> Result<Option<f64>> {
        self.optional(i, Args::float)
    }
    pub fn bool(&self, i: usize) -> Result<bool> {
        match self.get(i).number() {
            Value::Bool(value) => Ok(value.get()),
            Value::Int(value) if is_python(self.builtin) => Ok(*value != 0),
            Value::None => Ok(false),
            _ => Err(self.wrong(i, "bool")),
        }
    }
    pub fn opt_bool(&self, i: usize) -> Result<Option<bool>> {
        self.optional(i, Args::bool)
    }
    pub fn str(&self, i: usize) -> Result<&str> {
        self.get(i).as_str().ok_or_else(|| self.wrong(i, "str"))
    }
    pub fn opt_str(&self, i: usize) -> Result<Option<&str>> {
        match self.given(i) {
            None | Some(Value::None) => Ok(None),
            Some(_) => self.str(i).map(Some),
        }
    }
    fn optional<T>(&self, i: usize, read: impl Fn(&Args, usize) -> Result<T>) -> Result<Option<T>> {
        match self.given(i) {
            None | Some(Value::None) => Ok(None),
            Some(_) => read(self, i).map(Some),
        }
    }
    /// Values of a `*args` slot.
    pub fn rest(&self, i: usize) -> &[Value] {
        match self.get(i) {
            Value::Tuple(values) => values,
            _ => &[],
        }
    }
    /// Pairs of a `**kwargs` slot.
    pub fn keywords(&self, i: usize) -> Vec<(String, Value)> {
        match self.get(i) {
            Value::Dict(dict) => {
                dict.items().into_iter().filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value))).collect()
            }
            _ => Vec::new(),
        }
    }
    /// TypeError for a `*args` of which nothing was given.
    pub fn missing(&self, i: usize) -> Raise {
        let own = || {
            let name = self.builtin.parsed().parameters.get(i).map_or("", |parameter| &parameter.name);
            Raise::type_error(format!(
                "{}() missing 1 required positional arguments: \"{name}\"",
                self.builtin.short_name()
            ))
        };
        complaint(self.builtin, &self.as_given(i).0, None).unwrap_or_else(own)
    }
    /// TypeError for argument i: "{name}(): argument '{param}' must be {expected}, not {type}", operand marked.
    pub fn wrong(&self, i: usize, expected: &str) -> Raise {
        let found = match self.get(i) {
            Value::None if is_python(self.builtin) => "None".to_owned(),
            other => other.type_name(),
        };
        let signature = self.builtin.parsed();
        let parameter = signature.parameters.get(i).map_or("", |parameter| &parameter.name);
        let name = self.builtin.short_name();
        if is_python(self.builtin) {
            // Where only positions count, parameters have no names.
            let bound = usize::from(self.builtin.is_method() || self.builtin.is_class_method());
            let argument = match signature.parameters.len() - bound {
                _ if i >= signature.positional_only_count() => format!("argument '{parameter}'"),
                1 => "argument".to_owned(),
                _ => format!("argument {}", i + 1 - bound),
            };
            return Raise::type_error(format!("{name}() {argument} must be {expected}, not {found}")).mark(i, found);
        }
        let (given, at) = self.as_given(i);
        if let Some(raise) = complaint(self.builtin, &given, Some(at)) {
            return raise;
        }
        // A method's receiver is not counted, and what comes by its name has no position.
        let position = match i < signature.positional {
            true => format!(" (position {})", if self.builtin.name.starts_with("Tensor.") { i } else { i + 1 }),
            false => String::new(),
        };
        Raise::type_error(format!("{name}(): argument '{parameter}'{position} must be {expected}, not {found}"))
            .mark(i, found)
    }
}

impl Builtin {
    /// Takes the last values of a stack as positional arguments; false where they do not fit, with nothing touched.
    #[inline(always)]
    pub(crate) fn bind_on_stack(&'static self, stack: &mut Stack, start: usize, args: &mut Args) -> bool {
        let (given, slots) = (stack.len() - start, &mut args.slots);
        if self.exact.map(usize::from) == Some(given) {
            stack.drain(start).for_each(|value| slots.push(Some(value)));
            return true;
        }
        let signature = self.parsed();
        let direct = given.min(signature.positional);
        if signature.least.is_none_or(|least| given < least) || (given > direct && signature.rest.is_none()) {
            return false;
        }
        let more = match given > direct {
            true => Some(Value::Tuple(Rc::new(stack.drain(start + direct).collect()))),
            false => None,
        };
        stack.drain(start).for_each(|value| slots.push(Some(value)));
        signature.fills[direct..].iter().for_each(|fill| slots.push(fill.clone()));
        if let Some(rest) = signature.rest
            && more.is_some()
        {
            slots[rest] = more;
        }
        true
    }
    fn misfit(&'static self, positional: &[Value], keywords: &[(String, Value)]) -> Option<Raise> {
        let positional = positional.iter().map(|value| (None, value.clone()));
        let keywords = keywords.iter().map(|(name, value)| (Some(name.clone()), value.clone()));
        complaint(self, &positional.chain(keywords).collect::<Vec<_>>(), None)
    }
    /// Binds arguments to the parameters; TypeError in Python's words where they do not fit.
    pub fn bind(&'static self, positional: &[Value], keywords: &[(String, Value)]) -> Result<Args> {
        if keywords.is_empty() && self.exact.is_some_and(|exact| usize::from(exact) == positional.len()) {
            return Ok(Args { slots: positional.iter().cloned().map(Some).collect(), builtin: self });
        }
        let signature = self.parsed();
        if is_python(self)
            && let Some(raise) = misfit(self, signature, positional, keywords)
        {
            return Err(raise);
        }
        let direct = positional.len().min(signature.positional);
        let absent = std::iter::repeat_n(None, signature.parameters.len() - direct);
        let mut slots: Slots = positional[..direct].iter().cloned().map(Some).chain(absent).collect();
        if positional.len() > signature.positional {
            match signature.rest {
                Some(rest) => slots[rest] = Some(Value::tuple(positional[direct..].to_vec())),
                None if is_python(self) => return Err(wrong_count(self, signature, positional.len())),
                None => {
                    let own = || signature.too_many(self, positional.len());
                    return Err(self.misfit(positional, keywords).unwrap_or_else(own));
                }
            }
        }
        if !keywords.is_empty() {
            let mut extra = Vec::new();
            for (name, value) in keywords {
                let of_tensors = || self.name.starts_with("torch.") || self.name.starts_with("Tensor.");
                let by_numpy =
                    || numpy_keyword(name).filter(|_| is_parsed_by_torch(self)).and_then(|own| signature.keyword(own));
                let others = || signature.whole(name).or_else(by_numpy);
                match signature.keyword(name).or_else(|| if of_tensors() { others() } else { None }) {
                    Some(at) if slots[at].is_some() => {
                        let name = format!("{}() got multiple values for argument '{name}'", self.short_name());
                        return Err(Raise::type_error(name).mark(at, "given twice"));
                    }
                    Some(at) if Some(at) == signature.rest => slots[at] = Some(Value::tuple(vec![value.clone()])),
                    Some(at) => slots[at] = Some(value.clone()),
                    None if signature.keywords.is_some() => extra.push((Value::str(name), value.clone())),
                    None if is_python(self) => return Err(unexpected(self, signature, name)),
                    None => {
                        let own = || signature.unexpected(self.short_name(), name);
                        return Err(self.misfit(positional, keywords).unwrap_or_else(own));
                    }
                }
            }
            if let Some(at) = signature.keywords
                && !extra.is_empty()
            {
                slots[at] = Some(Value::dict(extra));
            }
        }
        for (at, parameter) in signature.parameters.iter().enumerate().skip(direct) {
            if slots[at].is_none() {
                match &parameter.default {
                    Default::Required if Some(at) != signature.rest && Some(at) != signature.keywords => {
                        let given = slots[..signature.positional].iter().take_while(|slot| slot.is_some()).count();
                        return Err(match is_python(self) {
                            true => wrong_count(self, signature, given),
                            false => {
                                self.misfit(positional, keywords).unwrap_or_else(|| signature.missing(self, &slots))
                            }
                        });
                    }
                    Default::Required | Default::Absent => {}
                    default => slots[at] = Some(default.value()),
                }
            }
        }
        Ok(Args { slots, builtin: self })
    }
}

/// PyTorch's functions that are written in Python. C++ binds arguments, and speaks of them, in its own way (`python_arg_parser.cpp`).
pub(crate) const IN_PYTHON: &[&str] = &[
    "norm",
    "split",
    "unique",
    "unique_consecutive",
    "load",
    "save",
    "manual_seed",
    "is_tensor",
    "set_printoptions",
    "cdist",
    "unravel_index",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
];

/// Whether PyTorch's function of this name is C++.
pub(crate) fn is_parsed_by_torch(builtin: &Builtin) -> bool {
    let of_tensors = builtin.name.starts_with("torch.") || builtin.name.starts_with("Tensor.");
    of_tensors && !IN_PYTHON.contains(&builtin.short_name())
}

/// The parameter of a tensor function that NumPy's name stands for: PyTorch's parser takes both (`python_arg_parser.cpp`).
pub(crate) fn numpy_keyword(keyword: &str) -> Option<&'static str> {
    let own = match keyword {
        "axis" => "dim",
        "keepdims" => "keepdim",
        "x" | "a" | "x1" => "input",
        "x2" => "other",
        _ => return None,
    };
    Some(own)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Mod,
    Pow,
    MatMul,
    And,
    Or,
    Xor,
    LShift,
    RShift,
}

impl BinaryOp {
    /// In the order of declaration.
    pub(crate) const ALL: [BinaryOp; 13] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::FloorDiv,
        BinaryOp::Mod,
        BinaryOp::Pow,
        BinaryOp::MatMul,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::LShift,
        BinaryOp::RShift,
    ];
    /// `+`, as messages show it.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::FloorDiv => "//",
            BinaryOp::Mod => "%",
            BinaryOp::Pow => "** or pow()",
            BinaryOp::MatMul => "@",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::LShift => "<<",
            BinaryOp::RShift => ">>",
        }
    }
    /// The middle of its method names: `add` of `__add__`, `__radd__`, `__iadd__`.
    pub fn method(self) -> &'static str {
        match self {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "sub",
            BinaryOp::Mul => "mul",
            BinaryOp::Div => "truediv",
            BinaryOp::FloorDiv => "floordiv",
            BinaryOp::Mod => "mod",
            BinaryOp::Pow => "pow",
            BinaryOp::MatMul => "matmul",
            BinaryOp::And => "and",
            BinaryOp::Or => "or",
            BinaryOp::Xor => "xor",
            BinaryOp::LShift => "lshift",
            BinaryOp::RShift => "rshift",
        }
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Neg,
    Pos,
    Invert,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl CompareOp {
    /// In the order of declaration.
    pub(crate) const ALL: [CompareOp; 6] =
        [CompareOp::Eq, CompareOp::Ne, CompareOp::Lt, CompareOp::Le, CompareOp::Gt, CompareOp::Ge];
    pub fn symbol(self) -> &'static str {
        match self {
            CompareOp::Eq => "==",
            CompareOp::Ne => "!=",
            CompareOp::Lt => "<",
            CompareOp::Le => "<=",
            CompareOp::Gt => ">",
            CompareOp::Ge => ">=",
        }
    }
    pub fn method(self) -> &'static str {
        match self {
            CompareOp::Eq => "__eq__",
            CompareOp::Ne => "__ne__",
            CompareOp::Lt => "__lt__",
            CompareOp::Le => "__le__",
            CompareOp::Gt => "__gt__",
            CompareOp::Ge => "__ge__",
        }
    }
    /// The comparison with its sides exchanged.
    pub fn mirrored(self) -> CompareOp {
        match self {
            CompareOp::Lt => CompareOp::Gt,
            CompareOp::Le => CompareOp::Ge,
            CompareOp::Gt => CompareOp::Lt,
            CompareOp::Ge => CompareOp::Le,
            same => same,
        }
    }
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            CompareOp::Eq => order.is_eq(),
            CompareOp::Ne => order.is_ne(),
            CompareOp::Lt => order.is_lt(),
            CompareOp::Le => order.is_le(),
            CompareOp::Gt => order.is_gt(),
            CompareOp::Ge => order.is_ge(),
        }
    }
}

/// A type from outside the language. Methods and attributes come from its class's declarations; the trait is for the rest.
/// `Ok(None)` from an operator means NotImplemented.
pub trait Native: Any {
    fn as_any(&self) -> &dyn Any;
    fn class(&self) -> Rc<Class>;
    fn repr(&self, vm: &mut Vm) -> Result<String>;
    fn str(&self, vm: &mut Vm) -> Result<String> {
        self.repr(vm)
    }
    /// `format(x, spec)`; None: `str` and string formatting.
    fn format(&self, _vm: &mut Vm, _spec: &str) -> Result<Option<String>> {
        Ok(None)
    }
    /// Attributes beyond the class's (dynamic ones), asked after the class.
    fn get_attr(&self, _vm: &mut Vm, _name: &str) -> Result<Option<Value>> {
        Ok(None)
    }
    /// True when it took the assignment; asked after the class's setters.
    fn set_attr(&self, _vm: &mut Vm, _name: &str, _value: &Value) -> Result<bool> {
        Ok(false)
    }
    /// Dynamic attribute names, for completion.
    fn attr_names(&self) -> Vec<String> {
        Vec::new()
    }
    fn call(&self, _vm: &mut Vm, _args: &[Value], _kwargs: &[(String, Value)]) -> Result<Option<Value>> {
        Ok(None)
    }
    /// What an error's label knows it by (`Raise::mark_object`), and says of it.
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
    /// True when it took the assignment.
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
    /// A number that all objects share which stand for the same thing: for `is`, `id` and the hash. None: the object's address.
    fn identity(&self) -> Option<usize> {
        None
    }
    /// None: by identity.
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
    /// Used as an index; None: it cannot be. Unlike `int`, an index takes no fractions.
    fn to_index(&self, vm: &mut Vm) -> Result<Option<Value>> {
        self.to_int(vm)
    }
    /// The number that it stands for wherever one is taken.
    fn number(&self) -> Option<&Value> {
        None
    }
    /// Rich forms for the notebook: (MIME type, content) besides text/plain.
    fn display(&self, _vm: &mut Vm) -> Result<Vec<(String, String)>> {
        Ok(Vec::new())
    }
    /// The text it was made from, for `name??`.
    fn source(&self) -> Option<String> {
        None
    }
    /// Values held inside, each as often as it is held, for the cycle collector.
    fn trace(&self, _visit: &mut dyn FnMut(&Value)) {}
}

/// `__enter__` and `__exit__` of a native class whose objects `with` takes (`Native::enter`): for those who read them.
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

/// Fills a module at its first import.
pub type InitFn = fn(&mut Vm, &Rc<super::object::Module>) -> Result<()>;

/// A native module: `import math`. Submodules are registered under their dotted names ("torch.cuda.amp").
pub struct ModuleDef {
    pub name: &'static str,
    pub doc: &'static str,
    pub functions: &'static [Builtin],
    /// Adds constants, classes and functions written in the language (`vm.run_prelude`); runs at first import.
    pub init: Option<InitFn>,
}
