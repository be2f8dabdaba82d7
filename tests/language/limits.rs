//! Resource limits: an interrupt ends every loop, deep nesting does not overflow the stack, and no program takes all memory.

use crate::{Printing, Recorder, Sink};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;
use tensorcell_language::{Exc, Vm};
use tensorcell_verify::{Clock, wait_until};

/// Returns a program's output and the last line of its error, run on a thread with the usual stack size.
fn outcome(source: &str) -> String {
    let source = source.to_owned();
    let run = move || {
        let host = Rc::new(Recorder::default());
        let mut vm = Vm::new(host.clone(), Arc::default(), Arc::default());
        tensorcell_stdlib::register(&mut vm);
        let error = vm.run_cell("program", &source).err();
        let error = error.map(|raise| format!("{}: {}\n", raise.class().name, raise.message())).unwrap_or_default();
        host.0.take() + &error
    };
    std::thread::spawn(run).join().expect("no panic")
}

/// Receives the clock of the evaluator's thread whenever the program prints.
impl Sink for Sender<Clock> {
    fn take(&self, _: &str) {
        // Nobody waits for a second announcement.
        let _ = self.send(Clock::of_this_thread());
    }
}

/// Processor time after its announcement when a program is interrupted, because it has then reached its loop.
const UNDER_WAY: Duration = Duration::from_millis(60);
/// Processor time that a program may use after an interrupt.
const SOON: Duration = Duration::from_millis(50);

/// As `SOON`, for one call of a native function on a long value. On a quiet machine these take 2 to 50 ms, several of them
/// just under 50; what does not poll takes seconds.
const WITHIN_A_CALL: Duration = Duration::from_millis(400);

/// Returns the processor time that a program uses after an interrupt, which must end it. It prints before its loop.
fn used_after_interrupt(source: &str) -> Duration {
    let interrupt: Arc<AtomicBool> = Arc::default();
    let (flag, program) = (interrupt.clone(), source.to_owned());
    let (begins, begun) = channel();
    let thread = std::thread::spawn(move || {
        let mut vm = Vm::new(Rc::new(Printing(begins)), flag, Arc::default());
        tensorcell_stdlib::register(&mut vm);
        let raise = vm.run_cell("program", &program).err();
        assert!(raise.is_some_and(|raise| raise.is(Exc::KeyboardInterrupt)), "not interrupted: {program}");
        Clock::of_this_thread().time().expect("this thread's time")
    });
    let clock = begun.recv().expect("it begins");
    let start = clock.time().unwrap_or_default();
    wait_until("the program is under way", || {
        thread.is_finished() || clock.is_asleep() || clock.time().is_some_and(|time| time >= start + UNDER_WAY)
    });
    let asked = clock.time().unwrap_or_default();
    interrupt.store(true, Ordering::Release);
    wait_until(&format!("an interrupt ends\n{source}"), || thread.is_finished());
    thread.join().expect("no panic").saturating_sub(asked)
}

