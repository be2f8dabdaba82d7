//! Loader workers for `torch.utils.data`: processes that run a function of the notebook and exchange values with it.

use super::files::archive::{pack, unpack};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use tensorcell_device::worker::{Channel, Received, Worker};
use tensorcell_language::native::{Args, Native};
use tensorcell_language::threads::AtFork;
use tensorcell_language::{Builtin, Class, Exc, Host, Raise, Result, Value, Vm};

/// Prepares tensors for a fork by the program itself. `worker` describes what a child process may do.
pub const AT_FORK: AtFork = AtFork {
    around: |fork| {
        // Pending operations are computed once, not in each process.
        tensorcell_engine::flush();
        tensorcell_device::threads::standing_still(fork);
    },
    in_child: |_| tensorcell_device::worker::prepare_child(),
};

/// The first byte of a message: its kind.
const VALUE: u8 = 0;
const STDOUT: u8 = 1;
const STDERR: u8 = 2;

type Shared = Rc<RefCell<Channel>>;

/// The host of a worker: forwards its output to the notebook.
struct Forwarding(Shared);

impl Forwarding {
    fn send(&self, kind: u8, text: &str) {
        let _ = self.0.borrow_mut().send(&[&[kind], text.as_bytes()].concat());
    }
}

impl Host for Forwarding {
    fn write_stdout(&self, text: &str) {
        self.send(STDOUT, text);
    }
    fn write_stderr(&self, text: &str) {
        self.send(STDERR, text);
    }
    fn input(&self, _: &str, _: bool) -> Result<String> {
        Err(Raise::new(Exc::EOFError, "EOF when reading a line"))
    }
    fn display(&self, bundle: &[(String, String)], _: Option<&str>, _: bool) {
        if let Some((_, text)) = bundle.iter().find(|(kind, _)| kind == "text/plain") {
            self.send(STDOUT, &format!("{text}\n"));
        }
    }
    fn magic(&self, _: &mut Vm, name: &str, _: &str, _: Option<&str>) -> Result<Value> {
        Err(Raise::runtime(format!("%{name} is for the notebook, not for its loaders' workers")))
    }
    fn safe_point(&self, _: &mut Vm) {}
}

macro_rules! native {
    ($type:ident, $name:literal, $methods:ident, $doc:literal) => {
        impl Native for $type {
            fn as_any(&self) -> &dyn Any {
                self
            }
            fn class(&self) -> Rc<Class> {
                thread_local! {
                    static CLASS: Rc<Class> = Class::native("torch.utils.data", $name, &[], None, $methods, &[], $doc);
                }
                CLASS.with(Rc::clone)
            }
            fn repr(&self, _: &mut Vm) -> Result<String> {
                Ok(concat!("<", $name, ">").to_owned())
            }
        }
    };
}

/// The notebook's end.
struct WorkerObject(RefCell<Worker>);
native!(WorkerObject, "Worker", WORKER, "A process that makes batches.");

/// The worker's end.
struct ChannelObject(Shared);
native!(ChannelObject, "Channel", CHANNEL, "A worker's way to its notebook.");

fn worker(args: &Args) -> Result<&RefCell<Worker>> {
    args.get(0).downcast::<WorkerObject>().map(|object| &object.0).ok_or_else(|| args.wrong(0, "a worker"))
}

/// Receives a value from the worker, in a tuple. Returns None after `seconds`, and raises RuntimeError if the process has ended.
fn receive(vm: &mut Vm, args: &Args) -> Result<Value> {
    let mut left = args.float(1)?;
    loop {
        vm.check_interrupt()?;
        let received = worker(args)?.borrow_mut().receive(Duration::from_millis(50));
        match received {
            Received::Message(message) => match message.split_first() {
                Some((&VALUE, value)) => return Ok(Value::tuple(vec![unpack(vm, value)?])),
                Some((kind, text)) => {
                    let text = String::from_utf8_lossy(text);
                    if *kind == STDERR { vm.host().write_stderr(&text) } else { vm.host().write_stdout(&text) }
                }
                None => {}
            },
            Received::Nothing => {
                left -= 0.05;
                if left <= 0.0 {
                    return Ok(Value::None);
                }
            }
            Received::Ended(signal) => {
                let pid = worker(args)?.borrow().pid();
                return Err(Raise::runtime(match signal {
                    Some(signal) => format!("DataLoader worker (pid {pid}) is killed by signal: {signal}. "),
                    None => format!("DataLoader worker (pid(s) {pid}) exited unexpectedly"),
                }));
            }
        }
    }
}

