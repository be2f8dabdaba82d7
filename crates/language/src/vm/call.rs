//! Calls, for each kind of callable.

use super::Vm;
use super::finalizers::{self, Waiting};
use super::frame::{Entered, FrameKind};
use super::names::Special;
use crate::class::ClassKind;
use crate::descriptor::StaticMethod;
use crate::exception::{self, ExceptionState};
use crate::exception_group;
use crate::instead;
use crate::native::{Args, Slots};
use crate::object::{Dict, Function, Instance, Iter, IterState, Str, Tuple};
use crate::observer::{self, Callee};
use crate::property::Property;
use crate::raise::Label;
use crate::{Builtin, Class, Exc, Raise, Result, Value, weak};
use std::rc::Rc;

impl Vm {
    pub fn call(&mut self, function: &Value, args: &[Value], kwargs: &[(String, Value)]) -> Result<Value> {
        if let Value::Builtin(builtin) = function {
            let args = builtin.bind(args, kwargs)?;
            return self.run_builtin(builtin, &args);
        }
        self.call_with(args, kwargs, |vm, floor, names| vm.call_on_stack(function.clone(), floor, floor + 1, names))
    }
    /// Pushes arguments, makes a call with them, and runs the frame that it enters.
    fn call_with(
        &mut self,
        args: &[Value],
        kwargs: &[(String, Value)],
        call: impl FnOnce(&mut Vm, usize, &[Str]) -> Result<Entered>,
    ) -> Result<Value> {
        let floor = self.stack.len();
        self.push(Value::Unbound);
        self.stack.extend(args.iter().cloned());
        self.stack.extend(kwargs.iter().map(|(_, value)| value.clone()));
        let names: Vec<Str> = kwargs.iter().map(|(name, _)| Str::new(name)).collect();
        let depth = self.frames.len();
        match call(self, floor, &names) {
            Ok(Entered::Value(value)) => Ok(value),
            Ok(Entered::Frame) => self.run_nested(depth),
            Err(raise) => {
                self.stack.truncate(floor);
                Err(raise)
            }
        }
    }
    pub fn call_method(&mut self, object: &Value, name: &str, args: &[Value]) -> Result<Value> {
        let method = self.get_attr(object, name)?;
        self.call(&method, args, &[])
    }

    /// Calls the entry that an object's class has under the name of a method.
    pub(super) fn call_bound(
        &mut self,
        found: Value,
        object: &Value,
        class: &Rc<Class>,
        args: &[Value],
    ) -> Result<Value> {
        let Value::Function(function) = found else {
            let method = self.bind(found, object, class)?;
            return self.call(&method, args, &[]);
        };
        let floor = self.stack.len();
        self.push(object.clone());
        self.stack.extend(args.iter().cloned());
        if !function.code.is_users {
            self.note_running();
        }
        let depth = self.frames.len();
        match self.call_function(function, floor, floor, &[], FrameKind::Plain) {
            Ok(Entered::Value(value)) => Ok(value),
            Ok(Entered::Frame) => self.run_nested(depth),
            Err(raise) => {
                self.stack.truncate(floor);
                Err(raise)
            }
        }
    }

