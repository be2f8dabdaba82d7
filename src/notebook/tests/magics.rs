//! Tests every magic in a cell.

use super::{Page, Running, plain};
use tensorcell_language::confinement::Confinement;

#[test]
fn magics_say_when_they_are_unknown_and_what_is_near() {
    let mut run = Running::new();
    let report = run.error("%tim x");
    assert_eq!((report.ename.as_str(), report.evalue.as_str()), ("NameError", "Line magic function `%tim` not found."));
    assert!(report.traceback.join("\n").contains("did you mean `%time`?"));
    assert!(run.error("%lsmagics").traceback.join("\n").contains("did you mean `%lsmagic`?"));
    assert!(run.error("%%captrue out\n1").traceback.join("\n").contains("did you mean `%%capture`?"));
    let wrong = run.error("%%who\n1");
    assert!(wrong.evalue.contains("the line magic `%who` exists"), "{}", wrong.evalue);
    let wrong = run.error("%capture x");
    assert!(wrong.evalue.contains("the cell magic `%%capture` exists"), "{}", wrong.evalue);
    let wrong = run.error("%timeit -z x").traceback.join("\n");
    assert!(wrong.contains("%timeit has no option -z") && wrong.contains("[-n LOOPS]"), "{wrong}");
    for silent in
        ["%matplotlib inline", "%config InlineBackend.figure_format = 'retina'", "%load_ext autoreload\n%autoreload 2"]
    {
        assert_eq!(run.cell(silent).out, "");
    }
}

#[test]
fn every_magic_is_listed_and_has_help() {
    let mut run = Running::new();
    let page = run.cell("%lsmagic");
    let (text, html) = (plain(&page.displays[0].data), page.displays[0].data["text/html"].as_str().unwrap());
    for magic in crate::notebook::magics::MAGICS {
        assert!(text.contains(&magic.names()[0]) && html.contains(&magic.names()[0]), "{}", magic.name);
        assert!(magic.help.ends_with('.') && magic.help.len() > 20, "{}", magic.name);
        for name in magic.names() {
            let page = run.cell(&format!("{name}?"));
            let help = plain(&page.pages[0]);
            assert!(help.contains(&magic.usage()) && help.contains(magic.help), "{help}");
            for flag in magic.options {
                assert!(help.contains(flag.help), "{help}");
            }
        }
    }
}

#[test]
fn time_says_how_long_and_gives_the_value() {
    let mut run = Running::new();
    let page = run.cell("%time sum(range(1000))");
    assert!(page.out.starts_with("CPU times: user ") && page.out.contains("\nWall time: "), "{}", page.out);
    assert_eq!(plain(&page.results[0]), "499500");
    let page = run.cell("%%time\nx = 5\nprint(x)");
    assert!(page.out.starts_with("5\nCPU times: user "), "{}", page.out);
    assert_eq!(run.result("x"), "5", "names that a cell under a magic defines stay");
    let report = run.error("%%time\ny = 1\ny / 0").traceback.join("\n");
    assert!(report.contains(":3:1") && report.contains("y / 0"), "lines are counted as the cell has them: {report}");
}

#[test]
fn timeit_measures_as_ipython_does() {
    let mut run = Running::new();
    run.cell("x = 5");
    let page = run.cell("%timeit -n 10 -r 2 x + 1");
    assert!(page.out.contains("per loop (mean ± std. dev. of 2 runs, 10 loops each)"), "{}", page.out);
    assert!(page.results.is_empty());
    assert!(run.cell("%timeit -n1 -r1 x").out.contains("of 1 run, 1 loop each)"));
    let page = run.cell("r = %timeit -qo -n 3 -r 4 sum(range(100))\n(r.loops, r.repeat, len(r.timings), len(r.all_runs), r.best <= r.average <= r.worst, r.stdev >= 0)");
    assert_eq!((page.out.as_str(), plain(&page.results[0])), ("", "(3, 4, 4, 4, True, True)"));
    assert_eq!(run.cell("r").results.len(), 1);
    // Set-up code runs once per run, and its names are local to the timed function.
    run.cell("counted = []\n%timeit -q -n 1 -r 1 pass");
    run.cell("%%timeit -q -n 6 -r 2 counted.append('set up')\ncounted.append(1)");
    assert_eq!(run.result("counted.count('set up'), counted.count(1)"), "(2, 12)");
    assert_eq!(run.error("%timeit").evalue, "nothing to time: %timeit f(x)");
    assert!(run.error("%timeit -n none x").evalue.contains("-n needs a positive number, not 'none'"));
    assert_eq!(run.error("%timeit -n 1 -r 1 nowhere").ename, "NameError");
    assert_eq!(run.result("[name for name in dir() if 'timeit' in name]"), "[]");
}

