//! Fuzzes the language with mutated programs: lines and words of tests/language are shuffled, doubled, cut and
//! exchanged. Each result must be refused or run without a panic, and end when it is interrupted.
//!
//! The number of programs and the seed are fixed; TENSORCELL_FUZZ_PROGRAMS and TENSORCELL_FUZZ_SEED override them.

use crate::Recorder;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tensorcell_language::{Vm, quiet};
use tensorcell_verify::{Random, patience};

const WORDS: &[&str] = &[
    "None",
    "True",
    "0",
    "-1",
    "2**63",
    "10**30",
    "1.5",
    "float('nan')",
    "''",
    "'é😀'",
    "b'x'",
    "[]",
    "()",
    "{}",
    "set()",
    "print",
    "len",
    "self",
    "lambda: 0",
    "lambda *a, **k: a",
    "range(3)",
    "iter([1, 2])",
    "object()",
    "type",
    "super()",
    "yield",
    "return",
    "raise",
    "del",
    "global",
    "nonlocal",
    "import",
    "not",
    "in",
    "is",
    "if",
    "else",
    "for",
    "while",
    "try:",
    "except:",
    "finally:",
    "with",
    "class",
    "def",
    "match",
    "case",
    "=",
    ":=",
    "*",
    "**",
    "@",
    "->",
    ":",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    "...",
    "\\",
    "\"\"\"",
    "f'{x!r:>{y}}'",
    "x",
    "a[::-1]",
    "a.b",
    "a()",
    "%",
    "//",
    "<<",
    "__class__",
    "__dict__",
    "__init__",
    "__eq__",
    "StopIteration",
    "Exception",
];

/// Splits a text into words and the separators between them.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for c in text.chars() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(last) if is_word(c) && last.ends_with(is_word) => last.push(c),
            _ => tokens.push(c.to_string()),
        }
    }
    tokens
}

/// Characters that are invalid inside a word: quotes, brackets, multi-byte letters.
const LETTERS: &[char] = &[
    'é', '😀', '²', '\u{a0}', '\u{301}', '\'', '"', '{', '}', '[', ']', '(', ')', '\\', ':', ';', ',', '=', '.', '*',
    '0', 'x', '_', 'b', 'f', 'r', '#', '!', '~', '@', '\t', '\r', '\0', '-', '>', '%', '?',
];

fn mutated(random: &mut Random, programs: &[String]) -> String {
    let mut lines: Vec<String> = random.pick(programs).lines().map(str::to_owned).collect();
    // A part of a program fails later than a whole program with an early error.
    let start = random.below(lines.len());
    let length = 1 + random.below(40);
    lines = lines.into_iter().skip(start).take(length).collect();
    for _ in 0..1 + random.below(6) {
        let at = random.below(lines.len());
        let Some(line) = lines.get(at).cloned() else {
            continue;
        };
        match random.below(8) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, line),
            2 => lines.insert(at, random.pick(programs).lines().nth(random.below(60)).unwrap_or("pass").to_owned()),
            3 => lines[at] = format!("{}{line}", " ".repeat(random.below(9))),
            4 => {
                let mut letters: Vec<char> = line.chars().collect();
                for _ in 0..1 + random.below(3) {
                    let (at, letter) = (random.below(letters.len()), *random.pick(LETTERS));
                    match random.below(3) {
                        _ if letters.is_empty() => letters.push(letter),
                        0 => drop(letters.remove(at)),
                        1 => letters.insert(at, letter),
                        _ => letters[at] = letter,
                    }
                }
                lines[at] = letters.into_iter().collect();
            }
            _ => {
                let mut words = tokens(&line);
                for _ in 0..1 + random.below(3) {
                    let at = random.below(words.len());
                    match random.below(4) {
                        _ if words.is_empty() => {}
                        0 => drop(words.remove(at)),
                        1 => words.swap(at, 0),
                        2 => words.insert(at, (*random.pick(WORDS)).to_owned()),
                        _ => words[at] = (*random.pick(WORDS)).to_owned(),
                    }
                }
                lines[at] = words.concat();
            }
        }
    }
    lines.join("\n")
}