    /// Calls with the arguments on the stack from `start`, the last ones named. There is a free slot before `start`. At the end the
    /// stack is cut to `floor`.
    pub(crate) fn call_on_stack(
        &mut self,
        callee: Value,
        floor: usize,
        start: usize,
        names: &[Str],
    ) -> Result<Entered> {
        match callee {
            Value::Function(function) => {
                // Our own modules report errors at the user's line; user functions have their own lines.
                if !function.code.is_users {
                    self.note_running();
                }
                self.call_function(function, floor, start, names, FrameKind::Plain)
            }
            Value::Builtin(builtin) => self.call_builtin(builtin, floor, start, names),
            Value::Method(method) => {
                self.stack[start - 1] = method.receiver.clone();
                self.call_on_stack_again(method.function.clone(), floor, start - 1, names)
            }
            Value::Class(class) => {
                self.note_running();
                self.call_class(&class, floor, start, names)
            }
            Value::Instance(instance) => {
                self.note_running();
                let class = instance.class.borrow().clone();
                let this = Value::Instance(instance);
                match class.lookup_name(self.names.special(Special::Call)) {
                    Some(function) if is_method(&function) => {
                        self.stack[start - 1] = this;
                        self.call_on_stack_again(function, floor, start - 1, names)
                    }
                    Some(other) => {
                        let bound = self.bind(other, &this, &class)?;
                        // Guards against infinite recursion of a class that is its own `__call__`.
                        self.nested(|vm| vm.call_on_stack(bound, floor, start, names))
                    }
                    None => match this.beneath() {
                        native @ Value::Native(_) => self.call_on_stack(native.clone(), floor, start, names),
                        _ => Err(not_callable(&this)),
                    },
                }
            }
            Value::Native(native) => {
                if let Some(StaticMethod(function, _)) = native.as_any().downcast_ref() {
                    return self.call_on_stack(function.clone(), floor, start, names);
                }
                self.note_running();
                let (args, kwargs) = self.take_arguments(start, names);
                self.stack.truncate(floor);
                match native.call(self, &args, &kwargs)? {
                    Some(value) => Ok(Entered::Value(value)),
                    None => {
                        let class = native.class();
                        let this = Value::Native(native);
                        match class.lookup_name(self.names.special(Special::Call)) {
                            Some(method) => {
                                let method = self.bind(method, &this, &class)?;
                                self.call(&method, &args, &kwargs).map(Entered::Value)
                            }
                            None => Err(not_callable(&this)),
                        }
                    }
                }
            }
            other => Err(not_callable(&other)),
        }
    }
    /// As `call_on_stack`, where the slot before `start` may be `floor` itself or one below the arguments.
    fn call_on_stack_again(&mut self, callee: Value, floor: usize, start: usize, names: &[Str]) -> Result<Entered> {
        match callee {
            Value::Function(function) => self.call_function(function, floor, start, names, FrameKind::Plain),
            Value::Builtin(builtin) => self.call_builtin(builtin, floor, start, names),
            other => {
                self.stack.insert(start, Value::Unbound);
                self.call_on_stack(other, floor, start + 1, names)
            }
        }
    }

    fn take_arguments(&mut self, start: usize, names: &[Str]) -> (Vec<Value>, Vec<(String, Value)>) {
        let split = self.stack.len() - names.len();
        let values = self.stack.split_off(split);
        let kwargs = names.iter().map(ToString::to_string).zip(values).collect();
        (self.stack.split_off(start), kwargs)
    }

    #[inline]
    fn run_builtin(&mut self, builtin: &'static Builtin, args: &Args) -> Result<Value> {
        if !observer::lets_run() {
            return self.run_watched(builtin, args);
        }
        self.run_or_stand_in(builtin, args)
    }

    #[inline]
    fn run_or_stand_in(&mut self, builtin: &'static Builtin, args: &Args) -> Result<Value> {
        match (builtin.run)(self, args) {
            Err(raise) if raise.is(Exc::TypeError) => instead::rejected(self, args).unwrap_or(Err(raise)),
            result => result,
        }
    }

    #[cold]
    fn run_watched(&mut self, builtin: &'static Builtin, args: &Args) -> Result<Value> {
        if let Some(result) = instead::before(self, args) {
            return result;
        }
        let given: Vec<Value> = args.slots.iter().map_while(Clone::clone).collect();
        let _looking = observer::called(self, Callee::Builtin(builtin), &given);
        self.tell_profiler("c_call", Value::Builtin(builtin))?;
        let result = self.run_or_stand_in(builtin, args);
        let event = if result.is_ok() { "c_return" } else { "c_exception" };
        self.tell_profiler(event, Value::Builtin(builtin))?;
        result
    }

    /// Fast path of a native function at `floor`, with its arguments above it; None where it has none for these arguments.
    #[inline]
    pub(super) fn call_quickly(&mut self, builtin: &'static Builtin, floor: usize) -> Option<Value> {
        let quick = builtin.quick.filter(|_| observer::lets_run())?;
        let value = quick(&mut self.stack[floor + 1..])?;
        self.cut(floor);
        Some(value)
    }