static WORKER: &[Builtin] = &[
    Builtin::new("Worker.send", "(self, value)", "Gives the worker a value.", |vm, args| {
        let message = pack(vm, args.get(1))?;
        worker(args)?.borrow_mut().send(&message);
        Ok(Value::None)
    }),
    Builtin::new(
        "Worker.receive",
        "(self, seconds)",
        "The next value in a tuple; None if none comes in time.",
        receive,
    ),
    Builtin::new("Worker.pid", "(self)", "The number of its process.", |_, args| {
        Ok(Value::Int(worker(args)?.borrow().pid().into()))
    }),
];

fn channel(args: &Args) -> Result<&Shared> {
    args.get(0).downcast::<ChannelObject>().map(|object| &object.0).ok_or_else(|| args.wrong(0, "a channel"))
}

static CHANNEL: &[Builtin] = &[
    Builtin::new("Channel.send", "(self, value)", "Gives the notebook a value.", |vm, args| {
        let message = [vec![VALUE], pack(vm, args.get(1))?].concat();
        let sent = channel(args)?.borrow_mut().send(&message);
        sent.map(|()| Value::None).map_err(|error| Raise::new(Exc::OSError, error.to_string()))
    }),
    Builtin::new("Channel.receive", "(self)", "The next value; None when there will be none.", |vm, args| {
        let received = channel(args)?.borrow_mut().receive();
        received.map_or(Ok(Value::None), |message| unpack(vm, &message))
    }),
];

/// Reports an exception of a worker for its notebook: the class and the traceback.
fn report(vm: &mut Vm, args: &Args) -> Result<Value> {
    let raised = vm.call(args.get(0), args.rest(1), &[]);
    Ok(match raised {
        Ok(value) => Value::tuple(vec![value, Value::None]),
        Err(raise) if raise.is(Exc::StopIteration) => return Err(raise),
        Err(raise) => {
            let class = raise.class();
            let text = vm.report(raise).plain;
            let error = [&class.module, &class.name, &text].map(Value::str);
            Value::tuple(vec![Value::None, Value::tuple(error.to_vec())])
        }
    })
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._fork_worker",
        "(function)",
        "Forks; the child calls function(channel) and ends.",
        |vm, args| {
            let function = args.get(0).clone();
            // Pending operations are computed once, not in each child.
            tensorcell_engine::flush();
            let worker = Worker::fork(|channel| {
                let channel = Rc::new(RefCell::new(channel));
                vm.set_host(Rc::new(Forwarding(channel.clone())));
                vm.forget_threads();
                if let Err(raise) = vm.call(&function, &[Value::native(ChannelObject(channel))], &[]) {
                    let text = vm.report(raise).plain;
                    vm.host().write_stderr(&text);
                }
            });
            let worker = worker.map_err(|error| Raise::new(Exc::OSError, error.to_string()))?;
            Ok(Value::native(WorkerObject(RefCell::new(worker))))
        },
    ),
    Builtin::new(
        "torch._class_named",
        "(module, name)",
        "A built-in class, or one of the notebook's; or None.",
        |vm, args| {
            let name = args.str(1)?;
            let found = match args.str(0)? {
                "builtins" => vm.builtin(name),
                "__main__" => vm.globals().get_str(name),
                _ => None,
            };
            Ok(found.unwrap_or(Value::None))
        },
    ),
    Builtin::new(
        "torch._can_fork",
        "()",
        "Whether loaders' workers can be forked: on Linux, from a session.",
        |_, _| Ok(Value::from(cfg!(target_os = "linux") && !tensorcell_device::worker::is_child())),
    ),
    Builtin::new(
        "torch._attempt",
        "(function, *args)",
        "(result, None), or (None, what went wrong): its class's module and name, and its report.",
        report,
    ),
];
