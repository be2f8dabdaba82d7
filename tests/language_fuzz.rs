//! Programs that nobody wrote: those of tests/language with their lines and words shuffled, doubled, cut and exchanged.
//! Whatever comes out must be refused or run, without a panic, and end when it is interrupted.
//!
//! A few seconds with a fixed seed; TENSORCELL_FUZZ_SECONDS and TENSORCELL_FUZZ_SEED ask for more.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tensorcell::language::{Exc, Host, Raise, Result, Value, Vm};

struct Silent;

impl Host for Silent {
    fn write_stdout(&self, _: &str) {}
    fn write_stderr(&self, _: &str) {}
    fn input(&self, _: &str, _: bool) -> Result<String> {
        Err(Raise::new(Exc::EOFError, "EOF when reading a line"))
    }
    fn display(&self, _: &[(String, String)], _: Option<&str>, _: bool) {}
    fn magic(&self, _: &mut Vm, name: &str, _: &str, _: Option<&str>) -> Result<Value> {
        Err(Raise::new(Exc::NameError, format!("no magic {name}")))
    }
    fn safe_point(&self, _: &mut Vm) {}
}

/// xorshift64*
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    }
    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

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

/// Words and what is between them.
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

fn mutated(random: &mut Random, programs: &[String]) -> String {
    let mut lines: Vec<String> = random.pick(programs).lines().map(str::to_owned).collect();
    // A part of a program says more than the whole: it fails later.
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

/// What became of a program.
enum End {
    Ended,
    Panicked,
    /// It catches its interrupts, as it may.
    Catches,
    Hangs,
}

fn run(source: &str) -> End {
    let interrupt: Arc<AtomicBool> = Arc::default();
    let (flag, text) = (interrupt.clone(), source.to_owned());
    let thread = std::thread::spawn(move || {
        let mut vm = Vm::new(Rc::new(Silent), flag, Arc::default());
        if let Err(raise) = vm.run_cell("program", &text) {
            vm.report(raise);
        }
        vm.collect_cycles();
    });
    let start = Instant::now();
    let mut asked = None;
    let mut heard = 0;
    while !thread.is_finished() {
        std::thread::sleep(Duration::from_micros(200));
        if start.elapsed() < Duration::from_millis(200) {
            continue;
        }
        if !interrupt.load(Ordering::Acquire) {
            heard += usize::from(asked.is_some());
            asked = Some(Instant::now());
            interrupt.store(true, Ordering::Release);
        }
        if heard > 50 {
            return End::Catches;
        }
        if asked.is_some_and(|asked| asked.elapsed() > Duration::from_secs(10)) {
            return End::Hangs;
        }
    }
    if thread.join().is_ok() { End::Ended } else { End::Panicked }
}

#[test]
fn no_program_breaks_the_evaluator() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("tests/language").flatten().map(|f| f.path()).collect();
    // What writes files or takes long stays out.
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".py") && !["file", "_io", "huge", "path"].iter().any(|part| name.contains(part))
    });
    files.sort();
    let programs: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).expect("a program")).collect();
    let elsewhere = tempfile::tempdir().expect("a folder");
    std::env::set_current_dir(&elsewhere).expect("the folder");
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let limit = Duration::from_secs(number("TENSORCELL_FUZZ_SECONDS").unwrap_or(8));
    let mut random = Random(number("TENSORCELL_FUZZ_SEED").unwrap_or(20_261_121).max(1));
    let (start, mut runs) = (Instant::now(), 0);
    let mut broken = Vec::new();
    while start.elapsed() < limit && broken.len() < 5 {
        let source = mutated(&mut random, &programs);
        runs += 1;
        match run(&source) {
            End::Ended | End::Catches => {}
            End::Panicked => broken.push(format!("panics:\n{source}")),
            End::Hangs => broken.push(format!("goes on after an interrupt:\n{source}")),
        }
    }
    println!("{runs} programs in {:?}", start.elapsed());
    assert!(broken.is_empty(), "of {runs} programs, {}", broken.join("\n-----\n"));
}
