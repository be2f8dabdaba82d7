//! Running cells and scripts.

use super::Vm;
use crate::compile::{self, Code, Last, Names, Program};
use crate::raise::TraceEntry;
use crate::source::{Lease, SourceKind};
use crate::syntax;
use crate::syntax_problem::SyntaxProblem;
use crate::syntax_warnings;
use crate::tree::Grammar;
use crate::{Exc, Raise, Result, Value};
use ruff_python_ast::Suite;
use std::rc::Rc;

/// Compiled code, or the errors of its source.
pub(super) type Compiled = std::result::Result<Rc<Code>, Vec<SyntaxProblem>>;

impl Vm {
    /// Runs a cell or script in `__main__`. Returns the value of a last expression. With a syntax error nothing runs.
    pub fn run_cell(&mut self, name: &str, source: &str) -> Result<Option<Value>> {
        self.in_cell(|vm| vm.run_source(name, source))
    }
    fn run_source(&mut self, name: &str, source: &str) -> Result<Option<Value>> {
        let id = self.sources.add(name, source, SourceKind::User);
        let code = self.compile_source(id, Grammar::Cell, Last::Value).map_err(|problems| syntax_error(&problems))?;
        self.warn_of_syntax(id)?;
        let main = self.main.clone();
        let awaits = code.flow.rests();
        let result = match self.run_module(code, &main) {
            Ok(coroutine) if awaits => self.run_awaiting(coroutine),
            result => result,
        };
        self.run_finalizers();
        result.map(|value| (!value.is_none()).then_some(value))
    }
    /// Runs a cell with a top-level `await` to its end, on the event loop of the cells.
    fn run_awaiting(&mut self, cell: Value) -> Result<Value> {
        let cells = self.import("asyncio.cells")?;
        self.call_method(&cells, "run", &[cell])
    }
    /// Calls the functions registered with `atexit`.
    fn run_exit_functions(&mut self) {
        if let Some(atexit) = self.imported("atexit")
            && let Err(raise) = self.call_method(&Value::Module(atexit), "_run_exitfuncs", &[])
        {
            let report = self.report(raise).plain;
            self.host().write_stderr(&report);
        }
    }
    /// Returns whether the program has ended and its values are being finalized.
    pub fn is_finalizing(&self) -> bool {
        self.is_finalizing
    }
    /// Ends the program: waits for non-daemon threads, then removes the names of `__main__` one by one and finalizes their values.
    pub fn end(&mut self) {
        self.end_threads();
        self.run_exit_functions();
        self.is_finalizing = true;
        let main = self.globals();
        let names = main.keys();
        let private = |name: &Value| name.as_str().is_some_and(|name| name.starts_with('_') && !name.starts_with("__"));
        let (first, rest): (Vec<Value>, Vec<Value>) = names.into_iter().partition(private);
        for name in first.into_iter().chain(rest) {
            if let Some(name) = name.as_str().filter(|name| !name.starts_with("__")) {
                main.remove_str(name);
                self.run_finalizers();
            }
        }
        self.collect_cycles();
    }
    /// Calls `threading._shutdown` if the module is imported.
    fn end_threads(&mut self) {
        let shutdown = self.imported("threading").and_then(|threading| threading.dict.get_str("_shutdown"));
        if let Some(shutdown) = shutdown
            && let Err(raise) = self.call(&shutdown, &[], &[])
        {
            let report = self.report(raise).plain;
            self.host.clone().write_stderr(&format!("Exception ignored on threading shutdown:\n{report}"));
        }
    }
    /// As `run_cell`, for expressions that a front end evaluates outside of cells.
    pub fn run_aside(&mut self, name: &str, source: &str) -> Result<Option<Value>> {
        self.run_cell(name, source)
    }

    /// Compiles a source whose text is kept for good.
    pub(super) fn compile_source(&mut self, id: u32, grammar: Grammar, last: Last) -> Compiled {
        self.compile_leased(id, None, grammar, (last, Names::Globals))
    }

    /// As `compile_source`; the code holds the lease of its text.
    pub(super) fn compile_leased(
        &mut self,
        id: u32,
        lease: Option<Rc<Lease>>,
        grammar: Grammar,
        (last, names): (Last, Names),
    ) -> Compiled {
        let Some(source) = self.sources.get(id) else {
            return Err(Vec::new());
        };
        let (text, is_users) = (source.text.clone(), source.kind == SourceKind::User);
        syntax::with_room(|| {
            let body = syntax::parse(&text, id, grammar)?;
            if is_users {
                self.sources.set_warnings(id, syntax_warnings::found(&body, &text, id));
            }
            self.compile_body(id, lease, &body, (last, names))
        })
    }

    /// Compiles statements whose spans refer to a source.
    pub(super) fn compile_body(
        &self,
        id: u32,
        lease: Option<Rc<Lease>>,
        body: &Suite,
        (last, names): (Last, Names),
    ) -> Compiled {
        let Some(source) = self.sources.get(id) else {
            return Err(Vec::new());
        };
        let is_users = source.kind == SourceKind::User;
        let compiled = compile::compile(Program { body, source: id, text: &source.text, is_users, lease, last, names });
        compiled.map_err(|error| {
            let problems = vec![SyntaxProblem::new(error.message, error.span)];
            syntax::placed(problems, &source.text, Grammar::Cell)
        })
    }
}

/// SyntaxError at the first problem, with the other problems marked.
pub(super) fn syntax_error(problems: &[SyntaxProblem]) -> Raise {
    let Some((first, rest)) = problems.split_first() else {
        return Raise::new(Exc::SyntaxError, "invalid syntax");
    };
    let class = match first.is_indentation {
        _ if first.message.starts_with("inconsistent use of tabs") => "TabError",
        true => "IndentationError",
        false => "SyntaxError",
    };
    let mut raise = Raise::of(crate::types::types().built_in(class), first.message.clone());
    if let Some(help) = &first.help {
        raise = raise.help(help.clone());
    }
    raise.0.notes.trace.push(TraceEntry { span: first.span, function: "<module>".into(), passed: None });
    raise.0.notes.marks.extend(rest.iter().map(|problem| (problem.span, problem.message.clone())));
    raise
}
