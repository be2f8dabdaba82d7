//! The native part of `os` and `os.path`.

mod attributes;
mod clocks;
mod control;
pub mod descriptors;
mod epoll;
pub mod fork;
mod hosts;
mod identity;
pub mod limits;
mod mapping;
mod nodes;
pub mod paths;
mod posix_spawn;
pub mod process;
mod schedule;
pub mod system;
mod terminal;
mod transfer;
mod wait;

pub use clocks::CLOCKS;
pub use control::CONTROL;
pub use epoll::EPOLL;
pub use hosts::HOSTS;
pub use mapping::MAPPING;
pub use posix_spawn::POSIX_SPAWN;
pub use terminal::TERMINAL;

use std::os::fd::{BorrowedFd, RawFd};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use tensorcell_language::builtins::clipped_index;
use tensorcell_language::builtins::files::{os_error_about, path_text, reachable, reachable_entry};
use tensorcell_language::confinement::Confinement;
use tensorcell_language::object::{Dict, Module};
use tensorcell_language::surrogate::text_of;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static OS: ModuleDef = ModuleDef {
    name: "_tensorcell.os",
    doc: "The native part of os.",
    functions: paths::FUNCTIONS,
    init: Some(|_, module: &Rc<Module>| {
        let environment = Dict::new();
        for (name, value) in std::env::vars_os() {
            environment.insert_str(&text_of(&name), Value::from(text_of(&value)));
        }
        module.dict.insert_str("_environment", Value::Dict(environment));
        for builtin in PARTS.iter().copied().flatten() {
            module.dict.insert_str(builtin.short_name(), Value::Builtin(builtin));
        }
        Ok(())
    }),
};

/// The native functions that are in files of their own.
static PARTS: &[&[Builtin]] = &[
    attributes::FUNCTIONS,
    clocks::FUNCTIONS,
    descriptors::FUNCTIONS,
    fork::FUNCTIONS,
    identity::FUNCTIONS,
    limits::FUNCTIONS,
    nodes::FUNCTIONS,
    process::FUNCTIONS,
    schedule::FUNCTIONS,
    system::FUNCTIONS,
    transfer::FUNCTIONS,
    wait::FUNCTIONS,
];

pub static OS_PATH: ModuleDef = ModuleDef {
    name: "_tensorcell.os_path",
    doc: "The native part of os.path.",
    functions: PATH_FUNCTIONS,
    init: None,
};

/// Reads a path argument and checks that it is accessible.
fn place(vm: &mut Vm, args: &Args, slot: usize) -> Result<PathBuf> {
    let text = path_text(vm, args.get(slot)).map_err(|raise| named(raise, args, slot))?;
    reachable(&text)
}

/// Reads a path argument that names a folder entry. A link is not followed.
fn entry(vm: &mut Vm, args: &Args, slot: usize) -> Result<PathBuf> {
    let text = path_text(vm, args.get(slot)).map_err(|raise| named(raise, args, slot))?;
    reachable_entry(&text)
}

/// Adds the function and the parameter to a path's error, as in CPython.
fn named(raise: Raise, args: &Args, slot: usize) -> Raise {
    let message = raise.message().to_string();
    match message.strip_prefix("expected str, bytes or os.PathLike object, not ") {
        Some(found) => {
            let name = &args.builtin.parsed().parameters[slot].name;
            let function = args.builtin.short_name();
            Raise::type_error(format!("{function}: {name} should be string, bytes or os.PathLike, not {found}"))
        }
        None => raise,
    }
}

/// Converts a system call's result. Its error names no path.
pub(crate) fn told<T>(outcome: rustix::io::Result<T>) -> Result<T> {
    outcome.map_err(|error| os_error_about(&error.into(), &[]))
}

/// Like `told`, with paths in the error. Path objects appear as plain paths.
fn told_of<T>(vm: &mut Vm, outcome: rustix::io::Result<T>, paths: &[&Value]) -> Result<T> {
    outcome.map_err(|error| {
        let paths: Vec<Value> = paths.iter().map(|path| plain(vm, path)).collect();
        os_error_about(&error.into(), &paths)
    })
}

/// Converts a path object to its plain path.
fn plain(vm: &mut Vm, path: &Value) -> Value {
    vm.call_if_found(path, "__fspath__").ok().flatten().unwrap_or_else(|| path.clone())
}

/// Raises an error of the system by its number.
fn failed(error: i32) -> Raise {
    os_error_about(&std::io::Error::from_raw_os_error(error), &[])
}

