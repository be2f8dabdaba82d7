//! Starts programs: the native part of subprocess.

use crate::os::descriptors::bytes_of;
use crate::relay;
use std::ffi::OsString;
use std::os::fd::{BorrowedFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use tensorcell_language::builtins::clipped_index;
use tensorcell_language::builtins::files::{os_error_about, path_text};
use tensorcell_language::confinement::check_program;
use tensorcell_language::{Args, Builtin, ModuleDef, Raise, Result, Value, Vm};

pub static SUBPROCESS: ModuleDef = ModuleDef {
    name: "_tensorcell.subprocess",
    doc: "The native part of subprocess.",
    functions: &[
        Builtin::new(
            "subprocess._spawn",
            "(program, args, cwd, env, streams, pass_fds, close_fds, session, group, umask, uid, gid, gids)",
            "Starts a program; the number of its process.",
            spawn,
        ),
        Builtin::new("subprocess._relay", "()", "Shows what children have written to the cell's streams.", |vm, _| {
            relay::show(vm).map(|()| Value::None)
        }),
        Builtin::new(
            "subprocess._relay_rest",
            "(pid)",
            "Shows all that a child that has ended wrote to the cell's streams.",
            |vm, args| relay::finish(vm, args.int(0)?).map(|()| Value::None),
        ),
    ],
    init: None,
};

/// Returns the bytes of a program argument.
pub fn word(vm: &mut Vm, value: &Value) -> Result<OsString> {
    let data = match value.beneath() {
        Value::Bytes(_) => bytes_of(value)?,
        _ => path_text(vm, value)?.into_bytes(),
    };
    match data.contains(&0) {
        true => Err(Raise::value_error("embedded null byte")),
        false => Ok(OsString::from_vec(data)),
    }
}

/// Copies a descriptor for the child.
fn copy(fd: RawFd) -> Result<OwnedFd> {
    // SAFETY: the number is the program's own; a closed one makes the call fail.
    let fd = unsafe { BorrowedFd::borrow_raw(fd) };
    rustix::io::fcntl_dupfd_cloexec(fd, 3).map_err(|error| os_error_about(&error.into(), &[]))
}

/// Special numbers for the cell's stdout and stderr, when used for another stream of the child.
const OUTPUT: i64 = -11;
const ERRORS: i64 = -12;

/// Returns the child's end of a stream: a copy of a descriptor, or for None a pipe to the cell's stream.
fn stream(vm: &mut Vm, value: &Value, own: relay::Kind, relays: &mut Vec<relay::Pending>) -> Result<OwnedFd> {
    let number = if value.is_none() { None } else { Some(clipped_index(vm, value)?) };
    let kind = match number {
        None => own,
        Some(OUTPUT) => relay::Kind::Output,
        Some(ERRORS) => relay::Kind::Errors,
        Some(fd) => return copy(fd as RawFd),
    };
    let (pending, end) = relay::open(kind).map_err(|error| os_error_about(&error, &[]))?;
    relays.push(pending);
    Ok(end)
}

/// Sets up the child's three streams. Those to the same cell stream share a pipe, which keeps their order.
pub fn streams(vm: &mut Vm, command: &mut Command, given: &[Value; 3]) -> Result<Vec<relay::Pending>> {
    let [input, output, errors] = given;
    let mut relays = Vec::new();
    command.stdin(match input {
        Value::None => Stdio::inherit(),
        fd => Stdio::from(copy(clipped_index(vm, fd)? as RawFd)?),
    });
    let output_end = stream(vm, output, relay::Kind::Output, &mut relays)?;
    let errors_end = match (output, errors) {
        (Value::None, Value::Int(OUTPUT)) => output_end.try_clone().map_err(|error| os_error_about(&error, &[]))?,
        _ => stream(vm, errors, relay::Kind::Errors, &mut relays)?,
    };
    command.stdout(Stdio::from(output_end));
    command.stderr(Stdio::from(errors_end));
    Ok(relays)
}

/// The changes that the child makes before the program starts.
struct Setup {
    pass: Vec<RawFd>,
    close: bool,
    session: bool,
    umask: Option<u32>,
}

impl Setup {
    /// Makes only calls that are allowed between fork and exec.
    fn run(&self) -> std::io::Result<()> {
        use rustix::process::{Signal, set_parent_process_death_signal, setsid};
        // The child must not outlive the kernel.
        set_parent_process_death_signal(Some(Signal::KILL))?;
        if self.session {
            setsid()?;
        }
        if let Some(mask) = self.umask {
            rustix::process::umask(rustix::fs::Mode::from_raw_mode(mask));
        }
        // Programs expect the system's default, which `ignore_as_python` changed; the standard library restores SIGPIPE.
        // SAFETY: the default handling runs no code.
        unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_DFL) };
        if self.close {
            // SAFETY: it marks descriptors to be closed by exec and skips those that are not open.
            unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, 4u32) };
        }
        for fd in &self.pass {
            // SAFETY: the number is the program's own; a closed one makes the call fail.
            let fd = unsafe { BorrowedFd::borrow_raw(*fd) };
            rustix::io::fcntl_setfd(fd, rustix::io::FdFlags::empty())?;
        }
        Ok(())
    }
}

fn spawn(vm: &mut Vm, args: &Args) -> Result<Value> {
    let program = word(vm, args.get(0))?;
    check_program(&program.to_string_lossy())?;
    let mut command = Command::new(&program);
    let mut words = Vec::new();
    for value in vm.collect(args.get(1))? {
        words.push(word(vm, &value)?);
    }
    if let Some(first) = words.first() {
        command.arg0(first);
    }
    command.args(words.iter().skip(1));
    if !args.get(2).is_none() {
        command.current_dir(word(vm, args.get(2))?);
    }
    command.env_clear();
    for (name, value) in vm.collect(args.get(3))?.iter().filter_map(pair) {
        command.env(word(vm, &name)?, word(vm, &value)?);
    }
    let given: [Value; 3] =
        vm.collect(args.get(4))?.try_into().map_err(|_| args.wrong(4, "a list of three streams"))?;
    let relays = streams(vm, &mut command, &given)?;
    let mut pass = Vec::new();
    for fd in vm.collect(args.get(5))? {
        pass.push(clipped_index(vm, &fd)? as RawFd);
    }
    let umask = args.int(9)?;
    let setup = Setup { pass, close: args.bool(6)?, session: args.bool(7)?, umask: u32::try_from(umask).ok() };
    if let Some(group) = args.opt_int(8)? {
        command.process_group(group as i32);
    }
    if let Some(user) = args.opt_int(10)? {
        command.uid(user as u32);
    }
    if let Some(group) = args.opt_int(11)? {
        command.gid(group as u32);
    }
    // SAFETY: the setup allocates nothing and takes no lock.
    unsafe { command.pre_exec(move || setup.run()) };
    let child = command.spawn().map_err(|error| os_error_about(&error, &[args.get(0).clone()]))?;
    // The command holds the child's pipe ends. While they are open, the pipes would not end.
    drop(command);
    let pid = i64::from(child.id());
    relay::begin(vm, pid, relays);
    Ok(Value::Int(pid))
}

/// Returns the two items of a pair.
pub fn pair(value: &Value) -> Option<(Value, Value)> {
    match value {
        Value::Tuple(pair) if pair.len() == 2 => Some((pair[0].clone(), pair[1].clone())),
        _ => None,
    }
}
