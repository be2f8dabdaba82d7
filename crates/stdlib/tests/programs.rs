//! End-to-end tests of the language: programs in, output and errors out.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tensorcell_language::diagnostics::Report;
use tensorcell_language::{CodeStore, Exc, Host, Raise, Result, Value, Vm};
use tensorcell_verify::{Clock, wait_until};

/// Records what programs print.
#[derive(Default)]
struct Recorder(RefCell<String>);

impl Host for Recorder {
    fn write_stdout(&self, text: &str) {
        self.0.borrow_mut().push_str(text);
    }
    fn write_stderr(&self, text: &str) {
        self.0.borrow_mut().push_str(text);
    }
    fn input(&self, _prompt: &str, _password: bool) -> Result<String> {
        Err(Raise::new(Exc::EOFError, "nobody to ask"))
    }
    fn display(&self, _bundle: &[(String, String)], _id: Option<&str>, _update: bool) {}
    fn magic(&self, _vm: &mut Vm, name: &str, line: &str, _body: Option<&str>) -> Result<Value> {
        Ok(Value::str(format!("{name}:{line}")))
    }
    fn safe_point(&self, _vm: &mut Vm) {
        self.0.borrow_mut().push_str("[safe point]");
    }
}

struct Session {
    vm: Vm,
    host: Rc<Recorder>,
    interrupt: Arc<AtomicBool>,
    attention: Arc<AtomicBool>,
    cells: usize,
}

impl Session {
    fn new() -> Session {
        let (host, interrupt, attention) = (Rc::new(Recorder::default()), Arc::default(), Arc::default());
        let mut vm = Vm::new(host.clone(), Arc::clone(&interrupt), Arc::clone(&attention));
        tensorcell_stdlib::register(&mut vm);
        Session { vm, host, interrupt, attention, cells: 0 }
    }
    fn run(&mut self, source: &str) -> std::result::Result<Option<Value>, Report> {
        self.cells += 1;
        let name = format!("Cell [{}]", self.cells);
        self.vm.run_cell(&name, source).map_err(|raise| self.vm.report(raise))
    }
    fn printed(&mut self, source: &str) -> String {
        let outcome = self.run(source);
        let output = self.host.0.take();
        match outcome {
            Ok(_) => output,
            Err(report) => format!("{output}{}", report.plain),
        }
    }
    fn error(&mut self, source: &str) -> Report {
        match self.run(source) {
            Ok(_) => panic!("{source}: no error"),
            Err(report) => report,
        }
    }
}

/// Runs on a thread with a large stack, for deep nesting.
fn on_big_stack(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(test);
    thread.expect("a thread").join().expect("the test");
}

#[test]
fn a_program_prints_and_the_last_expression_is_the_result() {
    let mut session = Session::new();
    assert_eq!(session.printed("def f(x, y=2):\n    return x + y\nprint(f(1), f(1, y=5))"), "3 6\n");
    assert!(matches!(session.run("40 + 2"), Ok(Some(Value::Int(42)))));
    assert!(matches!(session.run("None"), Ok(None)));
}

#[test]
fn an_interrupt_stops_any_loop_and_no_more() {
    on_big_stack(|| {
        for program in
            ["while True: pass", "for x in iter(int, 1): pass", "def f():\n    while True: f2()\ndef f2(): pass\nf()"]
        {
            let mut session = Session::new();
            let (flag, clock) = (session.interrupt.clone(), Clock::of_this_thread());
            let sender = std::thread::spawn(move || {
                let under_way = clock.time().unwrap_or_default() + std::time::Duration::from_millis(60);
                wait_until("the loop is under way", || clock.time().is_none_or(|time| time >= under_way));
                flag.store(true, std::sync::atomic::Ordering::Relaxed);
            });
            let report = session.error(program);
            sender.join().expect("the sender");
            assert_eq!(report.ename, "KeyboardInterrupt");
            assert_eq!(session.printed("print('alive')"), "alive\n");
        }
    });
}

