//! Code as data: `exec`, `eval` and `compile`.

use super::Vm;
use super::cell::syntax_error;
use super::frame::{Frame, FrameKind, at_rest};
use super::instrumented;
use crate::compile::{Code, Last, Names, symbols};
use crate::nodes::{self, Root};
use crate::object::{Cell, Dict, Function, Module, Namespace, Str, Tuple};
use crate::program::{Program, Scope};
use crate::source::{Source, SourceKind};
use crate::syntax_problem::SyntaxProblem;
use crate::tree::Grammar;
use crate::{Exc, Raise, Result, Value};
use crate::{observer, syntax};
use std::cell::OnceCell;
use std::rc::Rc;

impl Vm {
    /// Compiles source for [`Vm::evaluate`]; errors and tracebacks show it as `file`.
    ///
    /// # Errors
    /// SyntaxError with its position.
    pub(crate) fn compile_text(&mut self, text: &str, file: &str, grammar: Grammar, last: Last) -> Result<Program> {
        let id = self.sources.add(file, text, self.kind_of_caller());
        let program = self.compile_added(id, grammar, last)?;
        self.warn_of_syntax(id)?;
        Ok(program)
    }

    /// As `compile_text`, for user code such as a module's file, even if our own modules compile it.
    pub(crate) fn compile_users(&mut self, text: &str, file: &str, grammar: Grammar, last: Last) -> Result<Program> {
        let id = self.sources.add(file, text, SourceKind::User);
        self.compile_added(id, grammar, last)
    }

    fn compile_added(&mut self, id: u32, grammar: Grammar, last: Last) -> Result<Program> {
        let lease = self.sources.lease(id);
        let compiled = self.compile_leased(id, Some(lease), grammar, (last, Names::Globals));
        let code = compiled.map_err(|problems| self.syntax_error_in(id, &problems, Origin::Text))?;
        Ok(Program { code, grammar, last, tree: None, with_namespace: OnceCell::new() })
    }

    /// Parses source to its root node.
    ///
    /// # Errors
    /// SyntaxError with its position.
    pub(crate) fn nodes_of_text(&mut self, text: &str, file: &str, grammar: Grammar, last: Last) -> Result<Value> {
        let id = self.sources.add(file, text, self.kind_of_caller());
        let _lease = self.sources.lease(id);
        syntax::with_room(|| {
            let body = syntax::grammatical(text, id, grammar)
                .map_err(|problems| self.syntax_error_in(id, &problems, Origin::Text))?;
            nodes::of_tree(self, &body, text, Root::of(last))
        })
    }

    /// The scopes of a source (`symtable`).
    pub(crate) fn scopes_of_text(&mut self, text: &str, file: &str, grammar: Grammar) -> Result<Value> {
        self.compile_text(text, file, grammar, Last::Dropped)?;
        let id = self.sources.add(file, text, self.kind_of_caller());
        let _lease = self.sources.lease(id);
        syntax::with_room(|| {
            let body = syntax::grammatical(text, id, grammar)
                .map_err(|problems| self.syntax_error_in(id, &problems, Origin::Text))?;
            Ok(symbols::table(&body, text))
        })
    }

    /// Compiles nodes as `compile_text` compiles text. Spans refer to a source of that name if it contains all positions.
    pub(crate) fn compile_nodes(&mut self, root: &Value, file: &str, grammar: Grammar, last: Last) -> Result<Program> {
        syntax::with_room(|| {
            let kind = Root::of(last);
            let (mut tree, layout) = nodes::to_tree(self, root, kind)?;
            let known = self.sources.named(file).filter(|_| !file.starts_with('<')).map(|source| source.text.clone());
            let known = known.filter(|text| layout.fits(text));
            let text = match known {
                Some(text) => {
                    tree = nodes::to_tree_in(self, root, kind, &text)?;
                    text
                }
                None => layout.blank().into(),
            };
            let id = self.sources.add(file, &text, self.kind_of_caller());
            let lease = self.sources.lease(id);
            let compiled = syntax::checked(&tree, &text, id, grammar)
                .and_then(|()| self.compile_body(id, Some(lease), &tree, (last, Names::Globals)));
            let code = compiled.map_err(|problems| self.syntax_error_in(id, &problems, Origin::Nodes))?;
            Ok(Program { code, grammar, last, tree: Some(tree), with_namespace: OnceCell::new() })
        })
    }