/// Generates programs from a grammar: classes, generators, patterns, `with`, `try`, decorators, comprehensions, nested
/// f-strings, star arguments. Unlike mutated programs they are mostly valid, and run.
struct Grown<'a> {
    random: &'a mut Random,
    /// The number of parts that may still be added.
    left: usize,
}

const NAMES: &[&str] = &["a", "b", "c", "items", "f", "g", "K", "self", "x"];
const BINARY: &[&str] = &["+", "-", "*", "//", "%", "**", "/", "&", "|", "^", "<<", ">>", "@"];
const COMPARED: &[&str] = &["==", "!=", "<", ">=", "in", "not in", "is", "is not"];
const ATOMS: &[&str] = &[
    "0",
    "1",
    "-3",
    "2.5",
    "True",
    "None",
    "'text'",
    "b'by'",
    "[]",
    "{}",
    "()",
    "...",
    "2**70",
    "float('nan')",
    "'\\n'",
    "set()",
    "range(4)",
    "NotImplemented",
    "object()",
    "iter('ab')",
    "Exception('e')",
    "int",
    "str",
    "print",
    "len",
];
const METHODS: &[&str] = &[
    "append(1)",
    "pop()",
    "upper()",
    "get(1)",
    "split()",
    "items()",
    "sort()",
    "add(2)",
    "join('ab')",
    "format(1)",
    "x",
    "__class__",
    "__dict__",
    "send(None)",
    "close()",
    "throw(ValueError)",
    "copy()",
    "update({1: 2})",
    "clear()",
    "real",
    "index(0)",
    "encode()",
    "__next__()",
    "__enter__()",
    "__init__()",
    "__doc__",
    "remove(1)",
    "count(1)",
    "extend('z')",
];
const CALLED: &[&str] = &[
    "len",
    "sorted",
    "list",
    "sum",
    "max",
    "repr",
    "iter",
    "next",
    "hash",
    "abs",
    "int",
    "str",
    "dict",
    "zip",
    "map",
    "type",
    "isinstance",
    "getattr",
    "super",
    "set",
    "reversed",
    "enumerate",
    "f",
    "g",
    "K",
    "vars",
    "dir",
    "id",
    "round",
    "bool",
];

