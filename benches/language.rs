//! The language beside CPython: every program of `benches/language` run by both, in turns, and what a call of a tensor
//! method costs above the method itself.
//!
//!     cargo bench --bench language [-- NAME...]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use tensorcell_display::html;
use tensorcell_language::{Exc, Host, Raise, Value, Vm};

/// Turns that each interpreter gets; the least time counts: the machine's other work only ever adds.
const TURNS: usize = 5;

/// Appended to each program.
const TIMING: &str = r#"
import time
_best = None
for _ in range(7):
    _start = time.process_time()
    _result = main()
    _time = time.process_time() - _start
    if _best is None or _time < _best:
        _best = _time
print(_best, _result)
"#;

/// The cost of calls: each loop's time over that of an empty one.
const CALLS: &str = "
import time, torch
t = torch.zeros(3)
def least(run):
    best = 1e9
    for _ in range(9):
        start = time.process_time()
        run()
        best = min(best, time.process_time() - start)
    return best
def empty(x=t):
    for _ in range(100_000):
        x
def call(x=t):
    for _ in range(100_000):
        x.dim()
(least(call) - least(empty)) / 100_000
";

struct Output(std::cell::RefCell<String>);

impl Host for Output {
    fn write_stdout(&self, text: &str) {
        self.0.borrow_mut().push_str(text);
    }
    fn write_stderr(&self, text: &str) {
        eprint!("{text}");
    }
    fn input(&self, _: &str, _: bool) -> tensorcell_language::Result<String> {
        Err(Raise::new(Exc::EOFError, "nobody to ask"))
    }
    fn display(&self, _: &[(String, String)], _: Option<&str>, _: bool) {}
    fn magic(&self, _: &mut Vm, name: &str, _: &str, _: Option<&str>) -> tensorcell_language::Result<Value> {
        Err(Raise::runtime(format!("no magic here: {name}")))
    }
    fn safe_point(&self, _: &mut Vm) {}
    fn processor_time(&self) -> Option<std::time::Duration> {
        Some(tensorcell_device::clock::process_time())
    }
}

/// Runs a program here; gives what it printed.
fn ours(source: &str) -> Result<String> {
    let host = Rc::new(Output(std::cell::RefCell::default()));
    let mut vm = Vm::new(host.clone(), Arc::default(), Arc::default());
    tensorcell_stdlib::register(&mut vm);
    let outcome = vm.run_cell("program", source).map_err(|raise| vm.report(raise).plain);
    outcome.map_err(anyhow::Error::msg)?;
    Ok(host.0.take())
}

fn cpython(source: &str) -> Result<String> {
    let run = Command::new("python3").args(["-c", source]).output().context("cannot run python3")?;
    ensure!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Ok(String::from_utf8(run.stdout)?)
}

/// Seconds, and the result that both must agree on.
fn parse(output: &str) -> Result<(f64, String)> {
    let (seconds, result) = output.trim().split_once(' ').context("the program's time and result")?;
    Ok((seconds.parse()?, result.to_owned()))
}

fn programs(wanted: &[String]) -> Result<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/language");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder)?.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    let is_wanted = |file: &Path| wanted.iter().any(|name| file.file_stem().is_some_and(|stem| stem == &**name));
    files.retain(|file| file.extension().is_some_and(|is| is == "py") && (wanted.is_empty() || is_wanted(file)));
    files.sort();
    Ok(files)
}

/// Nanoseconds of `x.dim()` in a loop, and of the method alone, called from here as often.
fn native_call() -> Result<(f64, f64)> {
    let host = Rc::new(Output(std::cell::RefCell::default()));
    let mut vm = Vm::new(host, Arc::default(), Arc::default());
    tensorcell_stdlib::register(&mut vm);
    tensorcell_torch::register(&mut vm);
    tensorcell_pydata::register(&mut vm);
    let looped = vm.run_cell("calls", CALLS).map_err(|raise| anyhow::Error::msg(vm.report(raise).plain))?;
    let Some(Value::Float(looped)) = looped else {
        anyhow::bail!("the loop gives seconds");
    };
    let tensor = vm.globals().get_str("t").context("the tensor")?;
    let Some(Value::Builtin(method)) = vm.class_of(&tensor).lookup("dim") else {
        anyhow::bail!("Tensor.dim is native");
    };
    let args = method.bind(&[tensor], &[]).map_err(|raise| anyhow::Error::msg(raise.message()))?;
    let mut alone = f64::INFINITY;
    for _ in 0..9 {
        let start = Instant::now();
        for _ in 0..100_000 {
            let result = (std::hint::black_box(method.run))(&mut vm, std::hint::black_box(&args));
            drop(std::hint::black_box(result));
        }
        alone = alone.min(start.elapsed().as_secs_f64() / 1e5);
    }
    Ok((looped.get() * 1e9, alone * 1e9))
}

fn compare() -> Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let (mut rows, mut logarithms) = (Vec::new(), 0.0);
    for file in programs(&wanted)? {
        let source = std::fs::read_to_string(&file)? + TIMING;
        let (mut here, mut there) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..TURNS {
            let (seconds, result) = parse(&ours(&source)?)?;
            let (their_seconds, their_result) = parse(&cpython(&source)?)?;
            ensure!(result == their_result, "{}: {result} here, {their_result} there", file.display());
            (here, there) = (here.min(seconds), there.min(their_seconds));
        }
        logarithms += (here / there).ln();
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let milliseconds = |seconds: f64| format!("{:.2} ms", seconds * 1e3);
        rows.push(vec![name, milliseconds(here), milliseconds(there), format!("{:.2}", here / there)]);
    }
    let mean = (logarithms / rows.len().max(1) as f64).exp();
    rows.push(vec!["geometric mean".into(), String::new(), String::new(), format!("{mean:.2}")]);
    print!("{}", html::text_table(&["program", "TensorCell", "CPython", "ratio"], &rows));
    if wanted.is_empty() {
        let (looped, alone) = native_call()?;
        println!("x.dim(): {looped:.0} ns in a loop, {alone:.0} ns the method alone, {:.0} ns above", looped - alone);
    }
    Ok(())
}

fn main() -> Result<()> {
    // Evaluation wants room to nest, as the kernel's own thread has.
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(compare)?;
    thread.join().map_err(|_| anyhow::Error::msg("the measurement panicked"))?
}