    /// Issues the warnings of a compiled user source about code that is probably a mistake.
    ///
    /// # Errors
    /// SyntaxError if the program's filters turn these warnings into errors.
    pub(super) fn warn_of_syntax(&mut self, id: u32) -> Result<()> {
        let found = self.sources.take_warnings(id);
        found.into_iter().try_for_each(|problem| self.warn_of(id, problem))
    }

    fn warn_of(&mut self, id: u32, problem: SyntaxProblem) -> Result<()> {
        let Some(source) = self.sources.get(id) else { return Ok(()) };
        let place = [Value::str(&*source.name), Value::Int(source.line(problem.span.start).into())];
        let class = Value::Class(self.types.built_in("SyntaxWarning").clone());
        let [file, line] = place;
        let warnings = self.import("warnings")?;
        let warned = self.call_method(&warnings, "warn_explicit", &[Value::str(&problem.message), class, file, line]);
        match warned {
            Err(raise) if raise.class().is_subclass(self.types.built_in("SyntaxWarning")) => {
                Err(self.syntax_error_in(id, &[problem], Origin::Text))
            }
            told => told.map(drop),
        }
    }

    /// The kind of a source created by the running code.
    fn kind_of_caller(&self) -> SourceKind {
        self.frames.last().map_or(SourceKind::User, |frame| match frame.code().is_users {
            true => SourceKind::User,
            false => SourceKind::Prelude,
        })
    }

    /// SyntaxError with the attributes of its position in a source.
    pub(super) fn syntax_error_in(&self, source: u32, problems: &[SyntaxProblem], of: Origin) -> Raise {
        let mut raise = syntax_error(problems);
        if let (Some(first), Some(source)) = (problems.first(), self.sources.get(source)) {
            let message = Value::from(first.message.clone());
            raise.0.args = Some(Rc::new(Tuple::from(vec![message, details(source, first, of)])));
        }
        raise
    }

    /// Gives code a source of another name with the same text.
    pub(crate) fn rename_source(&mut self, code: &mut Code, name: &str) {
        if let Some(text) = self.sources.get(code.source).map(|source| source.text.clone()) {
            self.set_source(code, name, &text);
        }
    }

    /// Moves code to another line, from 1: empty lines replace the text before its definition.
    pub(crate) fn move_to_line(&mut self, code: &mut Code, line: usize) -> Result<()> {
        let Some((name, text)) = self.sources.get(code.source).map(|source| (source.name.clone(), source.text.clone()))
        else {
            return Ok(());
        };
        if self.sources.get(code.source).is_some_and(|source| source.line(code.range.0) as usize == line) {
            return Ok(());
        }
        let begin = text[..(code.range.0 as usize).min(text.len())].rfind('\n').map_or(0, |at| at + 1);
        crate::memory::claim(line + text.len() - begin)?;
        self.set_source(code, &name, &("\n".repeat(line - 1) + &text[begin..]));
        code.move_spans(|at| (at as usize + line - 1).saturating_sub(begin) as u32);
        Ok(())
    }

    fn set_source(&mut self, code: &mut Code, name: &str, text: &str) {
        let kind = self.kind_of_caller();
        code.source = self.sources.add(name, text, kind);
        code.lease = Some(self.sources.lease(code.source));
    }

    /// Runs compiled source.
    pub(crate) fn evaluate(&mut self, program: &Program, scope: Scope) -> Result<Value> {
        if let (Some(doc), Grammar::Module) = (&program.code.doc, program.grammar) {
            let doc = Value::str(doc);
            match &scope.locals {
                None => scope.globals.dict.insert_str("__doc__", doc),
                Some(locals) => locals.set(self, &Str::new("__doc__"), doc)?,
            }
        }
        match scope.locals {
            None => self.run_module(program.code.clone(), &scope.globals),
            Some(locals) => {
                let code = self.code_with_namespace(program)?;
                self.run_code(code, &scope.globals, &[], FrameKind::Evaluated(locals))
            }
        }
    }

