//! `run`: runs a script or a notebook without Jupyter. Text goes to the terminal, figures to files.

use std::collections::HashMap;
use std::io::{BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, bail};
use base64::Engine;
use serde_json::{Value, json};

use super::confined;
use super::lab::{may_fail, source_text};
use crate::notebook::{Notebook, ONLY_IN_SESSIONS, PROMPTS, progress};
use tensorcell_confine::Confined;
use tensorcell_jupyter::{
    Bundle, Cell, Comm, Display, ErrorReport, Frontend, NoInput, Queries, Session, Signals, Stream,
};

/// The evaluator recurses over deep values.
const STACK: usize = 256 << 20;

/// The program to run.
#[derive(Clone, Debug, PartialEq)]
pub enum Program {
    /// A script, a notebook, or a folder or an archive with `__main__.py`.
    File(PathBuf),
    /// `-m MODULE`
    Module(String),
    /// `-c CODE`
    Code(String),
    /// Standard input.
    Input,
}

/// A program and its settings.
pub struct Start {
    pub program: Program,
    pub figures: Option<PathBuf>,
    /// The arguments after the program in `sys.argv`.
    pub args: Vec<String>,
    /// Puts neither the script's folder nor the current one on `sys.path`.
    pub safe_path: bool,
    /// Leaves `PYTHONPATH` aside.
    pub no_environment: bool,
    /// `sys.warnoptions`
    pub warnings: Vec<String>,
    /// Confines the program to the current folder.
    pub confined: bool,
}

