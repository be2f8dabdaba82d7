//! Tests `%%rust` cells in a notebook: state, tensors in both directions, exported functions, devices, and failures.
//! The tests need `tensorcell-rust` beside this program (`cargo build -p tensorcell-rust`), a Rust toolchain, and
//! cargo's registry once; without the program they are skipped.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value as Json;
use tensorcell::notebook::{Notebook, rust};
use tensorcell_jupyter::{
    Bundle, Cell, Comm, Display, ErrorReport, Frontend, NoInput, Queries, Session, Signals, Stream,
};
use tensorcell_verify::wait_until;

/// Lets one test run at a time, because each starts compilers. `TENSORCELL_REQUIRE_RUST` turns skipping into failing.
fn alone() -> Option<MutexGuard<'static, ()>> {
    static ALONE: Mutex<()> = Mutex::new(());
    let found = rust::find().is_some();
    assert!(found || std::env::var_os("TENSORCELL_REQUIRE_RUST").is_none(), "tensorcell-rust was not built");
    if !found {
        crate::skipped::skipped("tensorcell-rust was not built (cargo build -p tensorcell-rust)");
    }
    found.then(|| ALONE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// What a cell printed and displayed.
#[derive(Default)]
struct Seen {
    stdout: String,
    stderr: String,
    shown: Vec<Bundle>,
    results: Vec<Bundle>,
}

impl Frontend for Seen {
    fn stream(&mut self, stream: Stream, text: &str) {
        let kept = if stream == Stream::Stdout { &mut self.stdout } else { &mut self.stderr };
        kept.push_str(text);
    }
    fn display(&mut self, display: Display) {
        self.shown.push(display.data);
    }
    fn execute_result(&mut self, data: Bundle, _: Bundle) {
        self.results.push(data);
    }
    fn clear_output(&mut self, _: bool) {}
    fn input(&mut self, _: &str, _: bool) -> Result<String, NoInput> {
        Err(NoInput::NotSupported)
    }
    fn page(&mut self, _: Bundle, _: usize) {}
    fn set_next_input(&mut self, _: &str, _: bool) {}
    fn comm(&mut self, _: Comm) {}
    fn safe_point(&mut self, _: &mut dyn Queries) {}
}

struct Book {
    notebook: Notebook,
    signals: Signals,
    cells: u32,
}

impl Book {
    fn open() -> Book {
        let signals = Signals::default();
        Book { notebook: Notebook::new(signals.clone()), signals, cells: 0 }
    }

    fn try_cell(&mut self, code: &str) -> (Seen, Result<(), ErrorReport>) {
        self.cells += 1;
        let cell =
            Cell { code: code.to_owned(), execution_count: self.cells, silent: false, store_history: true, file: None };
        let mut seen = Seen::default();
        let outcome = self.notebook.execute(&cell, &mut seen);
        (seen, outcome)
    }

    fn cell(&mut self, code: &str) -> Seen {
        let (seen, outcome) = self.try_cell(code);
        if let Err(report) = outcome {
            panic!("{code}\n{}\n{}", report.traceback.join("\n"), seen.stderr);
        }
        seen
    }

    fn rust(&mut self, code: &str) -> Seen {
        self.cell(&format!("%%rust\n{code}"))
    }

    /// Returns message and traceback of a Rust cell that must fail.
    fn failing(&mut self, code: &str) -> (String, String) {
        let (seen, outcome) = self.try_cell(&format!("%%rust\n{code}"));
        let report = outcome.expect_err(&format!("it ran:\n{code}\n{}", seen.stdout));
        (report.evalue, plain(&report.traceback.join("\n")))
    }
}

/// Removes colours.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        out.push_str(&rest[..at]);
        rest = rest[at..].split_once('m').map_or("", |(_, rest)| rest);
    }
    out + rest
}

fn text(bundle: &Bundle, kind: &str) -> String {
    bundle.get(kind).and_then(Json::as_str).unwrap_or_default().to_owned()
}