#[test]
fn an_interrupt_stops_a_parser_of_xml() {
    on_big_stack(|| {
        let entities = "<!DOCTYPE a [<!ENTITY e \"x\">]>";
        for program in [
            "pyexpat.ParserCreate().Parse('<a>' + '<b c=\"d\"/>' * 5_000_000)".to_owned(),
            format!("pyexpat.ParserCreate().Parse('{entities}<a b=\"' + '&e;' * 9_000_000 + '\"/>', True)"),
        ] {
            let mut session = Session::new();
            let (flag, clock) = (session.interrupt.clone(), Clock::of_this_thread());
            session.run("import pyexpat").expect("runs");
            let sender = std::thread::spawn(move || {
                let under_way = clock.time().unwrap_or_default() + std::time::Duration::from_millis(200);
                wait_until("the parser is under way", || clock.time().is_none_or(|time| time >= under_way));
                flag.store(true, std::sync::atomic::Ordering::Relaxed);
            });
            let report = session.error(&program);
            sender.join().expect("the sender");
            assert_eq!(report.ename, "KeyboardInterrupt");
            assert_eq!(session.printed("print('alive')"), "alive\n");
        }
    });
}

#[test]
fn an_interrupt_reaches_the_main_thread_beside_one_that_never_blocks() {
    on_big_stack(|| {
        let spin = "import threading\ndef spin():\n    while True: pass\n\
                    threading.Thread(target=spin, daemon=True).start()\n";
        for wait in ["threading.Event().wait()", "while True: pass", "import time\ntime.sleep(3600)"] {
            let mut session = Session::new();
            let (flag, clock) = (session.interrupt.clone(), Clock::of_this_thread());
            let sender = std::thread::spawn(move || {
                let under_way = clock.time().unwrap_or_default() + std::time::Duration::from_millis(60);
                wait_until("the threads are under way", || clock.time().is_none_or(|time| time >= under_way));
                flag.store(true, std::sync::atomic::Ordering::Relaxed);
            });
            let report = session.error(&format!("{spin}{wait}"));
            sender.join().expect("the sender");
            assert_eq!(report.ename, "KeyboardInterrupt");
            assert!(session.printed("print(threading.active_count())").ends_with("2\n"), "the thread lives on");
        }
    });
}

#[test]
fn a_moved_evaluator_leaves_its_threads_at_rest() {
    on_big_stack(|| {
        let mut session = Session::new();
        session
            .run(
                "import threading\nended = []\ngo = threading.Event()\n\
                  thread = threading.Thread(target=lambda: (go.wait(), ended.append(1)))\nthread.start()",
            )
            .expect("runs");
        let mut moved = Box::new(session);
        let Err(report) = moved.run("go.set()\nthread.join()") else {
            panic!("the thread cannot run");
        };
        assert_eq!(report.ename, "RuntimeError");
        assert!(moved.printed("print(ended)").ends_with("[]\n"));
    });
}

#[test]
fn attention_reaches_the_host_while_a_loop_runs() {
    let mut session = Session::new();
    session.attention.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(session.printed("for i in range(3): pass"), "[safe point]");
}

#[test]
fn endless_recursion_is_an_error_in_every_form() {
    on_big_stack(|| {
        for program in [
            "def f(n): return f(n + 1)\nf(0)",
            "class A:\n    def __repr__(self): return repr(self)\nrepr(A())",
            "class A:\n    def __add__(self, o): return self + o\nA() + 1",
            "class A:\n    def __getattr__(self, n): return getattr(self, n + 'x')\nA().y",
            "class A:\n    def __init__(self): A()\nA()",
            "def g(): yield from g()\nlist(g())",
            "sorted([2, 1], key=lambda x: sorted([1], key=(f := lambda y: sorted([y], key=f))))",
            "a = []\nfor i in range(100000): a = [a]\nb = []\nfor i in range(100000): b = [b]\na == b",
        ] {
            let mut session = Session::new();
            let report = session.error(program);
            assert_eq!(report.ename, "RecursionError", "{program}: {}", report.plain);
            assert_eq!(session.printed("print(1)"), "1\n");
        }
    });
}