/// Runs the program and returns its exit code: 1 after an error, which is printed.
pub fn run(start: &Start) -> Result<ExitCode> {
    let steps = steps(start)?;
    if let Some(folder) = &start.figures {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    // Held until the end; dropping it removes the temporary files.
    let _confined = if start.confined { Some(confine(start.figures.as_deref())?) } else { None };
    let signals = Signals::default();
    interrupt_on_ctrl_c(&signals)?;
    let figures = start.figures.clone();
    let evaluator = std::thread::Builder::new()
        .name("evaluator".into())
        .stack_size(STACK)
        .spawn(move || evaluate(&steps, Terminal::new(figures), signals))?;
    match evaluator.join() {
        Ok(code) => Ok(ExitCode::from(code)),
        Err(_) => bail!("this is a fault in tensorcell, not in your program"),
    }
}

/// Confines this process before any code of the program runs.
fn confine(figures: Option<&Path>) -> Result<Confined> {
    let writable: Vec<PathBuf> = figures.map(Path::to_owned).into_iter().collect();
    let confined = confined::enter(&writable, Vec::new())?;
    confined.close_network()?;
    eprint!("{}", confined::NOTE);
    Ok(confined)
}

/// A cell to run.
struct Step {
    cell: Cell,
    /// The bytes of a script, whose text becomes the cell's code.
    script: Option<Vec<u8>>,
    /// Whether the next cell runs after an error of this one.
    may_fail: bool,
}

impl Step {
    /// Internal code before or after the program.
    fn own(code: String) -> Step {
        Step::of(Cell { code, execution_count: 0, silent: true, store_history: false, file: None })
    }
    fn of(cell: Cell) -> Step {
        Step { cell, script: None, may_fail: false }
    }
    /// The one cell of a script.
    fn script(code: Vec<u8>, file: String) -> Step {
        let cell =
            Cell { code: String::new(), execution_count: 1, silent: true, store_history: false, file: Some(file) };
        Step { script: Some(code), ..Step::of(cell) }
    }
    fn run(&self, session: &mut Notebook, terminal: &mut Terminal) -> std::result::Result<(), ErrorReport> {
        match (&self.script, &self.cell.file) {
            (Some(data), Some(file)) => {
                let code = session.source_text(data, file)?;
                session.execute(&Cell { code, ..self.cell.clone() }, terminal)
            }
            _ => session.execute(&self.cell, terminal),
        }
    }
}

/// Returns the cells to run: a notebook's, which show the value of their last expression, or one for a script.
fn steps(start: &Start) -> Result<Vec<Step>> {
    let unreadable = |file: &Path| format!("cannot read {}", file.display());
    let steps = match &start.program {
        Program::File(file) if file.extension().is_some_and(|extension| extension == "ipynb") => {
            let text = std::fs::read_to_string(file).with_context(|| unreadable(file))?;
            return Ok([Step::own(setting(start))].into_iter().chain(cells(file, &text)?).collect());
        }
        Program::File(file) if is_package(file) => {
            Step::own("__import__('runpy')._run_module_as_main('__main__', False)".to_owned())
        }
        Program::File(file) => {
            Step::script(std::fs::read(file).with_context(|| unreadable(file))?, file.display().to_string())
        }
        Program::Module(name) => Step::own(format!("__import__('runpy')._run_module_as_main({})", json!(name))),
        Program::Code(code) => Step::script(code.clone().into_bytes(), "<string>".to_owned()),
        Program::Input => {
            let mut code = Vec::new();
            std::io::stdin().read_to_end(&mut code).context("cannot read stdin")?;
            Step::script(code, "<stdin>".to_owned())
        }
    };
    // A script ends like in Python: its objects are finalized, and may print.
    let end = Step::own("__import__('sys')._finish()".to_owned());
    Ok(vec![Step::own(setting(start)), steps, end])
}

/// Whether Python looks for `__main__` in a file: a folder or an archive. A pipe is not read for this, since it can be read only once.
fn is_package(file: &Path) -> bool {
    let begins_as_archive = || {
        let mut head = [0; 4];
        std::fs::File::open(file).and_then(|mut file| file.read_exact(&mut head)).is_ok() && &head == b"PK\x03\x04"
    };
    file.is_dir() || file.is_file() && begins_as_archive()
}

fn cells(file: &Path, text: &str) -> Result<Vec<Step>> {
    let notebook: Value =
        serde_json::from_str(text).with_context(|| format!("{} is not a valid notebook", file.display()))?;
    let cells = notebook["cells"].as_array().with_context(|| format!("{} has no cells", file.display()))?;
    let code = cells.iter().filter(|cell| cell["cell_type"] == "code");
    let steps = code.zip(1..).map(|(source, execution_count)| Step {
        cell: Cell { code: source_text(source), execution_count, silent: false, store_history: true, file: None },
        script: None,
        may_fail: may_fail(source),
    });
    Ok(steps.collect())
}

/// Returns code that sets up `sys` for the program.
fn setting(start: &Start) -> String {
    let (name, folder) = match &start.program {
        Program::File(file) if is_package(file) => (file.display().to_string(), Some(file.clone())),
        Program::File(file) => {
            let folder = std::fs::canonicalize(file).ok().and_then(|file| file.parent().map(Path::to_owned));
            (file.display().to_string(), folder)
        }
        Program::Module(_) => ("-m".to_owned(), std::env::current_dir().ok()),
        Program::Code(_) => ("-c".to_owned(), Some(PathBuf::new())),
        Program::Input => ("-".to_owned(), Some(PathBuf::new())),
    };
    let is_notebook = name.ends_with(".ipynb");
    let argv: Vec<&String> = [&name].into_iter().chain(&start.args).collect();
    let folder = folder.filter(|_| !start.safe_path).map(|folder| folder.display().to_string());
    let first: Vec<String> = folder.into_iter().collect();
    let path = if start.no_environment { "sys.path = sys._search_path(False)\n" } else { "" };
    let mut code = format!("import sys\nsys.argv = {}\n{path}sys.path[:1] = {}\n", json!(argv), json!(first));
    if is_notebook {
        PROMPTS.iter().for_each(|(name, prompt)| code.push_str(&format!("sys.{name} = {}\n", json!(prompt))));
    } else {
        code.push_str(&format!("del {ONLY_IN_SESSIONS}\n__doc__, __annotations__ = None, {{}}\n"));
        code.push_str("sys.stdin = sys.__stdin__ = __import__('io')._standard_input()\n");
        if let Some(file) = named_file(&start.program) {
            code.push_str(&format!("__file__, __cached__ = {}, None\n", json!(file)));
        }
    }
    if !start.warnings.is_empty() {
        let warnings = json!(start.warnings);
        code.push_str(&format!("sys.warnoptions = {warnings}\n__import__('warnings')._processoptions({warnings})\n"));
    }
    code + "del sys"
}

/// The `__file__` of a program.
fn named_file(program: &Program) -> Option<String> {
    match program {
        Program::File(file) => std::path::absolute(file).ok().map(|file| file.display().to_string()),
        Program::Input => Some("<stdin>".to_owned()),
        Program::Module(_) | Program::Code(_) => None,
    }
}

fn evaluate(steps: &[Step], mut terminal: Terminal, signals: Signals) -> u8 {
    let mut session = Notebook::new(signals).in_terminal_colours();
    let mut result = Ok(());
    for (at, step) in steps.iter().enumerate() {
        // The final step of a script runs after an error too.
        let ended = match (&result, at + 1 == steps.len() && step.cell.execution_count == 0) {
            (Ok(()), _) | (Err(_), true) => step.run(&mut session, &mut terminal),
            (Err(_), false) => continue,
        };
        if step.may_fail
            && let Err(report) = &ended
        {
            terminal.print_report(report);
            continue;
        }
        result = result.and(ended);
    }
    session.shutdown(false);
    terminal.end_bars();
    let code = match &result {
        Ok(()) => 0,
        Err(report) => terminal.fail(report),
    };
    leave_ranks(result.as_ref().err().filter(|_| code != 0));
    code
}

/// Leaves the `torch.distributed` ranks, if there are any.
fn leave_ranks(failed: Option<&ErrorReport>) {
    let connected = tensorcell_torch::distributed::connected();
    match (connected, failed) {
        (Some(connected), Some(report)) => {
            connected.leave(&format!("its program has ended with {}: {}", report.ename, report.evalue));
            // The launcher ends all ranks once this one has ended. Give them time to report their errors first.
            std::thread::sleep(std::time::Duration::from_millis(1500));
        }
        (Some(connected), None) => connected.leave(""),
        (None, _) => {}
    }
    tensorcell_dist::finalize(failed.is_none());
}

/// Turns Ctrl-C into a KeyboardInterrupt at the next safe point, as in Python.
fn interrupt_on_ctrl_c(signals: &Signals) -> Result<()> {
    let interrupt = signals.interrupt.clone();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::spawn(move || {
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                // A second Ctrl-C before the first was handled ends the process.
                if interrupt.swap(true, Ordering::Relaxed) {
                    std::process::exit(130);
                }
            }
        });
    });
    Ok(())
}