#[test]
fn state_stays_between_cells_and_errors_stand_at_the_cells_lines() {
    let Some(_alone) = alone() else { return };
    let mut book = Book::open();
    book.rust("let mut count = 1;\nfn twice(x: i32) -> i32 { x * 2 }");
    let seen = book.rust("count += twice(20);\nprint!(\"no end of line, \");\nprintln!(\"{count}\");\ncount");
    assert_eq!(seen.stdout, "no end of line, 41\n");
    assert_eq!(text(&seen.results[0], "text/plain"), "41");
    assert!(text(&book.rust(":vars").results[0], "text/plain").contains("count: i32"));
    assert_eq!(book.rust("eprintln!(\"{}\", count);").stderr, "41\n");

    // evcxr's protocol for rich output, printed by any code.
    let seen = book.rust(
        "println!(\"before\");\nprintln!(\"EVCXR_BEGIN_CONTENT text/html\\n<b>bold</b>\\nEVCXR_END_CONTENT\");\n\
         println!(\"EVCXR_BEGIN_CONTENT image/png\\niVBORw0KGgo=\\nEVCXR_END_CONTENT\\nafter\");",
    );
    assert_eq!(seen.stdout, "before\nafter\n");
    let kinds: Vec<String> = seen.shown.iter().flat_map(|bundle| bundle.keys().cloned()).collect();
    assert_eq!(kinds, ["text/html", "image/png"]);
    assert_eq!(text(&seen.shown[1], "image/png"), "iVBORw0KGgo=");

    let (message, trace) = book.failing("let fine = 1;\nlet z = count + missing;");
    assert!(message.contains("cannot find value `missing`") && message.contains("E0425"), "{message}");
    assert!(trace.contains("let z = count + missing;") && trace.contains("^^^^^^^"), "{trace}");
    assert!(trace.contains("Cell [6]:3:17"), "the place is the cell's own: {trace}");

    let (message, trace) = book.failing("let new = 7;\nlet list = vec![1, 2, 3];\nlet i = 10;\nlist[i]");
    assert!(message.contains("index out of bounds: the len is 3 but the index is 10"), "{message}");
    assert!(trace.contains("list[i]"), "{trace}");
    let seen = book.rust("count");
    assert_eq!(text(&seen.results[0], "text/plain"), "41", "a panic costs only what the cell made");

    let (message, _) = book.failing("\"no number\".parse::<i32>()?;");
    assert_eq!(message, "invalid digit found in string");
    let (message, _) = book.failing(":nonsense");
    assert!(message.contains("Unrecognised command :nonsense"), "{message}");

    book.rust(":clear");
    let (message, _) = book.failing("count");
    assert!(message.contains("cannot find value `count`"), "{message}");
    // The crate's names are available again.
    book.cell("n = 3");
    assert_eq!(text(&book.rust("get::<i64>(\"n\")?").results.first().cloned().unwrap_or_default(), "text/plain"), "3");

    // Completion and help from rust-analyzer.
    book.rust("let words = vec![String::from(\"a\")];");
    let code = "%%rust\nwords.is_em";
    let found = book.notebook.complete(code, code.chars().count());
    assert!(found.items.iter().any(|item| item.text.starts_with("is_empty")), "{:?}", found.items);
    assert_eq!((found.start, found.end), (13, 18));
    let code = "%%rust\n:de";
    let found = book.notebook.complete(code, code.chars().count());
    assert!(found.items.iter().any(|item| item.text == ":dep"), "{:?}", found.items);
    let code = "%%rust\nwords.is_empty";
    let help = book.notebook.inspect(code, code.chars().count(), 0);
    assert!(text(&help.data, "text/plain").contains("is_empty"), "{help:?}");
}

