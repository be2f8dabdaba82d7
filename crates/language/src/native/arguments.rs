//! Arguments bound to the parameters of a native function, with typed readers.

use crate::builtins::complaints::{is_python, misfit, unexpected, wrong_count};
use crate::dialect::{self, Given};
use crate::signature::Default;
use crate::vm::Stack;
use crate::{Builtin, Exc, Raise, Result, Value};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// Arguments bound to a signature: one slot for each parameter, in its order.
pub struct Args {
    pub slots: Slots,
    pub builtin: &'static Builtin,
}

/// The inline capacity of slots.
const FEW: usize = 6;

/// The values of parameters; None for absent ones. Dereferences to a slice.
#[derive(Clone, Default)]
pub struct Slots {
    few: [Option<Value>; FEW],
    /// All values, if they exceed the inline capacity.
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

impl Args {
    /// The arguments up to the last that differs from its default, and the position of slot `i` among them.
    pub fn as_given(&self, i: usize) -> (Vec<Given>, usize) {
        let signature = self.builtin.parsed();
        let (mut given, mut last, mut at, mut omitted) = (Vec::new(), 0, 0, false);
        for (slot, parameter) in signature.parameters.iter().enumerate() {
            let Some(value) = self.given(slot) else {
                omitted = true;
                continue;
            };
            let is_default = !matches!(parameter.default, Default::Required) && value.is(&parameter.default.value());
            if slot == i {
                at = given.len();
            }
            if Some(slot) == signature.rest {
                given.extend(self.rest(slot).iter().map(|value| (None, value.clone())));
            } else if slot < signature.positional && !omitted {
                given.push((None, value.clone()));
            } else if !is_default && Some(slot) != signature.keywords {
                given.push((Some(parameter.name.clone()), value.clone()));
            }
            // Arguments before a positional one were given, too.
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
    // Typed readers. Each fails with Python's message ("sum() argument 'dim' must be int, not str") and labels operand `i`.
    // `opt_*` readers return None for None.
    pub fn int(&self, i: usize) -> Result<i64> {
        match self.get(i).number() {
            Value::Int(value) => Ok(*value),
            Value::Bool(value) => Ok(i64::from(value.get())),
            Value::BigInt(_) => Err(Raise::new(Exc::OverflowError, "Python int too large to convert to C long")),
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
            Value::BigInt(value) => crate::number::big_to_float(value),
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
    /// TypeError for an empty `*args`.
    pub fn missing(&self, i: usize) -> Raise {
        let own = || {
            let signature = self.builtin.parsed();
            let name = signature.parameters.get(i).map_or("", |parameter| &parameter.name);
            signature.missing_of(self.builtin.short_name(), &[name])
        };
        dialect::complaint(self.builtin, &self.as_given(i).0, None).unwrap_or_else(own)
    }
    /// TypeError for argument i: "{name}(): argument '{param}' must be {expected}, not {type}", with the operand labelled.
    pub fn wrong(&self, i: usize, expected: &str) -> Raise {
        let found = match self.get(i) {
            Value::None if is_python(self.builtin) => "None".to_owned(),
            other => other.type_name(),
        };
        let signature = self.builtin.parsed();
        let parameter = signature.parameters.get(i).map_or("", |parameter| &parameter.name);
        let name = self.builtin.short_name();
        if is_python(self.builtin) {
            // Positional-only parameters have no names.
            let bound = usize::from(self.builtin.is_method() || self.builtin.is_class_method());
            let argument = match signature.parameters.len() - bound {
                _ if i >= signature.positional_only_count() => format!("argument '{parameter}'"),
                1 => "argument".to_owned(),
                _ => format!("argument {}", i + 1 - bound),
            };
            return Raise::type_error(format!("{name}() {argument} must be {expected}, not {found}")).mark(i, found);
        }
        let (given, at) = self.as_given(i);
        if let Some(raise) = dialect::complaint(self.builtin, &given, Some(at)) {
            return raise;
        }
        // A receiver is not counted, and keyword arguments have no position.
        let bound = usize::from(self.builtin.is_method() || self.builtin.is_class_method());
        let position = match i < signature.positional {
            true => format!(" (position {})", i + 1 - bound),
            false => String::new(),
        };
        Raise::type_error(format!("{name}(): argument '{parameter}'{position} must be {expected}, not {found}"))
            .mark(i, found)
    }
}

impl Builtin {
    /// Takes the last values of a stack as positional arguments; false, as a no-op, if they do not fit.
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
        dialect::complaint(self, &positional.chain(keywords).collect::<Vec<_>>(), None)
    }
    /// Binds arguments to the parameters; TypeError with Python's message if they do not fit.
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
                let in_dialect = || {
                    let dialect = signature.dialect?;
                    signature.whole(name).or_else(|| signature.keyword((dialect.alias)(name)?))
                };
                match signature.keyword(name).or_else(in_dialect) {
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
