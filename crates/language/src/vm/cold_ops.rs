//! Cold instructions, kept out of the main loop so that it stays small.

use super::steps::{is_not_iterable, unbound_cell, unbound_local};
use super::{Vm, finalizers};
use crate::compile::{Code, Op};
use crate::object::{Dict, Function, Namespace, Set, Str, no_cells, no_values};
use crate::{Exc, Raise, Result, Value};
use std::rc::Rc;

impl Vm {
    #[allow(clippy::too_many_lines)]
    pub(super) fn run_cold(&mut self, op: Op, code: &Code) -> Result<()> {
        match op {
            Op::DeleteLocal(at) => self.delete_local(at, code)?,
            Op::DeleteCell(at) => {
                let old = self.frame().cells()[at as usize].value.replace(Value::Unbound);
                if let Value::Unbound = old {
                    return Err(unbound_cell(code, at as usize));
                }
            }
            Op::DeleteGlobal(at) => {
                let name = &code.names[at as usize];
                if self.frame().globals().dict.remove_str(name).is_none() {
                    return Err(self.unknown_name(name));
                }
                self.run_finalizers();
            }
            Op::LoadName(at) => self.load_name(at, code)?,
            Op::StoreName(at) => self.store_name(at, code)?,
            Op::LoadNamespace => {
                let names = self.locals();
                self.push(names);
            }
            Op::LoadNameIn(at) => {
                let namespace = Namespace::new(self.pop());
                let name = &code.names[at as usize];
                match namespace.get(self, name)? {
                    Some(value) => self.push(value),
                    None => self.load_global(name, &code.sites[self.ip - 1])?,
                }
            }
            Op::DeleteName(at) => {
                let name = &code.names[at as usize];
                let removed = match self.frame().namespace().cloned() {
                    Some(namespace) => namespace.remove(self, name)?,
                    None => false,
                };
                if !removed {
                    return Err(self.unknown_name(name));
                }
            }
            Op::LoadNameOrCell(at) => {
                let found = self.read_namespace(&code.cells[at as usize])?;
                self.push_or_load_cell(found, at, code)?;
            }
            Op::LoadNameInOrCell(at) => {
                let namespace = Namespace::new(self.pop());
                let found = namespace.get(self, &code.cells[at as usize])?;
                self.push_or_load_cell(found, at, code)?;
            }
            Op::DeleteAttr(at) => {
                let object = self.pop();
                self.delete_attribute(&object, &code.names[at as usize])?;
                if finalizers::any() {
                    self.run_finalizers();
                }
            }
            Op::DeleteItem => {
                let key = self.pop();
                let object = self.pop();
                self.delete_item(&object, &key)?;
                if finalizers::any() {
                    self.run_finalizers();
                }
            }
            Op::BuildSet(count) => {
                let items = self.pop_many(count);
                let set = Set::from_items(self, false, items)?;
                self.push(Value::Set(set));
            }
            Op::BuildDict(count) => {
                let dict = Dict::new();
                let floor = self.stack.len() - 2 * count as usize;
                for at in (floor..self.stack.len()).step_by(2) {
                    let [key, value] = &mut self.stack[at..at + 2] else { continue };
                    if dict.put_plain(key, value).is_none() {
                        let (key, value) = (std::mem::take(key), std::mem::take(value));
                        dict.insert(self, key, value)?;
                    }
                }
                self.cut(floor);
                self.push(Value::Dict(dict));
            }
            Op::DictSet(below) => {
                let value = self.pop();
                let key = self.pop();
                let at = self.stack.len() - below as usize;
                if let Value::Dict(dict) = self.stack[at].clone() {
                    dict.insert(self, key, value)?;
                }
            }
            Op::SetAdd(below) => {
                let item = self.pop();
                let at = self.stack.len() - below as usize;
                if let Value::Set(set) = self.stack[at].clone() {
                    set.insert(self, item)?;
                }
            }
            Op::ListExtend(alone) => self.list_extend(alone)?,
            Op::SetUpdate => {
                let iterable = self.pop();
                if let Value::Set(set) = self.top().clone() {
                    set.extend(self, &iterable)?;
                }
            }
            Op::DictUpdate | Op::DictMerge => {
                let mapping = self.pop();
                if let Value::Dict(dict) = self.top().clone() {
                    self.merge(&dict, &mapping, op == Op::DictMerge)?;
                }
            }
            Op::ListToTuple => {
                if let Value::List(list) = self.pop() {
                    let items = list.items.take();
                    self.push(Value::tuple(items));
                }
            }
            Op::UnpackStar(before, after) => self.unpack_star(before, after)?,
            Op::MakeFunction(at, flags) => self.make_function(at, flags, code)?,
            Op::LoadException => {
                let exception = self.handling.last().cloned().unwrap_or_default();
                self.push(exception);
            }
            Op::MatchException => {
                let class = self.pop();
                let exception = self.handling.last().cloned().unwrap_or_default();
                let matches = self.exception_matches(&exception, &class)?;
                self.push(Value::from(matches));
            }
            Op::StarMatch => self.star_match()?,
            Op::StarRaised => self.star_raised(),
            Op::StarEnd => self.star_end()?,
            Op::PopHandling => {
                self.handling.pop();
                if finalizers::any() {
                    self.run_finalizers();
                }
            }
            Op::WithEnter => {
                let manager = self.top().clone();
                let value = self.enter_manager(&manager)?;
                self.push(value);
            }
            Op::WithExit => {
                let manager = self.pop();
                self.exit_manager(&manager, None)?;
            }
            Op::WithExcept => {
                let manager = self.pop();
                let exception = self.handling.last().cloned();
                let swallowed = self.exit_manager(&manager, exception)?;
                self.push(Value::from(swallowed));
            }
            Op::ImportTop(at) => {
                let name = code.names[at as usize].clone();
                let top = match self.own_import()? {
                    Some(hook) => self.import_by(&hook, &name, &[])?,
                    None => {
                        self.import(&name)?;
                        self.import(name.split('.').next().unwrap_or_default())?
                    }
                };
                self.push(top);
            }
            Op::Import(at) => {
                let name = &code.names[at as usize];
                let module = match self.own_import()? {
                    Some(hook) => self.import_leaf_by(&hook, name, code)?,
                    None => {
                        let name = self.absolute_name(name)?;
                        self.import(&name)?
                    }
                };
                self.push(module);
            }
            Op::ImportFrom(at) => {
                let module = self.top().clone();
                let member = self.import_from(&module, &code.names[at as usize])?;
                self.push(member);
            }
            Op::ImportStar => {
                let module = self.pop();
                let target = self.own_namespace();
                self.import_star(&module, &target)?;
            }
            Op::Format(conversion, has_spec) => self.format_value(conversion, has_spec)?,
            Op::Annotate(at) => self.annotate(at, code)?,
            Op::SetUpAnnotations => drop(self.annotations()?),
            Op::Magic => {
                let line = self.pop();
                let name = self.pop();
                let host = self.host();
                let value = host.magic(self, name.as_str().unwrap_or(""), line.as_str().unwrap_or(""), None)?;
                self.push(value);
            }
            Op::Trace(point) => self.trace_point(point)?,
            Op::Show => {
                let value = self.pop();
                self.show(value)?;
            }
            Op::MatchSequence => {
                let subject = self.top().clone();
                let matches = self.matches_sequence(&subject)?;
                self.push(Value::from(matches));
            }
            Op::MatchMapping => {
                let subject = self.top().clone();
                let matches = self.matches_mapping(&subject)?;
                self.push(Value::from(matches));
            }
            Op::MatchLength(length, at_least) => {
                let subject = self.top().clone();
                let found = self.length(&subject)?;
                let length = length as usize;
                self.push(Value::from(if at_least { found >= length } else { found == length }));
            }
            Op::MatchItem(at, from_end) => {
                let subject = self.top().clone();
                let at = if from_end { self.length(&subject)? as i64 - i64::from(at) } else { i64::from(at) };
                let item = self.get_item(&subject, &Value::Int(at))?;
                self.push(item);
            }
            Op::MatchKeys => {
                let keys = self.pop();
                let subject = self.top().clone();
                let values = self.match_keys(&subject, &keys)?;
                self.push(values);
            }
            Op::MatchRest => {
                let keys = self.pop();
                let subject = self.pop();
                let rest = self.match_rest(&subject, &keys)?;
                self.push(rest);
            }
            Op::MatchClass(positional, names) => {
                let class = self.pop();
                let subject = self.pop();
                let names = code.keywords[usize::from(names)].clone();
                let attributes = self.match_class(&subject, &class, usize::from(positional), &names)?;
                self.push(attributes);
            }
            Op::Unary(op) => {
                let a = self.pop();
                let value = self.unary(op, &a)?;
                self.push(value);
            }
            Op::In(negated) => {
                let container = self.pop();
                let item = self.pop();
                let found = self.contains(&container, &item)?;
                drop((container, item));
                self.push_and_finalize(Value::from(found != negated));
            }
            Op::RaiseAssert(has_message) => {
                let args = if has_message { vec![self.pop()] } else { Vec::new() };
                return Err(Raise::with_args(Exc::AssertionError, args));
            }
            Op::GetYieldFromIter
            | Op::GetAwaitable(_)
            | Op::GetAsyncIter
            | Op::GetAsyncNext
            | Op::EndAsyncFor
            | Op::AsyncEnter
            | Op::AsyncExit
            | Op::AsyncExcept => self.run_async(op)?,
            other => unreachable!("{other:?} has its place in the loop"),
        }
        Ok(())
    }