/// A front end that uses stdout, stderr, stdin and a folder.
struct Terminal {
    figures: Option<PathBuf>,
    written: usize,
    /// The file of each updatable display.
    named: HashMap<String, PathBuf>,
    colours: bool,
    /// Whether stderr can redraw lines, and the progress bars on its last lines.
    live: bool,
    bars: progress::Lines,
    /// `[rank1]: `, if there are several ranks.
    rank: String,
}

/// The figure formats that files can hold, best first, and their extensions.
const FIGURES: [(&str, &str); 3] = [("image/svg+xml", "svg"), ("image/png", "png"), ("image/jpeg", "jpg")];

impl Terminal {
    fn new(figures: Option<PathBuf>) -> Self {
        let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let live = std::io::stderr().is_terminal();
        let several = tensorcell_dist::launch::started().filter(|started| started.world > 1);
        let rank = several.map_or(String::new(), |started| format!("[rank{}]: ", started.rank));
        Self { figures, written: 0, named: HashMap::new(), colours, live, bars: progress::Lines::default(), rank }
    }

    /// Prints the error report. Returns the process's exit code.
    fn fail(&mut self, report: &ErrorReport) -> u8 {
        if report.ename == "SystemExit" {
            return match report.evalue.as_str() {
                "" | "None" | "0" => 0,
                code => code.parse().unwrap_or_else(|_| {
                    eprintln!("{code}");
                    1
                }),
            };
        }
        self.print_report(report);
        1
    }

    fn print_report(&mut self, report: &ErrorReport) {
        // Written at once, so that the lines of several ranks do not mix.
        let lines = report.traceback.iter().flat_map(|text| text.lines());
        let text: String = lines.map(|line| format!("{}{line}\n", self.rank)).collect();
        let _ = std::io::stderr().write_all(if self.colours { text } else { without_colours(&text) }.as_bytes());
    }

    /// Ends open bars, so that the next output begins on its own line.
    fn end_bars(&mut self) {
        eprint!("{}", self.bars.end());
    }

    /// Redraws a progress bar. If stderr is not a terminal, prints only its last state.
    fn progress(&mut self, bar: &str, state: &str, line: &str) {
        let drawn = match (self.live, state) {
            (true, _) => self.bars.change(bar, state, line),
            (false, "done") => format!("{line}\n"),
            _ => String::new(),
        };
        // A closed pipe must not stop the computation.
        let _ = std::io::stderr().write_all(drawn.as_bytes());
    }

    /// Writes a figure's best format to its file. Returns false if it has none, or there is no folder.
    fn save(&mut self, display: &Display) -> bool {
        let Some(folder) = &self.figures else {
            return false;
        };
        let form = |(mime, extension)| Some((display.data.get(mime)?.as_str()?, extension));
        let Some((content, extension)) = FIGURES.into_iter().find_map(form) else {
            return false;
        };
        let known = display.display_id.as_ref().and_then(|id| self.named.get(id));
        let path = match known {
            Some(path) => path.clone(),
            None => {
                self.written += 1;
                folder.join(format!("figure-{}.{extension}", self.written))
            }
        };
        let bytes = match extension {
            "svg" => Ok(content.as_bytes().to_vec()),
            _ => base64::prelude::BASE64_STANDARD.decode(content.replace('\n', "")),
        };
        let saved = bytes.map_err(anyhow::Error::from).and_then(|bytes| Ok(tensorcell_files::put(&path, &bytes)?));
        match saved {
            Ok(()) if known.is_none() => println!("[{}]", path.display()),
            Ok(()) => {}
            Err(error) => eprintln!("tensorcell: cannot write {}: {error}", path.display()),
        }
        if let Some(id) = &display.display_id {
            self.named.insert(id.clone(), path);
        }
        true
    }
}

