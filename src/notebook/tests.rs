//! Tests the session as the protocol uses it.

use super::Notebook;
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tensorcell_jupyter::{
    Bundle, Cell, Comm, Completeness, Display, ErrorReport, Frontend, Message, NoInput, Queries, Session, Signals,
    Stream,
};

/// Records the output of a cell.
#[derive(Default)]
struct Page {
    out: String,
    err: String,
    displays: Vec<Display>,
    results: Vec<Bundle>,
    pages: Vec<Bundle>,
    next_input: Option<(String, bool)>,
    cleared: Vec<bool>,
    answers: Vec<String>,
    /// The front end's name of the cell.
    cell: Option<&'static str>,
    /// Asked once, at the first safe point.
    question: Option<String>,
    answered: Option<Vec<String>>,
    /// Interrupts once the question is answered.
    interrupted: Option<Signals>,
}

impl Frontend for Page {
    fn stream(&mut self, stream: Stream, text: &str) {
        match stream {
            Stream::Stdout => self.out.push_str(text),
            Stream::Stderr => self.err.push_str(text),
        }
    }
    fn display(&mut self, display: Display) {
        self.displays.push(display);
    }
    fn execute_result(&mut self, data: Bundle, _: Bundle) {
        self.results.push(data);
    }
    fn clear_output(&mut self, wait: bool) {
        self.cleared.push(wait);
    }
    fn input(&mut self, prompt: &str, _: bool) -> Result<String, NoInput> {
        self.out.push_str(prompt);
        self.answers.pop().ok_or(NoInput::NotSupported)
    }
    fn page(&mut self, data: Bundle, _: usize) {
        self.pages.push(data);
    }
    fn set_next_input(&mut self, text: &str, replace: bool) {
        self.next_input = Some((text.to_owned(), replace));
    }
    fn comm(&mut self, _: Comm) {}
    fn request(&mut self) -> Option<Arc<Message>> {
        let metadata = serde_json::json!({"cellId": self.cell?});
        Some(Arc::new(Message { metadata, ..Message::default() }))
    }
    fn safe_point(&mut self, queries: &mut dyn Queries) {
        if let Some(code) = self.question.take() {
            self.answered = Some(queries.complete(&code, code.len()).items.into_iter().map(|item| item.text).collect());
            if let Some(signals) = self.interrupted.take() {
                signals.interrupt.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Held by every session: tests share the process, and with it the default generators of random numbers.
static PROCESS: RwLock<()> = RwLock::new(());

/// A session's hold on the process.
#[expect(dead_code, reason = "held for its drop")]
enum Hold {
    Shared(RwLockReadGuard<'static, ()>),
    Alone(RwLockWriteGuard<'static, ()>),
}

struct Running {
    session: Notebook,
    signals: Signals,
    count: u32,
    _hold: Hold,
}

impl Running {
    fn new() -> Running {
        // Recursive: a test may have several sessions, also while another one waits to be alone.
        Running::holding(Hold::Shared(PROCESS.read_recursive()))
    }
    /// A session that runs beside no other one: for what compares draws of a default generator.
    fn alone() -> Running {
        Running::holding(Hold::Alone(PROCESS.write()))
    }
    fn holding(hold: Hold) -> Running {
        let signals = Signals::default();
        Running { session: Notebook::new(signals.clone()), signals, count: 0, _hold: hold }
    }
    fn try_on(&mut self, page: &mut Page, code: &str) -> Result<(), ErrorReport> {
        self.count += 1;
        let cell =
            Cell { code: code.into(), execution_count: self.count, silent: false, store_history: true, file: None };
        self.session.execute(&cell, page)
    }
    /// Runs a cell that must succeed.
    fn cell(&mut self, code: &str) -> Page {
        let mut page = Page::default();
        if let Err(report) = self.try_on(&mut page, code) {
            panic!("{code}\n{}\n{}", report.evalue, report.traceback.join("\n"));
        }
        page
    }
    fn error(&mut self, code: &str) -> ErrorReport {
        self.try_on(&mut Page::default(), code).expect_err(code)
    }
    /// Returns the `text/plain` of a cell's result.
    fn result(&mut self, code: &str) -> String {
        let page = self.cell(code);
        page.results.first().map_or("".into(), |data| plain(data).to_owned())
    }
}

fn plain(data: &Bundle) -> &str {
    data.get("text/plain").and_then(Value::as_str).unwrap_or_default()
}

/// Wraps a cell so that it prints how many seconds it took.
fn timed(code: &str) -> String {
    format!("import time\nstart = time.perf_counter()\n{code}\nprint(time.perf_counter() - start)")
}

/// The maximum number of frames of a `timed` cell: ten per second, the first and the last.
fn most_frames(page: &Page) -> usize {
    let seconds: f64 = page.out.trim().parse().expect("seconds");
    (seconds * 10.0) as usize + 2
}

#[test]
fn results_are_kept_in_out_and_underscores() {
    let mut run = Running::new();
    assert_eq!(run.result("1 + 1"), "2");
    assert_eq!(run.result("'a' 'b'"), "'ab'");
    assert_eq!(run.result("_, __, Out[1], _2"), "('ab', 2, 2, 'ab')");
    assert_eq!(run.result("In[1], len(In)"), "('1 + 1', 5)");
    assert_eq!(run.result("x = 3"), "");
    assert_eq!(run.result("None"), "");
    assert_eq!(run.result("x;"), "");
    assert_eq!(run.result("_"), "3");
    run.cell("for _ in range(5): pass");
    run.cell("7");
    assert_eq!(run.result("_"), "4", "a name that the user took stays theirs");
}

#[test]
fn a_report_stands_below_the_place() {
    let mut run = Running::new();
    let text = run.error("raise ValueError('title\\nmore of it\\n\\na report\\n  of lines')").traceback.join("\n");
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words} is not in {text}"));
    assert!(at("title") < at("\nmore of it") && at("more of it") < at("Cell [1]:1:1"), "{text}");
    assert!(at("^^^") < at("\na report\n  of lines"), "{text}");
    // Only the title is bold.
    assert!(at("title\x1b[0m") < at("more of it"), "{text}");
}

#[test]
fn modules_that_come_with_their_first_use_are_offered() {
    let mut run = Running::new();
    assert_eq!(
        run.result("import torch\n[name in dir(torch) for name in ('linalg', 'special', 'profiler', 'nn')]"),
        "[True, True, True, True]"
    );
    run.cell("import torch");
    let items = run.session.complete("torch.lin", 9).items;
    assert!(
        items.iter().any(|item| item.text == "linalg"),
        "{:?}",
        items.iter().map(|item| &item.text).collect::<Vec<_>>()
    );
    let items = run.session.complete("torch.linalg.inv_", 16).items;
    assert!(items.iter().any(|item| item.text.contains("inv")));
}

#[test]
fn errors_name_the_cell_and_point() {
    let mut run = Running::new();
    let report = run.error("x = 1\ny = x / 0");
    assert_eq!((report.ename.as_str(), report.evalue.as_str()), ("ZeroDivisionError", "division by zero"));
    let text = report.traceback.join("\n");
    assert!(text.contains("Cell [1]") && text.contains("y = x / 0") && text.contains('^'), "{text}");
    assert_eq!(run.error("print('no')\n1 +").ename, "SyntaxError");
    assert_eq!(run.result("x"), "1", "the session goes on");
}

#[test]
fn classes_choose_how_they_look() {
    let mut run = Running::new();
    run.cell(
        "class Rich:\n    def __repr__(self): return 'rich'\n    def _repr_html_(self): return '<b>rich</b>'\n    def _repr_png_(self): return b'\\x89PNG'\n    def _repr_svg_(self): return None",
    );
    let page = run.cell("Rich()");
    let data = &page.results[0];
    assert_eq!(
        (plain(data), &data["text/html"], &data["image/png"]),
        ("rich", &"<b>rich</b>".into(), &"iVBORw==".into())
    );
    assert!(!data.contains_key("image/svg+xml"));
    run.cell("class Bad:\n    def _repr_html_(self): return 1 / 0");
    let page = run.cell("Bad()");
    assert!(page.err.contains("_repr_html_ failed: division by zero") && page.results.len() == 1, "{}", page.err);
    run.cell("class Json:\n    def _repr_mimebundle_(self, **kwargs): return {'application/json': {'a': [1, 2]}}");
    assert_eq!(run.cell("Json()").results[0]["application/json"]["a"][1], 2);
}

#[test]
fn display_shows_updates_and_clears() {
    let mut run = Running::new();
    let page = run.cell("from IPython.display import display, HTML, Markdown, clear_output\ndisplay(1, HTML('<i>x</i>'))\nclear_output(wait=True)");
    assert_eq!(page.displays.len(), 2);
    assert_eq!(plain(&page.displays[0].data), "1");
    assert_eq!(page.displays[1].data["text/html"], "<i>x</i>");
    assert_eq!(page.cleared, [true]);
    let page = run.cell("handle = display(Markdown('# a'), display_id=True)\nhandle.update('b')");
    let [first, second] = &page.displays[..] else { panic!("{:?}", page.displays) };
    assert_eq!(first.data["text/markdown"], "# a");
    assert!(first.display_id.is_some() && first.display_id == second.display_id && second.update && !first.update);
    assert_eq!(plain(&second.data), "'b'");
}

#[test]
fn input_asks_the_front_end() {
    let mut run = Running::new();
    let mut page = Page { answers: vec!["Ada".into()], ..Page::default() };
    run.try_on(&mut page, "name = input('Who? ')\nprint('Hello', name)").unwrap();
    assert_eq!(page.out, "Who? Hello Ada\n");
    assert_eq!(run.error("input()").ename, "EOFError");
}

mod display;
mod docs;
mod forms;
mod fuzz;
mod inks;
mod magics;
mod pretty;
mod progress;
mod questions;
mod restore;
mod stale;
mod watch;

#[test]
fn question_marks_open_the_pager() {
    let mut run = Running::new();
    run.cell("def double(x, times=2):\n    '''Doubles x.'''\n    return x * times");
    let page = run.cell("double?");
    let text = plain(&page.pages[0]);
    assert!(text.contains("double(x, times=2)") && text.contains("Doubles x."), "{text}");
    let text = run.cell("double??").pages[0]["text/plain"].to_string();
    assert!(text.contains("return x * times"), "{text}");
}

#[test]
fn completion_knows_names_attributes_modules_and_parameters() {
    let mut run = Running::new();
    run.cell("import math\nclass Net:\n    def forward(self, x): pass\n    layers = 3\nnetwork = Net()\ndef train(model, learning_rate=0.1): pass");
    let mut complete = |code: &str| {
        let found = run.session.complete(code, code.chars().count());
        (found.items.into_iter().map(|item| item.text).collect::<Vec<_>>(), found.start)
    };
    assert_eq!(complete("netw"), (vec!["network".into()], 0));
    assert_eq!(complete("a = network.for"), (vec!["forward".into()], 12));
    assert_eq!(complete("math.sqr"), (vec!["sqrt".into()], 5));
    assert_eq!(complete("from math import cei"), (vec!["ceil".into()], 17));
    assert_eq!(complete("import itert"), (vec!["itertools".into()], 7));
    assert_eq!(complete("train(network, learn"), (vec!["learning_rate=".into()], 15));
    assert_eq!(complete("%timei"), (vec!["%timeit".into()], 0));
    assert_eq!(complete("größe = netw").1, 8, "positions count code points");
    assert_eq!(run.session.is_complete("for i in x:"), Completeness::Incomplete("    ".into()));
}

#[test]
fn questions_are_answered_while_a_cell_runs_and_interrupts_stop_it() {
    let mut run = Running::new();
    run.cell("important = 1");
    let question = Some("importa".into());
    let mut page = Page { question, interrupted: Some(run.signals.clone()), ..Page::default() };
    run.signals.attention.store(true, Ordering::Relaxed);
    let report = run.try_on(&mut page, "count = 0\nwhile True: count += 1").unwrap_err();
    assert_eq!(report.ename, "KeyboardInterrupt");
    assert_eq!(page.answered, Some(vec!["important".into()]));
    assert_eq!(run.result("count > 0"), "True");
}

#[test]
fn curves_grow_in_place_and_end_whole() {
    let mut run = Running::new();
    run.cell("import tensorcell\ncurve = tensorcell.Curve('loss', title='T <1>')");
    let page = run.cell(&timed("for i in range(2000): curve(loss=1 / (i + 1))"));
    let (first, last) = (&page.displays[0], page.displays.last().unwrap());
    assert!(!first.update && page.displays[1..].iter().all(|d| d.update && d.display_id == first.display_id));
    assert!(page.displays.len() <= most_frames(&page), "at most ten frames a second");
    assert!(plain(&last.data).contains("in 2,000 steps"), "{}", plain(&last.data));
    assert!(
        last.data.contains_key("image/png") && last.data["image/svg+xml"].as_str().unwrap().contains("T &lt;1&gt;")
    );
    assert_eq!(last.metadata["image/png"], serde_json::json!({"width": 680, "height": 300}));
    let page = run.cell("curve.add(step=5000, loss=2)");
    assert!(!page.displays[0].update, "a later cell shows the curve again");
    assert_eq!(run.error("curve(loss='x')").evalue, "'loss' must be a number, not str");
    assert!(run.error("curve()").evalue.contains("nothing to add"));
    let failed = run.error("curve(loss=1)\n1 / 0");
    assert_eq!(failed.ename, "ZeroDivisionError");
}

#[test]
fn set_up_code_of_front_ends_runs() {
    let mut run = Running::new();
    for code in [
        "__vsc_ipynb_file__ = '/tmp/a.ipynb'",
        "import os as _VSCODE_os\nimport sys as _VSCODE_sys\nimport builtins as _VSCODE_builtins\n\nif _VSCODE_os.path.isdir('/nowhere'):\n    _VSCODE_os.chdir('/nowhere')\ndel _VSCODE_os, _VSCODE_sys, _VSCODE_builtins",
        "try:\n    from IPython import get_ipython\n    get_ipython().run_line_magic('matplotlib', 'inline')\nexcept:\n    pass",
        "from IPython.core.magics.namespace import NamespaceMagics\n_names = NamespaceMagics()\n_names.shell = get_ipython().kernel.shell",
        "%matplotlib inline",
        "%config InlineBackend.figure_format = 'retina'",
        "%config Application.verbose_crash=True",
        "%load_ext autoreload",
        "%autoreload 2",
        "%config InlineBackend.figure_formats = {'svg', 'png'}",
        "try:\n    import matplotlib\n    import matplotlib.pyplot\n    import matplotlib_inline.backend_inline\nexcept:\n    pass",
    ] {
        let page = run.cell(code);
        assert!(page.out.is_empty() && page.err.is_empty() && page.displays.is_empty());
    }
    assert_eq!(run.result("__vsc_ipynb_file__"), "'/tmp/a.ipynb'");
    run.cell("first, second = 1, 'x'");
    assert_eq!(
        run.result("[name for name in _names.who_ls() if len(name) > 4]"),
        "['NamespaceMagics', 'first', 'second']"
    );
}

#[test]
fn kernels_are_counted_however_many_there_are() {
    let mut run = Running::new();
    run.cell("import torch, tensorcell\nx = torch.ones(1)\nfor _ in range(21000): x + x");
    let line = run.result("tensorcell.kernels()");
    assert!(line.contains("add ") && line.contains("(21,000×)"), "{line}");
    let page = run.cell("%profile x * x");
    assert!(plain(&page.displays[0].data).contains("mul"), "{}", plain(&page.displays[0].data));
    assert!(page.displays[1].data["text/html"].as_str().unwrap().contains("<td style=\"text-align:left\">mul</td>"));
    assert_eq!(plain(&page.results[0]), "tensor([1.])");
}

#[test]
fn what_a_cell_ran_is_told_piece_by_piece() {
    let mut run = Running::new();
    run.cell("import torch, tensorcell\nx = torch.ones(3)");
    run.cell("y = x + x\nz = y.exp()");
    let rows = run.result("[(e['name'], e['kind'], e['device'], e['cell'], e['line']) for e in tensorcell.work()]");
    assert_eq!(rows, "[('add', 'operation', 'cpu', 'Cell [2]', 1),\n ('exp', 'operation', 'cpu', 'Cell [2]', 2)]");
    assert_eq!(run.result("all(e['start'] >= 0 and e['duration'] > 0 for e in tensorcell.work())"), "True");
    assert_eq!(run.result("torch.ones(1); [e['name'] for e in tensorcell.work()]"), "['full']");
}

#[test]
fn tensors_and_modules_have_an_html_form() {
    let mut run = Running::new();
    let page = run.cell("import torch\ntorch.tensor([[1., 2.], [3., 6.]])");
    let html = page.results[0]["text/html"].as_str().unwrap();
    for fact in ["[2, 2]", "float32", "cpu", "16 B", "3.0000", "6.0000"] {
        assert!(html.contains(fact), "{fact}: {html}");
    }
    let page = run.cell("torch.nn.Linear(3, 2)");
    let html = page.results[0]["text/html"].as_str().unwrap();
    assert!(html.contains("weight") && html.contains("8 parameters"), "{html}");
}
