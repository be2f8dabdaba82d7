//! Fork and exec.

use super::{checked, descriptor};
use crate::spawn::{pair, word};
use crate::{relay, signal};
use std::ffi::{CString, OsString};
use std::io::{Read, Write};
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::rc::Rc;
use tensorcell_language::builtins::files::os_error_about;
use tensorcell_language::confinement::check_program;
use tensorcell_language::threads::AtFork;
use tensorcell_language::{Args, Builtin, Exc, Host, Raise, Result, Value, Vm};

/// Prepares this crate for a fork: its threads read pipes and sleep until alarms, which only the parent continues.
pub const AT_FORK: AtFork = AtFork {
    around: |fork| fork(),
    in_child: |vm| {
        relay::forget();
        signal::become_forked(vm);
    },
};

/// The host of a forked process: its own descriptors.
struct Inherited {
    command: &'static [&'static str],
}

/// Wraps a descriptor as a file that is not closed on drop.
fn borrowed(fd: i32) -> ManuallyDrop<std::fs::File> {
    // SAFETY: the number is only used while the call lasts, and not closed; a closed one makes the call fail.
    ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(fd) })
}

impl Host for Inherited {
    fn write_stdout(&self, text: &str) {
        // A closed pipe cannot be reported anywhere.
        let _ = borrowed(1).write_all(text.as_bytes());
    }
    fn write_stderr(&self, text: &str) {
        let _ = borrowed(2).write_all(text.as_bytes());
    }
    fn input(&self, prompt: &str, _: bool) -> Result<String> {
        self.write_stdout(prompt);
        let (mut line, mut byte) = (Vec::new(), [0]);
        while borrowed(0).read(&mut byte).is_ok_and(|count| count == 1) {
            if byte[0] == b'\n' {
                return Ok(String::from_utf8_lossy(&line).into_owned());
            }
            line.push(byte[0]);
        }
        match line.is_empty() {
            true => Err(Raise::new(Exc::EOFError, "EOF when reading a line")),
            false => Ok(String::from_utf8_lossy(&line).into_owned()),
        }
    }
    fn display(&self, bundle: &[(String, String)], _: Option<&str>, _: bool) {
        if let Some((_, text)) = bundle.iter().find(|(kind, _)| kind == "text/plain") {
            self.write_stdout(&format!("{text}\n"));
        }
    }
    fn magic(&self, _: &mut Vm, name: &str, _: &str, _: Option<&str>) -> Result<Value> {
        Err(Raise::runtime(format!("%{name} is for the notebook, not for a process that was forked from it")))
    }
    fn writes_to_descriptors(&self) -> bool {
        true
    }
    fn command(&self) -> &'static [&'static str] {
        self.command
    }
    fn processor_time(&self) -> Option<std::time::Duration> {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(std::time::Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32))
    }
    fn safe_point(&self, _: &mut Vm) {}
}

/// The child's streams if the host shows output: pipes to the host.
struct Streams {
    pending: Vec<relay::Pending>,
    ends: Vec<OwnedFd>,
}

impl Streams {
    fn open(vm: &Vm) -> Result<Streams> {
        let (mut pending, mut ends) = (Vec::new(), Vec::new());
        if !vm.host().writes_to_descriptors() {
            for kind in [relay::Kind::Output, relay::Kind::Errors] {
                let (read, write) = relay::open(kind).map_err(|error| os_error_about(&error, &[]))?;
                pending.push(read);
                ends.push(write);
            }
        }
        Ok(Streams { pending, ends })
    }
    /// Runs in the child.
    fn take_place(self) {
        for (end, place) in self.ends.iter().zip([1, 2]) {
            // SAFETY: both are descriptors of this process; the old one is closed.
            unsafe { libc::dup2(end.as_raw_fd(), place) };
        }
    }
}

fn fork(vm: &mut Vm) -> Result<Value> {
    check_program("fork")?;
    let streams = Streams::open(vm)?;
    let parent = std::process::id();
    let mut outcome = Ok(Value::None);
    // SAFETY: all crates make their native threads release their locks; the child continues in this thread.
    vm.around_fork(&mut || outcome = checked(i64::from(unsafe { libc::fork() })));
    let pid = outcome?;
    if let Value::Int(0) = pid {
        // The child must not outlive the kernel.
        let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
        if rustix::process::getppid().is_none_or(|now| now.as_raw_nonzero().get().unsigned_abs() != parent) {
            // SAFETY: ends this process at once. The parent ended before the signal was set, so it would never come.
            unsafe { libc::_exit(1) };
        }
        streams.take_place();
        let command = vm.host().command();
        vm.become_forked(Rc::new(Inherited { command }));
    } else if let Value::Int(number) = pid {
        relay::begin(vm, number, streams.pending);
    }
    Ok(pid)
}

fn text(word: OsString) -> Result<CString> {
    CString::new(word.into_vec()).map_err(|_| Raise::value_error("embedded null byte"))
}

/// Returns pointers to texts, terminated by null.
fn pointers(texts: &[CString]) -> Vec<*const libc::c_char> {
    texts.iter().map(|text| text.as_ptr()).chain([std::ptr::null()]).collect()
}

/// Replaces this process by another program. Returns only on failure.
fn execute(vm: &mut Vm, args: &Args) -> Result<Value> {
    let is_open = super::is_number(args.get(0));
    let program = if is_open { OsString::from("execve") } else { word(vm, args.get(0))? };
    check_program(&program.to_string_lossy())?;
    let (mut words, mut environment) = (Vec::new(), Vec::new());
    for value in vm.collect(args.get(1))? {
        words.push(text(word(vm, &value)?)?);
    }
    for (name, value) in vm.collect(args.get(2))?.iter().filter_map(pair) {
        let mut entry = word(vm, &name)?;
        entry.push("=");
        entry.push(word(vm, &value)?);
        environment.push(text(entry)?);
    }
    let program = text(program)?;
    let (words, environment) = (pointers(&words), pointers(&environment));
    let fd = if is_open { descriptor(args, 0)?.as_raw_fd() } else { -1 };
    // SAFETY: both lists end with null, and their texts live until the call returns, if it does.
    unsafe {
        match is_open {
            true => libc::fexecve(fd, words.as_ptr(), environment.as_ptr()),
            false => libc::execve(program.as_ptr(), words.as_ptr(), environment.as_ptr()),
        }
    };
    let error = std::io::Error::last_os_error();
    Err(os_error_about(&error, if is_open { &[] } else { std::slice::from_ref(args.get(0)) }))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("os._fork", "()", "Forks; 0 in the child.", |vm, _| fork(vm)),
    Builtin::new("os._command", "()", "The words between this program and a file that it runs.", |vm, _| {
        Ok(Value::list(vm.host().command().iter().map(|word| Value::str(*word)).collect()))
    }),
    Builtin::new("os._execute", "(path, argv, env)", "Becomes another program.", execute),
];