const ENDLESS: &[&str] = &[
    "while True: pass",
    "for x in iter(int, 1): pass",
    "def f():\n    while True: g()\ndef g(): pass\nf()",
    "import itertools\nfor i in itertools.count(): pass",
    "[0 for i in range(10**12) if False]",
    "{i for i in range(10**12) if False}",
    "def g():\n    while True:\n        yield 1\nfor x in g(): pass",
    "def f(n):\n    return f(n - 1) + f(n - 1) if n else 0\nf(90)",
    "sum(range(10**12))",
    "max(range(10**12))",
    "min(range(10**12), key=lambda x: x)",
    "any(iter(int, 1))",
    "import itertools\n-1 in itertools.count()",
    "0.5 in range(10**12)",
    "while True: sorted(range(1000), key=lambda x: -x)",
    "class A:\n    def __lt__(self, other): return False\nx = [A() for _ in range(1000)]\nwhile True: sorted(x)",
    "import itertools\nnext(itertools.islice(itertools.count(), 10**12, None))",
    "import itertools\nnext(itertools.dropwhile(lambda x: True, itertools.count()))",
    "import itertools\nfor c in itertools.combinations(range(40), 20): pass",
    "import collections, itertools\ncollections.deque(itertools.count(), maxlen=0)",
    "next(filter(None, iter(int, 1)))",
    "for pair in zip(iter(int, 1), iter(int, 1)): pass",
    "import functools\nfunctools.reduce(lambda a, b: a, iter(int, 1))",
    "while True:\n    try:\n        1 / 0\n    except ZeroDivisionError:\n        pass",
    "3 ** (10 ** 8)",
    "x = 7 ** 1000000\nwhile True: x * x",
    "x = 3 ** 50000\npow(x, x, x + 2)",
    "import re\nre.sub('a', lambda m: 'b', 'a' * 10**7)",
    "import time\ntime.sleep(10**6)",
    "x = [1] * 10**6\nwhile True: repr(x)",
    "import json\nx = [1] * 10**6\nwhile True: json.dumps(x)",
    "x = [0.0] * 10**6\nwhile True: 1 in x",
    "x = [0.0] * 10**5\nwhile True: x == list(x)",
    "import re\nx = 'ab' * 10**6\nwhile True: re.findall('a|b', x)",
    "import re\nx = 'a,' * 10**6\nwhile True: re.split(',', x)",
    "import re\nx = 'a' * 25\nwhile True: re.match('(a*)*b', x)",
    "import json\nx = '[' + '1,' * 10**6 + '1]'\nwhile True: json.loads(x)",
    "import json\nx = '{' + '\"a\": [1, {}],' * 10**5 + '\"b\": 1}'\nwhile True: json.loads(x)",
    "import json\nx = 'é' * 10**6\nwhile True: json.dumps(x)",
    "x = 'abc' * 10**6\nwhile True: x.translate({97: 'b'})",
    "x = [float(i * 7919 % 1000003) for i in range(300_000)]\nwhile True: sorted(x)",
    "x = [i * 7919 % 1000003 for i in range(300_000)]\nwhile True: sorted(x)",
    "class A:\n    def __getattr__(self, name): return getattr(self, name + 'x')\nwhile True:\n    try: A().x\n    except RecursionError: pass",
    "while True:\n    a = []\n    a.append(a)",
    "x = []\nwhile True: x.append([x])",
    "class D:\n    def __del__(self): pass\nwhile True: D()",
    "def g():\n    yield from h()\ndef h():\n    while True: yield 1\nfor _ in g(): pass",
    "while True:\n    match [1, 2, 3]:\n        case [a, *b]: pass",
    "import itertools\nlen(list(itertools.product(range(100), repeat=4)))",
    "import itertools\nfor k, g in itertools.groupby(itertools.repeat(1)): list(g)",
    "import itertools\nsum(itertools.repeat(1))",
    "import itertools\na, b = itertools.tee(itertools.count())\nnext(itertools.islice(b, 10**12, None))",
    "import itertools\nnext(itertools.compress(itertools.count(), itertools.repeat(0)))",
    "import itertools\nlist(itertools.accumulate(itertools.cycle([1, 2])))",
    "import heapq\nheapq.nlargest(5, iter(int, 1))",
    "import statistics\nstatistics.mean(iter(int, 1))",
    "import collections\ncollections.Counter(iter(int, 1))",
    "import copy\nx = [[i] for i in range(10**5)]\nwhile True: copy.deepcopy(x)",
    "import string\nx = string.Template('$a' * 10**4)\nwhile True: x.substitute(a=1)",
    "import textwrap\nx = 'word ' * 10**5\nwhile True: textwrap.wrap(x)",
    "import csv, io\nx = 'a,b\\n' * 10**5\nwhile True:\n    for row in csv.reader(io.StringIO(x)): pass",
    "import random\nx = list(range(10**5))\nwhile True: random.shuffle(x)",
    "dict.fromkeys(iter(int, 1))",
    "'x'.join('y' for _ in iter(int, 1))",
    "def f(*args): pass\nf(*iter(int, 1))",
    "a, *b = iter(int, 1)",
    "[*iter(int, 1)]",
    "list(map(abs, iter(int, 1)))",
    "next(x for x in iter(int, 1) if x)",
    "set(iter(int, 1))",
    "for i in range(10**20, 10**40): pass",
    "class A:\n    def __iter__(self): return self\n    def __next__(self): return 1\nlist(A())",
    "def g():\n    while True: yield 0\nany(g())",
    "sum(1 for _ in iter(int, 1))",
    "max(x for x in iter(int, 1))",
    "def f(a, *, b): f(a, b=b)\nwhile True:\n    try: f(1, b=2)\n    except RecursionError: pass",
    "class M:\n    def __enter__(self): return self\n    def __exit__(self, *args): pass\nwhile True:\n    with M(): pass",
    "def f(n):\n    f(n)\nwhile True:\n    try: f(1)\n    except RecursionError: pass",
];

