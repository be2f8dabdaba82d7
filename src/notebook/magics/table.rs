//! The declarations of all magics. Listing, help and completion follow from them.

use super::declaration::{Flag, Form, Magic, Operand};
use super::{capture, cuda, debugging, files, inspect, listing, profile, session, shell, show, stale, timing};
use crate::notebook::front::front;
use crate::notebook::shell::extension;
use crate::notebook::{restore, rust};
use tensorcell_jupyter::Display;
use tensorcell_language::{Result, Value, Vm};

pub static MAGICS: &[Magic] = &[
    Magic {
        name: "time",
        form: Form::Both,
        options: &[],
        operand: Operand::Code("STATEMENT"),
        help: "Runs code once and says how long it took. The clock stops when the devices are done, so what runs on a GPU \
               is measured whole. The value of an expression is the magic's own.",
        run: timing::time,
    },
    Magic {
        name: "timeit",
        form: Form::Both,
        options: &[
            flag('n', "LOOPS", "runs the code so often in each run; without it as often as fills 0.2 s"),
            flag('r', "RUNS", "makes so many runs; without it 7"),
            flag('p', "DIGITS", "shows so many digits; without it 3"),
            flag('q', "", "prints nothing"),
            flag('o', "", "gives a TimeitResult: average, stdev, best, worst, timings, all in seconds"),
        ],
        operand: Operand::Code("STATEMENT"),
        help: "Runs code many times and gives mean and deviation. Each run ends when the devices are done. Over a cell, the \
               magic's line is set-up code that is not measured.",
        run: timing::timeit,
    },
    Magic {
        name: "who",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("[TYPE ...]"),
        help: "Lists the names defined so far; those of some types with their names: %who Tensor int.",
        run: listing::who,
    },
    Magic {
        name: "who_ls",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("[TYPE ...]"),
        help: "Gives the names defined so far as a sorted list.",
        run: listing::who_ls,
    },
    Magic {
        name: "whos",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("[TYPE ...]"),
        help: "Lists the names defined so far with what they are. Of tensors and models it says shape, dtype, device and bytes; of what \
               is stale, what has changed since (%stale).",
        run: listing::whos,
    },
    Magic {
        name: "stale",
        form: Form::Line,
        options: &[],
        operand: Operand::Nothing,
        help: "Lists the cells and variables that rest on something that has changed since: a name that another cell has bound again, \
               changed or deleted, or a cell that was run again with other source.",
        run: stale::stale,
    },
    Magic {
        name: "restore",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("[on|off]"),
        help: "Brings back the names as they were after the last cell of the kernel before this one, which crashed, was killed or \
               restarted. States are saved in the background after each cell, in the cache folder; off ends that for this notebook.",
        run: |vm, line, _| printing(vm, line, restore::restore),
    },
    Magic {
        name: "undo",
        form: Form::Line,
        options: &[],
        operand: Operand::Nothing,
        help: "Brings back the names as they were before the last cell, whether it failed or not, and says which it could not bring \
               back. A second %undo takes the first back.",
        run: |vm, line, _| printing(vm, line, |vm, _| restore::undo(vm)),
    },
    Magic {
        name: "reset",
        form: Form::Line,
        options: &[flag('f', "", "does it without asking"), flag('s', "", "keeps In, Out and the underscores")],
        operand: Operand::Nothing,
        help: "Forgets all names defined so far. What tensors held goes back to the pool.",
        run: listing::reset,
    },
    Magic {
        name: "memory",
        form: Form::Line,
        options: &[],
        operand: Operand::Device("[DEVICE]"),
        help: "Draws a device's memory over the session. DEVICE is cuda:0, cpu and the like.",
        run: |vm, line, _| {
            let module = vm.import("tensorcell")?;
            let device = if line.is_empty() { Value::None } else { Value::str(line) };
            let picture = vm.call_method(&module, "memory", &[device])?;
            show(vm, &picture)
        },
    },
    Magic {
        name: "profile",
        form: Form::Both,
        options: &[],
        operand: Operand::Code("[STATEMENT]"),
        help: "Draws the kernels that code ran, with a table. Without code, those of the last cell.",
        run: profile,
    },
    Magic {
        name: "cuda",
        form: Form::Cell,
        options: &[],
        operand: Operand::Text("[-DNAME=VALUE] [--use_fast_math] [--no-check]"),
        help: "Compiles a cell of CUDA C++. Each __global__ function becomes a name, launched as kernel[grid, block](x, y, n). On an \
               emulated device accesses are checked for races and bounds, unless --no-check says otherwise.",
        run: cuda::cuda,
    },
    Magic {
        name: "device",
        form: Form::Line,
        options: &[],
        operand: Operand::Device("[DEVICE]"),
        help: "Shows the devices and their memory; with a device, new tensors are made there from now on.",
        run: session::device,
    },
    Magic {
        name: "seed",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("[NUMBER]"),
        help: "Seeds all that draws random numbers: torch on every device, random and numpy.random. Without a number, gives \
               torch's seed.",
        run: session::seed,
    },
    Magic {
        name: "history",
        form: Form::Line,
        options: &[
            flag('n', "", "shows the cells' numbers"),
            flag('o', "", "shows their results too"),
            flag('l', "COUNT", "shows only the last of them"),
            flag('g', "TEXT", "shows only those that contain the text"),
        ],
        operand: Operand::Text("[CELLS ...]"),
        help: "Prints this session's cells: all, or some, as in %history 3 5-8.",
        run: session::history,
    },
    Magic {
        name: "capture",
        form: Form::Cell,
        options: &[
            flag('o', "", "lets what is printed through (--no-stdout)"),
            flag('e', "", "lets stderr through (--no-stderr)"),
            flag('d', "", "lets displays through (--no-display)"),
        ],
        operand: Operand::Text("[NAME]"),
        help: "Keeps what a cell prints and shows instead of showing it. Under NAME are .stdout, .stderr and .outputs, and \
               NAME.show() lets all of it out.",
        run: capture::capture,
    },
    Magic {
        name: "cd",
        form: Form::Line,
        options: &[flag('q', "", "prints nothing")],
        operand: Operand::Folder("[FOLDER]"),
        help: "Changes the current folder. Without a folder, to the home folder; with - back to the one before.",
        run: files::cd,
    },
    Magic {
        name: "pwd",
        form: Form::Line,
        options: &[],
        operand: Operand::Nothing,
        help: "Gives the current folder's path.",
        run: files::pwd,
    },
    Magic {
        name: "ls",
        form: Form::Line,
        options: &[flag('l', "", "shows sizes and times"), flag('a', "", "shows names that begin with a dot too")],
        operand: Operand::Folder("[FOLDER]"),
        help: "Lists the files of a folder.",
        run: files::ls,
    },
    Magic {
        name: "load",
        form: Form::Line,
        options: &[flag('r', "LINES", "takes only these lines, as in 5-10")],
        operand: Operand::File("FILE"),
        help: "Puts a file's text into the cell in place of the magic.",
        run: files::load,
    },
    Magic {
        name: "run",
        form: Form::Line,
        options: &[
            flag(
                'm',
                "MODULE",
                "runs a module, or a package's __main__, as a program; its names become the notebook's",
            ),
            flag('n', "", "has __name__ be the script's own, so that what is for programs alone does not run"),
            flag('i', "", "accepted: the script sees the notebook's names in any case"),
            flag('e', "", "accepted: a script's sys.exit() ends the script alone in any case"),
        ],
        operand: Operand::File("FILE [ARGUMENTS]"),
        help: "Runs a script, or the cells of a notebook, in the notebook's names. Modules beside it can be imported.",
        run: files::run,
    },
    Magic {
        name: "autoreload",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("[0|1|2|3|now]"),
        help: "Runs modules whose files have changed again, before each cell: 0 none, 1 those of %aimport, 2 all, 3 all, and what the \
               notebook took from them follows too; now does it at once. Functions and classes that are in use become the new ones.",
        run: session::autoreload,
    },
    Magic {
        name: "aimport",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("[[-]MODULE, ...]"),
        help: "Imports modules and has %autoreload 1 reload them; with a minus, %autoreload leaves a module alone. Without one, lists \
               them.",
        run: session::aimport,
    },
    Magic {
        name: "writefile",
        form: Form::Cell,
        options: &[flag('a', "", "appends to the file")],
        operand: Operand::File("FILE"),
        help: "Writes a cell's text to a file.",
        run: files::writefile,
    },
    Magic {
        name: "env",
        form: Form::Line,
        options: &[],
        operand: Operand::Environment("[NAME]"),
        help: "Gives the environment, or one variable of it; sets one with %env NAME=VALUE or %env NAME VALUE. Programs that \
               cells start get it as it is then.",
        run: session::env,
    },
    Magic {
        name: "set_env",
        form: Form::Line,
        options: &[],
        operand: Operand::Environment("NAME=VALUE"),
        help: "Sets a variable of the environment.",
        run: session::set_env,
    },
    Magic {
        name: "rust",
        form: Form::Cell,
        options: &[],
        operand: Operand::Nothing,
        help: "Runs a cell of Rust on the notebook's tensors, without copies: view::<f32>(\"x\")?, put(\"y\", array)?. Items and \
               variables stay for later Rust cells; :dep, :vars and evcxr's other commands stand at a cell's head.",
        run: rust::run,
    },
    Magic {
        name: "html",
        form: Form::Cell,
        options: &[],
        operand: Operand::Nothing,
        help: "Shows a cell's text as HTML.",
        run: |_, _, body| shown_as("text/html", body),
    },
    Magic {
        name: "markdown",
        form: Form::Cell,
        options: &[],
        operand: Operand::Nothing,
        help: "Shows a cell's text as Markdown.",
        run: |_, _, body| shown_as("text/markdown", body),
    },
    Magic {
        name: "latex",
        form: Form::Cell,
        options: &[],
        operand: Operand::Nothing,
        help: "Shows a cell's text as LaTeX.",
        run: |_, _, body| shown_as("text/latex", body),
    },
    Magic {
        name: "svg",
        form: Form::Cell,
        options: &[],
        operand: Operand::Nothing,
        help: "Shows a cell's text as SVG.",
        run: |_, _, body| shown_as("image/svg+xml", body),
    },
    Magic {
        name: "lsmagic",
        form: Form::Line,
        options: &[],
        operand: Operand::Nothing,
        help: "Lists the magics and what each is for.",
        run: listing::magics,
    },
    Magic {
        name: "pinfo",
        form: Form::Line,
        options: &[],
        operand: Operand::Code("NAME"),
        help: "Shows what a name is: the same as NAME?.",
        run: |vm, line, _| inspect(vm, line, 0),
    },
    Magic {
        name: "pinfo2",
        form: Form::Line,
        options: &[],
        operand: Operand::Code("NAME"),
        help: "Shows a name's source where there is one: the same as NAME??.",
        run: |vm, line, _| inspect(vm, line, 1),
    },
    Magic {
        name: "pip",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("install PACKAGE"),
        help: "Runs pip with its arguments, as !pip does.",
        run: |vm, line, _| shell::alias(vm, "pip", line),
    },
    Magic {
        name: "!",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("COMMAND"),
        help: "Runs a command of the shell and shows its output: !COMMAND. {EXPRESSION} and $NAME in it are replaced by their \
               values; {{ and $$ stand for one. The exit code is _exit_code.",
        run: shell::system,
    },
    Magic {
        name: "sx",
        form: Form::Both,
        options: &[],
        operand: Operand::Text("COMMAND"),
        help: "Runs a command of the shell and gives its output as a list of lines: !!COMMAND, x = !COMMAND. The list has \
               .n (one text), .s (one line), .p (paths), .grep and .fields.",
        run: shell::output,
    },
    Magic {
        name: "system",
        form: Form::Both,
        options: &[],
        operand: Operand::Text("COMMAND"),
        help: "Gives the lines that a command of the shell prints, as %sx does.",
        run: shell::output,
    },
    Magic {
        name: "script",
        form: Form::Cell,
        options: &[],
        operand: Operand::Text(SCRIPT),
        help: "Runs a cell's text by a program, which gets it on its stdin. --out and --err keep its output under names, --bg \
               lets it run on, --proc names the process; with --no-raise-error any exit code will do.",
        run: shell::script,
    },
    Magic {
        name: "bash",
        form: Form::Cell,
        options: &[],
        operand: Operand::Text(SCRIPT_OPTIONS),
        help: "Runs a cell's text by bash: %%script bash.",
        run: |vm, line, body| shell::script_by(vm, "bash", line, body),
    },
    Magic {
        name: "sh",
        form: Form::Cell,
        options: &[],
        operand: Operand::Text(SCRIPT_OPTIONS),
        help: "Runs a cell's text by sh: %%script sh.",
        run: |vm, line, body| shell::script_by(vm, "sh", line, body),
    },
    Magic {
        name: "python",
        form: Form::Cell,
        options: &[],
        operand: Operand::Text(SCRIPT_OPTIONS),
        help: "Runs a cell's text by python: %%script python.",
        run: |vm, line, body| shell::script_by(vm, "python", line, body),
    },
    Magic {
        name: "python3",
        form: Form::Cell,
        options: &[],
        operand: Operand::Text(SCRIPT_OPTIONS),
        help: "Runs a cell's text by python3: %%script python3.",
        run: |vm, line, body| shell::script_by(vm, "python3", line, body),
    },
    Magic {
        name: "perl",
        form: Form::Cell,
        options: &[],
        operand: Operand::Text(SCRIPT_OPTIONS),
        help: "Runs a cell's text by perl: %%script perl.",
        run: |vm, line, body| shell::script_by(vm, "perl", line, body),
    },
    Magic {
        name: "ruby",
        form: Form::Cell,
        options: &[],
        operand: Operand::Text(SCRIPT_OPTIONS),
        help: "Runs a cell's text by ruby: %%script ruby.",
        run: |vm, line, body| shell::script_by(vm, "ruby", line, body),
    },
    Magic {
        name: "killbgscripts",
        form: Form::Line,
        options: &[],
        operand: Operand::Nothing,
        help: "Ends the scripts that run on from %%bash --bg and its like.",
        run: shell::kill_background,
    },
    Magic {
        name: "cat",
        form: Form::Line,
        options: &[],
        operand: Operand::File("FILE ..."),
        help: "Runs the command: !cat.",
        run: |vm, line, _| shell::alias(vm, "cat", line),
    },
    Magic {
        name: "cp",
        form: Form::Line,
        options: &[],
        operand: Operand::File("FILE ..."),
        help: "Runs the command: !cp.",
        run: |vm, line, _| shell::alias(vm, "cp", line),
    },
    Magic {
        name: "mkdir",
        form: Form::Line,
        options: &[],
        operand: Operand::Folder("FOLDER"),
        help: "Runs the command: !mkdir.",
        run: |vm, line, _| shell::alias(vm, "mkdir", line),
    },
    Magic {
        name: "mv",
        form: Form::Line,
        options: &[],
        operand: Operand::File("FILE ..."),
        help: "Runs the command: !mv.",
        run: |vm, line, _| shell::alias(vm, "mv", line),
    },
    Magic {
        name: "rm",
        form: Form::Line,
        options: &[],
        operand: Operand::File("FILE ..."),
        help: "Runs the command: !rm.",
        run: |vm, line, _| shell::alias(vm, "rm", line),
    },
    Magic {
        name: "rmdir",
        form: Form::Line,
        options: &[],
        operand: Operand::Folder("FOLDER"),
        help: "Runs the command: !rmdir.",
        run: |vm, line, _| shell::alias(vm, "rmdir", line),
    },
    Magic {
        name: "ll",
        form: Form::Line,
        options: &[],
        operand: Operand::Folder("FOLDER"),
        help: "Runs the command: !ls -F -o --color.",
        run: |vm, line, _| shell::alias(vm, "ls -F -o --color", line),
    },
    Magic {
        name: "man",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("NAME"),
        help: "Runs the command: !man.",
        run: |vm, line, _| shell::alias(vm, "man", line),
    },
    Magic {
        name: "less",
        form: Form::Line,
        options: &[],
        operand: Operand::File("FILE ..."),
        help: "Runs the command: !cat.",
        run: |vm, line, _| shell::alias(vm, "cat", line),
    },
    Magic {
        name: "more",
        form: Form::Line,
        options: &[],
        operand: Operand::File("FILE ..."),
        help: "Runs the command: !cat.",
        run: |vm, line, _| shell::alias(vm, "cat", line),
    },
    Magic {
        name: "rank",
        form: Form::Both,
        options: &[],
        operand: Operand::Code("N [CODE]"),
        help: "On a kernel of several ranks (tensorcell install --mpi): shows what rank N printed and showed in the last cell, \
               or runs code on that rank alone and shows its value. A cell without it runs on every rank.",
        run: session::rank,
    },
    Magic {
        name: "debug",
        form: Form::Both,
        options: &[flag('b', "FILE:LINE", "sets a breakpoint first")],
        operand: Operand::Code("[STATEMENT]"),
        help: "Looks at the last exception with pdb: its calls, and their numbers and texts; of tensors and other objects what they \
               were, unless %pdb is on. With a statement, runs that under pdb.",
        run: debugging::debug,
    },
    Magic {
        name: "pdb",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("[on|off]"),
        help: "Has pdb follow each cell that fails, and exceptions keep all variables of their calls, tensors too. Without a \
               word, turns that on or off.",
        run: debugging::pdb,
    },
    Magic {
        name: "load_ext",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("MODULE"),
        help: "Imports an extension: a module whose load_ipython_extension(ip) adds to the session.",
        run: |vm, line, _| extension(vm, "load_extension", line),
    },
    Magic {
        name: "unload_ext",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("MODULE"),
        help: "Takes an extension away again, by its unload_ipython_extension(ip).",
        run: |vm, line, _| extension(vm, "unload_extension", line),
    },
    Magic {
        name: "reload_ext",
        form: Form::Line,
        options: &[],
        operand: Operand::Text("MODULE"),
        help: "Reloads an extension.",
        run: |vm, line, _| extension(vm, "reload_extension", line),
    },
    ignored("matplotlib"),
    ignored("config"),
    ignored("pylab"),
    ignored("colors"),
    ignored("xmode"),
];