    /// Calls a native function whose positional arguments fit, on the stack from `start`; None where they do not.
    #[inline]
    pub(super) fn call_native(
        &mut self,
        builtin: &'static Builtin,
        floor: usize,
        start: usize,
    ) -> Option<Result<Value>> {
        self.note_running();
        let mut args = Args { slots: Slots::default(), builtin };
        if !builtin.bind_on_stack(&mut self.stack, start, &mut args) {
            return None;
        }
        self.cut(floor);
        match self.run_builtin(builtin, &args) {
            Err(raise) => Some(Err(at_arguments(raise, &args))),
            result => Some(result),
        }
    }

    fn call_builtin(
        &mut self,
        builtin: &'static Builtin,
        floor: usize,
        start: usize,
        names: &[Str],
    ) -> Result<Entered> {
        if names.is_empty()
            && let Some(result) = self.call_native(builtin, floor, start)
        {
            return result.map(Entered::Value);
        }
        self.note_running();
        let bound = if names.is_empty() {
            builtin.bind(&self.stack[start..], &[])
        } else {
            let split = self.stack.len() - names.len();
            let kwargs: Vec<(String, Value)> =
                names.iter().map(ToString::to_string).zip(self.stack[split..].iter().cloned()).collect();
            builtin.bind(&self.stack[start..split], &kwargs)
        };
        let positional = self.stack.len() - start - names.len();
        self.stack.truncate(floor);
        let result =
            bound.and_then(|args| self.run_builtin(builtin, &args).map_err(|raise| at_arguments(raise, &args)));
        result.map(Entered::Value).map_err(|mut raise| {
            // A builtin labels parameters by slot; the expression counts arguments by position.
            if !names.is_empty() && raise.0.notes.trace.is_empty() {
                let parameters = &builtin.parsed().parameters;
                for Label { operand: slot, .. } in &mut raise.0.labels {
                    let name = parameters.get(*slot).map(|parameter| parameter.name.as_str());
                    if let Some(at) = names.iter().position(|given| Some(given.as_str()) == name) {
                        *slot = positional + at;
                    }
                }
            }
            raise
        })
    }

    fn call_function(
        &mut self,
        function: Rc<Function>,
        floor: usize,
        start: usize,
        names: &[Str],
        kind: FrameKind,
    ) -> Result<Entered> {
        let function = if function.is_rewritten() { function.current().clone() } else { function };
        let parameters = &function.code.parameters;
        let given = self.stack.len() - start;
        let is_plain = names.is_empty() && parameters.is_plain();
        if !(is_plain && (given == parameters.positional || self.add_defaults(&function, given)))
            && let Err(raise) = self.bind_parameters(&function, start, names)
        {
            self.stack.truncate(floor);
            return Err(raise);
        }
        if self.is_light(&function) {
            self.enter_light(function, start, floor, kind);
            return Ok(Entered::Frame);
        }
        self.enter(function, start, floor, kind)
    }

    // --- classes
    /// Runs the `__init__` of a new object for a class at `floor`, where calling the class does nothing else and the arguments need
    /// no binding.
    pub(super) fn enter_init(&mut self, floor: usize) -> bool {
        let Value::Class(class) = &self.stack[floor] else {
            return false;
        };
        if class.new.get().is_some() || !class.is_simple() {
            return false;
        }
        match class.init() {
            Some(Value::Function(init)) if self.is_usual(&init, self.stack.len() - floor) => {
                let instance = Value::Instance(Instance::new(class.clone()));
                self.note_running();
                self.stack[floor] = instance.clone();
                self.enter_light(init, floor, floor, FrameKind::Init(instance));
                true
            }
            _ => false,
        }
    }
    fn call_class(&mut self, class: &Rc<Class>, floor: usize, start: usize, names: &[Str]) -> Result<Entered> {
        match class.of_metaclass("__call__") {
            Some(call @ Value::Function(_)) => {
                self.stack[start - 1] = Value::Class(class.clone());
                self.call_on_stack_again(call, floor, start - 1, names)
            }
            Some(call) => {
                let object = Value::Class(class.clone());
                let metaclass = self.class_of(&object);
                let call = self.bind(call, &object, &metaclass)?;
                self.call_on_stack(call, floor, start, names)
            }
            None => self.call_class_itself(class, floor, start, names),
        }
    }

