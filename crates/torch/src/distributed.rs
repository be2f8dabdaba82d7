//! The native part of `torch.distributed`: this process's connection to the others, and pending works. The functions
//! themselves are written in the language (`prelude/torch/distributed`).

use super::arguments::TensorArgs;
use super::files::archive::{pack, unpack};
use super::tensor::{tensor_of, tensor_value};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tensorcell_device::driver;
use tensorcell_dist::{self as dist, Backend, Call, Carrier, Collective, Handle, Patience, Place, Reduce, launch};
use tensorcell_engine as engine;
use tensorcell_language::native::{Args, Native};
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};

thread_local! {
    /// The connection, for code outside the language, such as the program's end and the kernel.
    static CONNECTED: RefCell<Option<Rc<dyn Backend>>> = const { RefCell::new(None) };
}

/// Returns this process's connection to the others, if any.
pub fn connected() -> Option<Rc<dyn Backend>> {
    CONNECTED.with_borrow(Clone::clone)
}

macro_rules! native {
    ($type:ident, $name:literal, $methods:ident, $doc:literal) => {
        impl Native for $type {
            fn as_any(&self) -> &dyn Any {
                self
            }
            fn class(&self) -> Rc<Class> {
                thread_local! {
                    static CLASS: Rc<Class> = Class::native("torch._distributed", $name, &[], None, $methods, &[], $doc);
                }
                CLASS.with(Rc::clone)
            }
            fn repr(&self, _: &mut Vm) -> Result<String> {
                Ok(concat!("<", $name, ">").to_owned())
            }
        }
    };
}

struct Connection(Rc<dyn Backend>);
native!(Connection, "Connection", CONNECTION, "The way to the other ranks.");

struct WorkObject(Handle);
native!(WorkObject, "Work", WORK, "A collective under way.");

/// Converts errors of other ranks. Most become texts that the prelude raises; tensor errors and interrupts are raised here.
fn split_error<T>(vm: &mut Vm, outcome: dist::Result<T>) -> Result<std::result::Result<T, String>> {
    match outcome {
        Ok(value) => Ok(Ok(value)),
        Err(dist::Error::Distributed(text)) => Ok(Err(text)),
        Err(dist::Error::Tensor(error)) => Err(error.into()),
        Err(dist::Error::Interrupted) => {
            vm.check_interrupt()?;
            Err(Raise::new(tensorcell_language::Exc::KeyboardInterrupt, ""))
        }
    }
}

/// Returns `(value, None)` or `(None, error text)`.
fn pair(outcome: std::result::Result<Value, String>) -> Value {
    Value::tuple(match outcome {
        Ok(value) => vec![value, Value::None],
        Err(text) => vec![Value::None, Value::str(text)],
    })
}

/// Calls with a timeout in seconds. An interrupt is raised afterwards.
fn patiently<T>(
    vm: &mut Vm,
    seconds: f64,
    call: impl FnOnce(&mut Patience) -> dist::Result<T>,
) -> Result<std::result::Result<T, String>> {
    let until = Instant::now() + Duration::try_from_secs_f64(seconds.clamp(0.0, 1e9)).unwrap_or_default();
    let mut raised = None;
    let outcome = {
        let mut interrupted = || match vm.check_interrupt() {
            Ok(()) => false,
            Err(raise) => {
                raised = Some(raise);
                true
            }
        };
        call(&mut Patience { until, interrupted: &mut interrupted })
    };
    match raised {
        Some(raise) => Err(raise),
        None => split_error(vm, outcome),
    }
}

fn connection(args: &Args) -> Result<&Rc<dyn Backend>> {
    args.get(0).downcast::<Connection>().map(|object| &object.0).ok_or_else(|| args.wrong(0, "a connection"))
}

fn work(args: &Args) -> Result<&Handle> {
    args.get(0).downcast::<WorkObject>().map(|object| &object.0).ok_or_else(|| args.wrong(0, "a work"))
}

