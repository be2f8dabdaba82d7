//! The evaluator, and its interface to native code.
//!
//! A stack machine over bytecode (`compile`). One stack holds the locals and operands of all frames; a frame stores where its
//! own begin. Handlers and handled exceptions are on stacks of their own. A call between functions of the language pushes a
//! frame and continues in the same loop (`run`). So does a generator that a `for` or `yield from` resumes. The native stack
//! recurses only where native code calls back. It grows as needed (`roomy`), and its depth is bounded.
//!
//! What makes it fast, in order of effect:
//! - a value is two words, passed in two registers, and numbers are read and written in place on the stack (`quick`); the loop
//!   also keeps the stack height and the instruction pointer in registers (`operands`);
//! - superinstructions: one instruction does the work of several that often occur together (`compile::fuse`);
//! - inline caches: an instruction that looks up a name stores the position where it was found and the version of the class
//!   or module namespace; a shared table covers instructions that meet several classes (`quick::Shared`);
//! - a frame takes its function from the stack, and with it code, captured variables and module, so that a typical call
//!   changes no reference count; operator methods and `__init__` run as frames too;
//! - arguments are bound in place on the stack (`bind`), and keywords at cached positions; native functions read their
//!   arguments from the stack (`native::Builtin`);
//! - a generator stays active while a native function consumes its items (`generator::Sink`).
//!
//! Polling for an interrupt is one relaxed load at every backward jump, call, iteration step, comparison and repr.

mod arithmetic;
mod attribute;
mod awaiting;
mod bases;
pub mod big;
mod bind;
mod call;
mod cell;
mod class_attribute;
mod code_store;
mod cold_ops;
mod compare;
mod edited;
mod evaluate;
pub(crate) mod finalizers;
mod frame;
mod generator;
mod hash;
mod import;
mod instrumented;
mod iterate;
mod kinship;
mod load_module;
mod matching;
mod metaclass;
mod missing;
mod module_attribute;
mod names;
mod operands;
mod operator;
mod own_import;
mod peek;
mod polled;
mod quick;
mod ready;
mod run;
mod slices;
mod steps;
mod subscript;
mod text;
pub mod threads;
pub(crate) mod trace;
mod unwind;
mod waiting;
mod watch;

pub use code_store::CodeStore;
pub use finalizers::at_safe_point;
pub(crate) use frame::{Exit, Frame};
pub use import::{BUILT_IN, OWN_MODULES, resolve};
pub use instrumented::Listener;
pub(crate) use operands::Stack;
pub use peek::Peeked;
pub use polled::{Polled, Turns};
pub use ready::Awaited;
pub use watch::{Call, Told, Watch};

use super::builtins::install::{install, iterator_class};
use super::class::Class;
use super::native::ModuleDef;
use super::object::{Dict, Module, TryBlock};
use super::source::{Source, Sources};
use super::types::{Types, types};
use super::{Exc, Raise, Result, Span, Truth, Value, builtins, gc, native_stack::roomy};
use frame::Frames;
use names::Names;
use threads::Threads;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The services that the language needs from its environment. Shared, because a magic that runs a cell prints through the same host.
pub trait Host {
    fn write_stdout(&self, text: &str);
    fn write_stderr(&self, text: &str);
    /// `input(prompt)`; EOFError where no front end can answer.
    fn input(&self, prompt: &str, password: bool) -> Result<String>;
    /// Shows a value's rich forms now (`display(x)`); `id` names a display to update later.
    fn display(&self, bundle: &[(String, String)], id: Option<&str>, update: bool);
    /// Runs `%line magic` or `%%cell magic` (with a body). `name?` and `name??` arrive as `pinfo` and `pinfo2`, `!command` as `!`,
    /// or as `sx` where its output is the value.
    fn magic(&self, vm: &mut Vm, name: &str, line: &str, body: Option<&str>) -> Result<Value>;
    /// Whether output goes to descriptors 1 and 2 of the process, so that a forked process can write there too.
    fn writes_to_descriptors(&self) -> bool {
        false
    }
    /// The arguments before the file name on a command line that runs a file with this program.
    fn command(&self) -> &'static [&'static str] {
        &[]
    }
    /// Processor time used by this process; None where the host has no such clock.
    fn processor_time(&self) -> Option<std::time::Duration> {
        None
    }
    /// The host's number of the running cell; a thread keeps the number of the cell that started it.
    fn cell(&self) -> u64 {
        0
    }
    /// Attributes subsequent output to this cell.
    fn enter_cell(&self, _cell: u64) {}
    /// Called at safe points after attention was requested: answers completion requests and similar.
    fn safe_point(&self, vm: &mut Vm);
}