#[test]
fn who_lists_names_and_whos_what_they_are() {
    let mut run = Running::new();
    assert_eq!(run.cell("%who").out, "Interactive namespace is empty.\n");
    run.cell("import torch\nx = torch.zeros(2, 3, dtype=torch.float64)\nn = 5\ns = 'text'");
    assert_eq!(run.cell("%who").out, "n   s   x\n");
    assert_eq!(run.cell("%who int str").out, "n   s\n");
    assert_eq!(run.result("%who_ls Tensor"), "['x']");
    assert_eq!(run.cell("%who list").out, "No variables match your requested type.\n");
    let listed = run.cell("model = torch.nn.Linear(3, 2)\n%whos").out;
    let row = |name: &str| {
        let line = listed.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("Variable"), ["Variable", "Type", "Shape", "Dtype", "Device", "Bytes", "Data/Info"]);
    assert_eq!(row("x")[..6], ["x", "Tensor", "[2, 3]", "float64", "cpu", "48 B"]);
    assert_eq!(row("model"), ["model", "Linear", "float32", "cpu", "32 B", "8 parameters"]);
    assert_eq!(row("n "), ["n", "int", "5"]);
    assert_eq!(row("s "), ["s", "str", "text"]);
    run.cell("class Bad:\n    def __repr__(self): return 1 / 0\nbad = Bad()");
    assert!(run.cell("%whos Bad").out.contains("<repr failed: division by zero>"));
}

#[test]
fn reset_asks_first() {
    let mut run = Running::new();
    run.cell("x = 1");
    assert!(run.error("%reset").traceback.join("\n").contains("`%reset -f` does it without asking"));
    let mut page = Page { answers: vec!["n".into()], ..Page::default() };
    run.try_on(&mut page, "%reset").unwrap();
    assert!(page.out.ends_with("Nothing done.\n"));
    assert_eq!(run.result("x"), "1");
    run.cell("%reset -f -s");
    assert_eq!(run.error("x").ename, "NameError");
    assert_eq!(run.result("In[1]"), "'x = 1'", "-s keeps the history");
    run.cell("y = 2\n%reset -f");
    assert_eq!(run.error("y").ename, "NameError");
    assert_eq!(run.cell("display(1)").displays.len(), 1, "the session's own names are back");
}

#[test]
fn capture_keeps_output() {
    let mut run = Running::new();
    let page =
        run.cell("%%capture out\nimport sys\nprint('one')\nprint('two', file=sys.stderr)\ndisplay('shown')\n3 + 4");
    assert!(page.out.is_empty() && page.err.is_empty() && page.displays.is_empty() && page.results.is_empty());
    assert_eq!(
        run.result("out.stdout, out.stderr, [str(o) for o in out.outputs]"),
        "('one\\n', 'two\\n', [\"'shown'\", '7'])"
    );
    let page = run.cell("out.show()");
    assert_eq!((page.out.as_str(), page.err.as_str(), page.displays.len()), ("one\n", "two\n", 2));
    assert_eq!(run.cell("%%capture --no-stdout out\nprint('through')").out, "through\n");
    let report = run.error("%%capture out\nprint('before')\n1 / 0");
    assert_eq!(report.ename, "ZeroDivisionError");
    assert_eq!(run.result("out.stdout"), "'before\\n'", "what was printed before an error is kept");
}

#[test]
fn history_shows_cells() {
    let mut run = Running::new();
    for cell in ["a = 1", "a + 1", "for i in range(2):\n    pass", "b = 'x'"] {
        run.cell(cell);
    }
    assert_eq!(run.cell("%history").out, "a = 1\na + 1\nfor i in range(2):\n    pass\nb = 'x'\n");
    assert_eq!(run.cell("%history -n 1 3-4").out, "   1: a = 1\n   3:\nfor i in range(2):\n    pass\n   4: b = 'x'\n");
    assert_eq!(run.cell("%history -o 2").out, "a + 1\n2\n");
    assert_eq!(run.cell("%history -g range 1").out.lines().next(), Some("for i in range(2):"));
    assert_eq!(run.cell("%history -l 1").out, "%history -g range 1\n");
    assert!(run.error("%history x").evalue.contains("not 'x'"));
}