impl Grown<'_> {
    fn word(&mut self, words: &[&str]) -> String {
        (*self.random.pick(words)).to_owned()
    }
    fn name(&mut self) -> String {
        self.word(NAMES)
    }
    fn several(&mut self, most: usize, make: fn(&mut Self) -> String) -> String {
        let count = self.random.below(most + 1);
        (0..count).map(|_| make(self)).collect::<Vec<_>>().join(", ")
    }
    fn expression(&mut self) -> String {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return self.name();
        }
        match self.random.below(22) {
            0..=3 => self.name(),
            4..=6 => self.word(ATOMS),
            7 => format!("({} {} {})", self.expression(), self.word(BINARY), self.expression()),
            8 => format!("({} {} {})", self.expression(), self.word(COMPARED), self.expression()),
            9 => format!("({} if {} else {})", self.expression(), self.expression(), self.expression()),
            10 => {
                format!("[{} for {} in {} if {}]", self.expression(), self.name(), self.expression(), self.expression())
            }
            11 => format!("{{{}: {} for {} in {}}}", self.name(), self.expression(), self.name(), self.expression()),
            12 => format!("({} for {} in {})", self.expression(), self.name(), self.expression()),
            13 => format!("f'{{{}!r:>{{{}}}}}|{{{}=}}'", self.name(), self.random.below(9), self.name()),
            14 => format!("(lambda {}, *args, k={}: {})", self.name(), self.word(ATOMS), self.expression()),
            15 => format!("{}.{}", self.expression(), self.word(METHODS)),
            16 => format!("{}[{}]", self.expression(), self.expression()),
            17 => format!("{}[{}:{}:{}]", self.name(), self.name(), self.word(ATOMS), self.name()),
            18 => format!("[{}, *{}]", self.several(3, Self::expression), self.name()),
            19 => format!("({} := {})", self.name(), self.expression()),
            20 => format!("{{**{}, {}: {}}}", self.name(), self.word(ATOMS), self.expression()),
            _ => format!("{}({})", self.word(CALLED), self.arguments()),
        }
    }
    fn arguments(&mut self) -> String {
        let mut all = vec![self.several(2, Self::expression)];
        if self.random.below(5) == 0 {
            all.push(format!("*{}", self.name()));
        }
        if self.random.below(5) == 0 {
            all.push(format!("{}={}", self.name(), self.word(ATOMS)));
        }
        if self.random.below(8) == 0 {
            all.push(format!("**{}", self.name()));
        }
        all.retain(|argument| !argument.is_empty());
        all.join(", ")
    }
    fn pattern(&mut self) -> String {
        match self.random.below(8) {
            0 => "_".to_owned(),
            1 => self.name(),
            2 => "1 | 2 | 'text'".to_owned(),
            3 => format!("[{}, *_]", self.pattern()),
            4 => format!("{{'k': {}, **rest}}", self.pattern()),
            5 => format!("int() | str() as {}", self.name()),
            6 => format!("K(x={})", self.pattern()),
            _ => format!("({}, {})", self.pattern(), self.pattern()),
        }
    }
    fn block(&mut self, depth: usize) -> String {
        let count = 1 + self.random.below(3);
        (0..count).map(|_| self.statement(depth)).collect()
    }
    fn statement(&mut self, depth: usize) -> String {
        let margin = "    ".repeat(depth);
        self.left = self.left.saturating_sub(1);
        let kind = if self.left == 0 || depth > 4 { self.random.below(8) } else { self.random.below(24) };
        match kind {
            0..=2 => format!("{margin}{} = {}\n", self.name(), self.expression()),
            3 => format!("{margin}{}\n", self.expression()),
            4 => format!("{margin}{} {}= {}\n", self.name(), self.word(&BINARY[..5]), self.expression()),
            5 => format!("{margin}{}, *{} = {}\n", self.name(), self.name(), self.expression()),
            6 => {
                format!("{margin}{}\n", self.word(&["pass", "return", "yield", "break", "continue", "raise", "del a"]))
            }
            7 => format!("{margin}assert {}, {}\n", self.expression(), self.expression()),
            8 => format!(
                "{margin}if {}:\n{}{margin}else:\n{}",
                self.expression(),
                self.block(depth + 1),
                self.block(depth + 1)
            ),
            9 => format!("{margin}for {} in {}:\n{}", self.name(), self.expression(), self.block(depth + 1)),
            10 => format!("{margin}while {}:\n{}", self.expression(), self.block(depth + 1)),
            11 | 12 => format!(
                "{margin}try:\n{}{margin}except {} as {}:\n{}{margin}finally:\n{}",
                self.block(depth + 1),
                self.word(&["Exception", "(TypeError, ValueError)", "KeyError"]),
                self.name(),
                self.block(depth + 1),
                self.block(depth + 1)
            ),
            13 => format!("{margin}with {} as {}:\n{}", self.expression(), self.name(), self.block(depth + 1)),
            14 | 15 => format!(
                "{margin}{}def {}({}, *args, {}={}, **kw):\n{}",
                if self.random.below(4) == 0 { format!("@{}\n{margin}", self.name()) } else { String::new() },
                self.word(&[
                    "f",
                    "g",
                    "__init__",
                    "__iter__",
                    "__eq__",
                    "__enter__",
                    "__exit__",
                    "__getattr__",
                    "__call__"
                ]),
                self.word(&["a", "self"]),
                self.word(&["b", "c"]),
                self.expression(),
                self.block(depth + 1)
            ),
            16 => format!(
                "{margin}class {}({}):\n{}",
                self.word(&["K", "c"]),
                self.word(&["", "K", "list", "dict", "int", "Exception", "K, list"]),
                self.block(depth + 1)
            ),
            17 => format!(
                "{margin}match {}:\n{margin}    case {} if {}:\n{}{margin}    case _:\n{}",
                self.expression(),
                self.pattern(),
                self.expression(),
                self.block(depth + 2),
                self.block(depth + 2)
            ),
            18 => format!("{margin}{} = yield {}\n", self.name(), self.expression()),
            19 => format!("{margin}yield from {}\n", self.expression()),
            20 => format!("{margin}{} {}\n", self.word(&["global", "nonlocal"]), self.name()),
            21 => format!("{margin}{}[{}] = {}\n", self.name(), self.expression(), self.expression()),
            22 => format!("{margin}{}.x = {}\n", self.name(), self.expression()),
            _ => {
                format!("{margin}raise {}\n", self.word(&["ValueError(a)", "K", "StopIteration from None", "x from a"]))
            }
        }
    }
}