/// Checks the result of a libc call, which is negative on failure.
fn checked(answer: i64) -> Result<Value> {
    match answer < 0 {
        true => Err(os_error_about(&std::io::Error::last_os_error(), &[])),
        false => Ok(Value::Int(answer)),
    }
}

/// Returns the number of a descriptor or of an object with `fileno`.
pub fn descriptor_number(vm: &mut Vm, value: &Value) -> Result<RawFd> {
    let number = match value.number() {
        Value::Int(_) | Value::Bool(_) => clipped_index(vm, value)?,
        Value::BigInt(_) => {
            return Err(Raise::new(Exc::OverflowError, "Python int too large to convert to C int"));
        }
        _ if vm.find_attr(value, "fileno")?.is_some() => {
            let number = vm.call_method(value, "fileno", &[])?;
            clipped_index(vm, &number)?
        }
        _ => return Err(Raise::type_error("argument must be an int, or have a fileno() method.")),
    };
    if number < 0 {
        let words = format!("file descriptor cannot be a negative integer ({number})");
        return Err(Raise::value_error(words));
    }
    RawFd::try_from(number).map_err(|_| Raise::new(Exc::OverflowError, "signed integer is greater than maximum"))
}

/// Reads a descriptor argument. A closed one fails with the system's own message.
fn descriptor(args: &Args, slot: usize) -> Result<BorrowedFd<'static>> {
    let number = match args.get(slot).number() {
        Value::Int(_) | Value::Bool(_) => args.int(slot)?,
        other => {
            let found = other.type_name();
            return Err(Raise::type_error(format!("'{found}' object cannot be interpreted as an integer")));
        }
    };
    let number = RawFd::try_from(number).ok().filter(|number| *number >= 0);
    let number = number.ok_or_else(|| os_error_about(&std::io::Error::from_raw_os_error(9), &[]))?;
    // SAFETY: the number is the program's own; a closed one makes the call fail.
    Ok(unsafe { BorrowedFd::borrow_raw(number) })
}

/// Returns the folder of relative paths: a descriptor, or the current folder.
fn base(args: &Args, slot: usize) -> Result<BorrowedFd<'static>> {
    match args.get(slot) {
        Value::None => Ok(rustix::fs::CWD),
        _ if Confinement::is_confined() => Err(Raise::with_args(
            Exc::PermissionError,
            vec![Value::Int(13), Value::str("the session is confined: dir_fd is out of reach")],
        )),
        _ => descriptor(args, slot),
    }
}

fn is_number(value: &Value) -> bool {
    matches!(value.number(), Value::Int(_) | Value::Bool(_))
}

/// Answers a question about a path. Returns False if it is missing or not accessible.
fn ask(vm: &mut Vm, args: &Args, question: fn(&Path) -> bool) -> Result<Value> {
    ask_of(vm, args, reachable, question)
}

/// Answers a question about a path that `find` resolves.
fn ask_of(vm: &mut Vm, args: &Args, find: fn(&str) -> Result<PathBuf>, question: fn(&Path) -> bool) -> Result<Value> {
    if is_number(args.get(0)) {
        let number = args.int(0)?;
        return Ok(Value::from(question(Path::new(&format!("/proc/self/fd/{number}")))));
    }
    let text = path_text(vm, args.get(0)).map_err(|raise| match raise.is(Exc::TypeError) {
        true => {
            let found = args.get(0).type_name();
            Raise::type_error(format!("stat: path should be string, bytes, os.PathLike or integer, not {found}"))
        }
        false => raise,
    })?;
    Ok(Value::from(find(&text).is_ok_and(|path| question(&path))))
}

static PATH_FUNCTIONS: &[Builtin] = &[
    Builtin::new("path.exists", "(path)", "Whether a path exists.", |vm, args| ask(vm, args, |path| path.exists())),
    Builtin::new("path.lexists", "(path)", "Whether a path exists, be it a broken link.", |vm, args| {
        ask_of(vm, args, reachable_entry, |path| path.symlink_metadata().is_ok())
    }),
    Builtin::new("path.isfile", "(path)", "Whether a path is a file.", |vm, args| ask(vm, args, |path| path.is_file())),
    Builtin::new("path.isdir", "(s)", "Whether a path is a folder.", |vm, args| ask(vm, args, |path| path.is_dir())),
    Builtin::new("path.islink", "(path)", "Whether a path is a symbolic link.", |vm, args| {
        ask_of(vm, args, reachable_entry, |path| path.is_symlink())
    }),
    Builtin::new("path._home", "()", "The user's home folder.", |_, _| {
        Ok(Value::from(std::env::var("HOME").unwrap_or_else(|_| "/".to_owned())))
    }),
];