    fn delete_local(&mut self, at: u32, code: &Code) -> Result<()> {
        let slot = self.base + at as usize;
        if let Value::Unbound = std::mem::replace(&mut self.stack[slot], Value::Unbound) {
            return Err(unbound_local(&code.locals[at as usize]));
        }
        self.run_finalizers();
        Ok(())
    }

    fn load_name(&mut self, at: u32, code: &Code) -> Result<()> {
        let name = &code.names[at as usize];
        match self.read_namespace(name)? {
            Some(value) => self.push(value),
            None => self.load_global(name, &code.sites[self.ip - 1])?,
        }
        Ok(())
    }

    fn store_name(&mut self, at: u32, code: &Code) -> Result<()> {
        let value = self.pop();
        let name = &code.names[at as usize];
        match self.frame().namespace().cloned() {
            Some(Namespace::Dict(names)) => names.insert_name(name, value),
            Some(namespace) => namespace.set(self, name, value)?,
            None => {}
        }
        Ok(())
    }

    fn push_or_load_cell(&mut self, found: Option<Value>, at: u32, code: &Code) -> Result<()> {
        let value = found.unwrap_or_else(|| self.frame().cells()[at as usize].value.borrow().clone());
        if let Value::Unbound = value {
            return Err(unbound_cell(code, at as usize));
        }
        self.push(value);
        Ok(())
    }