#[test]
fn evcxrs_commands_work_and_those_that_no_notebook_could_live_with_say_so() {
    let Some(_alone) = alone() else { return };
    let mut book = Book::open();
    book.cell("n = 3");
    let shown = |seen: Seen| seen.results.iter().map(|result| text(result, "text/plain")).collect::<String>();
    assert!(shown(book.rust(":help")).contains(":dep"));
    // At the start of a cell, with code after it; kept for later cells.
    let seen = book.rust(":opt 2\nlet a = 40;\nprintln!(\"{}\", a + 2);");
    assert_eq!(seen.stdout, "42\n");
    let (message, _) = book.failing(":opt 9");
    assert_eq!(message, "`:opt` takes 0, 1, 2, 3, s or z, not `9`");
    assert!(shown(book.rust(":type a")).contains("a: i32"));
    assert!(shown(book.rust(":opt 0\n:timing\na")).contains("40\nTook "));
    let (message, _) = book.failing(":quit");
    assert!(message.contains("`:clear` forgets Rust's variables"), "{message}");
    // A new process, which can access the notebook's tensors as before.
    book.rust(":restart\n");
    assert!(shown(book.rust("get::<i64>(\"n\")? + 1")).starts_with('4'));
    let seen = book.rust("println!(\"before\");");
    assert_eq!(seen.stdout, "before\n");

    // A local crate needs no network, an unknown one does; the variables survive the failure.
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("src")).expect("a folder");
    std::fs::write(
        folder.path().join("Cargo.toml"),
        "[package]\nname = \"near\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
    )
    .expect("a file");
    std::fs::write(folder.path().join("src/lib.rs"), "pub fn seven() -> i32 { 7 }\n").expect("a file");
    book.rust(&format!(":offline 1\n:dep near = {{ path = {:?} }}\nlet kept = near::seven();", folder.path()));
    let (message, _) = book.failing(":dep no-crate-has-this-name = \"1\"\nlet x = 1;");
    assert!(message.contains("no matching package named `no-crate-has-this-name` found"), "{message}");
    assert!(message.contains("offline"), "{message}");
    assert!(shown(book.rust("kept")).starts_with('7'));
}

#[test]
fn tensors_cross_without_copies_whatever_their_dtype_and_strides() {
    let Some(_alone) = alone() else { return };
    let mut book = Book::open();
    // One tensor from before the first Rust cell, then one for each dtype.
    book.cell("import torch\nearly = torch.arange(6.).reshape(2, 3)\nalias = early[1]\nversion = early._version");
    book.rust("let mut early = view_mut::<f32>(\"early\")?;\nearly[[1, 2]] = 50.0;\ndrop(early);");
    book.cell("assert early[1, 2] == 50 and alias[2] == 50, (early, alias)\nassert early._version > version");

    let dtypes = [
        ("bool", "bool", "x != true"),
        ("uint8", "u8", "x + 1"),
        ("int8", "i8", "x + 1"),
        ("int16", "i16", "x + 1"),
        ("int32", "i32", "x + 1"),
        ("int64", "i64", "x + 1"),
        ("float16", "f16", "x + f16::ONE"),
        ("bfloat16", "bf16", "x + bf16::ONE"),
        ("float32", "f32", "x + 1.0"),
        ("float64", "f64", "x + 1.0"),
    ];
    let (mut before, mut cell, mut after) = (String::from("import torch\n"), String::new(), String::new());
    for (dtype, rust, next) in dtypes {
        // Transposed, every other column: strides of no contiguous layout.
        before += &format!("x_{dtype} = torch.arange(12).reshape(3, 4).to(torch.{dtype}).t()[::2]\n");
        cell += &format!(
            "{{ let x = view::<{rust}>(\"x_{dtype}\")?; assert_eq!((x.shape(), x.strides()), (&[2, 3][..], &[2, 4][..]));\n\
             put(\"y_{dtype}\", x.map(|&x| {next}))?;\n\
             let mut x = view_mut::<{rust}>(\"x_{dtype}\")?; let first = x[[0, 0]]; x[[1, 2]] = first; }}\n"
        );
        let expected = if dtype == "bool" { "~k" } else { "k + 1" };
        after += &format!(
            "k = torch.arange(12).reshape(3, 4).to(torch.{dtype}).t()[::2].clone()\n\
             assert y_{dtype}.dtype == torch.{dtype} and torch.equal(y_{dtype}, {expected}), y_{dtype}\n\
             k[1, 2] = k[0, 0]\nassert torch.equal(x_{dtype}, k), x_{dtype}\n"
        );
    }
    book.cell(&before);
    book.rust(&cell);
    book.cell(&after);

    // Newly allocated memory, numbers and text, lists.
    book.cell("n, k, s, flag, words, one = 3, 0.5, 'häuser', True, ['a', 'b'], torch.tensor(7.)");
    book.rust(
        "let (n, k, s, flag): (usize, f32, String, bool) = (get(\"n\")?, get(\"k\")?, get(\"s\")?, get(\"flag\")?);\n\
         let words: Vec<String> = get(\"words\")?; let one: f64 = get(\"one\")?;\n\
         put(\"text\", format!(\"{n} {k} {s} {flag} {words:?} {one}\"))?;\n\
         let mut fresh = tensorcell_cell::zeros::<f64>(&[300, 200])?; fresh[[299, 199]] = 4.0; put(\"fresh\", fresh)?;\n\
         put(\"list\", vec![1i64, 2, 3])?; put(\"nothing\", ())?; put(\"pair\", (1, \"b\"))?; put(\"scalar\", 2.5f32)?;",
    );
    book.cell(
        "assert text == '3 0.5 häuser true [\"a\", \"b\"] 7', text\n\
         assert fresh.shape == (300, 200) and fresh.sum() == 4\n\
         assert list.dtype == torch.int64 and nothing is None and pair == (1, 'b') and scalar == 2.5",
    );
    book.cell("empty = torch.empty(0, 3)\nwide = torch.ones(1, 3).expand(2, 3)\nparameter = torch.ones(2, requires_grad=True)");
    book.rust("assert_eq!(view::<f32>(\"empty\")?.shape(), &[0, 3]);\nassert_eq!(view::<f32>(\"wide\")?.sum(), 6.0);");

    for (code, words) in [
        (
            "view::<f32>(\"x_int64\")?;",
            "x_int64 is a torch.int64 tensor, and View<f32> was asked for: View<i64> shows it",
        ),
        ("view::<f32>(\"fresch\")?;", "name 'fresch' is not defined in the notebook, did you mean 'fresh'?"),
        ("view::<f32>(\"s\")?;", "s is a str, not a tensor"),
        ("get::<u8>(\"x_int64\")?;", "x_int64 is a tensor of shape [2, 3]: view::<int64>"),
        ("get::<i64>(\"k\")?;", "k is a float (0.5), and a Rust i64 was asked for"),
        (
            "{ let x = view::<f64>(\"fresh\")?; x.ranked::<ndarray::Ix3>()?; }",
            "fresh has 2 dimensions, [300, 200], and an array of 3 was asked for",
        ),
        ("view_mut::<f32>(\"wide\")?;", "more than one element of wide refers to a single memory location"),
        ("view_mut::<f32>(\"parameter\")?;", "parameter requires grad"),
        ("put(\"not a name\", 1)?;", "'not a name' cannot be a name"),
        ("device_view::<f32>(\"wide\")?;", "wide is on the processor"),
    ] {
        let (message, _) = book.failing(code);
        assert!(message.contains(words), "{code}: {message}");
    }

    // A view outlives its name, and a note says so once.
    book.rust("let kept = view::<f64>(\"fresh\")?;");
    book.cell("fresh = torch.zeros(2)");
    let seen = book.rust("println!(\"{}\", kept.sum());");
    assert_eq!(seen.stdout, "4\n");
    assert!(
        seen.stderr.contains("a Rust view of `fresh` still shows the tensor that it was taken of"),
        "{}",
        seen.stderr
    );
    assert_eq!(book.rust("kept.len()").stderr, "");
    book.cell("del fresh");
    assert_eq!(book.rust("println!(\"{}\", kept.sum());").stdout, "4\n");
}