#[test]
fn deep_sources_are_syntax_errors() {
    on_big_stack(|| {
        let indented: String = (0..300).map(|i| format!("{}if x:\n", " ".repeat(i))).collect();
        for source in [
            "(".repeat(100_000),
            "[".repeat(500) + &"]".repeat(500),
            "-".repeat(200_000) + "1",
            "1".to_owned() + &"+1".repeat(300_000),
            "x".to_owned() + &".x".repeat(300_000),
            "not ".repeat(200_000) + "x",
            "lambda: ".repeat(100_000) + "x",
            "1 if x else ".repeat(100_000) + "x",
            indented,
        ] {
            let report = Session::new().error(&source);
            assert_eq!(report.ename, "SyntaxError", "{}", &source[..40]);
        }
    });
}

#[test]
fn syntax_errors_run_nothing_and_point() {
    for (source, message) in [
        ("print(1)\nx = = 2", "invalid syntax"),
        ("print(1)\nreturn 5", "'return' outside function"),
        ("print(1)\nbreak", "'break' outside loop"),
        ("print(1)\ndef f(): await x", "'await' outside async function"),
        ("print(1)\nx = t'{y}'", "template strings (t'...') are not supported"),
        ("print(1)\ndef f(a, a): pass", "duplicate argument 'a' in function definition"),
        ("print(1)\nyield 1", "'yield' outside function"),
    ] {
        let mut session = Session::new();
        let printed = session.printed(source);
        assert!(printed.starts_with(&format!("SyntaxError: {message}")), "{printed}");
        assert!(printed.contains("Cell [1]:2:") && printed.contains('^'), "{printed}");
    }
}

#[test]
fn errors_point_at_the_operand_and_name_the_calls() {
    let mut session = Session::new();
    let report = session.error("def scale(x):\n    return x * 2 + 'a'\n\ntotal = 1\nscale(total)");
    assert_eq!(
        (report.ename.as_str(), report.evalue.as_str()),
        ("TypeError", "unsupported operand type(s) for +: 'int' and 'str'")
    );
    let expected = "\
TypeError: unsupported operand type(s) for +: 'int' and 'str'
 --> Cell [1]:5:1
  |
5 | scale(total)
  | ^^^^^^^^^^^^ in this call of scale
  |
 ::: Cell [1]:2:12
  |
2 |     return x * 2 + 'a'
  |            -----^^^---
  |            |       |
  |            |       str
  |            int";
    assert_eq!(report.plain.trim_end(), expected);
    assert!(report.traceback.join("\n").contains('\u{1b}'));
    assert!(!report.traceback.join("\n").contains("\u{1b}[2m"), "dim is not shown by front ends");
}

#[test]
fn an_error_in_our_own_source_is_shown_at_the_users_line() {
    let mut session = Session::new();
    let module = tensorcell_language::object::Module::new("house", tensorcell_language::object::Dict::new());
    session.vm.run_prelude("house.py", "def join(a, b):\n    return a + b\n", &module).expect("runs");
    let join = module.dict.get_str("join").expect("defined");
    session.vm.globals().insert_str("join", join);
    let report = session.error("x = 1\njoin(x, 'a')");
    for part in ["Cell [1]:2:1", "^^^^^^^^^^^^", "raised in join (house.py:2)", "a: int", "b: str"] {
        assert!(report.plain.contains(part), "{}", report.plain);
    }
}

#[test]
fn misspelt_names_are_answered_with_the_near_one() {
    for (source, help) in [
        ("value = 1\nvalu", "Did you mean: 'value'?"),
        ("'a'.uper()", "Did you mean: 'upper'?"),
        ("def f(alpha): pass\nf(alpa=1)", "Did you mean 'alpha'?"),
        ("import maths", "Did you mean 'math'?"),
        ("math.pi", "Did you forget to import 'math'?"),
    ] {
        let report = Session::new().error(source);
        assert!(report.plain.contains(help), "{}", report.plain);
    }
}

#[test]
fn causes_are_shown_oldest_first() {
    let report =
        Session::new().error("try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise ValueError('bad') from e");
    let (first, second) =
        (report.plain.find("ZeroDivisionError").expect("shown"), report.plain.find("ValueError").expect("shown"));
    assert!(first < second && report.plain.contains("direct cause"), "{}", report.plain);
}

