//! Binding: turns the arguments of a call on the stack into one slot for each parameter of a function of the language.

use super::Vm;
use super::frame::FrameKind;
use crate::builtins::complaints;
use crate::compile::{EXTRA_KEYWORD, Found, MOST_PLACES, Site};
use crate::dialect::Dialect;
use crate::object::{Dict, Function, Str};
use crate::signature::{missing_arguments, positional_count, unexpected_keyword};
use crate::{Raise, Result, Value};
use std::cell::Cell;
use std::rc::Rc;

impl Vm {
    /// Fast path: runs a light user function at `floor`, with its arguments above it, the last ones named. Returns false for other
    /// callees, or where the arguments do not fit.
    #[inline]
    pub(super) fn enter_named(&mut self, floor: usize, names: &[Str], site: &Cell<Site>) -> bool {
        match &self.stack[floor] {
            Value::Function(function) if function.code.is_users && self.is_light(function) => {}
            _ => return false,
        }
        let Value::Function(function) = std::mem::replace(&mut self.stack[floor], Value::Unbound) else {
            return false;
        };
        if self.bind_in_place(&function, floor + 1, names, site) {
            self.enter_light(function, floor + 1, floor, FrameKind::Plain);
            return true;
        }
        self.stack[floor] = Value::Function(function);
        false
    }

    /// Pushes the missing defaults of the function at `floor` above its arguments; false, as a no-op, if a required argument is
    /// missing.
    #[inline(never)]
    pub(super) fn give_defaults(&mut self, floor: usize, given: usize) -> bool {
        match &self.stack[floor] {
            Value::Function(function) => {
                let function = function.clone();
                self.add_defaults(&function, given)
            }
            _ => false,
        }
    }
    /// As `give_defaults`, for a function whose arguments are on top of the stack.
    pub(super) fn add_defaults(&mut self, function: &Function, given: usize) -> bool {
        let Some(missing) = function.code.parameters.positional.checked_sub(given) else { return false };
        let defaults = function.defaults.borrow();
        let Some(first) = defaults.len().checked_sub(missing) else { return false };
        self.stack.extend(defaults[first..].iter().cloned());
        true
    }

    /// The parameter index of each keyword; None if the call is invalid with `direct` positional arguments, or has more keywords
    /// than a site caches.
    fn places(function: &Function, direct: usize, names: &[Str]) -> Option<[u8; MOST_PLACES]> {
        let parameters = &function.code.parameters;
        let locals = &function.code.locals[..parameters.named()];
        if names.len() > MOST_PLACES {
            return None;
        }
        let mut places = [EXTRA_KEYWORD; MOST_PLACES];
        for (i, name) in names.iter().enumerate() {
            let known = locals.iter().position(|local| local.same(name));
            match known.or_else(|| locals.iter().position(|local| local == name)) {
                Some(at) if at >= direct.max(parameters.positional_only) && !places[..i].contains(&(at as u8)) => {
                    places[i] = at as u8;
                }
                None if parameters.keywords => {}
                _ => return None,
            }
        }
        Some(places)
    }

    /// As `bind_parameters` for valid calls; otherwise a no-op. The site caches the indices, because its argument count and names
    /// never change.
    fn bind_in_place(&mut self, function: &Function, start: usize, names: &[Str], site: &Cell<Site>) -> bool {
        let code = &function.code;
        let parameters = &code.parameters;
        let named_at = self.stack.len() - names.len();
        let (given, named) = (named_at - start, parameters.named());
        if given > parameters.positional && !parameters.rest || named > usize::from(EXTRA_KEYWORD) {
            return false;
        }
        let direct = given.min(parameters.positional);
        let places = match site.get() {
            Site { version, found: Found::Places(places) } if version == code.version => places,
            _ => {
                let Some(places) = Vm::places(function, direct, names) else { return false };
                site.set(Site { version: code.version, found: Found::Places(places) });
                places
            }
        };
        let places = &places[..names.len()];
        let (defaults, keyword_defaults) = (function.defaults.borrow(), function.keyword_defaults());
        let first_default = parameters.positional - defaults.len().min(parameters.positional);
        let filled = |at: usize| places.iter().any(|place| usize::from(*place) == at);
        let has_default =
            |at: usize| matches!(keyword_defaults.get(at), Some(default) if !matches!(default, Value::Unbound));
        if !(direct..first_default).all(filled)
            || !(parameters.positional..named).all(|at| filled(at) || has_default(at - parameters.positional))
        {
            return false;
        }
        let mut values = [const { Value::None }; MOST_PLACES];
        for (value, slot) in values.iter_mut().zip(&mut self.stack[named_at..]) {
            *value = std::mem::take(slot);
        }
        let rest = parameters.rest.then(|| {
            let more = &mut self.stack[start + direct..named_at];
            Value::Tuple(Rc::new(more.iter_mut().map(std::mem::take).collect()))
        });
        self.stack.height = start + direct;
        self.stack.fill_up(parameters.count() - direct, || Value::Unbound);
        let slots = &mut self.stack[start..];
        let extra = parameters.keywords.then(Dict::new);
        for ((place, name), value) in places.iter().zip(names).zip(&mut values) {
            match &extra {
                Some(extra) if *place == EXTRA_KEYWORD => extra.insert_name(name, std::mem::take(value)),
                _ => slots[usize::from(*place)] = std::mem::take(value),
            }
        }
        // All of them are moved out.
        std::mem::forget(values);
        let from = direct.max(first_default);
        let defaults = defaults
            .iter()
            .skip(from - first_default)
            .take(parameters.positional - from)
            .chain(keyword_defaults.iter());
        for (slot, default) in slots[from..named].iter_mut().zip(defaults) {
            if let Value::Unbound = slot {
                *slot = default.clone();
            }
        }
        let variadic = rest.into_iter().chain(extra.map(Value::Dict));
        for (slot, value) in slots[named..].iter_mut().zip(variadic) {
            *slot = value;
        }
        true
    }

