//! `%cd`, `%pwd`, `%ls`, `%load`, `%run`, `%%writefile`: files and folders.

use super::{evaluate, options, print};
use crate::notebook::front::front;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use tensorcell_display::units;
use tensorcell_language::builtins::files::{change_folder, home_folder, os_error, reachable};
use tensorcell_language::confinement::Confinement;
use tensorcell_language::{Exc, Raise, Result, Value, Vm};

/// A file name as written, without quotes.
fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inner = |quote: char| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

fn read(name: &str) -> Result<String> {
    let path = reachable(name)?;
    std::fs::read_to_string(&path).map_err(|error| os_error(&error, name))
}

fn current() -> Result<PathBuf> {
    std::env::current_dir().map_err(|error| os_error(&error, "."))
}

pub fn pwd(_: &mut Vm, _: &str, _: Option<&str>) -> Result<Value> {
    Ok(Value::from(current()?.display().to_string()))
}

/// Without an argument: changes to the home folder, or to a confined notebook's own.
pub fn cd(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    let options = options::parse("cd", line)?;
    let before = current()?;
    let target = match unquoted(options.rest) {
        "" | "~" if Confinement::is_confined() => change_folder(&home_folder()?.display().to_string())?,
        "" => change_folder(&expanded_user(vm, "~")?)?,
        "-" => change_folder(&last_folder()?)?,
        name => change_folder(&expanded_user(vm, name)?)?,
    };
    LAST.with(|last| last.replace(Some(before)));
    if !options.has('q') {
        print(&format!("{}\n", target.display()));
    }
    Ok(Value::None)
}

thread_local! {
    /// The folder before the last `%cd`.
    static LAST: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

fn last_folder() -> Result<String> {
    let last = LAST.with(|last| last.borrow().as_ref().map(|folder| folder.display().to_string()));
    last.ok_or_else(|| Raise::value_error("%cd -: No previous directory to change to"))
}

fn expanded_user(vm: &mut Vm, path: &str) -> Result<String> {
    let module = vm.import("os.path")?;
    let path = vm.call_method(&module, "expanduser", &[Value::str(path)])?;
    vm.str(&path)
}

pub fn ls(_: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    let options = options::parse("ls", line)?;
    let name = match unquoted(options.rest) {
        "" => ".",
        name => name,
    };
    let path = reachable(name)?;
    let mut rows: Vec<(String, u64, Option<std::time::SystemTime>)> = Vec::new();
    let mut add = |name: String, path: &Path| {
        let found = path.metadata().ok();
        let mark = if path.is_dir() { "/" } else { "" };
        let size = found.as_ref().map_or(0, std::fs::Metadata::len);
        rows.push((format!("{name}{mark}"), size, found.and_then(|found| found.modified().ok())));
    };
    if path.is_dir() {
        for entry in std::fs::read_dir(&path).map_err(|error| os_error(&error, name))? {
            let entry = entry.map_err(|error| os_error(&error, name))?;
            let own = entry.file_name().to_string_lossy().into_owned();
            if options.has('a') || !own.starts_with('.') {
                add(own, &entry.path());
            }
        }
    } else {
        path.metadata().map_err(|error| os_error(&error, name))?;
        add(name.to_owned(), &path);
    }
    rows.sort();
    for (name, size, modified) in rows {
        if !options.has('l') {
            print(&format!("{name}\n"));
            continue;
        }
        let modified = modified.map(chrono::DateTime::<chrono::Local>::from);
        let when = modified.map_or(String::new(), |when| when.format("%Y-%m-%d %H:%M").to_string());
        print(&format!("{:>10}  {when}  {name}\n", units::bytes(size as f64)));
    }
    Ok(Value::None)
}

/// Replaces the cell's text by the file's, below the magic.
pub fn load(_: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    let options = options::parse("load", line)?;
    let name = unquoted(options.rest);
    if name.is_empty() {
        return Err(Raise::value_error("%load needs the name of a file"));
    }
    let mut text = read(name)?;
    if let Some(range) = options.text('r') {
        let wrong = || Raise::value_error(format!("%load -r needs lines, as in 5-10, not '{range}'"));
        let number = |text: &str| text.parse::<usize>().ok().filter(|line| *line > 0).ok_or_else(wrong);
        let (first, last) = match range.split_once(['-', ':']) {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(range)?, number(range)?),
        };
        text = text.lines().skip(first - 1).take((last + 1).saturating_sub(first)).collect::<Vec<_>>().join("\n");
    }
    front(|front| front.set_next_input(&format!("# %load {line}\n{}", text.trim_end()), true));
    Ok(Value::None)
}

pub fn writefile(_: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    let options = options::parse("writefile", line)?;
    let name = unquoted(options.rest);
    if name.is_empty() {
        return Err(Raise::value_error("%%writefile needs the name of a file"));
    }
    let path = reachable(name)?;
    let (exists, append) = (path.exists(), options.has('a'));
    let mut content = body.unwrap_or_default().to_owned();
    if !content.ends_with('\n') {
        content.push('\n');
    }
    let written = match append {
        false => std::fs::write(&path, content),
        true => std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(&path)
            .and_then(|mut file| std::io::Write::write_all(&mut file, content.as_bytes())),
    };
    written.map_err(|error| os_error(&error, name))?;
    print(&match (append, exists) {
        (true, true) => format!("Appending to {name}\n"),
        (false, true) => format!("Overwriting {name}\n"),
        _ => format!("Writing {name}\n"),
    });
    Ok(Value::None)
}

