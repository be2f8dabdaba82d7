//! `posix_spawn`: starts a program in a new process, after file actions and attributes are applied in the child.

use crate::relay;
use crate::spawn::{pair, streams, word};
use std::ffi::CString;
use std::io::{Error, Result as Outcome};
use std::os::unix::process::CommandExt;
use std::process::Command;
use tensorcell_language::builtins::clipped_index;
use tensorcell_language::builtins::files::os_error_about;
use tensorcell_language::confinement::check_program;
use tensorcell_language::{Args, Builtin, ModuleDef, Raise, Result, Value, Vm};

pub static POSIX_SPAWN: ModuleDef = ModuleDef {
    name: "_tensorcell.posix_spawn",
    doc: "The native part of posix_spawn.",
    functions: &[Builtin::new(
        "os._posix_spawn",
        "(path, argv, env, actions, group, resetids, setsid, mask, defaults, scheduler)",
        "Starts a program; the number of its process.",
        spawn,
    )],
    init: None,
};

/// A file action.
enum Action {
    Open {
        fd: i32,
        path: CString,
        flags: i32,
        mode: u32,
    },
    Close(i32),
    Duplicate(i32, i32),
    /// Closes this descriptor and all above it.
    CloseFrom(i32),
}

fn done(answer: i32) -> Outcome<()> {
    if answer < 0 { Err(Error::last_os_error()) } else { Ok(()) }
}

impl Action {
    fn of(vm: &mut Vm, value: &Value) -> Result<Action> {
        let parts = vm.collect(value)?;
        let mut number = |slot: usize| clipped_index(vm, &parts[slot]).map(|number| number as i32);
        Ok(match number(0)? {
            0 => {
                let (fd, flags, mode) = (number(1)?, number(3)?, number(4)?.cast_unsigned());
                let path = crate::os::descriptors::bytes_of(&parts[2])?;
                let path = CString::new(path).map_err(|_| Raise::value_error("embedded null byte"))?;
                Action::Open { fd, path, flags, mode }
            }
            1 => Action::Close(number(1)?),
            3 => Action::CloseFrom(number(1)?),
            _ => Action::Duplicate(number(1)?, number(2)?),
        })
    }
    /// Runs in the child.
    fn run(&self) -> Outcome<()> {
        // SAFETY: the calls read numbers and a text; wrong descriptors make them fail.
        unsafe {
            match self {
                Action::Open { fd, path, flags, mode } => {
                    let opened = libc::open(path.as_ptr(), *flags, *mode);
                    done(opened)?;
                    if opened != *fd {
                        done(libc::dup2(opened, *fd))?;
                        libc::close(opened);
                    }
                    Ok(())
                }
                Action::Close(fd) => {
                    libc::close(*fd);
                    Ok(())
                }
                Action::CloseFrom(first) => {
                    let first = first.unsigned_abs();
                    done(libc::syscall(libc::SYS_close_range, first, u32::MAX, 0) as i32)
                }
                Action::Duplicate(from, to) if from == to => done(libc::fcntl(*from, libc::F_SETFD, 0)),
                Action::Duplicate(from, to) => done(libc::dup2(*from, *to)),
            }
        }
    }
}

/// The changes that the child makes before the program starts.
struct Setup {
    actions: Vec<Action>,
    group: Option<i32>,
    resets_ids: bool,
    begins_session: bool,
    mask: Vec<i32>,
    defaults: Vec<i32>,
    /// A policy (-1 keeps the current one) and a priority.
    scheduler: Option<(i32, i32)>,
}

impl Setup {
    /// Makes only calls that are allowed between fork and exec.
    fn run(&self) -> Outcome<()> {
        // SAFETY: the calls affect only this process, and read numbers and sets that outlive them.
        unsafe {
            // The child must not outlive the kernel.
            done(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))?;
            if self.begins_session {
                done(libc::setsid())?;
            }
            if let Some(group) = self.group {
                done(libc::setpgid(0, group))?;
            }
            if let Some((policy, priority)) = self.scheduler {
                let mut record: libc::sched_param = std::mem::zeroed();
                record.sched_priority = priority;
                match policy {
                    -1 => done(libc::sched_setparam(0, &raw const record))?,
                    policy => done(libc::sched_setscheduler(0, policy, &raw const record))?,
                }
            }
            if self.resets_ids {
                done(libc::setegid(libc::getgid()))?;
                done(libc::seteuid(libc::getuid()))?;
            }
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut set);
            for number in &self.mask {
                libc::sigaddset(&raw mut set, *number);
            }
            libc::sigprocmask(libc::SIG_SETMASK, &raw const set, std::ptr::null_mut());
            for number in &self.defaults {
                libc::signal(*number, libc::SIG_DFL);
            }
        }
        self.actions.iter().try_for_each(Action::run)
    }
}

fn numbers(vm: &mut Vm, value: &Value) -> Result<Vec<i32>> {
    let items = vm.collect(value)?;
    items.iter().map(|item| clipped_index(vm, item).map(|number| number as i32)).collect()
}

fn spawn(vm: &mut Vm, args: &Args) -> Result<Value> {
    let program = word(vm, args.get(0))?;
    check_program(&program.to_string_lossy())?;
    let mut command = Command::new(&program);
    for (slot, value) in vm.collect(args.get(1))?.iter().enumerate() {
        let word = word(vm, value)?;
        match slot {
            0 => command.arg0(word),
            _ => command.arg(word),
        };
    }
    command.env_clear();
    for (name, value) in vm.collect(args.get(2))?.iter().filter_map(pair) {
        command.env(word(vm, &name)?, word(vm, &value)?);
    }
    let scheduler = match args.get(9) {
        Value::None => None,
        pair => numbers(vm, pair)?.first_chunk::<2>().map(|[policy, priority]| (*policy, *priority)),
    };
    let mut actions = Vec::new();
    for action in vm.collect(args.get(3))? {
        actions.push(Action::of(vm, &action)?);
    }
    let setup = Setup {
        actions,
        group: args.opt_int(4)?.map(|group| group as i32),
        resets_ids: args.bool(5)?,
        begins_session: args.bool(6)?,
        mask: numbers(vm, args.get(7))?,
        defaults: numbers(vm, args.get(8))?,
        scheduler,
    };
    // A host that shows output receives the child's output through pipes.
    let relays = match vm.host().writes_to_descriptors() {
        true => Vec::new(),
        false => streams(vm, &mut command, &[Value::None, Value::None, Value::None])?,
    };
    // SAFETY: the setup allocates nothing and takes no lock.
    unsafe { command.pre_exec(move || setup.run()) };
    let child = command.spawn().map_err(|error| os_error_about(&error, &[args.get(0).clone()]))?;
    drop(command);
    let pid = i64::from(child.id());
    relay::begin(vm, pid, relays);
    Ok(Value::Int(pid))
}