fn sizes(args: &Args, i: usize, vm: &mut Vm) -> Result<Vec<usize>> {
    if args.is_none(i) {
        return Ok(Vec::new());
    }
    vm.collect(args.get(i))?
        .iter()
        .map(|value| match value {
            Value::Int(size) if *size >= 0 => Ok(*size as usize),
            _ => Err(args.wrong(i, "a list of sizes")),
        })
        .collect()
}

fn reduce(args: &Args, i: usize) -> Result<Reduce> {
    Ok(match args.str(i)? {
        "SUM" => Reduce::Sum,
        "PRODUCT" => Reduce::Product,
        "MIN" => Reduce::Min,
        "MAX" => Reduce::Max,
        "BAND" => Reduce::And,
        "BOR" => Reduce::Or,
        "BXOR" => Reduce::Xor,
        other => return Err(Raise::value_error(format!("unknown ReduceOp {other}"))),
    })
}

/// Starts a collective. Returns `(work, None)` or `(None, error text)`.
fn start(vm: &mut Vm, args: &Args) -> Result<Value> {
    let group = args.int(1)?.max(0) as usize;
    let name = args.str(2)?.to_owned();
    let tensor = |i: usize| if args.is_none(i) { Ok(None) } else { args.tensor(i).map(|tensor| Some(tensor.clone())) };
    let (send, receive) = (tensor(3)?, tensor(4)?);
    let root = args.int(6)?;
    let rank = root.max(0) as usize;
    let tag = args.int(7)? as i32;
    let collective = match args.str(8)? {
        "barrier" => Collective::Barrier,
        "all_reduce" => Collective::AllReduce(reduce(args, 5)?),
        "broadcast" => Collective::Broadcast { root: rank },
        "reduce" => Collective::Reduce { root: rank, op: reduce(args, 5)? },
        "all_gather" => Collective::AllGather,
        "reduce_scatter" => Collective::ReduceScatter(reduce(args, 5)?),
        "all_to_all" => Collective::AllToAll { send: sizes(args, 9, vm)?, receive: sizes(args, 10, vm)? },
        "gather" => Collective::Gather { root: rank },
        "scatter" => Collective::Scatter { root: rank },
        "send" => Collective::Send { to: rank, tag },
        "recv" => Collective::Receive { from: (root >= 0).then_some(rank), tag },
        other => return Err(Raise::value_error(format!("unknown collective {other}"))),
    };
    for operand in send.iter().chain(&receive) {
        if !operand.is_contiguous() {
            return Err(Raise::value_error("Tensors must be contiguous"));
        }
    }
    let backend = connection(args)?.clone();
    let call = Call { collective, name, send, receive };
    let started = patiently(vm, args.float(11)?, |patience| dist::start(backend.as_ref(), group, call, patience))?;
    Ok(pair(started.map(|handle| Value::native(WorkObject(handle)))))
}

/// Starts several messages, each given as (name, kind, tensor, peer, tag). Returns `(works, None)` or `(None, error text)`.
fn batch(vm: &mut Vm, args: &Args) -> Result<Value> {
    let group = args.int(1)?.max(0) as usize;
    let mut calls = Vec::new();
    for message in vm.collect(args.get(2))? {
        let wrong = || args.wrong(2, "a list of messages");
        let parts = vm.collect(&message)?;
        let [Value::Str(name), Value::Str(kind), tensor, Value::Int(peer), Value::Int(tag)] = parts.as_slice() else {
            return Err(wrong());
        };
        let tensor = tensor_of(tensor).ok_or_else(wrong)?.clone();
        let (peer, tag, name) = (usize::try_from(*peer).ok(), *tag as i32, name.as_str().to_owned());
        calls.push(match (kind.as_str(), peer) {
            ("send", Some(to)) => {
                Call { collective: Collective::Send { to, tag }, name, send: Some(tensor), receive: None }
            }
            (_, from) => {
                Call { collective: Collective::Receive { from, tag }, name, send: None, receive: Some(tensor) }
            }
        });
    }
    let backend = connection(args)?.clone();
    let started = patiently(vm, args.float(3)?, |patience| dist::batch(backend.as_ref(), group, calls, patience))?;
    let works = |handles: Vec<Handle>| {
        Value::list(handles.into_iter().map(|handle| Value::native(WorkObject(handle))).collect())
    };
    Ok(pair(started.map(works)))
}