    /// `type.__call__`: makes an object of a class, ignoring its metaclass.
    pub(crate) fn make_object(
        &mut self,
        class: &Rc<Class>,
        args: &[Value],
        kwargs: &[(String, Value)],
    ) -> Result<Value> {
        self.call_with(args, kwargs, |vm, floor, names| vm.call_class_itself(class, floor, floor + 1, names))
    }

    fn call_class_itself(&mut self, class: &Rc<Class>, floor: usize, start: usize, names: &[Str]) -> Result<Entered> {
        if let Some(new) = class.new.get() {
            return self.call_builtin(new, floor, start, names);
        }
        if names.is_empty() && class.makes_exceptions() {
            let args: Rc<Tuple> = Rc::new(self.stack.drain(start).collect());
            self.stack.truncate(floor);
            exception::check_arguments(class, &args)?;
            return Ok(Entered::Value(exception::make(class, args)));
        }
        if class.is_simple() {
            match class.init() {
                Some(Value::Function(init)) if !init.code.flow.rests() => {
                    let instance = Value::Instance(Instance::new(class.clone()));
                    self.stack[start - 1] = instance.clone();
                    return self.call_function(init, floor, start - 1, names, FrameKind::Init(instance));
                }
                Some(Value::Builtin(_)) | None if self.stack.len() == start => {
                    self.stack.truncate(floor);
                    return Ok(Entered::Value(Value::Instance(Instance::new(class.clone()))));
                }
                _ => {}
            }
        }
        let is_exception = class.is_subclass(self.types.exception(Exc::BaseException));
        if class.kind != ClassKind::User && !is_exception {
            self.stack.truncate(floor);
            return Err(Raise::type_error(format!("cannot create '{}' instances", class.full_name())));
        }
        let own_new = class.own_new();
        let chooses_arguments = own_new.is_some();
        let instance = match own_new {
            None => {
                let simple = class.native_base().is_none();
                refuse_abstract(class)?;
                if simple {
                    Value::Instance(Instance::new(class.clone()))
                } else {
                    let (args, kwargs) = self.peek_arguments(start, names);
                    self.new_object(class, &args, &kwargs)?
                }
            }
            Some(new) => {
                let new = self.bound_to_class(new, &Value::Class(class.clone()), class)?;
                let (mut args, kwargs) = self.peek_arguments(start, names);
                args.insert(0, Value::Class(class.clone()));
                let made = self.call(&new, &args, &kwargs)?;
                if !self.class_of(&made).is_subclass(class) {
                    self.stack.truncate(floor);
                    return Ok(Entered::Value(made));
                }
                made
            }
        };
        // The class of the object that `__new__` returned, which may be a subclass.
        let class = &self.class_of(&instance);
        match class.lookup("__init__") {
            Some(Value::Function(init)) => {
                self.stack[start - 1] = instance.clone();
                let mut kind = FrameKind::Init(instance);
                if init.code.flow.rests() {
                    kind = FrameKind::Plain;
                }
                self.call_function(init, floor, start - 1, names, kind)
            }
            Some(Value::Builtin(init)) if init.name == "object.__init__" => {
                let given = self.stack.len() - start;
                self.stack.truncate(floor);
                let plain = matches!(instance.beneath(), Value::Instance(_));
                if given > 0 && plain && !chooses_arguments {
                    return Err(Raise::type_error(format!("{}() takes no arguments", class.name)));
                }
                Ok(Entered::Value(instance))
            }
            Some(init) => {
                let (args, kwargs) = self.take_arguments(start, names);
                self.stack.truncate(floor);
                // BaseException's `__init__` accepts any arguments. The exception has them already, unless a `__new__` of its class chose
                // others.
                let keeps = matches!(init, Value::Builtin(init) if init.name.starts_with("BaseException"));
                if !is_exception || chooses_arguments || !keeps {
                    let init = self.bind(init, &instance, class)?;
                    self.call(&init, &args, &kwargs)?;
                } else if !kwargs.is_empty() {
                    exception::name_fields(&instance, class, &kwargs)?;
                }
                Ok(Entered::Value(instance))
            }
            None => {
                self.stack.truncate(floor);
                Ok(Entered::Value(instance))
            }
        }
    }
    /// Calls a method of the metaclass with the class as its object, such as `len(Color)`.
    pub(crate) fn by_metaclass(&mut self, class: &Value, name: &str, args: &[Value]) -> Result<Option<Value>> {
        if let Value::Class(of) = class
            && let Some(metaclass) = of.metaclass().cloned()
            && let Some(method) = of.of_metaclass(name)
        {
            return self.call_bound(method, class, &metaclass, args).map(Some);
        }
        Ok(None)
    }
    fn peek_arguments(&self, start: usize, names: &[Str]) -> (Vec<Value>, Vec<(String, Value)>) {
        let split = self.stack.len() - names.len();
        let kwargs = names.iter().map(ToString::to_string).zip(self.stack[split..].iter().cloned()).collect();
        (self.stack[start..split].to_vec(), kwargs)
    }