    /// Rearranges the arguments on the stack from `start` into one slot for each parameter.
    pub(super) fn bind_parameters(&mut self, function: &Function, start: usize, names: &[Str]) -> Result<()> {
        if self.bind_in_place(function, start, names, &Cell::default()) {
            return Ok(());
        }
        if !function.code.is_users
            && let Some(raise) = complaints::of_function(function, self.stack.len() - names.len() - start, names)
        {
            return Err(raise);
        }
        let code = &function.code;
        let parameters = &code.parameters;
        let named_at = self.stack.len() - names.len();
        let mut keyword_values = self.stack.split_off(named_at);
        let given = named_at - start;
        let direct = given.min(parameters.positional);
        let rest = self.stack.split_off(start + direct);
        let name = || function.qualname.borrow().to_string();
        self.stack.resize(start + parameters.count(), &Value::Unbound);
        let mut extra = None;
        for (key, value) in names.iter().zip(keyword_values.drain(..)) {
            let find = |name: &str| code.locals[..parameters.named()].iter().position(|local| local.as_str() == name);
            let by_alias = || (dialect(function)?.alias)(key).and_then(find);
            match find(key).or_else(by_alias) {
                Some(at) if at >= parameters.positional_only => {
                    if !matches!(self.stack[start + at], Value::Unbound) {
                        return Err(Raise::type_error(format!(
                            "{}() got multiple values for argument '{key}'",
                            name()
                        )));
                    }
                    self.stack[start + at] = value;
                }
                _ if parameters.keywords => {
                    extra.get_or_insert_with(Dict::new).insert_name(key, value);
                }
                Some(_) => {
                    let all: Vec<&str> = code.locals[..parameters.positional_only]
                        .iter()
                        .filter(|local| names.contains(local))
                        .map(Str::as_str)
                        .collect();
                    return Err(Raise::type_error(format!(
                        "{}() got some positional-only arguments passed as keyword arguments: '{}'",
                        name(),
                        all.join(", ")
                    )));
                }
                None => {
                    let known = code.locals[parameters.positional_only..parameters.named()].iter().map(Str::as_str);
                    return Err(unexpected_keyword(&name(), key, known));
                }
            }
        }
        let defaults = function.defaults.borrow().clone();
        if !rest.is_empty() && !parameters.rest {
            let least = parameters.positional - defaults.len().min(parameters.positional);
            let text = positional_count(&name(), least, parameters.positional, given);
            let keyword_only = code.locals[parameters.positional..parameters.named()].iter();
            let named = keyword_only.filter(|local| names.contains(local)).count();
            return Err(Raise::type_error(match (named, text.rsplit_once(" but ")) {
                (0, _) | (_, None) => text,
                (named, Some((takes, _))) => {
                    let plural = |count: usize| if count == 1 { "" } else { "s" };
                    format!(
                        "{takes} but {given} positional argument{} (and {named} keyword-only argument{}) were given",
                        plural(given),
                        plural(named)
                    )
                }
            }));
        }
        let first_default = parameters.positional - defaults.len().min(parameters.positional);
        let mut missing = Vec::new();
        for at in 0..parameters.positional {
            if matches!(self.stack[start + at], Value::Unbound) {
                match at.checked_sub(first_default) {
                    Some(default) => self.stack[start + at] = defaults[default].clone(),
                    None => missing.push(code.locals[at].as_str()),
                }
            }
        }
        if !missing.is_empty() {
            return Err(match dialect(function) {
                Some(dialect) => (dialect.missing)(&function.name(), &missing),
                None => missing_arguments(&name(), "positional", &missing),
            });
        }
        let keyword_defaults = function.keyword_defaults();
        for i in 0..parameters.keyword_only {
            let at = parameters.positional + i;
            if matches!(self.stack[start + at], Value::Unbound) {
                match keyword_defaults.get(i) {
                    Some(default) if !matches!(default, Value::Unbound) => self.stack[start + at] = default.clone(),
                    _ => missing.push(code.locals[at].as_str()),
                }
            }
        }
        if !missing.is_empty() {
            return Err(missing_arguments(&name(), "keyword-only", &missing));
        }
        let mut at = start + parameters.named();
        if parameters.rest {
            self.stack[at] = Value::tuple(rest);
            at += 1;
        }
        if parameters.keywords {
            self.stack[at] = Value::Dict(extra.unwrap_or_else(Dict::new));
        }
        Ok(())
    }
}

/// The dialect that functions of a library's module use; None for Python's rules.
fn dialect(function: &Function) -> Option<&'static Dialect> {
    let dialect = *function.globals.dialect.get().filter(|_| !function.code.is_users)?;
    (!dialect.python.contains(&function.name().as_str())).then_some(dialect)
}