static CONNECTION: &[Builtin] = &[
    Builtin::new(
        "Connection.batch",
        "(self, group, messages, seconds)",
        "Begins several messages at once: (works, None), or (None, what went wrong).",
        batch,
    ),
    Builtin::new(
        "Connection.start",
        "(self, group, name, send, receive, op='SUM', root=0, tag=0, kind='', send_sizes=None, receive_sizes=None, seconds=1800.0)",
        "Begins a collective: (work, None), or (None, what went wrong).",
        start,
    ),
    Builtin::new(
        "Connection.new_group",
        "(self, ranks, seconds)",
        "A group's number, once all ranks agree on it: (number, None), or (None, what went wrong).",
        |vm, args| {
            let ranks = sizes(args, 1, vm)?;
            let backend = connection(args)?.clone();
            let made = patiently(vm, args.float(2)?, |patience| backend.new_group(&ranks, patience))?;
            Ok(pair(made.map(|group| Value::Int(group as i64))))
        },
    ),
    Builtin::new(
        "Connection.meet",
        "(self, key, text, seconds)",
        "Everybody's text, once all have come: (texts, None), or (None, what went wrong).",
        |vm, args| {
            let (key, text) = (args.str(1)?.to_owned(), args.str(2)?.to_owned());
            let backend = connection(args)?.clone();
            let met = patiently(vm, args.float(3)?, |patience| backend.meet(&key, &text, patience))?;
            Ok(pair(met.map(|texts| Value::list(texts.into_iter().map(Value::str).collect()))))
        },
    ),
    Builtin::new("Connection.name", "(self)", "Which backend it is.", |_, args| {
        Ok(Value::str(connection(args)?.name()))
    }),
    Builtin::new("Connection.abort", "(self, reason)", "Ends what is under way, on all ranks.", |_, args| {
        connection(args)?.abort(args.str(1)?, true);
        Ok(Value::None)
    }),
    Builtin::new("Connection.leave", "(self)", "Parts from the others.", |_, args| {
        connection(args)?.leave("");
        CONNECTED.set(None);
        Ok(Value::None)
    }),
];

/// Waits for completion. Returns None or the error text. A timeout aborts the work on all ranks.
fn wait(vm: &mut Vm, args: &Args) -> Result<Value> {
    let until = Instant::now() + Duration::try_from_secs_f64(args.float(1)?.clamp(0.0, 1e9)).unwrap_or_default();
    loop {
        let outcome = work(args)?.wait(Duration::from_millis(20));
        match split_error(vm, outcome)? {
            Ok(true) => return Ok(Value::None),
            Ok(false) => {}
            Err(text) => return Ok(Value::str(text)),
        }
        vm.check_interrupt()?;
        if Instant::now() > until {
            return Ok(Value::str("timed out"));
        }
    }
}

static WORK: &[Builtin] = &[
    Builtin::new("Work.wait", "(self, seconds)", "Waits until it is done: None, or what went wrong.", wait),
    Builtin::new("Work.done", "(self)", "(whether it is done, None), or (None, what went wrong).", |vm, args| {
        let outcome = work(args)?.wait(Duration::ZERO);
        Ok(pair(split_error(vm, outcome)?.map(Value::from)))
    }),
    Builtin::new("Work.source", "(self)", "Who sent what was received, within the group.", |_, args| {
        Ok(work(args)?.source().map_or(Value::None, |rank| Value::Int(rank as i64)))
    }),
];