/// Maximum nesting of native code that calls back into the language. The native stack grows as needed (`roomy`).
const NATIVE_DEPTH: usize = frame::RECURSION_LIMIT;

/// The interpreter: one per thread that evaluates.
pub struct Vm {
    pub(crate) stack: Stack,
    pub(crate) frames: Frames,
    /// Installed handlers and handled exceptions of all frames, innermost last.
    tries: Vec<TryBlock>,
    pub(crate) handling: Vec<Value>,
    /// The next instruction of the running frame, and the start of its locals.
    pub(crate) ip: usize,
    pub(crate) base: usize,
    native_depth: usize,
    recursion_limit: usize,
    pub(crate) types: Rc<Types>,
    names: Rc<Names>,
    /// Results of recent attribute lookups.
    shared: quick::Shared,
    pub(crate) builtins: Rc<Dict>,
    pub(crate) sources: Sources,
    /// `sys.modules`.
    modules: Rc<Dict>,
    definitions: HashMap<&'static str, &'static ModuleDef>,
    main: Rc<Module>,
    host: Rc<dyn Host>,
    code_store: Option<Rc<dyn CodeStore>>,
    interrupt: Arc<AtomicBool>,
    attention: Arc<AtomicBool>,
    /// `sys.set_asyncgen_hooks`: called with an asynchronous generator at its first step, and at its end.
    pub async_hooks: (Value, Value),
    is_finalizing: bool,
    pub(crate) threads: Threads,
    /// Callbacks that run at safe points after attention was requested.
    attentive: Vec<Attentive>,
    /// Called on an interrupt in place of raising KeyboardInterrupt.
    interrupt_handler: Option<Attentive>,
    pub(crate) forks: threads::Forks,
}

/// Runs at a safe point.
pub type Attentive = fn(&mut Vm) -> Result<()>;

impl Vm {
    /// Setting `interrupt`, from any thread, raises KeyboardInterrupt in the running program. Setting `attention` makes the
    /// interpreter call `Host::safe_point` soon.
    pub fn new(host: Rc<dyn Host>, interrupt: Arc<AtomicBool>, attention: Arc<AtomicBool>) -> Vm {
        let types = types();
        install(&types);
        let builtins = Dict::new();
        for (name, class) in types.public() {
            builtins.insert_str(name, Value::Class(class.clone()));
        }
        for builtin in builtins::functions() {
            builtins.insert_str(builtin.name, Value::Builtin(builtin));
        }
        for name in ["map", "filter", "zip", "enumerate", "reversed"] {
            if builtins::constructor(name).is_some() {
                builtins.insert_str(name, Value::Class(iterator_class(name)));
            }
        }
        for (name, target) in [("IOError", "OSError"), ("EnvironmentError", "OSError")] {
            builtins.insert_str(name, Value::Class(types.built_in(target).clone()));
        }
        builtins.insert_str("NotImplemented", Value::NotImplemented);
        builtins.insert_str("Ellipsis", Value::Ellipsis);
        builtins.insert_str("None", Value::None);
        builtins.insert_str("False", Value::Bool(Truth::False));
        builtins.insert_str("True", Value::Bool(Truth::True));
        builtins.insert_str("__debug__", Value::Bool(Truth::True));
        let main = Module::new("__main__", Dict::new());
        main.dict.insert_str("__name__", Value::str("__main__"));
        let vm = Vm {
            stack: Stack::default(),
            frames: Frames::default(),
            tries: Vec::new(),
            handling: Vec::new(),
            ip: 0,
            base: 0,
            native_depth: 0,
            recursion_limit: frame::RECURSION_LIMIT,
            types,
            names: Rc::new(Names::new()),
            shared: quick::Shared::new(),
            builtins: builtins.clone(),
            sources: Sources::default(),
            modules: Dict::new(),
            definitions: HashMap::new(),
            main: main.clone(),
            host,
            code_store: None,
            interrupt,
            attention,
            async_hooks: (Value::None, Value::None),
            is_finalizing: false,
            threads: Threads::default(),
            attentive: Vec::new(),
            interrupt_handler: None,
            forks: threads::Forks::default(),
        };
        vm.modules.insert_str("__main__", Value::Module(main));
        let built_in = Module::new("builtins", builtins.clone());
        builtins.insert_str("__builtins__", Value::Module(built_in.clone()));
        builtins.insert_str("__name__", Value::str("builtins"));
        vm.modules.insert_str("builtins", Value::Module(built_in));
        vm
    }