fn grown(random: &mut Random) -> String {
    let size = 5 + random.below(80);
    let mut grown = Grown { random, left: size };
    let mut source =
        String::from("a, b, c, x = 1, 'two', [3], {4: 5}\nitems = [a, b, c]\ndef f(*args, **kw): return args\n");
    source +=
        "def g():\n    yield from items\nclass K:\n    x = 1\n    def __init__(self, *args, **kw): self.args = args\n";
    for _ in 0..1 + grown.random.below(8) {
        source += &grown.statement(0);
    }
    source
}

/// The outcome of a program.
enum End {
    Ended,
    Panicked,
    /// It catches its interrupts, which is allowed.
    Catches,
    Hangs,
}

fn outcome(source: &str) -> End {
    let interrupt: Arc<AtomicBool> = Arc::default();
    let (flag, text, faults) = (interrupt.clone(), source.to_owned(), quiet::faults());
    let thread = std::thread::spawn(move || {
        let mut vm = Vm::new(Rc::new(Recorder::default()), flag, Arc::default());
        tensorcell_stdlib::register(&mut vm);
        if let Err(raise) = vm.run_cell("program", &text) {
            vm.report(raise);
        }
        vm.collect_cycles();
    });
    // Most programs end by themselves; others are interrupted repeatedly.
    ended_within(&thread, Duration::from_millis(200));
    for _ in 0..50 {
        if thread.is_finished() {
            return if thread.join().is_ok() && quiet::faults() == faults { End::Ended } else { End::Panicked };
        }
        interrupt.store(true, Ordering::Release);
        let end = Instant::now() + patience();
        while interrupt.load(Ordering::Acquire) && !thread.is_finished() {
            if Instant::now() > end {
                return End::Hangs;
            }
            std::thread::sleep(POLL);
        }
        ended_within(&thread, POLL);
    }
    End::Catches
}

const POLL: Duration = Duration::from_micros(200);

/// Waits a while for a thread to end.
fn ended_within(thread: &JoinHandle<()>, time: Duration) {
    let end = Instant::now() + time;
    while !thread.is_finished() && Instant::now() < end {
        std::thread::sleep(POLL);
    }
}

/// The number of programs, which takes some seconds.
const PROGRAMS: u64 = 2000;

/// Runs in a child process in a temporary folder, since a program may write files.
#[test]
fn no_program_breaks_the_evaluator() {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", "fuzz::programs_of_chance", "--ignored", "--nocapture"]);
    let output = command.current_dir(&elsewhere).output().expect("it starts");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && out.contains("1 passed"), "{out}{err}");
}

#[test]
#[ignore = "in a process of its own"]
fn programs_of_chance() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("tests/language").flatten().map(|f| f.path()).collect();
    // Skips programs that write files or take long.
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".py") && !["file", "_io", "huge", "path"].iter().any(|part| name.contains(part))
    });
    files.sort();
    let programs: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).expect("a program")).collect();
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let count = number("TENSORCELL_FUZZ_PROGRAMS").unwrap_or(PROGRAMS);
    let mut random = Random(number("TENSORCELL_FUZZ_SEED").unwrap_or(20_261_121).max(1));
    let mut broken = Vec::new();
    for run in 0..count {
        let source = if run % 2 == 0 { mutated(&mut random, &programs) } else { grown(&mut random) };
        match outcome(&source) {
            End::Ended | End::Catches => {}
            End::Panicked => broken.push(format!("panics:\n{source}")),
            End::Hangs => broken.push(format!("goes on after an interrupt:\n{source}")),
        }
        if broken.len() == 5 {
            break;
        }
    }
    assert!(broken.is_empty(), "of {count} programs, {}", broken.join("\n-----\n"));
}