    /// Runs the code of a function; `closure` provides its free variables.
    pub(crate) fn evaluate_function(&mut self, code: &Rc<Code>, closure: &[Rc<Cell>], scope: Scope) -> Result<Value> {
        self.run_code(code.clone(), &scope.globals, closure, FrameKind::Plain)
    }

    /// Runs module code in a module's namespace.
    pub(crate) fn run_module(&mut self, code: Rc<Code>, module: &Rc<Module>) -> Result<Value> {
        self.run_code(code, module, &[], FrameKind::Plain)
    }

    /// The code of a program for locals that differ from its globals.
    pub(crate) fn code_with_namespace(&mut self, program: &Program) -> Result<Rc<Code>> {
        if let Some(code) = program.with_namespace.get() {
            return Ok(code.clone());
        }
        let (source, lease) = (program.code.source, program.code.lease.clone());
        let how = (program.last, Names::Namespace);
        let compiled = match &program.tree {
            Some(tree) => syntax::with_room(|| self.compile_body(source, lease, tree, how)),
            None => self.compile_leased(source, lease, program.grammar, how),
        };
        let code = compiled.map_err(|problems| syntax_error(&problems))?;
        Ok(program.with_namespace.get_or_init(|| code).clone())
    }

    fn run_code(
        &mut self,
        code: Rc<Code>,
        module: &Rc<Module>,
        closure: &[Rc<Cell>],
        kind: FrameKind,
    ) -> Result<Value> {
        if code.flow.rests() {
            let own = (0..code.own_cells).map(|_| Cell::new(Value::Unbound));
            let cells = own.chain(closure.iter().cloned()).collect();
            let stack = vec![Value::Unbound; code.locals.len()];
            let namespace = match kind {
                FrameKind::Evaluated(namespace) => Some(namespace),
                _ => None,
            };
            return Ok(at_rest(Function::bare(code, module.clone()), Some(cells), stack, namespace));
        }
        self.native_step(|vm| {
            let (base, depth) = (vm.stack.len(), vm.frames.len());
            vm.stack.resize(base + code.locals.len(), &Value::Unbound);
            let own = (0..code.own_cells).map(|_| Cell::new(Value::Unbound));
            let cells = own.chain(closure.iter().cloned()).collect();
            let function = Function::bare(code, module.clone());
            vm.push_frame(Frame {
                function: Some(if observer::is_on() { instrumented::instrumented(function) } else { function }),
                own_cells: Some(cells),
                ip: 0,
                base,
                floor: base,
                tries: vm.tries.len(),
                handling: vm.handling.len(),
                kind,
            })?;
            vm.run_nested(depth)
        })
    }

    /// The scope of the running code.
    pub(crate) fn current_scope(&self) -> Scope {
        let globals = self.frames.last().map_or_else(|| self.main.clone(), |frame| frame.globals().clone());
        let locals = match self.locals() {
            Value::Dict(dict) if Rc::ptr_eq(&dict, &globals.dict) => None,
            locals => Some(Namespace::new(locals)),
        };
        Scope { globals, locals }
    }

    /// The scope of a program's own dict. Adds `__builtins__` to it, as CPython does.
    pub(crate) fn scope_of(&mut self, globals: &Rc<Dict>, locals: Option<Value>) -> Scope {
        if globals.get_str("__builtins__").is_none() {
            globals.insert_str("__builtins__", Value::Dict(self.builtins.clone()));
        }
        let globals = self.module_of(globals);
        let locals = locals.filter(|locals| !matches!(locals, Value::Dict(dict) if Rc::ptr_eq(dict, &globals.dict)));
        Scope { globals, locals: locals.map(Namespace::new) }
    }