    /// Maximum nesting of calls.
    pub fn recursion_limit(&self) -> usize {
        self.recursion_limit
    }
    /// Sets the limit; RecursionError where calls are already nested deeper. Frames are on the heap, so memory is the only bound.
    pub fn set_recursion_limit(&mut self, limit: usize) -> Result<()> {
        let depth = self.frames.len();
        if depth >= limit {
            let text = format!(
                "cannot set the recursion limit to {limit} at the recursion depth {depth}: the limit is too low"
            );
            return Err(Raise::new(Exc::RecursionError, text));
        }
        self.recursion_limit = limit;
        Ok(())
    }

    // --- the world
    /// The names of the `__main__` module.
    pub fn globals(&self) -> Rc<Dict> {
        self.main.dict.clone()
    }
    /// A built-in function, class or constant.
    pub fn builtin(&self, name: &str) -> Option<Value> {
        self.builtins.get_str(name)
    }
    pub fn builtin_names(&self) -> Vec<String> {
        self.builtins.keys().iter().filter_map(|key| key.as_str().map(str::to_owned)).collect()
    }
    /// Replaces the host: a forked process has its own.
    pub fn set_host(&mut self, host: Rc<dyn Host>) {
        self.host = host;
    }
    pub fn host(&self) -> Rc<dyn Host> {
        self.host.clone()
    }
    /// Handles interrupts and safe points. Call it in every native loop that can run long.
    pub fn check_interrupt(&mut self) -> Result<()> {
        let asked = self.attention.swap(false, Ordering::AcqRel);
        if self.threads.is_asked(asked) {
            let host = self.host.clone();
            host.safe_point(self);
            for act in self.attentive.clone() {
                act(self)?;
            }
        }
        if self.threads.is_main() && self.interrupt.swap(false, Ordering::AcqRel) {
            return match self.interrupt_handler {
                Some(handle) => handle(self),
                None => Err(Raise::new(Exc::KeyboardInterrupt, "")),
            };
        }
        Ok(())
    }
    /// Registers `act` to be called at safe points after attention was requested.
    pub fn on_attention(&mut self, act: Attentive) {
        if !self.attentive.iter().any(|known| std::ptr::fn_addr_eq(*known, act)) {
            self.attentive.push(act);
        }
    }
    /// Requests attention when set, from any thread or signal handler.
    pub fn attention(&self) -> Arc<AtomicBool> {
        self.attention.clone()
    }
    /// Makes an interrupt call this instead of raising KeyboardInterrupt; None restores the default.
    pub fn set_interrupt_handler(&mut self, handle: Option<Attentive>) {
        self.interrupt_handler = handle;
    }
    /// Interrupts the program when set, from any thread or signal handler.
    pub fn interrupts(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }
    /// Interrupts the program as the front end does.
    pub fn interrupt(&self) {
        self.interrupt.store(true, Ordering::Release);
    }
    /// Whether an interrupt is pending.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }
    /// Whether the host requested attention, or a time slice is over.
    pub(super) fn is_attention_asked(&self) -> bool {
        self.attention.load(Ordering::Relaxed)
    }
    /// The source span of the expression being evaluated.
    pub fn span(&self) -> Span {
        match self.frames.last() {
            Some(frame) => frame.code().span(self.ip.saturating_sub(1)),
            None => Span::default(),
        }
    }
    /// Records the user's expression being evaluated; inside our own modules the calling expression stays recorded.
    #[inline]
    pub(crate) fn note_running(&self) {
        if let Some(frame) = self.frames.last()
            && frame.code().is_users
        {
            super::place::note(frame.code().span(self.ip.saturating_sub(1)));
        }
    }
    /// Registers user source that the language does not run itself, so that errors can show it.
    pub fn add_source(&mut self, name: &str, text: &str) -> u32 {
        self.sources.add(name, text, super::source::SourceKind::User)
    }
    pub fn source(&self, id: u32) -> Option<&Source> {
        self.sources.get(id)
    }
    /// The source text of a function of the language, if available.
    pub fn source_of(&self, object: &Value) -> Option<String> {
        match object {
            Value::Function(function) => {
                let code = &function.code;
                let source = self.sources.get(code.source)?;
                let (start, end) = (code.range.0 as usize, code.range.1 as usize);
                let line = source.text[..start].rfind('\n').map_or(0, |at| at + 1);
                Some(source.text.get(line..end)?.to_owned())
            }
            Value::Method(method) => self.source_of(&method.function),
            Value::Class(class) => {
                let (source, start, end) = class.place.get()?;
                let source = self.sources.get(source)?;
                let line = source.text[..start as usize].rfind('\n').map_or(0, |at| at + 1);
                Some(source.text.get(line..end as usize)?.to_owned())
            }
            Value::Native(object) => object.source(),
            _ => None,
        }
    }
    /// The instructions of a code object, for `dis`.
    ///
    /// # Errors
    /// TypeError if the argument is not code.
    pub fn instructions_of(&mut self, code: &Value) -> Result<Vec<Value>> {
        crate::builtins::instructions(self, code)
    }
    /// Source location of a function, class or code object: (source name, text, first line, last line).
    pub fn block_of(&self, object: &Value) -> Option<Value> {
        let (source, start, end) = match object {
            Value::Function(function) => (function.code.source, function.code.range.0, function.code.range.1),
            Value::Class(class) => class.place.get()?,
            other => crate::builtins::code_place(other)?,
        };
        let source = self.sources.get(source)?;
        Some(Value::tuple(vec![
            Value::str(&*source.name),
            Value::str(&*source.text),
            Value::from(i64::from(source.line(start))),
            Value::from(i64::from(source.line(end.saturating_sub(1).max(start)))),
        ]))
    }
    /// Source location of a function or class of the language: source name and line.
    pub fn place_of(&self, object: &Value) -> Option<(String, u32)> {
        let (source, start) = match object {
            Value::Function(function) => (function.code.source, function.code.range.0),
            Value::Method(method) => return self.place_of(&method.function),
            Value::Class(class) => class.place.get().map(|(source, start, _)| (source, start))?,
            _ => return None,
        };
        let source = self.sources.get(source)?;
        Some((source.name.to_string(), source.line(start)))
    }
    /// Frees cyclic garbage; returns the number of objects found.
    pub fn collect_cycles(&mut self) -> usize {
        self.collect_with(gc::collect)
    }
    /// As `collect_cycles`, but scans old objects only occasionally where millions of objects are alive.
    pub fn collect_at_end_of_cell(&mut self) {
        self.collect_with(gc::collect_at_end_of_cell);
    }
    fn collect_with(&mut self, collect: fn() -> usize) -> usize {
        let found = collect();
        if finalizers::any() {
            self.run_finalizers();
            collect();
            self.run_finalizers();
        }
        found
    }