/// Returns the transport for a PyTorch backend.
fn carrier(backend: &str) -> Result<Carrier> {
    match backend {
        "mpi" => Ok(Carrier::Mpi),
        "gloo" => Ok(Carrier::without_gpus()),
        "nccl" if driver::is_emulated() && !dist::has_nccl() => Ok(Carrier::without_gpus()),
        "nccl" => Ok(Carrier::Nccl),
        other => Err(Raise::value_error(format!("unknown backend {other}"))),
    }
}

/// Connects to the other ranks. Returns `(connection, None)` or `(None, error text)`.
fn connect(vm: &mut Vm, args: &Args) -> Result<Value> {
    let master = match (args.opt_str(3)?, args.opt_int(4)?) {
        (Some(host), Some(port)) => Some((host.to_owned(), u16::try_from(port).unwrap_or(0))),
        _ => None,
    };
    let place = Place {
        rank: args.int(1)?.max(0) as usize,
        world: args.int(2)?.max(1) as usize,
        master,
        checked: args.bool(5)?,
    };
    let carrier = carrier(args.str(0)?)?;
    let connected = patiently(vm, args.float(6)?, |patience| dist::connect(carrier, &place, patience))?;
    Ok(pair(connected.map(|backend| {
        let backend: Rc<dyn Backend> = Rc::from(backend);
        CONNECTED.set(Some(backend.clone()));
        Value::native(Connection(backend))
    })))
}

/// The native functions of `torch.distributed`.
pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._distributed.connect",
        "(backend, rank, world, host, port, checked, seconds)",
        "Joins this process with the others: (connection, None), or (None, what went wrong).",
        connect,
    ),
    Builtin::new("torch._distributed.has", "(backend)", "Whether a backend can be used here.", |_, args| {
        Ok(Value::from(match args.str(0)? {
            "mpi" => dist::mpi_version().is_some(),
            "gloo" => driver::is_emulated() || dist::mpi_version().is_some(),
            "nccl" => dist::has_nccl(),
            _ => false,
        }))
    }),
    Builtin::new("torch._distributed.nccl_version", "()", "NCCL's version, or None.", |_, _| {
        let numbers = |(a, b, c): (i32, i32, i32)| Value::tuple([a, b, c].map(|n| Value::Int(n.into())).to_vec());
        Ok(dist::nccl_version().map_or(Value::None, numbers))
    }),
    Builtin::new(
        "torch._distributed.started",
        "()",
        "Returns the launcher's (name, rank, world size), or None if this process was started alone.",
        |_, _| {
            Ok(launch::started().map_or(Value::None, |started| {
                let numbers = [started.rank, started.world].map(|number| Value::Int(number as i64));
                Value::tuple([Value::str(started.by.name())].into_iter().chain(numbers).collect())
            }))
        },
    ),
    Builtin::new(
        "torch._distributed.rank_variables",
        "(rank, count, /)",
        "Returns the environment variables of a rank that this program starts, as pairs.",
        |_, args| {
            let text = |(name, value): (&str, String)| Value::tuple(vec![Value::str(name), Value::from(value)]);
            let number = |i| Ok::<_, Raise>(args.int(i)?.max(0) as usize);
            let variables = launch::of_own_rank(number(0)?, number(1)?);
            Ok(Value::list(variables.into_iter().map(text).collect()))
        },
    ),
    Builtin::new("torch._distributed.pack", "(value)", "A value as a tensor of bytes.", |vm, args| {
        let bytes = pack(vm, args.get(0))?;
        Ok(tensor_value(engine::from_bytes(&bytes, &[bytes.len()], DType::UInt8, Device::Cpu)?))
    }),
    Builtin::new("torch._distributed.unpack", "(tensor)", "The value that a tensor of bytes is.", |vm, args| {
        let bytes = engine::to_bytes(args.tensor(0)?)?;
        unpack(vm, &bytes)
    }),
];
