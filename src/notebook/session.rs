//! The notebook session: runs cells and returns results and errors.

use super::compiled::Compiled;
use super::front::{front, with_front};
use super::host::NotebookHost;
use super::lines::LineFront;
use super::questions::Questions;
use super::{
    account, cells, debugger, describe, ipython, kernel_module, lineage, magics, names, pictures, progress, restore,
    rust, summary, tasks, timeline, watch,
};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tensorcell_jupyter::debugger::Answer;
use tensorcell_jupyter::{
    Bundle, Cell, Completeness, Completions, ErrorReport, Frontend, Inspection, Queries, Session, Signals, Stream,
};
use tensorcell_language::diagnostics::Report;
use tensorcell_language::{Raise, Result, Value, Vm, source_bytes};

/// A notebook's session: the language with all modules that cells can import.
pub struct Notebook {
    vm: Vm,
    /// Set for a line-based front end, with whether it may show colours.
    lines: Option<Colours>,
    errors: Inks,
    /// The first cell's notices, printed before it runs.
    note: Option<&'static str>,
}

/// The names in `sys` of the prompts for a statement, its next lines, and a result.
pub const PROMPTS: [(&str, &str); 3] = [("ps1", "In : "), ("ps2", "...: "), ("ps3", "Out: ")];

/// How long threads and tasks run before the next check for requests.
const MOMENT: Duration = Duration::from_millis(20);

/// Whether a terminal shows colours.
type Colours = bool;

/// The colours of errors.
#[derive(Clone, Copy)]
enum Inks {
    Page,
    Terminal,
    None,
}

impl Notebook {
    pub fn new(signals: Signals) -> Notebook {
        let interrupt = signals.interrupt.clone();
        tensorcell_device::user::set_interrupt(move || interrupt.swap(false, Ordering::AcqRel));
        let mut vm = Vm::new(Rc::new(NotebookHost), signals.interrupt, signals.attention);
        tensorcell_stdlib::register(&mut vm);
        tensorcell_torch::register(&mut vm);
        tensorcell_pydata::register(&mut vm);
        // Before an allocation fails, collect reference cycles to free the device memory that they hold.
        tensorcell_device::allocator::set_last_resort(|| tensorcell_language::collect_cycles() > 0);
        if let Some(store) = Compiled::in_cache() {
            vm.keep_code_in(Rc::new(store));
        }
        for module in [&pictures::MODULE, &ipython::CAPTURE].into_iter().chain(&ipython::MODULES) {
            vm.register_module(module);
        }
        for module in [
            &progress::NATIVE,
            &progress::TQDM,
            &summary::NATIVE,
            &watch::NATIVE,
            &restore::NATIVE,
            &kernel_module::APPLICATION,
        ]
        .into_iter()
        .chain(&progress::OTHERS)
        .chain(&kernel_module::MODULES)
        {
            vm.register_module(module);
        }
        vm.register_module(&rust::MODULE);
        magics::declaration::declare(magics::MAGICS);
        names::define(&mut vm);
        let _ = tensorcell_language::kept::DESCRIBE.set(describe::in_words);
        debugger::set_wait(|vm| front(|front| front.debug_request(&mut Questions { vm })).flatten());
        Notebook { vm, lines: None, errors: Inks::Page, note: None }
    }

    /// Sets IPython's prompts as `sys.ps1` and its kin, by which programs tell a session from a script.
    #[must_use]
    pub fn prompting(mut self) -> Notebook {
        if let Ok(Value::Module(sys)) = self.vm.import("sys") {
            PROMPTS.iter().for_each(|(name, prompt)| sys.dict.insert_str(name, Value::str(prompt)));
        }
        self
    }

    /// For a line-based front end such as a terminal, which cannot update displays.
    #[must_use]
    pub fn for_terminal(self) -> Notebook {
        let colours = std::env::var_os("NO_COLOR").is_none();
        let errors = if colours { Inks::Terminal } else { Inks::None };
        Notebook { lines: Some(colours), errors, ..self }
    }

