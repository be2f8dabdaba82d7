//! Writes a session as a JSON trace (Trace Event Format), with the categories and arguments of Kineto's traces.

use super::{ResultObject, devices, driver_call};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tensorcell_device::activity::{Kind as WorkKind, Work};
use tensorcell_device::driver;
use tensorcell_engine::profile::events::{Event, Kind, Memory, Shape};
use tensorcell_tensor::Device;

/// CUPTI numbers the default stream 7. Others follow.
const DEFAULT_STREAM: u32 = 7;

struct Trace<'a> {
    result: &'a ResultObject,
    process: u32,
    rows: Vec<Value>,
}

pub fn of(result: &ResultObject, metadata: &[(String, String)], path: &str) -> String {
    let mut trace = Trace { result, process: std::process::id(), rows: Vec::new() };
    trace.events();
    trace.work();
    trace.annotations_on_devices();
    trace.backward_flows();
    trace.memory();
    trace.names();
    let mut whole = Map::new();
    whole.insert("schemaVersion".into(), json!(1));
    let properties: Vec<Value> = devices(&result.found).into_iter().filter_map(properties).collect();
    whole.insert("deviceProperties".into(), properties.into());
    for (name, text) in metadata {
        whole.insert(name.clone(), serde_json::from_str(text).unwrap_or_else(|_| text.clone().into()));
    }
    whole.insert("displayTimeUnit".into(), "ms".into());
    whole.insert("baseTimeNanoseconds".into(), json!(base().as_nanos() as u64));
    whole.insert("traceEvents".into(), trace.rows.into());
    whole.insert("traceName".into(), path.into());
    Value::Object(whole).to_string()
}

/// Returns the wall-clock time at which the clock of `allocator::now` began, computed once per process.
fn base() -> Duration {
    static BASE: std::sync::OnceLock<Duration> = std::sync::OnceLock::new();
    *BASE.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        since.saturating_sub(tensorcell_device::allocator::now())
    })
}

fn microseconds(time: Duration) -> f64 {
    // Rounded to whole nanoseconds.
    time.as_nanos() as f64 / 1e3
}

fn properties(index: usize) -> Option<Value> {
    let found = driver::properties(index).ok()?;
    Some(json!({
        "id": index, "name": found.name, "totalGlobalMem": found.total_memory,
        "computeMajor": found.capability.0, "computeMinor": found.capability.1,
        "maxThreadsPerBlock": found.max_threads_per_block,
        "maxThreadsPerMultiprocessor": found.max_threads_per_multiprocessor,
        "regsPerMultiprocessor": found.registers_per_multiprocessor, "warpSize": found.warp_size,
        "sharedMemPerBlock": found.shared_memory_per_block, "numSms": found.multiprocessors,
        "sharedMemPerBlockOptin": found.shared_memory_per_block_optin,
    }))
}

