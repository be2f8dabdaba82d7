//! Compares error reports with CPython's: message and line. Both run the programs of tests/language_errors.

use crate::Recorder;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use tensorcell_language::Vm;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language_errors").join(name)
}

fn programs(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(file(name)).expect("a list of programs");
    text.split("----\n").map(str::to_owned).collect()
}

/// Returns the report of an uncaught error; empty if there is none.
fn printed(source: &str) -> String {
    let source = source.to_owned();
    let run = move || {
        let mut vm = Vm::new(Rc::new(Recorder::default()), Arc::default(), Arc::default());
        tensorcell_stdlib::register(&mut vm);
        let error = vm.run_cell("Cell [1]", &source).err();
        error.map(|raise| vm.report(raise).plain).unwrap_or_default()
    };
    std::thread::Builder::new().stack_size(64 << 20).spawn(run).expect("a thread").join().expect("no panic")
}

/// The first line of a report and the first source line that it shows.
fn headline(report: &str) -> String {
    let place = report.split_once("Cell [1]:").and_then(|(_, rest)| rest.split_once(':'));
    format!("{} (line {})", report.lines().next().unwrap_or_default(), place.map_or("?", |(line, _)| line))
}

/// Runs a Python program with a text as its input.
fn python(program: &str, input: &str) -> String {
    let mut child = Command::new("python3")
        .args(["-W", "ignore", "-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is installed");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("python3 reads");
    String::from_utf8(child.wait_with_output().expect("python3 ends").stdout).expect("UTF-8")
}

fn assert_same(pairs: impl Iterator<Item = (String, String, String)>) {
    let differing: Vec<String> = pairs
        .filter(|(_, theirs, ours)| theirs != ours)
        .map(|(source, theirs, ours)| format!("{source}  CPython: {theirs}\n  here:    {ours}"))
        .collect();
    assert!(differing.is_empty(), "{} differ\n\n{}", differing.len(), differing.join("\n\n"));
}

/// `syntax.out` holds what CPython 3.13 says of each: versions word them in different ways.
#[test]
fn syntax_errors_are_cpythons() {
    let sources = programs("syntax.txt");
    assert!(sources.len() >= 450);
    let theirs = std::fs::read_to_string(file("syntax.out")).expect("UTF-8");
    let theirs: Vec<String> = theirs.lines().map(str::to_owned).collect();
    assert_eq!(theirs.len(), sources.len());
    assert_same(sources.into_iter().zip(theirs).map(|(source, theirs)| {
        let ours = headline(&printed(&source));
        (source, theirs, ours)
    }));
}

/// Unsupported features are reported by name and place.
#[test]
fn what_is_left_out_says_so() {
    assert_same(programs("ours.txt").into_iter().map(|entry| {
        let (source, expected) = entry.trim_end().rsplit_once('\n').expect("a program and what is said of it");
        (source.to_owned() + "\n", expected.to_owned(), headline(&printed(source)))
    }));
}

#[test]
fn all_that_the_parser_found_is_told() {
    let report = printed("x = = 1\ny = 2\nprint(y y)\nreturn 5\n");
    assert!(report.starts_with("SyntaxError: invalid syntax\n --> Cell [1]:1:5\n"), "{report}");
    assert!(report.contains("3 | print(y y)"), "{report}");
    assert!(report.contains("Perhaps you forgot a comma?"), "{report}");
}

#[test]
fn all_that_is_left_out_is_told_at_once() {
    let report = printed("x = t'{y}'\ndef f():\n    return t'a'\nprint(t'{f}')\n");
    assert!(
        report.starts_with("SyntaxError: template strings (t'...') are not supported\n --> Cell [1]:1:5\n"),
        "{report}"
    );
    assert_eq!(report.matches("template strings").count(), 3, "{report}");
}

/// The last line of CPython's traceback: class, message and "Did you mean", which our report shows as help.
#[test]
fn uncaught_errors_are_cpythons() {
    const PROGRAM: &str = r#"
import os, sys
for source in sys.stdin.read().split("----\n"):
    read, write = os.pipe()
    if os.fork() == 0:
        os.dup2(write, 2), os.dup2(os.open(os.devnull, os.O_WRONLY), 1), os.close(read), os.close(write)
        sys.argv[:] = ["-c"]
        break
    os.close(write)
    with open(read) as pipe:
        print(pipe.read().splitlines()[-1], flush=True)
    os.wait()
else:
    os._exit(0)
code = compile(source, "<string>", "exec")
del os, sys, read, write, source
exec(code)
"#;
    let sources = programs("uncaught.txt");
    let theirs = python(PROGRAM, &std::fs::read_to_string(file("uncaught.txt")).expect("UTF-8"));
    assert_eq!(theirs.lines().count(), sources.len());
    let theirs: Vec<String> = theirs.lines().map(str::to_owned).collect();
    assert_same(sources.into_iter().zip(theirs).map(|(source, theirs)| {
        let report = printed(&source);
        // The last report of a chain; of each report the first line, and the notes after it.
        let last = report.rsplit("\n\n").find(|part| part.contains("Error") || part.contains("Exception"));
        let title = last.unwrap_or_default().lines().find(|line| !line.is_empty()).unwrap_or_default().to_owned();
        let hint = report.split_once("help: Did you mean: ").map(|(_, rest)| rest.lines().next().unwrap_or_default());
        let ours = match hint {
            Some(hint) if theirs.contains("Did you mean") => format!("{title}. Did you mean: {hint}"),
            _ => title,
        };
        (source, theirs.split(" (/").next().unwrap_or_default().to_owned(), ours)
    }));
}

#[test]
fn causes_are_told_in_order() {
    let report = printed(
        "def load(name):\n    try:\n        return {}[name]\n    except KeyError as error:\n        raise RuntimeError(f'no {name}') from error\n\nload('x')\n",
    );
    let expected = "\
KeyError: 'x'
 --> Cell [1]:3:16
  |
3 |         return {}[name]
  |                ^^^^^^^^

This exception was the direct cause of the one below.

RuntimeError: no x
 --> Cell [1]:7:1
  |
7 | load('x')
  | ^^^^^^^^^ in this call of load
  |
 ::: Cell [1]:5:9
  |
5 |         raise RuntimeError(f'no {name}') from error
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^";
    assert_eq!(report.trim_end(), expected);
}