/// Runs a script or the cells of a notebook in the notebook's namespace, so that their definitions remain.
pub fn run(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    let line = line.trim();
    // Arguments after a module's name belong to the module.
    let (line, given) = match line.strip_prefix("-m ").map(str::trim_start) {
        Some(rest) => {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            (&line[..line.len() - rest.len() + end], &rest[end..])
        }
        None => (line, ""),
    };
    let options = options::parse("run", line)?;
    let words = words(vm, if given.is_empty() { options.rest } else { given })?;
    let module = options.text('m');
    let Some(name) = module.or(words.first().map(String::as_str)) else {
        return Err(Raise::value_error("%run needs the name of a script"));
    };
    let given = if module.is_some() { &words[..] } else { &words[1..] };
    let argv: Vec<&str> = [name].into_iter().chain(given.iter().map(String::as_str)).collect();
    let outcome = match module {
        Some(module) => with_argv(vm, &argv, &current()?, |vm| run_module(vm, module)),
        None => run_file(vm, &argv, options.has('n')),
    };
    match outcome {
        // SystemExit ends the script, not the session.
        Err(raise) if raise.is(Exc::SystemExit) => Ok(Value::None),
        outcome => outcome.map(|()| Value::None),
    }
}

/// Splits a line into words like a shell.
fn words(vm: &mut Vm, line: &str) -> Result<Vec<String>> {
    let shlex = vm.import("shlex")?;
    let words = vm.call_method(&shlex, "split", &[Value::str(line)])?;
    Ok(vm.collect(&words)?.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// Runs `act` with another `sys.argv`, and with a folder first on `sys.path`.
fn with_argv(vm: &mut Vm, argv: &[&str], folder: &Path, act: impl FnOnce(&mut Vm) -> Result<()>) -> Result<()> {
    let system = vm.import("sys")?;
    let (before, path) = (vm.get_attr(&system, "argv")?, vm.get_attr(&system, "path")?);
    let folder = Value::from(folder.display().to_string());
    vm.set_attr(&system, "argv", Value::list(argv.iter().map(Value::str).collect()))?;
    vm.call_method(&path, "insert", &[Value::Int(0), folder.clone()])?;
    let outcome = act(vm);
    vm.set_attr(&system, "argv", before)?;
    // The program may have removed it itself.
    let _ = vm.call_method(&path, "remove", &[folder]);
    outcome
}

fn run_file(vm: &mut Vm, argv: &[&str], under_own_name: bool) -> Result<()> {
    let name = argv[0];
    let text = read(name)?;
    let path = std::path::absolute(reachable(name)?).map_err(|error| os_error(&error, name))?;
    let folder = path.parent().unwrap_or(&path).to_owned();
    with_argv(vm, argv, &folder, |vm| {
        if name.ends_with(".ipynb") {
            return cells(name, &text)?.iter().try_for_each(|cell| evaluate(vm, cell).map(drop));
        }
        let (globals, stem) = (vm.globals(), path.file_stem().unwrap_or_default().to_string_lossy());
        let shown = if under_own_name { &stem } else { "__main__" };
        let before = ["__name__", "__file__"].map(|name| (name, globals.get_str(name)));
        globals.insert_str("__name__", Value::str(shown));
        globals.insert_str("__file__", Value::from(path.display().to_string()));
        let outcome = vm.run_cell(name, &text).map(drop);
        for (name, value) in before {
            match value {
                Some(value) => globals.insert_str(name, value),
                None => drop(globals.remove_str(name)),
            }
        }
        outcome
    })
}

/// Runs a module as a program, and binds its definitions.
fn run_module(vm: &mut Vm, module: &str) -> Result<()> {
    let runpy = vm.import("runpy")?;
    let run = vm.get_attr(&runpy, "run_module")?;
    let how = [("run_name", Value::str("__main__")), ("alter_sys", Value::from(true))];
    let names = vm.call(&run, &[Value::str(module)], &how.map(|(name, value)| (name.into(), value)))?;
    if let Value::Dict(names) = names {
        for (name, value) in names.items() {
            if let Some(name) = name.as_str().filter(|name| !name.starts_with("__")) {
                vm.globals().insert_str(name, value);
            }
        }
    }
    Ok(())
}

fn cells(name: &str, text: &str) -> Result<Vec<String>> {
    let wrong = || Raise::value_error(format!("{name} is not a notebook"));
    let notebook: serde_json::Value = serde_json::from_str(text).map_err(|_| wrong())?;
    let cells = notebook["cells"].as_array().ok_or_else(wrong)?.iter();
    let source = |cell: &serde_json::Value| match &cell["source"] {
        serde_json::Value::Array(lines) => lines.iter().filter_map(serde_json::Value::as_str).collect(),
        text => text.as_str().unwrap_or_default().to_owned(),
    };
    Ok(cells.filter(|cell| cell["cell_type"] == "code").map(source).collect())
}