#[test]
fn exported_functions_are_names_of_the_notebook() {
    let Some(_alone) = alone() else { return };
    let mut book = Book::open();
    book.rust(
        "/// Multiplies by `k`.\n///\n/// Says \"so\" in Shift-Tab.\n#[tensorcell_cell::export]\n\
         fn scale(x: View<f32>, k: f32) -> Array<f32> {\n    &*x * k\n}\n\
         #[tensorcell_cell::export]\nfn fill(mut x: ViewMut<f32>, value: f32) { x.fill(value) }\n\
         /// Fails.\n#[tensorcell_cell::export]\nfn fails(n: i64) -> Result<i64, String> {\n    if n > 2 { panic!(\"{n} is many\") }\n    Err(format!(\"no {n}\"))\n}\n\
         #[tensorcell_cell::export]\nfn total() -> Result<f32, tensorcell_cell::Error> { println!(\"summing\"); Ok(view::<f32>(\"x\")?.sum()) }",
    );
    let seen = book.cell(
        "import torch\nx = torch.arange(4.)\nassert torch.equal(scale(x, 2), x * 2)\nassert torch.equal(scale(k=3.0, x=x), x * 3)\n\
         big = torch.ones(1000, 100)\nassert scale(big, 0.5).sum() == 50000\n\
         version = x._version\nfill(x, 9.0)\nassert x.sum() == 36 and x._version > version\n\
         assert total() == 36.0",
    );
    assert_eq!(seen.stdout, "summing\n");
    let help = book.notebook.inspect("scale(", 6, 0);
    let help = text(&help.data, "text/plain");
    assert!(
        help.contains("scale(x: 'View<f32>', k: 'f32')")
            || help.contains("scale(x: \"View<f32>\", k: \"f32\")")
            || help.contains("scale(x, k)"),
        "{help}"
    );
    assert!(help.contains("Multiplies by `k`.") && help.contains("Says \"so\" in Shift-Tab."), "{help}");
    for (code, words) in [
        ("scale(x)", "k"),
        ("scale(x.long(), 2)", "x is a torch.int64 tensor, and View<f32> was asked for"),
        ("scale(x, 'a')", "k is a str, and a Rust f32 was asked for"),
        ("fails(1)", "no 1"),
        ("fails(3)", "fails panicked: 3 is many"),
        ("scale(torch.ones(2, requires_grad=True), 2.0)", "x requires grad"),
    ] {
        let (_, outcome) = book.try_cell(code);
        let report = outcome.expect_err(code);
        assert!(report.evalue.contains(words), "{code}: {}", report.evalue);
    }
    // With autograd, and 1,000 times.
    book.cell(
        "class Scale(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x, k):\n        ctx.k = k\n        return scale(x, k)\n\
         \x20   @staticmethod\n    def backward(ctx, grad):\n        return scale(grad, ctx.k), None\n\
         p = torch.ones(3, requires_grad=True)\nScale.apply(p, 5.0).sum().backward()\nassert p.grad.tolist() == [5, 5, 5]\n\
         y = torch.ones(4)\nfor i in range(1000):\n    y = scale(y, 2.0 if i % 2 else 0.5)\nassert y.tolist() == [1, 1, 1, 1]",
    );
    // A notebook's later binding of the name is kept, although later cells compile the function again.
    book.cell("fill = 3");
    book.rust("1 + 1");
    book.cell("assert fill == 3");
    let (message, _) = book.failing("#[tensorcell_cell::export]\nfn generic<T>(x: T) {}");
    assert!(message.contains("an exported function cannot be generic"), "{message}");
    let (message, _) = book.failing("#[tensorcell_cell::export]\nfn odd(x: std::time::Duration) {}");
    assert!(message.contains("the notebook has nothing that is a `Duration`"), "{message}");
}