    /// Errors come in a terminal's own colours.
    #[must_use]
    pub fn in_terminal_colours(self) -> Notebook {
        Notebook { errors: Inks::Terminal, ..self }
    }

    /// Shows a note before the first cell runs.
    #[must_use]
    pub fn with_note(self, note: Option<&'static str>) -> Notebook {
        Notebook { note, ..self }
    }

    /// Saves states after cells below a folder, for the next kernel with this key; if that fails, `%restore` reports why.
    #[must_use]
    pub fn saved_below(self, root: &std::path::Path, key: &str, budget: restore::Budget) -> Notebook {
        if let Err(error) = restore::begin(root, key, budget) {
            tracing::warn!(%error, "the session's states are not saved");
        }
        self
    }

    fn report_of(&mut self, raise: Raise) -> ErrorReport {
        let Report { ename, evalue, traceback, terminal, plain } = self.vm.report(raise);
        let traceback = match self.errors {
            Inks::None => plain.lines().map(str::to_owned).collect(),
            Inks::Terminal => terminal,
            Inks::Page => traceback,
        };
        ErrorReport { ename, evalue, traceback }
    }

    /// Returns the pages of the reference.
    ///
    /// # Errors
    /// If a module cannot be imported, with the language's message.
    pub fn reference(&mut self) -> std::result::Result<Vec<super::Page>, String> {
        super::reference::pages(&mut self.vm).map_err(|raise| raise.message().to_string())
    }

    /// The text of a script, which may declare its encoding (PEP 263).
    ///
    /// # Errors
    /// SyntaxError for bytes that the encoding does not have.
    pub fn source_text(&mut self, data: &[u8], file: &str) -> std::result::Result<String, ErrorReport> {
        source_bytes::text_of_file(&mut self.vm, data, file).map_err(|raise| self.report_of(raise))
    }

    #[cfg(test)]
    pub(super) fn vm(&mut self) -> &mut Vm {
        &mut self.vm
    }

    fn run(&mut self, cell: &Cell) -> Result<()> {
        let name = name_of(cell);
        account::begin(&name, cell.execution_count);
        timeline::mark(&name);
        debugger::begin_cell(&self.vm, &name, &cell.code);
        let begun = lineage::begin(&mut self.vm, &name, cell, &cells::cleaned(&cell.code));
        let outcome = self.reload_changed().and_then(|()| {
            // Wait for user kernels that still run, so that their errors belong to this cell.
            cells::run(&mut self.vm, &name, cell, &mut |vm| note_imported(vm).and(tensorcell_torch::cuda::finish()))
        });
        lineage::end(&mut self.vm, begun, outcome.is_ok());
        account::end();
        debugger::end_cell(&mut self.vm);
        // Plots are shown even if the cell failed afterwards.
        outcome.and(tensorcell_pydata::matplotlib::end_of_cell(&mut self.vm))
    }

    /// Starts pdb after a cell has failed, before its error is shown.
    fn follow_with_pdb(&mut self, report: &ErrorReport, front: &mut dyn Frontend) {
        front.stream(Stream::Stderr, &format!("{}: {}\n", report.ename, report.evalue));
        // Exceptions that the user raises in pdb are reported there.
        let _ = with_front(front, || magics::debugging::post_mortem(&mut self.vm));
    }

    /// Reloads changed modules if `%autoreload` is in use.
    fn reload_changed(&mut self) -> Result<()> {
        let names = Value::Dict(self.vm.globals());
        autoreload(&mut self.vm, "check", &[names])
    }

    /// Runs threads and tasks of earlier cells for a moment. Returns whether any are left.
    fn run_on(&mut self) -> bool {
        tasks::look(&mut self.vm);
        // Without a waiting cell, an interrupt only ends the moment.
        let threads = self.vm.run_threads(MOMENT).unwrap_or(true);
        let tasks = self.run_tasks(if threads { Duration::ZERO } else { MOMENT }).unwrap_or(true);
        threads || tasks || self.vm.run_threads(Duration::ZERO).unwrap_or(true)
    }