    /// `object.__new__(class, ...)`: an instance with its payload.
    pub(crate) fn new_object(
        &mut self,
        class: &Rc<Class>,
        args: &[Value],
        kwargs: &[(String, Value)],
    ) -> Result<Value> {
        refuse_abstract(class)?;
        if class.is_subclass(&self.types.type_) {
            return self.new_class(class, args, kwargs);
        }
        if let Some(new) = class.new.get()
            && class.name != "object"
        {
            let args = new.bind(args, kwargs)?;
            return (new.run)(self, &args);
        }
        if class.is_subclass(self.types.exception(Exc::BaseException)) {
            return match class.is_subclass(self.types.built_in("BaseExceptionGroup")) {
                true => exception_group::new(self, class, args),
                false => {
                    exception::check_arguments(class, args)?;
                    Ok(exception::make(class, Rc::new(args.iter().cloned().collect())))
                }
            };
        }
        let Some(base) = class.native_base() else {
            return Ok(Value::Instance(Instance::new(class.clone())));
        };
        let Some(new) = base.new.get() else {
            return if base.kind == ClassKind::Native {
                Ok(Value::Instance(Instance::new(class.clone())))
            } else {
                Err(Raise::type_error(format!("type '{}' is not an acceptable base type", base.name)))
            };
        };
        let mutable = matches!(base.name.as_str(), "list" | "dict" | "set" | "bytearray" | "property")
            && base.kind == ClassKind::BuiltIn;
        // `__init__` makes the payload, unless the class's own `__new__` requested it here. CPython makes an array before it calls
        // `__init__`.
        let asked = class.own_new().is_some();
        let made_at_once = matches!((&*base.module, &*base.name), ("array", "array") | ("decimal", "Decimal"));
        if !mutable
            && !asked
            && !made_at_once
            && base.kind == ClassKind::Native
            && matches!(class.lookup("__init__"), Some(Value::Function(_)))
        {
            return Ok(Value::Instance(Instance::new(class.clone())));
        }
        // A payload that `__init__` fills starts empty: an iterator gives its items only once.
        let init_fills = match class.lookup("__init__") {
            Some(Value::Function(_)) => true,
            Some(Value::Builtin(init)) => init.name.strip_suffix(".__init__") == Some(base.name.as_str()),
            _ => false,
        };
        let payload = match (mutable, init_fills) {
            (true, true) => (new.run)(self, &new.bind(&[], &[])?)?,
            // Keywords are for the class's own `__init__` if the native constructor accepts none.
            (_, true) if base.name == "array" || !new.parsed().takes_keywords() => {
                (new.run)(self, &new.bind(args, &[])?)?
            }
            _ => (new.run)(self, &new.bind(args, kwargs)?)?,
        };
        Ok(Value::Instance(Instance::with_payload(class.clone(), payload)))
    }

