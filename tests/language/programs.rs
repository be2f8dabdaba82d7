//! Compares the output of each program in tests/language with CPython's.

use crate::Recorder;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tensorcell_language::Vm;

/// Descriptors, signal handlers and limits belong to the process: programs that close or set them, and those that
/// fork, run in a child process.
fn wants_a_process(source: &str) -> bool {
    const CALLS: &[&str] = &[
        "os.close(",
        "os.closerange(",
        "os.dup2(",
        "os.fdopen(",
        "os.open(",
        "os.pipe(",
        "closefd",
        "fileno()",
        "multiprocessing",
        "os.fork(",
        "os.posix_spawn",
        "preexec_fn",
        "pty.fork(",
        "resource.setrlimit(",
        "signal.signal(",
    ];
    CALLS.iter().any(|call| source.contains(call))
}

/// Returns a program's output here, and its error if it ends with one.
fn ours(file: &Path) -> String {
    let source = std::fs::read_to_string(file).expect("a program");
    if wants_a_process(&source) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
        let output = command.arg("run").arg(file).stdin(Stdio::null()).output().expect("the program runs");
        return String::from_utf8_lossy(&output.stdout).into_owned();
    }
    let run = move || {
        let host = Rc::new(Recorder::default());
        let mut vm = Vm::new(host.clone(), Arc::default(), Arc::default());
        tensorcell_stdlib::register(&mut vm);
        let outcome = vm.run_cell("program", &source);
        let error = outcome.err().map(|raise| vm.report(raise).plain).unwrap_or_default();
        vm.end();
        host.0.take() + &error
    };
    // Nested evaluation needs as much stack as the kernel's thread has.
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(run);
    thread.expect("a thread").join().expect("no panic")
}

/// Forks once for each file that it reads from its input, like `python3 -B FILE`: starting an interpreter takes longer
/// than most programs.
const FORKS: &str = r#"import os, sys
for file in sys.stdin:
    file = file.rstrip("\n")
    read, write = os.pipe()
    if os.fork() == 0:
        os.close(read), os.dup2(write, 1), os.close(write)
        sys.stdin, sys.argv, sys.path[0] = open(os.devnull), [file], os.path.dirname(file)
        break
    os.close(write)
    with open(read, "rb") as pipe:
        printed = pipe.read()
    _, status = os.wait()
    header = f"{status} {len(printed)}\n".encode()
    rest = memoryview(header + printed)
    while rest:
        rest = rest[os.write(1, rest):]
else:
    os._exit(0)
__file__ = file
del read, write, os, sys, file
exec(compile(open(__file__, "rb").read(), __file__, "exec"))
"#;

/// A CPython process that runs programs one after the other.
struct Cpython {
    process: Child,
    files: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Drop for Cpython {
    fn drop(&mut self) {
        // It ends when its input is closed.
        self.files = None;
        let _ = self.process.wait();
    }
}

impl Cpython {
    fn start() -> Cpython {
        let mut command = Command::new("python3");
        command.args(["-B", "-c", FORKS]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("python3 is installed");
        let (files, answers) = (process.stdin.take(), process.stdout.take());
        Cpython { process, files, answers: BufReader::new(answers.expect("a pipe")) }
    }

    /// Returns the output of a program, which must succeed.
    fn prints(&mut self, file: &Path) -> String {
        let files = self.files.as_mut().expect("open until the end");
        writeln!(files, "{}", file.display()).expect("python3 reads");
        let mut header = String::new();
        self.answers.read_line(&mut header).expect("an answer");
        let (status, length) = header.trim_end().split_once(' ').expect("a status and a length");
        let mut printed = vec![0; length.parse().expect("a length")];
        self.answers.read_exact(&mut printed).expect("what it printed");
        assert_eq!(status, "0", "CPython runs {}", file.display());
        String::from_utf8(printed).expect("UTF-8")
    }

    /// Returns a program's expected output: the recorded file if it differs from CPython 3.11 on purpose (the
    /// program's head says why), else CPython's output.
    fn expects(&mut self, file: &Path) -> String {
        std::fs::read_to_string(file.with_extension("out")).unwrap_or_else(|_| self.prints(file))
    }
}

fn difference(file: &Path, cpython: &mut Cpython) -> Option<String> {
    let (ours, theirs) = (ours(file), cpython.expects(file));
    if ours == theirs {
        return None;
    }
    let differing = theirs.lines().zip(ours.lines()).position(|(theirs, ours)| theirs != ours);
    let line = differing.unwrap_or(theirs.lines().count().min(ours.lines().count()));
    let show = |text: &str| text.lines().skip(line).take(8).collect::<Vec<_>>().join("\n    ");
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Some(format!(
        "{name}, line {} of the output:\n  expected:\n    {}\n  here:\n    {}",
        line + 1,
        show(&theirs),
        show(&ours)
    ))
}

/// `LANGUAGE=name` selects programs by a part of their name.
#[test]
fn programs_print_what_cpython_prints() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    let wanted = std::env::var("LANGUAGE").unwrap_or_default();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("tests/language").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".py") && name.contains(&wanted)
    });
    assert_same(files);
}

