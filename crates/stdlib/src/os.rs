//! `os` and `os.path`: files and folders inside the current folder, and the environment, to be read.

use std::fs;
use std::rc::Rc;
use std::time::UNIX_EPOCH;
use tensorcell_language::builtins::files::{inside_folder, os_error, path_text};
use tensorcell_language::object::{Dict, Module};
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static OS: ModuleDef = ModuleDef {
    name: "_tensorcell.os",
    doc: "What os is made of.",
    functions: FUNCTIONS,
    init: Some(|_, module: &Rc<Module>| {
        let environment = Dict::new();
        for (name, value) in std::env::vars() {
            environment.insert_str(&name, Value::from(value));
        }
        module.dict.insert_str("_environment", Value::Dict(environment));
        Ok(())
    }),
};

pub static OS_PATH: ModuleDef =
    ModuleDef { name: "_tensorcell.os_path", doc: "What os.path is made of.", functions: PATH_FUNCTIONS, init: None };

/// A path argument, and where it is.
fn located(vm: &mut Vm, args: &Args, slot: usize) -> Result<(String, std::path::PathBuf)> {
    let text = match args.get(slot) {
        Value::None => ".".to_string(),
        value => path_text(vm, value)?,
    };
    let path = inside_folder(&text)?;
    Ok((text, path))
}

/// Acts on a path, failures told about it.
fn act(vm: &mut Vm, args: &Args, action: fn(&std::path::Path) -> std::io::Result<()>) -> Result<Value> {
    let (text, path) = located(vm, args, 0)?;
    action(&path).map_err(|error| os_error(&error, &text))?;
    Ok(Value::None)
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new("os.getcwd", "()", "Return the path of the current folder.", |_, _| {
        let folder = std::env::current_dir().map_err(|error| os_error(&error, "."))?;
        Ok(Value::from(folder.display().to_string()))
    }),
    Builtin::new(
        "os.chdir",
        "(path)",
        "Change the current folder to another inside the notebook's folder.",
        |vm, args| {
            let (text, _) = located(vm, args, 0)?;
            tensorcell_language::builtins::files::change_folder(&text).map(|_| Value::None)
        },
    ),
    Builtin::new("os.urandom", "(size, /)", "Return random bytes suitable for cryptographic use.", |vm, args| {
        let size = tensorcell_language::builtins::clipped_index(vm, args.get(0))?;
        let size = usize::try_from(size).map_err(|_| Raise::value_error("negative argument not allowed"))?;
        tensorcell_language::builtins::guard_size(size as u128, 1)?;
        let mut data = vec![0; size];
        getrandom::fill(&mut data).map_err(|problem| Raise::new(Exc::OSError, problem.to_string()))?;
        Ok(Value::bytes(data))
    }),
    Builtin::new("os.getpid", "()", "Return the current process id.", |_, _| Ok(Value::Int(std::process::id() as i64))),
    Builtin::new("os.cpu_count", "()", "Return the number of logical processors.", |_, _| {
        Ok(std::thread::available_parallelism().map_or(Value::None, |count| Value::Int(count.get() as i64)))
    }),
    Builtin::new(
        "os.listdir",
        "(path=None)",
        "Return a list containing the names of the files in the folder.",
        |vm, args| {
            let (text, path) = located(vm, args, 0)?;
            let mut names = Vec::new();
            for entry in fs::read_dir(path).map_err(|error| os_error(&error, &text))? {
                let entry = entry.map_err(|error| os_error(&error, &text))?;
                names.push(Value::from(entry.file_name().to_string_lossy().into_owned()));
            }
            Ok(Value::list(names))
        },
    ),
    Builtin::new("os.mkdir", "(path, mode=511)", "Create a folder.", |vm, args| {
        act(vm, args, |path| fs::create_dir(path))
    }),
    Builtin::new("os._makedirs", "(path)", "Create a folder and those above it.", |vm, args| {
        act(vm, args, |path| fs::create_dir_all(path))
    }),
    Builtin::new("os.remove", "(path)", "Remove a file.", |vm, args| act(vm, args, |path| fs::remove_file(path))),
    Builtin::new("os.unlink", "(path)", "Remove a file.", |vm, args| act(vm, args, |path| fs::remove_file(path))),
    Builtin::new("os.rmdir", "(path)", "Remove an empty folder.", |vm, args| {
        act(vm, args, |path| fs::remove_dir(path))
    }),
    Builtin::new("os.rename", "(src, dst)", "Rename a file or folder.", rename),
    Builtin::new("os.replace", "(src, dst)", "Rename a file or folder, overwriting the destination.", rename),
];

fn rename(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (text, from) = located(vm, args, 0)?;
    let (_, to) = located(vm, args, 1)?;
    fs::rename(from, to).map_err(|error| os_error(&error, &text))?;
    Ok(Value::None)
}

/// A question about a path; False for one that is not there or out of reach.
fn ask(vm: &mut Vm, args: &Args, question: fn(&std::path::Path) -> bool) -> Result<Value> {
    let text = path_text(vm, args.get(0))?;
    Ok(Value::from(inside_folder(&text).is_ok_and(|path| question(&path))))
}

static PATH_FUNCTIONS: &[Builtin] = &[
    Builtin::new("path.exists", "(path)", "Whether a path exists inside the current folder.", |vm, args| {
        ask(vm, args, |path| path.exists())
    }),
    Builtin::new("path.isfile", "(path)", "Whether a path is a file.", |vm, args| ask(vm, args, |path| path.is_file())),
    Builtin::new("path.isdir", "(path)", "Whether a path is a folder.", |vm, args| ask(vm, args, |path| path.is_dir())),
    Builtin::new("path.getsize", "(filename)", "Return the size of a file in bytes.", |vm, args| {
        let (text, path) = located(vm, args, 0)?;
        let facts = fs::metadata(path).map_err(|error| os_error(&error, &text))?;
        Ok(Value::Int(facts.len() as i64))
    }),
    Builtin::new("path.getmtime", "(filename)", "Return the last modification time of a file.", |vm, args| {
        let (text, path) = located(vm, args, 0)?;
        let changed = fs::metadata(path).and_then(|facts| facts.modified()).map_err(|error| os_error(&error, &text))?;
        Ok(Value::from(changed.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()))
    }),
    Builtin::new("path._home", "()", "The home folder's name.", |_, _| {
        Ok(Value::from(std::env::var("HOME").unwrap_or_else(|_| "/".to_string())))
    }),
];