impl Frontend for Terminal {
    fn stream(&mut self, stream: Stream, text: &str) {
        let (before, after) = self.bars.around(text);
        let _ = std::io::stderr().write_all(before.as_bytes());
        let _ = match stream {
            Stream::Stdout => std::io::stdout().write_all(text.as_bytes()),
            Stream::Stderr => std::io::stderr().write_all(text.as_bytes()),
        };
        // The program may redirect its descriptors next, so nothing may stay buffered.
        let _ = std::io::stdout().flush();
        let _ = std::io::stderr().write_all(after.as_bytes());
    }

    fn has_own_streams(&self) -> bool {
        true
    }

    fn display(&mut self, display: Display) {
        let text = display.data.get("text/plain").and_then(Value::as_str);
        if let Some(state) = display.metadata.get(progress::STATE).and_then(Value::as_str) {
            let coloured = display.metadata.get(progress::COLOURED).and_then(Value::as_str).filter(|_| self.colours);
            let bar = display.display_id.as_deref().unwrap_or_default();
            return self.progress(bar, state, coloured.or(text).unwrap_or_default());
        }
        if !self.save(&display)
            && !display.update
            && let Some(text) = text
        {
            self.stream(Stream::Stdout, &format!("{text}\n"));
        }
    }

    fn execute_result(&mut self, data: Bundle, metadata: Bundle) {
        self.display(Display { data, metadata, ..Display::default() });
    }

    fn clear_output(&mut self, _: bool) {}

    fn input(&mut self, prompt: &str, password: bool) -> Result<String, NoInput> {
        self.stream(Stream::Stdout, prompt);
        let _ = std::io::stdout().flush();
        let mut line = String::new();
        let hide = password && std::io::stdin().is_terminal();
        if hide {
            echo(false);
        }
        let read = std::io::stdin().lock().read_line(&mut line);
        if hide {
            echo(true);
            println!();
        }
        match read {
            Ok(1..) => Ok(line.trim_end_matches(['\n', '\r']).to_owned()),
            Ok(0) => Err(NoInput::NotSupported),
            Err(_) => Err(NoInput::Interrupted),
        }
    }

    fn page(&mut self, data: Bundle, _: usize) {
        self.execute_result(data, Bundle::new());
    }

    fn set_next_input(&mut self, _: &str, _: bool) {}

    fn comm(&mut self, _: Comm) {}

    fn safe_point(&mut self, _: &mut dyn Queries) {}
}

/// Turns the terminal's echo on or off.
fn echo(shown: bool) {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
    let terminal = std::io::stdin();
    if let Ok(mut modes) = tcgetattr(&terminal) {
        modes.local_modes.set(LocalModes::ECHO, shown);
        let _ = tcsetattr(&terminal, OptionalActions::Now, &modes);
    }
}

/// Removes ANSI escapes of colour and weight.
fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("\x1b[") {
        plain.push_str(&rest[..start]);
        rest = &rest[start + 2..];
        rest = &rest[rest.find('m').map_or(rest.len(), |end| end + 1)..];
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_removed() {
        assert_eq!(without_colours("\x1b[1m\x1b[91merror\x1b[0m: a[0]m"), "error: a[0]m");
        assert_eq!(without_colours("plain"), "plain");
    }

    #[test]
    fn figures_are_files_and_updates_replace_them() {
        let folder = tempfile::tempdir().unwrap();
        let mut terminal = Terminal::new(Some(folder.path().to_owned()));
        let mut show = |svg: &str, update: bool| {
            let data = json!({"image/svg+xml": svg, "text/plain": "a chart"}).as_object().unwrap().clone();
            terminal.display(Display { data, display_id: Some("loss".into()), update, ..Default::default() });
        };
        show("<svg>1</svg>", false);
        show("<svg>2</svg>", true);
        let png = json!({"image/png": "aGk="}).as_object().unwrap().clone();
        terminal.display(Display { data: png, ..Default::default() });
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!((read("figure-1.svg"), read("figure-2.png")), ("<svg>2</svg>".into(), "hi".into()));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn exit_codes_follow_system_exit() {
        let mut terminal = Terminal::new(None);
        for (value, code) in [("", 0), ("0", 0), ("3", 3), ("no data", 1)] {
            let report = ErrorReport { ename: "SystemExit".into(), evalue: value.into(), traceback: vec![] };
            assert_eq!(terminal.fail(&report), code);
        }
    }
}
