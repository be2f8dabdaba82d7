//! The longer parts of single instructions.

use super::Vm;
use super::frame::{ClassHeader, Entered, Exit, Frame, FrameKind, shown_name};
use super::names::Special;
use super::quick::Use;
use crate::builtins::dict::is_read_directly;
use crate::compile::{Code, Op, Site};
use crate::descriptor::{SUPER, Super};
use crate::native::CompareOp;
use crate::object::{Dict, Function, List, Str, TryBlock, Tuple};
use crate::{Exc, Raise, Result, Value, memory};
use std::cell::Cell;
use std::rc::Rc;

impl Vm {
    /// Slow path of `object.name` for the object on top of the stack.
    pub(super) fn load_attribute(&mut self, name: &Str, site: &Cell<Site>) -> Result<()> {
        let object = self.pop();
        let value = self.attribute(&object, name)?;
        if let Some(known) = self.read_site(&object, name) {
            self.shared.note(Use::Read, name, site, known);
        }
        drop(object);
        self.push_and_finalize(value);
        Ok(())
    }
    /// value object ->
    pub(super) fn store_attribute(&mut self, name: &Str, site: &Cell<Site>) -> Result<()> {
        let object = self.pop();
        let value = self.pop();
        self.set_attribute(&object, name, value)?;
        if let Some(known) = self.write_site(&object, name) {
            self.shared.note(Use::Write, name, site, known);
        }
        drop(object);
        self.finalize();
        Ok(())
    }
    /// object -> function object, or Unbound and something to call
    pub(super) fn load_method(&mut self, name: &Str, site: &Cell<Site>) -> Result<()> {
        if let Some((function, receiver)) = self.callee_known(self.top(), name, site) {
            *self.stack.last_mut().expect("the object is there") = function;
            self.push_and_finalize(receiver);
            return Ok(());
        }
        let object = self.pop();
        let held = object.clone();
        let (function, receiver) = self.method_of(object, name)?;
        match self.method_site(&held, name, &function, &receiver) {
            Some(known) => self.shared.note(Use::Call, name, site, known),
            None => {
                if let Some(known) = self.callee_site(&held, name) {
                    site.set(known);
                }
            }
        }
        self.push(function);
        self.push(receiver);
        Ok(())
    }
    /// Runs a `__getitem__` of the language as a frame: its operands are its arguments.
    pub(super) fn get_item_on_stack(&mut self) -> Result<Entered> {
        let floor = self.stack.len() - 2;
        if let Value::Instance(instance) = &self.stack[floor] {
            let found = instance.class.borrow().lookup_name(self.names.special(Special::GetItem));
            if let Some(Value::Function(function)) = found
                && self.is_usual(&function, 2)
            {
                if !function.code.is_users {
                    self.note_running();
                }
                self.enter_light(function, floor, floor, FrameKind::Plain);
                return Ok(Entered::Frame);
            }
        }
        let key = self.pop();
        let object = self.pop();
        let value = self.get_item(&object, &key)?;
        drop((object, key));
        Ok(Entered::Value(value))
    }
    pub(super) fn set_item_on_stack(&mut self) -> Result<()> {
        let key = self.pop();
        let object = self.pop();
        let value = self.pop();
        self.set_item(&object, &key, value)?;
        drop((object, key));
        self.finalize();
        Ok(())
    }
    pub(super) fn compare_on_stack(&mut self, op: CompareOp) -> Result<Entered> {
        if let [.., a, b] = &self.stack[..]
            && let Some(function) = self.own_method(self.names.comparison(op), a, b)
        {
            return Ok(self.enter_operator(function, FrameKind::Comparison(op)));
        }
        let b = self.pop();
        let a = self.pop();
        self.compare(op, &a, &b).map(Entered::Value)
    }
    pub(super) fn pop_truth(&mut self) -> Result<bool> {
        let test = self.pop();
        self.truth(&test)
    }
    pub(super) fn truth_of_top(&mut self) -> Result<bool> {
        let test = self.top().clone();
        self.truth(&test)
    }
    pub(super) fn get_iter_on_stack(&mut self) -> Result<()> {
        let object = self.pop();
        let iterator = self.iter(&object)?;
        self.push(iterator);
        Ok(())
    }
    /// Makes a tuple of the topmost values.
    pub(super) fn build_tuple_on_stack(&mut self, count: usize) {
        let items: Tuple = self.stack.drain(self.stack.height - count).collect();
        self.push(Value::Tuple(Rc::new(items)));
    }
    /// Makes a list of the topmost values.
    pub(super) fn build_list_on_stack(&mut self, count: usize) {
        let items = self.stack.split_off(self.stack.height - count);
        self.push(Value::List(List::new(items)));
    }
    /// Joins the parts of an f-string.
    pub(super) fn build_string_on_stack(&mut self, parts: usize) -> Result<()> {
        let floor = self.stack.len() - parts;
        let text = Str::concat(&self.stack[floor..])?;
        self.cut(floor);
        self.push_and_finalize(Value::Str(text));
        Ok(())
    }
    pub(super) fn unpack_on_stack(&mut self, count: usize) -> Result<()> {
        let value = self.pop();
        let items = self.unpacked(&value, count, None)?;
        self.stack.extend(items.into_iter().rev());
        Ok(())
    }
    /// One step of `yield from`; returns the value where native code waits for it.
    pub(super) fn yield_from(&mut self) -> Result<Option<Value>> {
        let sent = self.pop();
        let iterator = self.top().clone();
        if let Value::Iter(iter) = &iterator
            && iter.is_generator()
        {
            if !self.resume_inline(iter.clone(), sent)? {
                self.end_inline(Value::None)?;
            }
            return Ok(None);
        }
        let step = self.send_into(&iterator, sent)?;
        match step {
            Exit::Yield(value) => {
                // Runs this instruction again at the next step.
                self.ip -= 1;
                Ok(self.yield_value(value))
            }
            Exit::Return(value) => {
                self.stack.pop();
                self.push(value);
                Ok(None)
            }
        }
    }
    /// Installs a handler.
    #[inline]
    pub(super) fn install(&mut self, target: u32, height: usize) {
        let handling = self.handling.len() - self.frame().handling;
        self.tries.push(TryBlock { target: target as usize, height, handling });
    }
    /// callee list [dict] -> result
    pub(super) fn call_spread(&mut self, has_keywords: bool) -> Result<Entered> {
        let keywords = if has_keywords { self.pop() } else { Value::None };
        let items = self.pop();
        let callee = self.pop();
        let floor = self.stack.len();
        self.push(Value::Unbound);
        if let Value::List(items) = items {
            self.stack.extend(items.items.take());
        }
        let mut names = Vec::new();
        if let Value::Dict(dict) = keywords {
            for (key, value) in dict.items() {
                if let Value::Str(name) = key {
                    names.push(name);
                    self.push(value);
                }
            }
        }
        self.call_on_stack(callee, floor, floor + 1, &names)
    }
    /// bases-list keywords-dict -> : runs the class's body next.
    pub(super) fn begin_class(&mut self, body: &Rc<Code>) -> Result<()> {
        let keywords = self.pop();
        let bases = self.pop();
        let bases = self.collect(&bases)?;
        let keywords: Vec<(String, Value)> = match keywords {
            Value::Dict(dict) => {
                dict.items().into_iter().filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value))).collect()
            }
            _ => Vec::new(),
        };
        let header = self.class_header(body, bases, keywords)?;
        self.enter_class_body(body, header)
    }
    /// Calls the callable at `floor` with the arguments above it.
    pub(super) fn call_below(&mut self, floor: usize) -> Result<Entered> {
        let native = match &self.stack[floor] {
            Value::Builtin(builtin) => Some(*builtin),
            Value::Class(class) => class.new.get(),
            _ => None,
        };
        if native.is_some_and(|native| std::ptr::eq(native, &SUPER)) && self.super_method(floor) {
            return Ok(Entered::Frame);
        }
        if let Some(builtin) = native {
            if let Some(value) = self.call_quickly(builtin, floor) {
                return Ok(Entered::Value(value));
            }
            if let Some(entered) = self.resume_for_call(builtin, floor) {
                return entered;
            }
            if let Some(result) = self.call_native(builtin, floor, floor + 1) {
                return result.map(Entered::Value);
            }
        }
        if self.enter_init(floor) {
            return Ok(Entered::Frame);
        }
        let callee = std::mem::replace(&mut self.stack[floor], Value::Unbound);
        self.call_on_stack(callee, floor, floor + 1, &[])
    }
    /// `super(class, object).name` before a call: leaves the same operands as LoadMethod, and skips it; false where the name is not
    /// a function of the language.
    fn super_method(&mut self, floor: usize) -> bool {
        let frame = &self.frames[self.frames.len() - 1];
        let (Op::LoadMethod(name), [Value::Class(start), Value::Instance(object)]) =
            (frame.code().ops[self.ip], &self.stack[floor + 1..])
        else {
            return false;
        };
        let found = Super::find(&object.class.borrow(), start, &frame.code().names[name as usize]);
        let (Some(function @ Value::Function(_)), object) = (found, Value::Instance(object.clone())) else {
            return false;
        };
        self.cut(floor);
        self.push(function);
        self.push(object);
        self.ip += 1;
        true
    }
    /// Calls the operands left by LoadMethod.
    pub(super) fn call_method_below(&mut self, floor: usize) -> Result<Entered> {
        if let Value::Builtin(builtin) = self.stack[floor] {
            if let Some(value) = self.call_quickly(builtin, floor) {
                return Ok(Entered::Value(value));
            }
            if let Some(entered) = self.resume_for_call(builtin, floor) {
                return entered;
            }
            if let Some(result) = self.call_native(builtin, floor, floor + 1) {
                return result.map(Entered::Value);
            }
        }
        self.call_method_on_stack(self.stack.len() - floor - 2, &[])
    }

    pub(super) fn call_method_on_stack(&mut self, count: usize, names: &[Str]) -> Result<Entered> {
        let first = self.stack.len() - count;
        let floor = first - 2;
        match std::mem::replace(&mut self.stack[floor], Value::Unbound) {
            Value::Unbound => {
                let callee = std::mem::replace(&mut self.stack[first - 1], Value::Unbound);
                self.call_on_stack(callee, floor, first, names).map_err(|mut raise| {
                    // Operand 0 of the expression is the receiver, which this callee does not take.
                    raise.0.labels.iter_mut().for_each(|label| label.operand += 1);
                    raise
                })
            }
            function => self.call_on_stack(function, floor, first - 1, names),
        }
    }

    fn enter_class_body(&mut self, body: &Rc<Code>, header: ClassHeader) -> Result<()> {
        let frame = self.frame();
        let mut cells: Vec<_> = (0..body.own_cells).map(|_| crate::object::Cell::new(Value::Unbound)).collect();
        cells.extend(body.captures.iter().map(|cell| frame.cells()[*cell as usize].clone()));
        let globals = frame.globals().clone();
        let base = self.stack.len();
        self.stack.resize(base + body.locals.len(), &Value::Unbound);
        self.push_frame(Frame {
            function: Some(Function::bare(body.clone(), globals)),
            own_cells: Some(cells.into()),
            ip: 0,
            base,
            floor: base,
            tries: self.tries.len(),
            handling: self.handling.len(),
            kind: FrameKind::Class(Box::new(header)),
        })
    }

    /// Reraises the handled exception.
    pub(super) fn reraise(&mut self) -> Raise {
        let exception = self.handling.pop().unwrap_or_default();
        let mut raise = Raise::object(exception);
        raise.0.resumed = true;
        raise
    }

    /// `raise`, `raise x`, `raise x from y`.
    pub(super) fn raise_statement(&mut self, count: u32) -> Raise {
        if count == 0 {
            return match self.current_exception() {
                Some(exception) => {
                    let mut raise = Raise::object(exception);
                    raise.0.resumed = true;
                    self.leaving(raise)
                }
                None => Raise::runtime("No active exception to reraise"),
            };
        }
        let cause = if count == 2 { Some(self.pop()) } else { None };
        let exception = self.pop();
        let exception = match self.exception_of(exception) {
            Ok(exception) => exception,
            Err(raise) => return raise,
        };
        if let Some(cause) = cause
            && let Some(state) = exception.downcast::<crate::exception::ExceptionState>()
        {
            let cause = if cause.is_none() {
                Ok(Value::None)
            } else {
                self.exception_of(cause)
                    .map_err(|_| Raise::type_error("exception causes must derive from BaseException"))
            };
            match cause {
                Ok(cause) => {
                    *state.cause.borrow_mut() = cause;
                    state.suppress_context.set(true);
                }
                Err(raise) => return raise,
            }
        }
        if let Some(current) = self.current_exception()
            && !current.is(&exception)
        {
            crate::exception::set_context(&exception, current);
        }
        Raise::object(exception)
    }

    pub(super) fn step_of(&mut self, iterator: &Value, method: &str, args: &[Value]) -> Result<Exit> {
        let result = self.call_method(iterator, method, args);
        self.exit_of(result)
    }
    /// Converts an iterator's step: StopIteration becomes a return.
    pub(super) fn exit_of(&mut self, step: Result<Value>) -> Result<Exit> {
        match step {
            Ok(value) => Ok(Exit::Yield(value)),
            Err(raise) if raise.is(Exc::StopIteration) => {
                let exception = crate::exception::materialize(raise);
                Ok(Exit::Return(self.get_attr(&exception, "value")?))
            }
            Err(raise) => Err(raise),
        }
    }

    pub(crate) fn merge(&mut self, dict: &Dict, mapping: &Value, for_call: bool) -> Result<()> {
        let pairs = match mapping.beneath() {
            Value::Dict(other) if is_read_directly(self, mapping) && !for_call => {
                return dict.update(self, &other.clone());
            }
            Value::Dict(other) if is_read_directly(self, mapping) => other.items(),
            other if self.find_attr(mapping, "keys")?.is_some() => {
                let _ = other;
                let keys = self.call_method(mapping, "keys", &[])?;
                let mut pairs = Vec::new();
                for key in self.collect(&keys)? {
                    let value = self.get_item(mapping, &key)?;
                    pairs.push((key, value));
                }
                pairs
            }
            other => {
                let found = other.type_name();
                return Err(Raise::type_error(if for_call {
                    format!("{} argument after ** must be a mapping, not {found}", self.callee_below(2)?)
                } else {
                    format!("'{found}' object is not a mapping")
                }));
            }
        };
        for (key, value) in pairs {
            if for_call {
                let Some(name) = key.as_str() else {
                    return Err(Raise::type_error("keywords must be strings"));
                };
                if dict.get_str(name).is_some() {
                    let callee = self.callee_below(2)?;
                    return Err(Raise::type_error(format!(
                        "{callee} got multiple values for keyword argument '{name}'"
                    )));
                }
            }
            dict.insert(self, key, value)?;
        }
        Ok(())
    }

    /// The callee's name for errors; it is `below` the top of the stack.
    pub(super) fn callee_below(&mut self, below: usize) -> Result<String> {
        let callee = self.stack[self.stack.len() - 1 - below].clone();
        let Some(name) = self.find_attr(&callee, "__qualname__")? else {
            return self.str(&callee);
        };
        let name = self.str(&name)?;
        Ok(match self.find_attr(&callee, "__module__")? {
            Some(Value::Str(module)) if module.as_str() != "builtins" => format!("{module}.{name}()"),
            _ => format!("{name}()"),
        })
    }

    /// The items of an unpacked value: exactly `count`, or with a starred target at least `count` plus those after it.
    pub(super) fn unpacked(&mut self, value: &Value, count: usize, after: Option<usize>) -> Result<Vec<Value>> {
        let quick = match value {
            Value::Tuple(items) => Some(memory::copied(items)?),
            Value::List(list) => Some(memory::copied(&list.items.borrow())?),
            _ => None,
        };
        let items = match quick {
            Some(items) => items,
            None => {
                let iterator =
                    self.iter(value).map_err(|raise| match raise.is(Exc::TypeError) && raise.0.value.is_none() {
                        true => Raise::type_error(format!("cannot unpack non-iterable {} object", value.type_name())),
                        false => raise,
                    })?;
                let mut items = Vec::new();
                while after.is_some() || items.len() <= count {
                    match self.next(&iterator)? {
                        Some(item) => items.push(item),
                        None => break,
                    }
                }
                items
            }
        };
        let wanted = count + after.unwrap_or(0);
        match after {
            None if items.len() > count => {
                Err(Raise::value_error(format!("too many values to unpack (expected {count})")))
            }
            None if items.len() < count => {
                Err(Raise::value_error(format!("not enough values to unpack (expected {count}, got {})", items.len())))
            }
            Some(_) if items.len() < wanted => Err(Raise::value_error(format!(
                "not enough values to unpack (expected at least {wanted}, got {})",
                items.len()
            ))),
            _ => Ok(items),
        }
    }

    // --- with
    pub(super) fn enter_manager(&mut self, manager: &Value) -> Result<Value> {
        let class = self.class_of(manager);
        if let Some(enter) = class.lookup_name(self.names.special(Special::Enter)) {
            if class.lookup_name(self.names.special(Special::Exit)).is_none() {
                return Err(not_a_manager(manager, " (missed __exit__ method)"));
            }
            return self.call_bound(enter, manager, &class, &[]);
        }
        if let Value::Native(native) = manager.beneath()
            && let Some(value) = native.clone().enter(self, manager)?
        {
            return Ok(value);
        }
        Err(not_a_manager(manager, ""))
    }

    /// Calls `__exit__`; true when the manager suppresses the exception.
    pub(super) fn exit_manager(&mut self, manager: &Value, exception: Option<Value>) -> Result<bool> {
        let class = self.class_of(manager);
        if let Some(exit) = class.lookup_name(self.names.special(Special::Exit)) {
            let exit = self.bind(exit, manager, &class)?;
            let args = match exception {
                Some(exception) => {
                    let state = exception.downcast::<crate::exception::ExceptionState>();
                    let traceback = state.map_or(Value::None, crate::traceback::of);
                    [Value::Class(self.class_of(&exception)), exception, traceback]
                }
                None => [Value::None, Value::None, Value::None],
            };
            let result = self.call(&exit, &args, &[])?;
            return self.truth(&result);
        }
        if let Value::Native(native) = manager.beneath() {
            native.clone().exit(self)?;
        }
        Ok(false)
    }
}

pub(super) fn unbound_local(name: &Str) -> Raise {
    let shown = shown_name(name);
    if shown.is_none() && name.as_str().starts_with('.') {
        return Raise::runtime("the iterator of a comprehension is gone");
    }
    let name = shown.unwrap_or(name);
    Raise::new(
        Exc::UnboundLocalError,
        format!("cannot access local variable '{name}' where it is not associated with a value"),
    )
}
pub(super) fn unbound_cell(code: &Code, at: usize) -> Raise {
    let name = &code.cells[at];
    if at < code.own_cells {
        return unbound_local(name);
    }
    Raise::new(
        Exc::NameError,
        format!("cannot access free variable '{name}' where it is not associated with a value in enclosing scope"),
    )
}
fn not_a_manager(value: &Value, why: &str) -> Raise {
    Raise::type_error(format!("'{}' object does not support the context manager protocol{why}", value.type_name()))
}
pub(super) fn is_not_iterable(raise: &Raise) -> bool {
    raise.is(Exc::TypeError) && raise.0.value.is_none() && raise.0.message.ends_with("object is not iterable")
}