/// Runs programs here and with CPython, several in parallel.
fn assert_same(mut files: Vec<PathBuf>) {
    files.sort();
    assert!(!files.is_empty());
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(2, usize::from) * 2;
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                let mut cpython = Cpython::start();
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(failure) = difference(file, &mut cpython) {
                        failures.lock().expect("no panic").push(failure);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no panic");
    failures.sort();
    assert!(failures.is_empty(), "{} of {} programs differ\n\n{}", failures.len(), files.len(), failures.join("\n\n"));
}

/// Modules of CPython's library must behave as they do there: each is read from the machine's Python, followed by the
/// program of tests/language_modules that tests it. If a module needs something unsupported, an "instead of" line
/// names the imports, and a few lines before the module replace them.
#[test]
fn modules_of_cpythons_library_run_here() {
    let find = "import sysconfig; print(sysconfig.get_path('stdlib'))";
    let library = Command::new("python3").args(["-c", find]).output().expect("python3 is installed").stdout;
    let library = PathBuf::from(String::from_utf8(library).expect("UTF-8").trim());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language_modules");
    let programs = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("tests/language_modules") {
        let file = entry.expect("a file").path();
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let uses = std::fs::read_to_string(&file).expect("UTF-8");
        let module = std::fs::read_to_string(library.join(&name)).expect("a module of the library");
        let mut module = module.split("\nif __name__ ==").next().unwrap_or_default().to_owned();
        let (front, uses) = uses.split_once("# the module stands here\n").unwrap_or(("", &uses));
        if let Some(imports) = front.lines().find_map(|line| line.strip_prefix("# instead of: ")) {
            for import in imports.split("; ") {
                assert!(module.contains(&format!("\n{import}\n")), "{name}: {import}");
                module = module.replace(&format!("\n{import}\n"), "\n");
            }
        }
        // Another name than the module's, which would otherwise be imported instead.
        let program = programs.path().join(format!("use_{name}"));
        std::fs::write(&program, format!("{front}{module}\n{uses}")).expect("a program");
        files.push(program);
    }
    assert_same(files);
}

/// Parses lines "owner: name name ..."; lines that begin with `#` are comments.
fn by_owner(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (owner, names) in text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':')) {
        all.entry(owner.to_owned()).or_default().extend(names.split_whitespace().map(str::to_owned));
    }
    all
}

/// All names in CPython's `dir()` exist here, except those that tests/language_names/omitted.txt lists with a reason.
#[test]
fn nothing_of_cpythons_is_missing_without_a_reason() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language_names");
    let probe = folder.join("probe.py");
    let (ours, theirs) = (by_owner(&ours(&probe)), by_owner(&Cpython::start().prints(&probe)));
    let omitted = by_owner(&std::fs::read_to_string(folder.join("omitted.txt")).expect("the list of omissions"));
    let nothing = BTreeSet::new();
    let everywhere = omitted.get("*").unwrap_or(&nothing);
    let mut wrong = Vec::new();
    for (owner, names) in &theirs {
        let (here, excused) = (ours.get(owner).unwrap_or(&nothing), omitted.get(owner).unwrap_or(&nothing));
        let lacking = names.iter().filter(|name| !here.contains(*name));
        for name in lacking.filter(|name| !excused.contains(*name) && !everywhere.contains(*name)) {
            wrong.push(format!("{owner} lacks {name}"));
        }
        for name in excused.iter().filter(|name| here.contains(*name)) {
            wrong.push(format!("{owner} has {name}: take it out of omitted.txt"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