    /// `object.__init__`: for subclasses of a native class, makes or fills the payload.
    pub(crate) fn init_beneath(&mut self, object: &Value, args: &[Value], kwargs: &[(String, Value)]) -> Result<Value> {
        let Value::Instance(instance) = object else {
            return Ok(Value::None);
        };
        let class = instance.class.borrow().clone();
        let new = class.native_base().and_then(|base| base.new.get());
        match (instance.payload(), new) {
            (_, None) => {
                let own_init = !matches!(class.lookup("__init__"), Some(Value::Builtin(_)) | None);
                if (!args.is_empty() || !kwargs.is_empty())
                    && (own_init || class.own_new().is_none())
                    && class.native_base().is_none()
                {
                    let name = if own_init { "object" } else { &class.name };
                    return Err(Raise::type_error(format!(
                        "{name}.__init__() takes exactly one argument (the instance to initialize)"
                    )));
                }
            }
            (Value::None, Some(new)) => {
                let made = (new.run)(self, &new.bind(args, kwargs)?)?;
                let _ = instance.payload.set(made);
            }
            (payload, Some(new)) if !(args.is_empty() && kwargs.is_empty()) => {
                let payload = payload.clone();
                if matches!(payload, Value::List(_) | Value::Dict(_) | Value::Set(_)) {
                    // Keywords are for the class's own `__new__`.
                    let takes_all = !matches!(payload, Value::Dict(_)) && class.own_new().is_some();
                    let kwargs = if takes_all { &[] } else { kwargs };
                    let made = (new.run)(self, &new.bind(args, kwargs)?)?;
                    self.refill(&payload, &made)?;
                }
            }
            _ => {}
        }
        Ok(Value::None)
    }
    fn refill(&mut self, target: &Value, source: &Value) -> Result<()> {
        match (target, source) {
            (Value::List(target), Value::List(source)) => {
                let items = source.items.take();
                *target.items.borrow_mut() = items;
            }
            (Value::Dict(target), Value::Dict(source)) => target.update(self, source)?,
            (Value::Set(target), Value::Set(source)) => target.merge(self, source)?,
            _ => {}
        }
        Ok(())
    }