    /// The module whose namespace a dict is, or a new module for it.
    pub(crate) fn module_of(&self, globals: &Rc<Dict>) -> Rc<Module> {
        let of_frames = self.frames.iter().rev().map(|frame| frame.globals().clone());
        let known = of_frames.chain(self.imported_modules()).find(|module| Rc::ptr_eq(&module.dict, globals));
        known.unwrap_or_else(|| {
            let name = globals.get_str("__name__");
            let module = Module::new(name.as_ref().and_then(Value::as_str).unwrap_or("builtins"), globals.clone());
            let own = match globals.get_str("__builtins__") {
                Some(Value::Module(own)) => Some(Value::Dict(own.dict.clone())),
                own => own,
            };
            if let Some(own) = own.filter(|own| !matches!(own, Value::Dict(own) if Rc::ptr_eq(own, &self.builtins))) {
                let _ = module.builtins.set(Namespace::new(own));
            }
            module
        })
    }

    /// A name of the built-ins that the running code sees, if a program replaced them: `Some(None)` where they lack it.
    pub(crate) fn replaced_builtin(&mut self, name: &str) -> Result<Option<Option<Value>>> {
        let own = self.frames.last().and_then(|frame| frame.globals().builtins.get()).cloned();
        own.map(|own| own.get(self, &Str::new(name))).transpose()
    }

    /// Reads a name from the running frame's namespace beside the globals, if it has one.
    pub(super) fn read_namespace(&mut self, name: &Str) -> Result<Option<Value>> {
        match self.frame().namespace().cloned() {
            Some(namespace) => namespace.get(self, name),
            None => Ok(None),
        }
    }

    /// Where the running module, class body or evaluated code binds names.
    pub(super) fn own_namespace(&mut self) -> Namespace {
        let frame = self.frame();
        let globals = || Namespace::Dict(frame.globals().dict.clone());
        frame.namespace().cloned().unwrap_or_else(globals)
    }

    /// The items of a mapping, as a dict.
    pub(super) fn dict_of(&mut self, mapping: &Value) -> Result<Rc<Dict>> {
        let names = Dict::new();
        self.merge(&names, mapping, false)?;
        Ok(names)
    }

    /// Passes a value to `sys.displayhook`.
    pub(super) fn show(&mut self, value: Value) -> Result<()> {
        let Value::Module(sys) = self.import("sys")? else {
            return Ok(());
        };
        let Some(hook) = self.find_attr(&Value::Module(sys), "displayhook")? else {
            return Err(Raise::new(Exc::RuntimeError, "lost sys.displayhook"));
        };
        self.call(&hook, &[value], &[]).map(drop)
    }
}

/// The input that a program is compiled from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Text,
    Nodes,
}

/// The second argument of a SyntaxError: file, line, column, text, last line, last column.
fn details(source: &Source, problem: &SyntaxProblem, of: Origin) -> Value {
    let line_of = |line: usize| source.text.split_inclusive('\n').nth(line.saturating_sub(1)).unwrap_or_default();
    if let Some(told) = &problem.told {
        let line = line_of(told.line).trim_end_matches(['\r', '\n']);
        // CPython shows the line of a wrong token without its end.
        let text = if told.is_of_tokens { line.to_owned() } else { format!("{line}\n") };
        let numbers = [told.end_line as i64, told.end_column as i64].map(Value::Int);
        let [line, column] = [told.line as i64, told.column as i64].map(Value::Int);
        let [end_line, end_column] = numbers;
        return Value::tuple(vec![Value::str(&*source.name), line, column, Value::from(text), end_line, end_column]);
    }
    let span = problem.span;
    let column = |offset: u32| {
        // A span may end inside a character of several bytes.
        let before = &source.text[..source.text.floor_char_boundary(offset as usize)];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        before[start..].chars().count() as i64 + 1
    };
    // CPython counts lines from 0 in an empty text; programs compiled from nodes have a blank text.
    let line = if of == Origin::Text && source.text.trim().is_empty() { 0 } else { source.line(span.start) };
    // What the compiler reports has the text of the file alone.
    let text = match source.name.starts_with('<') {
        true => Value::None,
        false => Value::str(line_of(line as usize)),
    };
    Value::tuple(vec![
        Value::str(&*source.name),
        Value::from(i64::from(line)),
        Value::from(column(span.start)),
        text,
        Value::from(i64::from(source.line(span.end))),
        Value::from(column(span.end)),
    ])
}