/// A value that counts its live instances.
struct Counted(Rc<std::cell::Cell<usize>>);
impl Counted {
    fn value(live: &Rc<std::cell::Cell<usize>>) -> Value {
        live.set(live.get() + 1);
        Value::native(Counted(live.clone()))
    }
}
impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}
impl tensorcell_language::Native for Counted {
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
    fn class(&self) -> Rc<tensorcell_language::Class> {
        thread_local!(static CLASS: Rc<tensorcell_language::Class> = tensorcell_language::Class::native("test", "Counted", &[], None, &[], &[], ""));
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok("<counted>".into())
    }
}

#[test]
fn values_go_with_their_last_name() {
    let live = Rc::new(std::cell::Cell::new(0));
    let mut session = Session::new();
    for source in
        ["y = x; del x; del y", "x = None", "def f(v): return None\nf(x); del x", "[x for _ in range(3)]; x = 1"]
    {
        session.vm.globals().insert_str("x", Counted::value(&live));
        session.run(source).expect("runs");
        assert_eq!(live.get(), 0, "{source}");
    }
}

#[test]
fn a_failed_cell_holds_nothing() {
    let live = Rc::new(std::cell::Cell::new(0));
    let mut session = Session::new();
    for source in [
        "def f(v):\n    local = [v, v]\n    raise ValueError('no')\nf(x)",
        "def f(v):\n    local = v\n    1 / 0\ntry:\n    f(x)\nexcept ZeroDivisionError as e:\n    kept = e",
        "def g(v):\n    for i in range(3):\n        yield v\nfor y in g(x):\n    del x, y\n    1 + 'a'",
    ] {
        session.vm.globals().insert_str("x", Counted::value(&live));
        let _ = session.run(source);
        session.run("x = y = None").expect("runs");
        assert_eq!(live.get(), 0, "{source}");
    }
}

#[test]
fn cycles_are_collected_and_what_is_reachable_stays() {
    let live = Rc::new(std::cell::Cell::new(0));
    let mut session = Session::new();
    for source in [
        "a = [x]; a.append(a); del a",
        "a = {}; a['self'] = a; a['x'] = x; del a",
        "class N: pass\nn = N(); n.me = n; n.x = x; del n",
        "class N: pass\na = N(); b = N(); a.b = b; b.a = a; a.x = x; del a, b",
        "def f(v):\n    def g(): return (g, v)\n    return g\nf(x)\nNone",
        "class N:\n    def m(self): pass\nn = N(); n.m2 = n.m; n.x = x; del n",
        "class C: pass\nC.held = x; C.me = C; del C",
    ] {
        session.vm.globals().insert_str("x", Counted::value(&live));
        session.run(source).expect(source);
        session.run("del x").expect("runs");
        assert_eq!(live.get(), 1, "{source}: the cycle holds it");
        session.vm.collect_cycles();
        assert_eq!(live.get(), 0, "{source}");
    }
    session.vm.globals().insert_str("x", Counted::value(&live));
    session.run("keep = [x]; keep.append(keep); fs = (lambda v: lambda: (keep, v))(x); del x").expect("runs");
    session.vm.collect_cycles();
    assert_eq!(live.get(), 1);
    assert_eq!(session.printed("print(len(keep), fs()[0] is keep)"), "2 True\n");
}

#[test]
fn a_running_cell_frees_its_young_cycles() {
    let live = Rc::new(std::cell::Cell::new(0));
    let mut session = Session::new();
    session.vm.globals().insert_str("x", Counted::value(&live));
    session.vm.globals().insert_str("z", Counted::value(&live));
    let many = "for i in range(30_000):\n    a = [i]\n    a.append(a)\n";
    session.run(&format!("{many}y = [z]\ny.append(y)\nk = [x]\ndel x, y, z\n{many}")).expect("runs");
    assert_eq!(live.get(), 1, "the cycle has gone, what a name holds stays");
    session.run(&format!("k.append(k)\ndel k\n{many}")).expect("runs");
    assert_eq!(live.get(), 1, "what has become old waits for a look at everything");
    session.vm.collect_cycles();
    assert_eq!(live.get(), 0);
}