    /// Makes the class of a `class` statement; also `type(name, bases, dict)`.
    pub(crate) fn make_class(
        &mut self,
        name: &str,
        bases: &[Value],
        dict: Rc<Dict>,
        kwargs: &[(String, Value)],
        metaclass: Option<&Rc<Class>>,
    ) -> Result<Value> {
        let mut classes = self.resolve_bases(bases)?;
        if classes.is_empty() {
            classes.push(self.types.object.clone());
        }
        const FINAL: &[&str] = &[
            "bool",
            "NoneType",
            "function",
            "builtin_function_or_method",
            "classmethod_descriptor",
            "method_descriptor",
            "wrapper_descriptor",
            "method-wrapper",
            "method",
            "getset_descriptor",
            "member_descriptor",
            "range",
            "slice",
            "generator",
            "coroutine",
            "async_generator",
        ];
        let is_final = |class: &Class| {
            class.kind == ClassKind::BuiltIn && FINAL.contains(&class.name.as_str()) || class.is_final.get()
        };
        if let Some(class) = classes.iter().find(|class| is_final(class)) {
            return Err(Raise::type_error(format!("type '{}' is not an acceptable base type", class.spoken_name())));
        }
        // Two built-in bases would need different payloads.
        let mut beneath: Vec<&Class> = classes.iter().filter_map(|class| class.built_in_base()).collect();
        beneath.sort_by_key(|class| std::cmp::Reverse(class.ancestors().len()));
        if beneath.first().is_some_and(|first| beneath.iter().any(|other| !first.is_subclass(other))) {
            return Err(Raise::type_error("multiple bases have instance lay-out conflict"));
        }
        if !beneath.is_empty() && classes.iter().any(|class| class.is_subclass(self.types.built_in("module"))) {
            return Err(Raise::type_error("multiple bases have instance lay-out conflict"));
        }
        for (name, wrap) in [("__init_subclass__", true), ("__class_getitem__", true), ("__new__", false)] {
            if let Some(function @ Value::Function(_)) = dict.get_str(name) {
                let wrapped =
                    if wrap { crate::descriptor::ClassMethod::of(function) } else { StaticMethod::of(function) };
                dict.insert_str(name, wrapped);
            }
        }
        if dict.get_str("__eq__").is_some() && dict.get_str("__hash__").is_none() {
            dict.insert_str("__hash__", Value::None);
        }
        let given = dict.get_str("__module__");
        let module = match &given {
            Some(Value::Str(name)) => name.to_string(),
            _ => self.module_of_class(name),
        };
        if given.is_none() {
            dict.insert_str("__module__", Value::str(&module));
        }
        if bases.iter().any(|base| !matches!(base, Value::Class(_))) {
            dict.insert_str("__orig_bases__", Value::tuple(bases.to_vec()));
        }
        let cell = dict.remove_str("__classcell__");
        let qualname = dict.remove_str("__qualname__");
        if let Some(other) = qualname.as_ref().filter(|name| name.as_str().is_none()) {
            return Err(Raise::type_error(format!("type __qualname__ must be a str, not {}", other.type_name())));
        }
        let class = Class::build(&module, name, classes, dict.clone(), ClassKind::User)?;
        if let Some(metaclass) = metaclass {
            class.set_metaclass(metaclass);
        }
        if let Some(qualname) = qualname {
            class.set_qualname(qualname);
        }
        if let Some(cell) = cell {
            crate::builtins::function::fill_cell(&cell, Value::Class(class.clone()))?;
        }
        if let Some(ancestors) = self.own_order(&class)? {
            class.reorder(class.bases().to_vec(), ancestors);
        }
        crate::slots::apply(self, &class)?;
        if class.dict.get_str("__doc__").is_none() {
            class.set("__doc__", Value::None);
        }
        let made = Value::Class(class.clone());
        for (key, value) in dict.items() {
            if let Some(property) = Property::of(&value) {
                property.set_name(&key);
            }
            if let Value::Instance(instance) = &value {
                let owner = instance.class.borrow().clone();
                if let Some(hook) = owner.lookup("__set_name__") {
                    let named = self.call_bound(hook, &value, &owner, &[made.clone(), key.clone()]);
                    named.map_err(|raise| self.failed_naming(raise, &owner, &key, name))?;
                }
            }
        }
        let hook = class.ancestors().iter().find_map(|class| class.dict.get_str("__init_subclass__"));
        if let Some(hook) = hook {
            let hook = self.bind(hook, &made, &class)?;
            self.call(&hook, &[], kwargs).map_err(|raise| match kwargs.first() {
                Some((key, _)) if raise.message().starts_with("object.__init_subclass__() takes no keyword") => {
                    Raise::type_error(format!("{}.__init_subclass__() takes no keyword arguments", class.qualname()))
                        .help(format!("'{key}' was given"))
                }
                _ => raise,
            })?;
        }
        Ok(made)
    }

    /// The module that a class defined by the running code belongs to.
    pub(super) fn module_of_class(&self, name: &str) -> String {
        let Some(frame) = self.frames.last() else { return "__main__".to_owned() };
        let module = frame.globals();
        let home = module.home_of.get().and_then(|home_of| home_of(&module.name, name));
        home.map_or_else(|| module.shown_name(), str::to_owned)
    }

    /// Adds a note to an error of `__set_name__` about the class being made.
    fn failed_naming(&mut self, raise: Raise, owner: &Class, key: &Value, class: &str) -> Raise {
        let key = self.repr(key).unwrap_or_default();
        let text = format!("Error calling __set_name__ on '{}' instance {key} in '{class}'", owner.name);
        let told = exception::materialize(raise);
        match self.call_method(&told, "add_note", &[Value::from(text)]) {
            Ok(_) => Raise::object(told),
            Err(raise) => raise,
        }
    }