    fn run_tasks(&mut self, time: Duration) -> Result<bool> {
        let Some(cells) = self.vm.imported("asyncio.cells") else { return Ok(false) };
        let more = self.vm.call_method(&Value::Module(cells), "go_on", &[Value::from(time.as_secs_f64())])?;
        self.vm.truth(&more)
    }
}

/// What diagnostics call a cell.
fn name_of(cell: &Cell) -> String {
    cell.file.clone().unwrap_or_else(|| format!("Cell [{}]", cell.execution_count))
}

/// Makes `%autoreload` watch the modules that the cell has imported.
fn note_imported(vm: &mut Vm) -> Result<()> {
    autoreload(vm, "note", &[])
}

fn autoreload(vm: &mut Vm, function: &str, args: &[Value]) -> Result<()> {
    match vm.imported(ipython::AUTORELOAD) {
        Some(module) => vm.call_method(&Value::Module(module), function, args).map(drop),
        None => Ok(()),
    }
}

impl Session for Notebook {
    fn execute(&mut self, cell: &Cell, front: &mut dyn Frontend) -> std::result::Result<(), ErrorReport> {
        if let Some(note) = self.note.take_if(|_| !cell.silent) {
            front.stream(Stream::Stdout, note);
        }
        if let Some(line) = (!cell.silent).then(|| restore::offer(&cell.code)).flatten() {
            front.stream(Stream::Stdout, &line);
        }
        let outcome = match self.lines {
            None => with_front(front, || self.run(cell)),
            Some(colours) => {
                let mut lines = LineFront::new(front, colours);
                let outcome = with_front(&mut lines, || self.run(cell));
                lines.finish();
                outcome
            }
        };
        let outcome = outcome.map_err(|raise| self.report_of(raise));
        if let (Err(report), true) = (&outcome, magics::debugging::calls_pdb() && !cell.silent) {
            self.follow_with_pdb(report, front);
        }
        // After the report, because a propagating exception keeps values alive.
        self.vm.collect_at_end_of_cell();
        with_front(front, || restore::end_of_cell(&mut self.vm, &name_of(cell), cell, &cells::cleaned(&cell.code)));
        tensorcell_engine::flush();
        outcome
    }

    fn evaluate(&mut self, expression: &str, front: &mut dyn Frontend) -> std::result::Result<Bundle, ErrorReport> {
        let outcome = with_front(front, || cells::expression(&mut self.vm, expression));
        outcome.map_err(|raise| self.report_of(raise))
    }

    fn go_on(&mut self, front: &mut dyn Frontend) -> bool {
        match self.lines {
            None => with_front(front, || self.run_on()),
            Some(colours) => {
                let mut lines = LineFront::new(front, colours);
                let goes_on = with_front(&mut lines, || self.run_on());
                lines.finish();
                goes_on
            }
        }
    }

    fn shutdown(&mut self, restart: bool) {
        restore::end(restart);
        rust::shutdown();
        debugger::end();
    }
}

impl Queries for Notebook {
    fn complete(&mut self, code: &str, cursor: usize) -> Completions {
        Questions { vm: &mut self.vm }.complete(code, cursor)
    }
    fn inspect(&mut self, code: &str, cursor: usize, detail: u8) -> Inspection {
        Questions { vm: &mut self.vm }.inspect(code, cursor, detail)
    }
    fn is_complete(&mut self, code: &str) -> Completeness {
        Questions { vm: &mut self.vm }.is_complete(code)
    }
    fn comms(&mut self) -> Vec<(String, String)> {
        Questions { vm: &mut self.vm }.comms()
    }
    fn debug(&mut self, request: &serde_json::Value) -> Answer {
        Questions { vm: &mut self.vm }.debug(request)
    }
}