#[test]
fn seed_env_and_device_are_the_sessions() {
    let mut run = Running::alone();
    run.cell("import torch, random\nimport numpy as np");
    let draw = "float(torch.rand(1)), random.random(), float(np.random.rand(1)[0])";
    run.cell("%seed 7");
    let first = run.result(draw);
    run.cell("%seed 7");
    assert_eq!(run.result(draw), first);
    assert_eq!(run.result("%seed"), "7");
    assert!(run.error("%seed minus").evalue.contains("not 'minus'"));
    assert_eq!(run.result("%env PATH"), format!("{:?}", std::env::var("PATH").unwrap()).replace('"', "'"));
    assert_eq!(run.error("%env NO_SUCH_NAME_HERE").ename, "KeyError");
    assert_eq!(run.cell("%env MAGIC_TEST=1").out, "env: MAGIC_TEST=1\n");
    assert_eq!(run.result("import os; os.environ['MAGIC_TEST']"), "'1'");
    let page = run.cell("%device");
    assert!(plain(&page.displays[0].data).contains("cpu"), "{}", plain(&page.displays[0].data));
    assert_eq!(run.cell("%device cpu").out, "New tensors are made on cpu.\n");
    assert_eq!(run.error("%device nowhere").ename, "RuntimeError");
}

#[test]
fn confined_shell_commands_say_what_there_is_instead() {
    Confinement::Confined.set();
    let mut run = Running::new();
    for install in ["!pip install torch", "%pip install torch", "!pip3 install -q torch"] {
        assert!(run.cell(install).err.starts_with("Nothing was installed"));
    }
    for (command, instead) in [
        ("!ls", "%ls"),
        ("!nvidia-smi", "%device"),
        ("!python x.py", "%run"),
        ("!cat a", "%load"),
        ("!make", "%lsmagic"),
    ] {
        let report = run.error(command);
        assert_eq!(report.ename, "NotImplementedError");
        assert!(report.traceback.join("\n").contains(instead), "{command}");
    }
}

#[test]
fn commands_of_the_shell_run() {
    let mut run = Running::new();
    run.cell("name = 'a b'\nrow = [1, 2]");
    assert_eq!(
        run.cell("!echo {name} $name {row[1]} $$HOME {{x}}").out,
        "a b a b 2 $HOME {x}\n".replace("$HOME", &std::env::var("HOME").unwrap())
    );
    assert_eq!(run.cell("!echo $NOT_A_NAME_OF_PYTHON {name}").out, "{name}\n");
    assert_eq!(run.cell("!printf 'no end'").out, "no end");
    run.cell("!exit 3");
    assert_eq!(run.result("_exit_code"), "3");
    run.cell("lines = !printf 'one 1\\ntwo 2\\n'");
    assert_eq!(run.result("lines"), "['one 1', 'two 2']");
    assert_eq!(
        run.result("lines.n, lines.s, lines.fields(1), lines.grep('two')"),
        "('one 1\\ntwo 2', 'one 1 two 2', ['1', '2'], ['two 2'])"
    );
    assert_eq!(run.result("!!echo out"), "['out']");
    assert_eq!(run.result("%sx echo out"), "['out']");
    assert_eq!(run.cell("%%bash\nfor i in 1 2; do echo $i; done\necho wrong >&2").out, "1\n2\n");
    run.cell("%%sh --out kept --err errors\necho kept; echo wrong >&2");
    assert_eq!(run.result("kept, errors"), "('kept\\n', 'wrong\\n')");
    let report = run.error("%%bash\nexit 4");
    assert_eq!(
        (report.ename.as_str(), report.evalue.contains("returned non-zero exit status 4")),
        ("CalledProcessError", true)
    );
    run.cell("%%bash --no-raise-error\nexit 4");
    assert_eq!(run.cell("%%script cat -n\nline").out.trim(), "1\tline");
    assert!(run.cell("%%script no-such-program\nx").out.contains("Couldn't find program: 'no-such-program'"));
    assert_eq!(run.cell("import subprocess\nsubprocess.run(['echo', 'shown'], check=True)\nNone").out, "shown\n");
    assert_eq!(run.cell("import os\nos.system('echo shown too')\nNone").out, "shown too\n");
}