#[test]
fn a_crash_and_an_endless_loop_cost_rusts_variables_and_no_tensor() {
    let Some(_alone) = alone() else { return };
    let mut book = Book::open();
    book.cell("import torch\nx = torch.arange(4.)");
    // A file signals that the endless loop has begun, since compiling may take long on a busy machine.
    let folder = tempfile::tempdir().expect("a folder");
    let begun = folder.path().join("begun");
    let begins = format!("std::fs::write({begun:?}, \"\").unwrap();");
    book.rust(&format!("fn begin() {{ {begins} }}"));
    book.rust(
        "let lost = 1;\nlet mut x = view_mut::<f32>(\"x\")?;\nx[0] = 10.0;\n\
         #[tensorcell_cell::export]\nfn double(n: i64) -> i64 { if n < 0 { begin(); loop { std::hint::black_box(n); } } n * 2 }\n\
         #[tensorcell_cell::export]\nfn crash() { unsafe { libc_free(1 as *mut u8) } }\n\
         unsafe extern \"C\" { #[link_name = \"abort\"] fn stop() -> !; #[link_name = \"free\"] fn libc_free(at: *mut u8); }",
    );
    let (message, trace) = book.failing("unsafe { std::ptr::null::<u8>().wrapping_add(8).read_volatile() };");
    assert!(message.contains("Rust's process ended: segmentation fault"), "{message}");
    assert!(trace.contains("Rust's variables are gone"), "{trace}");
    book.cell("assert x.tolist() == [10, 1, 2, 3] and double(21) == 42");
    let (message, _) = book.failing("lost");
    assert!(message.contains("cannot find value `lost`"), "{message}");

    for code in ["%%rust\nbegin();\nloop { std::hint::black_box(1); }", "double(-1)"] {
        let (interrupt, file) = (book.signals.interrupt.clone(), begun.clone());
        let end = std::thread::spawn(move || {
            wait_until("the endless loop begins", || std::fs::remove_file(&file).is_ok());
            interrupt.store(true, Ordering::Release);
        });
        let (_, outcome) = book.try_cell(code);
        end.join().expect("the thread");
        let report = outcome.expect_err("interrupted");
        assert_eq!(report.ename, "KeyboardInterrupt", "{report:?}");
        assert!(plain(&report.traceback.join("\n")).contains("Rust's variables are gone"), "{report:?}");
        book.cell("assert x.sum() == 16 and double(4) == 8");
    }
    let (_, outcome) = book.try_cell("crash()");
    let report = outcome.expect_err("it crashed");
    assert!(report.evalue.starts_with("Rust's process ended in crash"), "{report:?}");
    book.cell("assert x.sum() == 16 and double(5) == 10");
    let seen = book.rust("let back = 1; println!(\"{back}\");");
    assert_eq!(seen.stdout, "1\n");
}