    // --- objects
    pub fn class_of(&self, object: &Value) -> Rc<Class> {
        match object {
            Value::Instance(instance) => instance.class.borrow().clone(),
            Value::Native(native) => native.class(),
            Value::Class(class) => class.metaclass().unwrap_or(&self.types.type_).clone(),
            Value::Str(_) => self.types.str_.clone(),
            Value::Int(_) => self.types.int.clone(),
            Value::Float(_) => self.types.float.clone(),
            Value::List(_) => self.types.list.clone(),
            Value::Dict(_) => self.types.dict.clone(),
            Value::Tuple(_) => self.types.tuple.clone(),
            Value::Module(module) if module.class.borrow().is_some() => module.class.borrow().clone().unwrap(),
            Value::Iter(iter) => iterator_class(iter.name),
            other => self.types.built_in(other.built_in_type_name()).clone(),
        }
    }

    /// Runs native code that may call back into the language; RecursionError where such calls nest too deep.
    pub fn nested<T>(&mut self, step: impl FnOnce(&mut Vm) -> Result<T>) -> Result<T> {
        self.native_step(step)
    }
    /// Runs a step of native recursion whose depth the caller bounds, with room on the native stack.
    pub fn roomy<T>(step: impl FnOnce() -> T) -> T {
        roomy(step)
    }
    pub(crate) fn native_step<T>(&mut self, step: impl FnOnce(&mut Vm) -> Result<T>) -> Result<T> {
        if self.native_depth >= NATIVE_DEPTH {
            return Err(Raise::new(Exc::RecursionError, "maximum recursion depth exceeded"));
        }
        self.native_depth += 1;
        let result = roomy(|| step(self));
        self.native_depth -= 1;
        result
    }
}