    /// Runs the finalizers of objects that died.
    pub(crate) fn run_finalizers(&mut self) {
        while finalizers::any() {
            if finalizers::polls() {
                weak::look(self);
            }
            let waiting = finalizers::take();
            if waiting.is_empty() {
                return;
            }
            for waiting in waiting {
                match waiting {
                    Waiting::Object(object) => self.finish(object),
                    Waiting::Revived(from, instance) => {
                        weak::moved(from, &instance);
                        self.run_last_words(&instance);
                    }
                    Waiting::Ended(address) => weak::tell_end(self, address),
                }
            }
        }
    }
    fn finish(&mut self, object: Value) {
        match &object {
            Value::Builtin(_) => {
                if let Err(raise) = self.call(&object, &[], &[]) {
                    self.tell_unraisable(raise, &object);
                }
            }
            Value::Iter(generator) => {
                if let Err(raise) = self.last_words_of(generator) {
                    self.tell_unraisable(raise, &object);
                }
            }
            Value::List(batch) => batch.items.take().iter().for_each(|object| self.run_last_words(object)),
            _ => self.run_last_words(&object),
        }
    }
    /// Finalizes a frame that can never be resumed.
    fn last_words_of(&mut self, generator: &Rc<Iter>) -> Result<()> {
        if generator.is_new() {
            let warned = self.warn_never_awaited(generator);
            *generator.state.borrow_mut() = IterState::Done;
            return warned;
        }
        let steps = generator.steps.as_deref().filter(|steps| !steps.closed.get());
        if let Some(hook) = steps.map(|steps| steps.finalizer.take()).filter(|hook| !hook.is_none()) {
            steps.inspect(|steps| steps.finalized.set(true));
            return self.call(&hook, &[Value::Iter(generator.clone())], &[]).map(drop);
        }
        let closed = self.generator_close(generator).map(drop);
        // A generator that ignores GeneratorExit is not closed again.
        *generator.state.borrow_mut() = IterState::Done;
        closed
    }
    fn run_last_words(&mut self, object: &Value) {
        let class = self.class_of(object);
        if let Some(method) = class.lookup("__del__")
            && let Ok(bound) = self.bind(method.clone(), object, &class)
            && let Err(raise) = self.call(&bound, &[], &[])
        {
            self.tell_unraisable(raise, &method);
        }
    }

    /// Passes an exception that no code can catch to `sys.unraisablehook`.
    pub(crate) fn tell_unraisable(&mut self, raise: Raise, object: &Value) {
        let plain = format!("Exception ignored in: {}\n{raise}\n", object.type_name());
        let exception = exception::materialize(raise);
        let told =
            self.import("sys").and_then(|sys| self.call_method(&sys, "_unraisable", &[exception, object.clone()]));
        if told.is_err() {
            self.host().write_stderr(&plain);
        }
    }

    /// The exception given to `raise`: an instance, or a class to call.
    pub(crate) fn exception_of(&mut self, value: Value) -> Result<Value> {
        let made = match &value {
            Value::Class(class) if class.is_subclass(self.types.exception(Exc::BaseException)) => {
                self.call(&value, &[], &[])?
            }
            _ if value.downcast::<ExceptionState>().is_some() => return Ok(value),
            _ => return Err(Raise::type_error("exceptions must derive from BaseException")),
        };
        if made.downcast::<ExceptionState>().is_some() {
            return Ok(made);
        }
        let (class, found) = (self.repr(&value)?, Value::Class(self.class_of(&made)));
        let found = self.repr(&found)?;
        Err(Raise::type_error(format!(
            "calling {class} should have returned an instance of BaseException, not {found}"
        )))
    }
}

/// Labels the error of a builtin at the builtin's own arguments.
#[cold]
fn at_arguments(mut raise: Raise, args: &Args) -> Raise {
    raise.find_objects(&args.slots);
    raise
}

/// TypeError for a class with abstract methods.
fn refuse_abstract(class: &Class) -> Result<()> {
    let Some(names) = class.abstract_methods() else {
        return Ok(());
    };
    let plural = if names.len() == 1 { "" } else { "s" };
    let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    let (class, names) = (&class.name, names.join(", "));
    Err(Raise::type_error(format!(
        "Can't instantiate abstract class {class} without an implementation for abstract method{plural} {names}"
    )))
}

fn not_callable(value: &Value) -> Raise {
    Raise::type_error(format!("'{}' object is not callable", value.type_name()))
}

/// Whether calling it from a class's dict passes the object as the first argument.
fn is_method(found: &Value) -> bool {
    match found {
        Value::Builtin(builtin) => builtin.is_method(),
        found => matches!(found, Value::Function(_)),
    }
}