#[test]
fn two_notebooks_have_a_rust_each() {
    let Some(_alone) = alone() else { return };
    let other = std::thread::spawn(|| {
        let mut book = Book::open();
        book.cell("import torch\nx = torch.full((3,), 2.)");
        book.rust("let who = \"second\";\nlet sum = view::<f32>(\"x\")?.sum();");
        book.rust("println!(\"{who} {sum}\");").stdout
    });
    let mut book = Book::open();
    book.cell("import torch\nx = torch.full((3,), 1.)");
    book.rust("let who = \"first\";\nlet sum = view::<f32>(\"x\")?.sum();");
    assert_eq!(book.rust("println!(\"{who} {sum}\");").stdout, "first 3\n");
    assert_eq!(other.join().expect("the other notebook"), "second 6\n");
}

/// Returns the error of a Rust cell that cannot run with these settings.
fn refused(settings: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cell.py");
    std::fs::write(&file, "get_ipython().run_cell_magic('rust', '', 'let a = 1;')\n").expect("a file");
    let mut command = crate::tensorcell(&["run"]);
    command.arg(&file).envs(settings.iter().copied());
    let output = command.output().expect("it runs");
    assert!(!output.status.success());
    plain(&String::from_utf8_lossy(&output.stderr))
}

#[test]
fn what_is_missing_is_said_in_a_sentence() {
    let said = refused(&[("TENSORCELL_RUST", "/nowhere/tensorcell-rust")]);
    assert!(
        said.contains("/nowhere/tensorcell-rust is not there, which TENSORCELL_RUST names for %%rust cells"),
        "{said}"
    );
    assert!(said.contains("cargo build --release -p tensorcell-rust"), "{said}");
}

#[test]
fn a_missing_toolchain_or_network_is_said_in_a_sentence() {
    let Some(_alone) = alone() else { return };
    let home = tempfile::tempdir().expect("a folder");
    let said = refused(&[("PATH", "/nowhere"), ("HOME", &home.path().display().to_string())]);
    assert!(said.contains("%%rust cells need a Rust toolchain: rustc does not run"), "{said}");
    assert!(said.contains("https://rustup.rs installs one"), "{said}");
    let cache = tempfile::tempdir().expect("a folder");
    let cache = cache.path().display().to_string();
    // A cargo without downloaded crates and without network.
    let rustup = std::env::var("RUSTUP_HOME")
        .unwrap_or_else(|_| format!("{}/.rustup", std::env::var("HOME").unwrap_or_default()));
    let said = refused(&[
        ("TENSORCELL_CACHE", &cache),
        ("CARGO_HOME", &cache),
        ("RUSTUP_HOME", &rustup),
        ("CARGO_NET_RETRY", "0"),
        ("CARGO_HTTP_PROXY", "http://127.0.0.1:9"),
    ]);
    assert!(said.contains("connect to the network once"), "{said}");
}

#[test]
fn a_kernel_launched_by_a_rust_cell_writes_a_device_tensor() {
    let Some(_alone) = alone() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("device.py");
    std::fs::write(&file, include_str!("../rust_cells/device.py")).expect("a file");
    let output = crate::tensorcell(&["run"]).arg(&file).env("TENSORCELL_EMULATE", "2").output().expect("it runs");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && stdout.ends_with("done\n"), "{stdout}\n{stderr}");
}