/// What is computed over and over on a long value, after what makes the value.
const LONG: &[(&str, &[&str])] = &[
    (
        "x = 'aé ' * 3_000_000",
        &[
            "x.replace('a', 'bc')",
            "x.replace('', '-')",
            "x.count('a')",
            "x.find('b')",
            "x.rfind('b')",
            "x.split('a')",
            "x.rsplit('a')",
            "x.split()",
            "x.splitlines()",
            "x.partition('b')",
            "'bc' in x",
            "x.upper()",
            "x.lower()",
            "x.title()",
            "x.casefold()",
            "x.strip('aé ')",
            "x.isprintable()",
            "x.isupper()",
            "x.expandtabs()",
            "repr(x)",
            "list(x)",
        ],
    ),
    (
        "x = b'ab' * 5_000_000",
        &[
            "x.replace(b'a', b'bc')",
            "x.replace(b'', b'-')",
            "x.count(b'a')",
            "x.find(b'c')",
            "x.rfind(b'bb')",
            "x.split(b'a')",
            "x.split()",
            "x.rsplit(b'a')",
            "b'bb' in x",
            "x.swapcase()",
            "x.title()",
            "x.isalpha()",
            "x.istitle()",
            "x.hex()",
            "bytes.fromhex('ab' * 5_000_000)",
            "x.translate(bytes(256))",
            "x.strip(b'ab')",
            "repr(x)",
        ],
    ),
    (
        "import sys\nsys.set_int_max_str_digits(0)\nx, s = 7 ** 400_000, '7' * 300_000",
        &["str(x)", "int(s)", "int(s, 7 + 2)", "x * x // x", "x * x % (x + 1)", "f'{x}'", "divmod(x * x, -x)"],
    ),
    (
        "import math\nx = 7 ** 400_000\ny = x * x",
        &["math.isqrt(x)", "math.gcd(x, x + 2)", "math.lcm(x, x + 2)", "math.lcm(y, x)"],
    ),
    (
        "from decimal import *\ngetcontext().prec = 200_000\nx, y = Decimal('7' * 200_000), Decimal('3' * 199_999)",
        &["x * y", "x / y", "x.sqrt()", "Decimal(2).ln()", "str(x)", "x % y"],
    ),
    (
        "x = dict.fromkeys(range(500_000))\ny, z = set(x), set(range(1, 500_001))",
        &["x.copy()", "dict(x)", "x | x", "y | z", "y & z", "y - z", "y ^ z", "y <= y", "y.isdisjoint(x)", "set(x)"],
    ),
    (
        "x = [0.5] * 3_000_000",
        &["list(x)", "tuple(x)", "repr(x)", "set(x)", "sum(x)", "max(x)", "''.join(['a'] * 1_000_000)"],
    ),
    (
        "import base64, binascii, bz2, hashlib, lzma, zlib\nx = bytes(range(256)) * 40_000",
        &[
            "base64.b64encode(x)",
            "base64.b64decode(base64.b64encode(x))",
            "binascii.hexlify(x)",
            "binascii.unhexlify(b'ab' * 5_000_000)",
            "binascii.crc_hqx(x, 0)",
            "zlib.crc32(x)",
            "zlib.adler32(x)",
            "zlib.compress(x)",
            "zlib.decompress(zlib.compress(x))",
            "lzma.compress(x)",
            "hashlib.sha256(x)",
            "hashlib.md5(x)",
        ],
    ),
];

#[test]
fn an_interrupt_ends_everything_soon() {
    // Shared caches slow a thread down on a busy machine, so the minimum of several runs counts.
    let long = LONG
        .iter()
        .flat_map(|(before, steps)| steps.iter().map(move |step| format!("{before}\nprint()\nwhile True: {step}")));
    let endless = ENDLESS.iter().map(|source| (SOON, format!("print()\n{source}")));
    let slow: Vec<String> = endless
        .chain(long.map(|source| (WITHIN_A_CALL, source)))
        .filter(|(limit, source)| (0..5).all(|_| used_after_interrupt(source) >= *limit))
        .map(|(limit, source)| {
            format!("goes on for {limit:?} and more of processor time after an interrupt:\n{source}")
        })
        .collect();
    assert!(slow.is_empty(), "{}", slow.join("\n\n"));
}