#[test]
fn magics_and_questions_go_to_the_host() {
    let mut session = Session::new();
    let result = session.run("%time f(x)").expect("runs");
    assert_eq!(result.as_ref().and_then(Value::as_str), Some("time:f(x)"));
    assert_eq!(session.printed("y = %who int\nprint(y)"), "who:int\n");
}

#[test]
fn a_source_is_found_by_what_it_defined() {
    let mut session = Session::new();
    let function = session.run("def f(x, *, y=2):\n    return x\nf").expect("runs").expect("a function");
    assert_eq!(session.vm.source_of(&function).as_deref(), Some("def f(x, *, y=2):\n    return x"));
    let Value::Function(function) = function else { panic!("a function") };
    assert_eq!(function.signature(), "(x, *, y=2)");
}

/// Keeps compiled modules in memory, and counts those of users' files.
#[derive(Default)]
struct Kept(RefCell<(HashMap<PathBuf, Vec<u8>>, usize)>);

impl CodeStore for Kept {
    fn find(&self, file: &Path) -> Option<Vec<u8>> {
        self.0.borrow().0.get(file).cloned()
    }
    fn keep(&self, file: &Path, code: &[u8]) {
        let (files, count) = &mut *self.0.borrow_mut();
        files.insert(file.to_owned(), code.to_owned());
        *count += usize::from(file.is_absolute());
    }
}

impl Kept {
    fn count(&self) -> usize {
        self.0.borrow().1
    }
    /// What a new session prints that imports a module of this folder.
    fn printed(self: &Rc<Self>, folder: &Path, source: &str) -> String {
        let mut session = Session::new();
        session.vm.keep_code_in(self.clone());
        session.printed(&format!("import sys\nsys.path.insert(0, {:?})\n{source}", folder.display().to_string()))
    }
}

const MODULE: &str = r#"
"""A module."""
from dataclasses import dataclass

BIG, TEXT, NESTED = 2**80, "\ud800 é", (1, (-0.0, 2j, b"\xff", None, ...))

@dataclass(frozen=True)
class Point:
    "Two numbers."
    x: int
    y: float = 1.5

    def moved(self, /, by=1, *rest, scale=2, **more):
        return Point(self.x + by * scale, self.y)

def counter(start):
    def step():
        nonlocal start
        start += 1
        return start
    return step

def generate(items):
    for at, item in enumerate(items):
        match item:
            case {"key": value}:
                yield value
            case [first, *rest] if rest:
                yield first, rest
            case _:
                yield f"{at:>3}|{item!r}"

async def late(x):
    return [y async for y in other(x)]

def fail(values):
    try:
        return [value / (value - 2) for value in values]
    finally:
        TEXT.encode("ascii", "ignore")

def everything():
    step = counter(3)
    step()
    return Point(1).moved(2, scale=3), step(), list(generate([{"key": 1}, [1, 2], "z"])), BIG, TEXT, NESTED, Point.__doc__, __doc__
"#;

#[test]
fn a_module_is_compiled_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("made.py");
    std::fs::write(&file, MODULE).expect("a file");
    let kept: Rc<Kept> = Rc::default();
    let programs = ["import made; print(ascii(made.everything()))", "import made; made.fail([1, 2])"];
    let first = programs.map(|program| kept.printed(folder.path(), program));
    assert!(
        first[0].contains("Point(x=7, y=1.5), 5, [1, (1, [2]), \"  2|'z'\"]") && first[0].contains("'A module.'"),
        "{}",
        first[0]
    );
    assert!(first[1].contains("ZeroDivisionError") && first[1].contains("value / (value - 2)"), "{}", first[1]);
    assert_eq!(kept.count(), 1);
    let second = programs.map(|program| kept.printed(folder.path(), program));
    assert_eq!((&second, kept.count()), (&first, 1));
    // Neither damaged bytes nor those of another text are used, and both are replaced.
    kept.0.borrow_mut().0.values_mut().for_each(|bytes| bytes.truncate(100));
    assert_eq!((kept.printed(folder.path(), programs[0]), kept.count()), (first[0].clone(), 2));
    std::fs::write(&file, MODULE.replace("1.5", "2.5")).expect("a file");
    let changed = kept.printed(folder.path(), programs[0]);
    assert_eq!((changed, kept.count()), (first[0].replace("1.5", "2.5"), 3));
}