    fn list_extend(&mut self, alone: bool) -> Result<()> {
        let iterable = self.pop();
        if let (Value::List(list), Value::Tuple(items)) = (self.top(), &iterable) {
            list.items.borrow_mut().extend(items.iter().cloned());
            return Ok(());
        }
        let items = match self.collect(&iterable) {
            Err(raise) if is_not_iterable(&raise) => {
                let taker = if alone { format!("{} argument", self.callee_below(1)?) } else { "Value".to_owned() };
                let found = iterable.type_name();
                return Err(Raise::type_error(format!("{taker} after * must be an iterable, not {found}")));
            }
            items => items?,
        };
        if let Value::List(list) = self.top() {
            list.items.borrow_mut().extend(items);
        }
        Ok(())
    }

    fn unpack_star(&mut self, before: u16, after: u16) -> Result<()> {
        let value = self.pop();
        let mut items = self.unpacked(&value, usize::from(before), Some(usize::from(after)))?;
        let tail = items.split_off(items.len() - usize::from(after));
        let middle = items.split_off(usize::from(before));
        self.stack.extend(tail.into_iter().rev());
        self.push(Value::list(middle));
        self.stack.extend(items.into_iter().rev());
        Ok(())
    }

    fn make_function(&mut self, at: u16, flags: u16, code: &Code) -> Result<()> {
        let annotations = if flags & 4 != 0 { self.pop() } else { Value::None };
        let mut tuple = |present: bool| match present.then(|| self.pop()) {
            Some(Value::Tuple(items)) => items.iter().cloned().collect(),
            _ => no_values(),
        };
        let keyword_defaults = tuple(flags & 2 != 0);
        let defaults = tuple(flags & 1 != 0);
        let inner = code.codes[usize::from(at)].clone();
        let frame = self.frame();
        let closure = match &inner.captures[..] {
            [] => no_cells(),
            captures => captures.iter().map(|cell| frame.cells()[*cell as usize].clone()).collect(),
        };
        let globals = frame.globals().clone();
        let function = Function::new(inner, globals, closure, [defaults, keyword_defaults]);
        function.set_annotations(annotations);
        self.push(Value::Function(Rc::new(function)));
        Ok(())
    }

    fn format_value(&mut self, conversion: u8, has_spec: bool) -> Result<()> {
        let spec = if has_spec { self.pop() } else { Value::None };
        let value = self.pop();
        let spec = spec.as_str().unwrap_or("");
        let text = match conversion {
            0 => self.format(&value, spec)?,
            b'r' => self.repr(&value)?,
            b'a' => crate::builtins::repr::ascii(&self.repr(&value)?),
            _ => self.str(&value)?,
        };
        let text = if conversion != 0 && !spec.is_empty() { self.format(&Value::from(text), spec)? } else { text };
        drop(value);
        self.push_and_finalize(Value::from(text));
        Ok(())
    }

    /// `__annotations__` of the running body, created on first use.
    fn annotations(&mut self) -> Result<Value> {
        let (scope, key) = (self.own_namespace(), Str::new("__annotations__"));
        if let Some(annotations) = scope.get(self, &key)? {
            return Ok(annotations);
        }
        let annotations = Value::Dict(Dict::new());
        scope.set(self, &key, annotations.clone())?;
        Ok(annotations)
    }
    fn annotate(&mut self, at: u32, code: &Code) -> Result<()> {
        let annotation = self.pop();
        let annotations = self.annotations()?;
        let name = Value::Str(code.names[at as usize].clone());
        self.set_item(&annotations, &name, annotation)
    }
}