/// Each program must print its expected text, without overflowing the native stack.
#[test]
fn recursion_ends_in_an_error() {
    let classes = "
class A:
    def __getattr__(self, name): return getattr(self, name + 'x')
    def __eq__(self, other): return self == other
    def __lt__(self, other): return sorted([self, other])
    def __repr__(self): return repr(self)
    def __add__(self, other): return self + other
    def __call__(self): return self()
    def __len__(self): return len(self)
    def __iter__(self): return iter(self)
    def __bool__(self): return bool(self)
    def __hash__(self): return hash(self)
    def __contains__(self, item): return item in self
    def __getitem__(self, key): return self[key]
a = A()
deep = []
for i in range(20_000): deep = [deep]
def f(n): return f(n + 1)
def g(): return list(map(lambda x: g(), [1]))
def h(): return sum(h() for _ in [1])
";
    let steps = [
        "a.name",
        "a == A()",
        "a < a",
        "repr(a)",
        "a + 1",
        "a()",
        "len(a)",
        "iter(a)",
        "bool(a)",
        "hash(a)",
        "1 in a",
        "a[0]",
        "{a: 1}",
        "f'{a}'",
        "sorted([a, a])",
        "f(0)",
        "g()",
        "h()",
        "repr(deep)",
        "deep == [deep]",
        "__import__('copy').deepcopy(deep)",
        "__import__('json').dumps(deep)",
        "deep < [deep]",
        "str(deep)",
        "f'{deep}'",
    ];
    let body = |step: &str| format!("{step}\n");
    for step in steps {
        let said = outcome(&(classes.to_owned() + &body(step)));
        assert!(said.starts_with("RecursionError: maximum recursion depth exceeded"), "{step}: {said}");
    }
}

#[test]
fn a_thousand_frames_are_at_hand() {
    let said = outcome(
        "
def depth(n):
    try:
        return depth(n + 1)
    except RecursionError:
        return n
print(950 < depth(0) <= 1000)
def walk(n):
    if n: yield from walk(n - 1)
    yield n
print(sum(1 for _ in walk(900)))
",
    );
    assert_eq!(said, "True\n901\n");
}

#[test]
fn deep_structures_come_apart() {
    let said = outcome(
        "
class Node:
    def __init__(self, next): self.next = next
chain, items, pairs, table, calls, steps = None, [], (), {}, print, iter([1])
def wrapped(call): return lambda: call()
for i in range(200_000):
    chain, items, pairs, table = Node(chain), [items], (pairs,), {1: table}
for i in range(50_000):
    calls, steps = wrapped(calls), map(abs, steps)
chain = items = pairs = table = calls = steps = None
error = None
for i in range(20_000):
    try:
        raise ValueError(i) from error
    except ValueError as caught:
        error = caught
error = None
print('done')
",
    );
    assert_eq!(said, "done\n");
}