const SCRIPT: &str = "[--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error] PROGRAM [ARGUMENTS]";
const SCRIPT_OPTIONS: &str = "[--out NAME] [--err NAME] [--bg] [--proc NAME] [--no-raise-error] [ARGUMENTS]";

const fn flag(letter: char, value: &'static str, help: &'static str) -> Flag {
    Flag { letter, value, help }
}

const fn ignored(name: &'static str) -> Magic {
    Magic {
        name,
        form: Form::Ignored,
        options: &[],
        operand: Operand::Nothing,
        help: "Accepted for other kernels' sake; does nothing here.",
        run: |_, _, _| Ok(Value::None),
    }
}

/// Runs a function and prints the text that it returns.
fn printing(vm: &mut Vm, line: &str, run: fn(&mut Vm, &str) -> Result<String>) -> Result<Value> {
    let words = run(vm, line)?;
    super::print(&words);
    Ok(Value::None)
}

/// Displays the body of a cell with a MIME type.
fn shown_as(mime: &str, body: Option<&str>) -> Result<Value> {
    let body = body.unwrap_or_default().to_owned();
    let data = [mime, "text/plain"].into_iter().map(|mime| (mime.to_owned(), body.clone().into())).collect();
    front(|front| front.display(Display { data, ..Display::default() }));
    Ok(Value::None)
}
