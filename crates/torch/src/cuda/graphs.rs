//! `torch.cuda.CUDAGraph` and related functions. The contexts and wrappers are in `prelude/torch/cuda/graphs.py`.

use super::{checked, classes};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;
use tensorcell_device::driver;
use tensorcell_device::stream::Stream;
use tensorcell_engine::cuda::graph::{self, Capture, Graph, Mode, PrivateId};
use tensorcell_language::native::{Args, Native};
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm};

enum State {
    Fresh,
    Capturing(Capture),
    Captured(Graph),
}

struct GraphObject {
    state: RefCell<State>,
    debug: Cell<bool>,
    /// Whether the driver's graph stays accessible, and whether it was instantiated, by the user or by a replay.
    kept: bool,
    launchable: Cell<bool>,
}

fn this(args: &Args) -> Result<&GraphObject> {
    args.get(0).downcast::<GraphObject>().ok_or_else(|| args.wrong(0, "torch.cuda.CUDAGraph"))
}

static NEW: Builtin = Builtin::new(
    "torch.cuda.CUDAGraph",
    "(keep_graph=False)",
    "Work recorded once, replayed often: one call of the driver instead of a launch for each kernel.\n\nA replay reads and \
     writes the same memory as the capture did: copy new inputs into the tensors that were captured. `with \
     torch.cuda.graph(g):` captures. With `keep_graph`, raw_cuda_graph() gives the driver's graph to other libraries.",
    |_, args| {
        let kept = args.bool(0)?;
        let state = RefCell::new(State::Fresh);
        Ok(Value::native(GraphObject { state, debug: Cell::new(false), kept, launchable: Cell::new(!kept) }))
    },
);

/// Makes a pool's handle, a pair of numbers as in PyTorch.
pub(super) fn pool_value(pool: PrivateId) -> Value {
    Value::tuple(vec![Value::Int(0), Value::Int(pool as i64)])
}

/// Reads a handle from `graph_pool_handle` or `CUDAGraph.pool`.
pub(super) fn pool_of(args: &Args, i: usize) -> Result<Option<PrivateId>> {
    match args.get(i) {
        Value::None => Ok(None),
        Value::Tuple(pair) => match pair[..] {
            [Value::Int(_), Value::Int(pool)] => Ok(Some(pool as PrivateId)),
            _ => Err(args.wrong(i, "a pool's handle")),
        },
        _ => Err(args.wrong(i, "a pool's handle")),
    }
}

fn capture_begin(_: &mut Vm, args: &Args) -> Result<Value> {
    let (this, pool) = (this(args)?, pool_of(args, 1)?);
    let mode = match args.str(2)? {
        "global" => Mode::Global,
        "thread_local" => Mode::ThreadLocal,
        "relaxed" => Mode::Relaxed,
        other => {
            return Err(Raise::runtime(format!(
                "Unknown capture error mode. Expected `global`, `thread_local`, or `relaxed`, got {other}"
            )));
        }
    };
    if !matches!(*this.state.borrow(), State::Fresh) {
        return Err(Raise::runtime(
            "This CUDAGraph instance already owns a captured graph. To capture a new graph, create a new instance.",
        ));
    }
    let stream = Stream::current(driver::current_device());
    if stream.is_default() {
        return Err(Raise::runtime(
            "CUDA graphs must be captured on a non-default stream. (However, after capture, it's ok to replay them on \
             the default stream.)",
        ));
    }
    *this.state.borrow_mut() = State::Capturing(Capture::begin(stream, mode, pool)?);
    Ok(Value::None)
}

fn capture_end(_: &mut Vm, args: &Args) -> Result<Value> {
    let this = this(args)?;
    let elsewhere = || Raise::runtime("Capture must end on the same stream it began on.");
    let capture = match this.state.replace(State::Fresh) {
        State::Capturing(capture) => capture,
        other => {
            *this.state.borrow_mut() = other;
            return Err(elsewhere());
        }
    };
    if capture.stream() != Stream::current(capture.stream().device()) {
        *this.state.borrow_mut() = State::Capturing(capture);
        return Err(elsewhere());
    }
    *this.state.borrow_mut() = State::Captured(capture.end()?);
    Ok(Value::None)
}

/// Reads from the captured graph.
fn captured<T>(args: &Args, method: &str, read: impl FnOnce(&Graph) -> Result<T>) -> Result<T> {
    match &*this(args)?.state.borrow() {
        State::Captured(graph) => read(graph),
        _ => Err(Raise::runtime(format!("Called CUDAGraph::{method} without a preceding successful capture."))),
    }
}