#[test]
fn deep_source_is_a_syntax_error_or_runs() {
    let nested = |open: &str, middle: &str, close: &str| open.repeat(10_000) + middle + &close.repeat(10_000);
    let indented: String = (0..5_000).map(|depth| " ".repeat(depth) + "if x:\n").collect();
    let sources = [
        nested("(", "1", ")"),
        nested("[", "1", "]"),
        nested("{1:", "1", "}"),
        nested("f(", "1", ")"),
        nested("-", "1", ""),
        nested("not ", "1", ""),
        nested("lambda: ", "1", ""),
        nested("x if y else ", "1", ""),
        nested("a[", "1", "]"),
        "x".to_owned() + &".y".repeat(10_000),
        "x".to_owned() + &"()".repeat(10_000),
        "1".to_owned() + &" + 1".repeat(10_000),
        "1".to_owned() + &" ** 1".repeat(10_000),
        "1".to_owned() + &" < 1".repeat(10_000),
        "x = ".repeat(10_000) + "1",
        indented,
        "elif x: pass\n".repeat(10_000),
        format!("f'{}'", "{".repeat(5_000)),
        nested("(lambda: (", "1", "))"),
        nested("@a\n", "def f(): pass", ""),
    ];
    for source in sources {
        let said = outcome(&source);
        let fine = ["SyntaxError", "NameError", "TypeError", "AttributeError", "RecursionError"];
        assert!(said.is_empty() || fine.iter().any(|kind| said.starts_with(kind)), "{said}\n{}", &source[..40]);
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let memory = [
        "[0] * 10**12",
        "'a' * 10**12",
        "b'a' * 10**12",
        "(0,) * 10**12",
        "bytes(10**13)",
        "bytearray(10**13)",
        "list(range(10**12))",
        "tuple(range(10**12))",
        "sorted(range(10**12))",
        "f'{1:1000000000000}'",
        "f'{1.0:.1000000000f}'",
        "'%1000000000000d' % 1",
        "'a'.ljust(10**12)",
        "'a'.zfill(10**12)",
        "('a' * 10**7).join(['b'] * 10**6)",
        "('a' * 10**6).replace('a', 'b' * 10**7)",
        "(1).to_bytes(10**12, 'big')",
        "'x' * 2**62",
        "[1] * 2**62",
        "(1,) * 2**62",
        "bytearray(2) * 2**62",
        "'%*d' % (2**31, 1)",
        "'%.2147483647f' % 1.0",
    ];
    for step in memory {
        assert_eq!(outcome(step), "MemoryError: \n", "{step}");
    }
    let overflow = [
        "10 ** 10 ** 10",
        "1 << 10**12",
        "10**400 * 1.0",
        "'x' * 2**63",
        "2**63 * 'x'",
        "[1] * 2**63",
        "'xx' * 2**62",
        "b'xx' * 2**62",
        "'%.*f' % (2**31, 1.0)",
        "'%*d' % (2**63, 1)",
    ];
    for step in overflow {
        let said = outcome(step);
        assert!(said.starts_with("OverflowError: "), "{step}: {said}");
    }
    for step in ["'%.2147483648f' % 1.0", "f'{1.0:.2147483648f}'"] {
        assert_eq!(outcome(step), "ValueError: precision too big\n", "{step}");
    }
    for step in ["int('9' * 5000)", "str(10**5000)", "f'{10**5000}'", "repr(10**5000)"] {
        let said = outcome(step);
        assert!(said.starts_with("ValueError: Exceeds the limit (4300 digits)"), "{step}: {said}");
    }
}

/// With a limit on the address space, set by the shell, small allocations are refused too, and the program continues.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_the_process_is_no_end_of_it() {
    const STEPS: &[&str] = &[
        "'%s' * 30_000 % tuple(['x' * 200_000] * 30_000)",
        "('{}' * 30_000).format(*['x' * 200_000] * 30_000)",
        "('x' * 60_000).translate({120: 'y' * 100_000})",
        "''.join(['x' * 100_000] * 60_000)",
        "('x' * 100_000).replace('x', 'y' * 60_000)",
        "[0] * 10**9",
        "(0,) * 10**9",
        "bytearray(6 * 10**9)",
        "list(range(10**9))",
        "{i: i for i in range(10**9)}",
        "set(range(10**9))",
        "[i for i in range(10**9)]",
        "['x' * 10**6 for i in range(10**9)]",
        "[[0] * 1000 for i in range(10**9)]",
        "1 << 10**11",
        "f'{1:>200000000}' * 100",
        "'a'.ljust(10**10)",
        "bytes(10**10)",
        "repr(['x' * 10**6] * 10_000)",
        "__import__('json').dumps(['x' * 10**6] * 10_000)",
        "__import__('re').sub('x', 'y' * 100_000, 'x' * 100_000)",
    ];
    let mut program =
        "def grow(text):\n    while True: text += text\ndef build(parts):\n    while True: parts += parts\n".to_owned();
    for step in STEPS.iter().chain(&["grow('x' * 1000)", "build([1, 2, 3])"]) {
        program += &format!(
            "try:\n    {step}\n    print('fits')\nexcept (MemoryError, OverflowError) as error:\n    print(type(error).__name__)\n"
        );
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.py");
    std::fs::write(&file, program).expect("a program");
    let run = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 1000000; exec \"$0\" run \"$1\""])
        .arg(env!("CARGO_BIN_EXE_tensorcell"))
        .arg(&file)
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    let refused = said.lines().filter(|line| matches!(*line, "MemoryError" | "OverflowError")).count();
    assert_eq!(refused, STEPS.len() + 2, "{said}\n{}", String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