impl Trace<'_> {
    fn events(&mut self) {
        let session = self.result;
        let mut modules: HashMap<u64, usize> = HashMap::new();
        for (at, event) in session.found.events.iter().enumerate() {
            let category = match event.kind {
                Kind::Operation | Kind::Backward => "cpu_op",
                Kind::Annotation => "user_annotation",
                Kind::Call => "python_function",
            };
            let mut args = Map::new();
            if event.kind == Kind::Call {
                let id = modules.len() + 1;
                modules.insert(event.id, id);
                args.insert("Python id".into(), json!(id));
                args.insert("Python parent id".into(), json!(self.caller(event).and_then(|id| modules.get(&id))));
            } else {
                args.insert("External id".into(), json!(event.id));
                args.insert("Record function id".into(), json!(0));
            }
            if let Some(sequence) = event.sequence {
                args.insert("Sequence number".into(), json!(sequence));
                args.insert("Fwd thread id".into(), json!(u32::from(event.kind == Kind::Backward)));
            }
            if session.found.config.shapes && !event.shapes.is_empty() {
                args.insert("Input Dims".into(), event.shapes.iter().map(dims).collect());
                args.insert("Input type".into(), event.shapes.iter().map(type_of).collect());
                args.insert("Concrete Inputs".into(), event.shapes.iter().map(concrete).collect());
            }
            if event.flops > 0 && session.found.config.flops {
                args.insert("flops".into(), json!(event.flops));
            }
            let stack = session.stack(event);
            if !stack.is_empty() && event.kind != Kind::Call {
                args.insert("Call stack".into(), stack.join(";").into());
            }
            args.insert("Ev Idx".into(), json!(at));
            let (start, duration) = (microseconds(event.start), microseconds(event.end.saturating_sub(event.start)));
            self.rows.push(json!({
                "ph": "X", "cat": category, "name": event.name, "pid": self.process, "tid": self.thread(event.thread),
                "ts": start, "dur": duration, "args": args,
            }));
        }
    }

    /// Returns the call around a call.
    fn caller(&self, event: &Event) -> Option<u64> {
        let mut outer = self.result.event(event.parent);
        while let Some(event) = outer {
            if event.kind == Kind::Call {
                return Some(event.id);
            }
            outer = self.result.event(event.parent);
        }
        None
    }

    /// Returns the trace's thread id. The first thread has the process id.
    fn thread(&self, number: u32) -> u32 {
        self.process + number - 1
    }

    fn work(&mut self) {
        for work in &self.result.found.work {
            let (what, launch) = (&work.what, microseconds(work.launched));
            let thread = self.thread(work.thread);
            self.rows.push(json!({
                "ph": "X", "cat": "cuda_driver", "name": driver_call(what.kind), "pid": self.process, "tid": thread,
                "ts": launch, "dur": microseconds(work.launching),
                "args": {"External id": work.operation, "correlation": work.number},
            }));
            let stream = DEFAULT_STREAM + work.stream;
            let mut args = Map::new();
            args.insert("External id".into(), json!(work.operation));
            args.insert("device".into(), json!(work.device));
            args.insert("stream".into(), json!(stream));
            args.insert("correlation".into(), json!(work.number));
            let category = match what.kind {
                WorkKind::Kernel | WorkKind::Graph => {
                    if what.grid != [0; 3] {
                        args.insert("grid".into(), json!(what.grid));
                        args.insert("block".into(), json!(what.block));
                        args.insert("shared memory".into(), json!(what.shared));
                    }
                    "kernel"
                }
                WorkKind::Fill => "gpu_memset",
                _ => "gpu_memcpy",
            };
            if what.bytes > 0 {
                let seconds = work.duration.as_secs_f64();
                args.insert("bytes".into(), json!(what.bytes));
                if seconds > 0.0 {
                    let bandwidth = what.bytes as f64 / seconds / 1e9;
                    args.insert("memory bandwidth (GB/s)".into(), json!(bandwidth));
                }
            }
            let start = microseconds(work.start);
            self.rows.push(json!({
                "ph": "X", "cat": category, "name": what.name, "pid": work.device, "tid": stream,
                "ts": start, "dur": microseconds(work.duration), "args": args,
            }));
            // A flow arrow from the launch to the work.
            self.rows.push(json!({
                "ph": "s", "id": work.number, "pid": self.process, "tid": thread, "ts": launch, "cat": "ac2g",
                "name": "ac2g",
            }));
            self.rows.push(json!({
                "ph": "f", "id": work.number, "pid": work.device, "tid": stream, "ts": start, "cat": "ac2g",
                "name": "ac2g", "bp": "e",
            }));
        }
    }

    /// Repeats named ranges above the streams that did their work.
    fn annotations_on_devices(&mut self) {
        for (event, device, stream, start, end) in self.result.projected() {
            self.rows.push(json!({
                "ph": "X", "cat": "gpu_user_annotation", "name": event.name, "pid": device,
                "tid": DEFAULT_STREAM + stream, "ts": microseconds(start), "dur": microseconds(end - start),
                "args": {"External id": event.id},
            }));
        }
    }

    /// Adds arrows from forward operations to their backward steps.
    fn backward_flows(&mut self) {
        let mut forward: HashMap<u64, &Event> = HashMap::new();
        let events = &self.result.found.events;
        for event in events.iter().filter(|event| event.kind == Kind::Operation) {
            // The last operation with a sequence number created the node.
            if let Some(sequence) = event.sequence {
                forward.insert(sequence, event);
            }
        }
        let steps: Vec<&Event> = events
            .iter()
            .filter(|event| event.kind == Kind::Backward && !event.name.starts_with("autograd::engine"))
            .collect();
        for step in steps {
            let Some(sequence) = step.sequence else { continue };
            let Some(from) = forward.get(&sequence).filter(|from| from.start < step.start) else { continue };
            for (phase, event) in [("s", *from), ("f", step)] {
                let mut row = json!({
                    "ph": phase, "id": sequence, "pid": self.process, "tid": self.thread(event.thread),
                    "ts": microseconds(event.start), "cat": "fwdbwd", "name": "fwdbwd",
                });
                if phase == "f" {
                    row["bp"] = "e".into();
                }
                self.rows.push(row);
            }
        }
    }

    fn memory(&mut self) {
        let first = self.result.found.events.len();
        for (at, memory) in self.result.found.memory.iter().enumerate() {
            let Memory { time, thread, device, address, bytes, total, .. } = memory;
            let (kind, index) = match device {
                Device::Cpu | Device::Meta => (0, -1),
                Device::Cuda(index) => (1, *index as i64),
            };
            self.rows.push(json!({
                "ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": self.process,
                "tid": self.thread(*thread), "ts": microseconds(*time),
                "args": {
                    "Total Allocated": total, "Bytes": bytes, "Addr": address, "Device Id": index,
                    "Device Type": kind, "Ev Idx": first + at,
                },
            }));
        }
    }

    /// Adds the names of processes and threads, and the span of the trace.
    fn names(&mut self) {
        let found = &self.result.found;
        let began = microseconds(found.began);
        let mut named = |name: &str, pid: Value, tid: Value, args: Value| {
            self.rows.push(json!({"name": name, "ph": "M", "ts": began, "pid": pid, "tid": tid, "args": args}));
        };
        let process = self.process;
        named("process_name", json!(process), json!(0), json!({"name": "tensorcell"}));
        named("process_labels", json!(process), json!(0), json!({"labels": "CPU"}));
        named("process_sort_index", json!(process), json!(0), json!({"sort_index": process}));
        let threads: BTreeSet<u32> =
            found.events.iter().map(|event| event.thread).chain(found.work.iter().map(|work| work.thread)).collect();
        for number in threads {
            let thread = process + number - 1;
            named(
                "thread_name",
                json!(process),
                json!(thread),
                json!({"name": format!("thread {thread} (tensorcell)")}),
            );
            named("thread_sort_index", json!(process), json!(thread), json!({"sort_index": thread}));
        }
        let mut streams: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
        for Work { device, stream, .. } in &found.work {
            streams.entry(*device).or_default().insert(*stream);
        }
        for (device, streams) in streams {
            named("process_name", json!(device), json!(0), json!({"name": "tensorcell"}));
            named("process_labels", json!(device), json!(0), json!({"labels": format!("GPU {device}")}));
            named("process_sort_index", json!(device), json!(0), json!({"sort_index": device + 5_000_000}));
            for stream in streams {
                let shown = DEFAULT_STREAM + stream;
                named("thread_name", json!(device), json!(shown), json!({"name": format!("stream {shown} ")}));
                named("thread_sort_index", json!(device), json!(shown), json!({"sort_index": shown}));
            }
        }
        let duration = microseconds(found.ended - found.began);
        self.rows.push(json!({
            "ph": "X", "cat": "Trace", "ts": began, "dur": duration, "pid": "Spans", "tid": "PyTorch Profiler",
            "name": "PyTorch Profiler (0)", "args": {"Op count": found.events.len()},
        }));
        self.rows.push(json!({
            "name": "process_sort_index", "ph": "M", "ts": began, "pid": "Spans", "tid": 0,
            "args": {"sort_index": 536_870_912},
        }));
        self.rows.push(json!({
            "name": "Iteration Start: PyTorch Profiler", "ph": "i", "s": "g", "pid": "Traces",
            "tid": "Trace PyTorch Profiler", "ts": began,
        }));
        self.rows.push(json!({
            "name": "Record Window End", "ph": "i", "s": "g", "pid": "", "tid": "", "ts": microseconds(found.ended),
        }));
    }
}

fn dims(shape: &Shape) -> Value {
    match shape {
        Shape::Tensor(sizes, _) => json!(sizes.as_slice()),
        Shape::List(shapes) => shapes.iter().map(|sizes| json!(sizes.as_slice())).collect(),
        Shape::Other(_) => json!([]),
    }
}

fn type_of(shape: &Shape) -> Value {
    match shape {
        Shape::Tensor(_, name) => json!(name),
        Shape::List(_) => json!("TensorList"),
        Shape::Other(Some(_)) => json!("Scalar"),
        Shape::Other(None) => json!(""),
    }
}

fn concrete(shape: &Shape) -> Value {
    match shape {
        Shape::Other(Some(text)) => json!(text),
        _ => json!(""),
    }
}