static METHODS: &[Builtin] = &[
    Builtin::new(
        "CUDAGraph.capture_begin",
        "(self, pool=None, capture_error_mode='global')",
        "Begins recording on the current stream, which must not be the default one.",
        capture_begin,
    ),
    Builtin::new("CUDAGraph.capture_end", "(self)", "Ends recording, on the same stream.", capture_end),
    Builtin::new(
        "CUDAGraph.instantiate",
        "(self)",
        "Makes a kept graph launchable; without keep_graph it is so at the capture's end already.",
        |_, args| {
            let this = this(args)?;
            if !this.kept {
                let text = "instantiate() is intended to be called by the user only when keep_graph=true";
                return Err(Raise::runtime(text));
            }
            match &*this.state.borrow() {
                State::Captured(_) => this.launchable.set(true),
                _ => return Err(Raise::runtime("capture_end() must have been called before calling instantiate")),
            }
            Ok(Value::None)
        },
    ),
    Builtin::new("CUDAGraph.raw_cuda_graph", "(self) -> int", "The driver's CUgraph, as a number.", |_, args| {
        let this = this(args)?;
        if !this.kept {
            return Err(Raise::runtime(
                "You cannot access the raw cudaGraph_t instance unless CUDAGraph was initialized with keep_graph=true",
            ));
        }
        match &*this.state.borrow() {
            State::Captured(graph) => Ok(Value::Int(graph.handles().0 as i64)),
            _ => Err(Raise::runtime(
                "You cannot access the raw cudaGraph_t instance until capture_end() has been called",
            )),
        }
    }),
    Builtin::new(
        "CUDAGraph.raw_cuda_graph_exec",
        "(self) -> int",
        "The driver's CUgraphExec, as a number.",
        |_, args| {
            let this = this(args)?;
            match &*this.state.borrow() {
                State::Captured(graph) if this.launchable.get() => Ok(Value::Int(graph.handles().1 as i64)),
                _ => Err(Raise::runtime(
                    "You cannot access the raw cudaGraphExec_t instance until instantiate() has been called",
                )),
            }
        },
    ),
    Builtin::new("CUDAGraph.replay", "(self)", "Runs the recorded work on the current stream.", |_, args| {
        captured(args, "replay", |graph| Ok(graph.replay()?))?;
        this(args)?.launchable.set(true);
        Ok(Value::None)
    }),
    Builtin::new(
        "CUDAGraph.reset",
        "(self)",
        "Forgets the graph; its memory returns to the device's pool.",
        |_, args| {
            let this = this(args)?;
            drop(this.state.replace(State::Fresh));
            this.launchable.set(!this.kept);
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "CUDAGraph.pool",
        "(self)",
        "The handle of its memory pool, for graphs that are to share it.",
        |_, args| captured(args, "pool()", |graph| Ok(pool_value(graph.pool()))),
    ),
    Builtin::new("CUDAGraph.enable_debug_mode", "(self)", "Allows debug_dump.", |_, args| {
        this(args)?.debug.set(true);
        Ok(Value::None)
    }),
    Builtin::new(
        "CUDAGraph.debug_dump",
        "(self, debug_path)",
        "Writes the graph to a file in the language of Graphviz; enable_debug_mode() must have been called.",
        |_, args| {
            if !this(args)?.debug.get() {
                return Err(Raise::runtime("CUDA Graphs debug not enabled, set with [graph].enable_debug_mode()"));
            }
            captured(args, "debug_dump()", |graph| Ok(graph.dump(Path::new(args.str(1)?))?))?;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "CUDAGraph._nodes",
        "(self) -> int",
        "How many kernels, copies and fills were recorded.",
        |_, args| captured(args, "_nodes()", |graph| Ok(Value::Int(graph.nodes()? as i64))),
    ),
];

pub(super) fn class() -> Rc<Class> {
    Class::native("torch.cuda.graphs", "CUDAGraph", &[], Some(&NEW), METHODS, &[], NEW.doc)
}

impl Native for GraphObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes(|classes| classes.graph.clone())
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(match &*self.state.borrow() {
            State::Fresh => "<torch.cuda.CUDAGraph, nothing captured>".to_owned(),
            State::Capturing(_) => "<torch.cuda.CUDAGraph, capturing>".to_owned(),
            State::Captured(graph) => format!("<torch.cuda.CUDAGraph of cuda:{}>", graph.device()),
        })
    }
}

pub(super) static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.cuda.graphs.graph_pool_handle",
        "()",
        "A handle of a new memory pool, for graphs that are to share it.",
        |_, _| Ok(pool_value(graph::new_pool())),
    ),
    Builtin::new(
        "torch.cuda.graphs.is_current_stream_capturing",
        "() -> bool",
        "Whether work on the current stream is being recorded into a graph.",
        |_, _| {
            let device = driver::current_device();
            let capturing = driver::is_active(device) && checked(Stream::current(device).is_capturing())?;
            Ok(Value::from(capturing))
        },
    ),
];