#[test]
fn text_is_shown_as_what_it_is() {
    let mut run = Running::new();
    for (magic, mime) in
        [("html", "text/html"), ("markdown", "text/markdown"), ("latex", "text/latex"), ("svg", "image/svg+xml")]
    {
        let page = run.cell(&format!("%%{magic}\n<b>x</b>"));
        assert_eq!(page.displays[0].data[mime], "<b>x</b>");
    }
}

#[test]
fn memory_and_profile_draw() {
    let mut run = Running::new();
    assert!(run.cell("%memory cpu").displays[0].data.contains_key("image/svg+xml"));
    let page = run.cell("import torch\n%profile torch.ones(4) + 1");
    assert!(plain(&page.displays[0].data).contains("add"), "{}", plain(&page.displays[0].data));
}

/// Writes a module with its own modification time, so that it counts as changed at any clock resolution.
fn write_module(folder: &std::path::Path, text: &str, version: u64) {
    let path = folder.join("reloaded_module.py");
    std::fs::write(&path, text).unwrap();
    let moment = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000 + version);
    std::fs::File::options().write(true).open(path).unwrap().set_modified(moment).unwrap();
}

#[test]
fn changed_modules_are_reloaded_and_what_is_in_use_follows() {
    let mut run = Running::new();
    let folder = tempfile::tempdir().unwrap();
    let text = |word: &str| {
        format!("LIMIT = {word:?}\nclass Thing:\n    def say(self): return {word:?}\ndef say(): return {word:?}\n")
    };
    write_module(folder.path(), &text("first"), 1);
    run.cell(&format!("import sys\nsys.path.insert(0, {:?})", folder.path()));
    run.cell("%load_ext autoreload\n%autoreload 2");
    run.cell("from reloaded_module import Thing, say, LIMIT\nimport reloaded_module\nthing = Thing()");
    let show = "print(say(), thing.say(), Thing().say(), reloaded_module.LIMIT, isinstance(thing, reloaded_module.Thing), LIMIT)";
    assert_eq!(run.cell(show).out, "first first first first True first\n");
    write_module(folder.path(), &text("second"), 2);
    assert_eq!(run.cell(show).out, "second second second second True first\n");
    write_module(folder.path(), "def broken(:\n", 3);
    let page = run.cell(show);
    assert!(page.err.contains("[autoreload of reloaded_module failed"), "{}", page.err);
    assert_eq!(page.out, "second second second second True first\n");
    assert_eq!(run.cell(show).err, "");
    run.cell("%autoreload 0");
    write_module(folder.path(), &text("third"), 4);
    assert_eq!(run.cell("print(say())").out, "second\n");
    run.cell("%autoreload");
    assert_eq!(run.cell("print(say())").out, "third\n");
    run.cell("%autoreload 1\n%aimport -reloaded_module");
    write_module(folder.path(), &text("fourth"), 5);
    assert_eq!(run.cell("print(say())").out, "third\n");
    run.cell("%aimport reloaded_module");
    write_module(folder.path(), &text("fifth"), 6);
    assert_eq!(run.cell("print(say())").out, "fifth\n");
    assert!(run.error("%autoreload 9").evalue.starts_with("Unrecognized autoreload mode"));
}

#[test]
fn scripts_and_modules_run_with_arguments_and_what_lies_beside_them() {
    let mut run = Running::new();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("beside_module.py", "x = 'beside'\n");
    write(
        "script.py",
        "import sys, beside_module\nprint(sys.argv[1:], beside_module.x, __name__, __file__.rpartition('/')[2])\nmade = 1\n",
    );
    write("run_package/__init__.py", "");
    write(
        "run_package/__main__.py",
        "import sys\nfrom . import part\nprint(sys.argv[1:], __name__, __package__, part.y)\nfound = part.y\n",
    );
    write("run_package/part.py", "y = 'part'\n");
    let script = folder.path().join("script.py").display().to_string();
    assert_eq!(
        run.cell(&format!("%run {script} -a 'two words'")).out,
        "['-a', 'two words'] beside __main__ script.py\n"
    );
    assert_eq!(run.cell(&format!("%run -n {script}")).out, "[] beside script script.py\n");
    assert_eq!(run.cell("print(made, __name__, '__file__' in globals())").out, "1 __main__ False\n");
    run.cell(&format!("import sys\nsys.path.insert(0, {:?})", folder.path()));
    assert_eq!(run.cell("%run -m run_package -v 3").out, "['-v', '3'] __main__ run_package part\n");
    assert_eq!(run.cell("print(found, __name__)").out, "part __main__\n");
}
