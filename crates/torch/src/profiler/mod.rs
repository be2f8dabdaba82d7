//! The native part of `torch.profiler`: a session of the engine's profiler that includes the language's calls, and its
//! results as plain values. The interface itself is written in the language (`prelude/torch/profiler`,
//! `torch/autograd/profiler.py`).

mod calls;
mod trace;

use super::arguments::TensorArgs;
use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write;
use std::rc::Rc;
use std::time::Duration;
use tensorcell_device::activity::{Kind as Work, thread_number};
use tensorcell_device::allocator::Place;
use tensorcell_engine::profile::events::{self, Config, Entered, Event, Found, Kind, Shape};
use tensorcell_language::native::{Args, Native};
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm, observer, place};
use tensorcell_tensor::Device;

/// The result of a session.
struct ResultObject {
    found: Found,
    by_id: HashMap<u64, usize>,
}

/// An open range.
struct Range(RefCell<Option<Entered>>);

fn class(name: &str) -> Rc<Class> {
    thread_local! {
        static RESULT: Rc<Class> = Class::native("torch._profiler", "Result", &[], None, RESULT_METHODS, &[], "The result of a profiler.");
        static RANGE: Rc<Class> = Class::native("torch._profiler", "Range", &[], None, RANGE_METHODS, &[], "A named range.");
    }
    if name == "Range" { RANGE.with(Rc::clone) } else { RESULT.with(Rc::clone) }
}

impl Native for ResultObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class("Result")
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<profile of {} events>", self.found.events.len() + self.found.work.len()))
    }
}

impl Native for Range {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class("Range")
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok("<range>".to_owned())
    }
}

static RANGE_METHODS: &[Builtin] = &[Builtin::new("Range.end", "(self)", "Ends the range.", |_, args| {
    if let Some(range) = args.get(0).downcast::<Range>() {
        range.0.take();
    }
    Ok(Value::None)
})];

fn result(args: &Args) -> Result<&ResultObject> {
    args.get(0).downcast::<ResultObject>().ok_or_else(|| args.must_be(0, "profile"))
}

static RESULT_METHODS: &[Builtin] = &[
    Builtin::new(
        "Result.events",
        "(self)",
        "All events as tuples: operations and ranges, then what the devices did.",
        |_, args| Ok(Value::list(result(args)?.events())),
    ),
    Builtin::new(
        "Result.memory",
        "(self)",
        "Memory taken and returned: (microseconds, device, address, bytes, total afterwards, event).",
        |_, args| {
            let this = result(args)?;
            let row = |memory: &events::Memory| {
                Value::tuple(vec![
                    Value::from(this.microseconds(memory.time)),
                    Value::str(memory.device.to_string()),
                    Value::Int(memory.address as i64),
                    Value::Int(memory.bytes),
                    Value::Int(memory.total),
                    Value::Int(memory.event as i64),
                ])
            };
            Ok(Value::list(this.found.memory.iter().map(row).collect()))
        },
    ),
    Builtin::new(
        "Result.trace",
        "(self, path, metadata)",
        "A trace that Perfetto and chrome://tracing open, as it is to be written to `path`: bytes, compressed where the path \
         ends with .gz. `metadata`: names and JSON texts.",
        |vm, args| {
            let path = vm.str(args.get(1))?;
            let mut metadata = Vec::new();
            if let Value::Dict(dict) = args.get(2) {
                for (name, json) in dict.items() {
                    metadata.push((vm.str(&name)?, vm.str(&json)?));
                }
            }
            let trace = trace::of(result(args)?, &metadata, &path).into_bytes();
            if !path.ends_with(".gz") {
                return Ok(Value::bytes(trace));
            }
            let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            let packed = packed.write_all(&trace).and_then(|()| packed.finish());
            packed.map(Value::bytes).map_err(|error| Raise::runtime(format!("the trace cannot be compressed: {error}")))
        },
    ),
];

impl ResultObject {
    fn new(found: Found) -> ResultObject {
        let by_id = found.events.iter().enumerate().map(|(at, event)| (event.id, at)).collect();
        ResultObject { found, by_id }
    }

    fn event(&self, id: u64) -> Option<&Event> {
        self.by_id.get(&id).map(|at| &self.found.events[*at])
    }

    /// Returns the microseconds since the session began.
    fn microseconds(&self, time: Duration) -> f64 {
        time.saturating_sub(self.found.began).as_nanos() as f64 / 1e3
    }

    /// Returns the source of an operation: the innermost line, then the functions around it.
    fn stack(&self, event: &Event) -> Vec<String> {
        if !self.found.config.calls {
            return Vec::new();
        }
        let mut stack = Vec::new();
        let mut outer = self.event(event.parent);
        let mut line = event.place.and_then(describe);
        while let Some(event) = outer {
            if event.kind == Kind::Call {
                let name = event.name.clone().into_owned();
                let function = name.rsplit(": ").next().unwrap_or_default().to_owned();
                stack.push(match line.take() {
                    Some((source, line)) if !name.starts_with("nn.Module") => format!("{source}({line}): {function}"),
                    line_kept => {
                        line = line_kept;
                        name
                    }
                });
            }
            outer = self.event(event.parent);
        }
        if let Some((source, line)) = line {
            stack.push(format!("{source}({line}): <module>"));
        }
        stack
    }

    fn events(&self) -> Vec<Value> {
        let mut rows: Vec<Value> = Vec::with_capacity(self.found.events.len() + 2 * self.found.work.len());
        for event in self.found.events.iter().filter(|event| event.kind != Kind::Call) {
            rows.push(self.row(event));
        }
        for work in &self.found.work {
            let (start, end) = (self.microseconds(work.launched), self.microseconds(work.launched + work.launching));
            let thread = Value::Int(work.thread.into());
            rows.push(Value::tuple(vec![
                Value::Int(work.number as i64),
                Value::Int(work.operation as i64),
                Value::str(driver_call(work.what.kind)),
                Value::str("driver"),
                thread.clone(),
                Value::from(start),
                Value::from(end),
            ]));
            rows.push(Value::tuple(vec![
                Value::Int(work.number as i64),
                Value::Int(work.operation as i64),
                Value::str(work.what.name),
                Value::str("device"),
                Value::Int(work.device as i64),
                Value::from(self.microseconds(work.start)),
                Value::from(self.microseconds(work.start + work.duration)),
                Value::Int(work.stream.into()),
            ]));
        }
        for (event, device, stream, start, end) in self.projected() {
            rows.push(Value::tuple(vec![
                Value::Int(event.id as i64),
                Value::Int(0),
                Value::str(&event.name),
                Value::str("device annotation"),
                Value::Int(device as i64),
                Value::from(self.microseconds(start)),
                Value::from(self.microseconds(end)),
                Value::Int(stream.into()),
            ]));
        }
        rows
    }

    fn row(&self, event: &Event) -> Value {
        let ints = |sizes: &[usize]| Value::list(sizes.iter().map(|size| Value::Int(*size as i64)).collect());
        let shape = |shape: &Shape| match shape {
            Shape::Tensor(sizes, _) => ints(sizes),
            Shape::List(shapes) => Value::list(shapes.iter().map(|sizes| ints(sizes)).collect()),
            Shape::Other(_) => Value::list(Vec::new()),
        };
        let concrete = |shape: &Shape| match shape {
            Shape::Other(Some(text)) => Value::str(text),
            _ => Value::None,
        };
        let shapes = if self.found.config.shapes { event.shapes.as_slice() } else { &[] };
        Value::tuple(vec![
            Value::Int(event.id as i64),
            Value::Int(self.parent(event) as i64),
            Value::str(&event.name),
            Value::str(kind_name(event.kind)),
            Value::Int(event.thread.into()),
            Value::from(self.microseconds(event.start)),
            Value::from(self.microseconds(event.end)),
            Value::list(shapes.iter().map(shape).collect()),
            Value::list(shapes.iter().map(concrete).collect()),
            Value::Int(event.sequence.map_or(-1, |sequence| sequence as i64)),
            Value::Int(event.flops as i64),
            Value::Int(event.cpu_memory),
            Value::Int(event.device_memory),
            Value::list(self.stack(event).iter().map(Value::str).collect()),
        ])
    }

    /// Returns named ranges on the devices: event, device and stream, from the first to the last piece of work started inside.
    fn projected(&self) -> Vec<(&Event, usize, u32, Duration, Duration)> {
        let mut spans: Vec<(u64, usize, u32, Duration, Duration)> = Vec::new();
        for work in &self.found.work {
            let mut outer = self.event(work.operation);
            while let Some(event) = outer {
                if event.kind == Kind::Annotation {
                    let end = work.start + work.duration;
                    let same = |span: &&mut (u64, usize, u32, Duration, Duration)| {
                        (span.0, span.1, span.2) == (event.id, work.device, work.stream)
                    };
                    match spans.iter_mut().rev().find(same) {
                        Some(span) => (span.3, span.4) = (span.3.min(work.start), span.4.max(end)),
                        None => spans.push((event.id, work.device, work.stream, work.start, end)),
                    }
                }
                outer = self.event(event.parent);
            }
        }
        let known = |(id, device, stream, start, end)| Some((self.event(id)?, device, stream, start, end));
        spans.into_iter().filter_map(known).collect()
    }

    /// Returns the operation around an event. Function calls are skipped.
    fn parent(&self, event: &Event) -> u64 {
        let mut outer = self.event(event.parent);
        while let Some(event) = outer.filter(|event| event.kind == Kind::Call) {
            outer = self.event(event.parent);
        }
        outer.map_or(0, |event| event.id)
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Operation => "operation",
        Kind::Backward => "backward",
        Kind::Annotation => "annotation",
        Kind::Call => "call",
    }
}

/// Returns the driver function that starts a kind of work.
fn driver_call(kind: Work) -> &'static str {
    match kind {
        Work::Kernel => "cuLaunchKernel",
        Work::Upload => "cuMemcpyHtoDAsync",
        Work::Download => "cuMemcpyDtoHAsync",
        Work::Copy => "cuMemcpyDtoDAsync",
        Work::PeerCopy => "cuMemcpyPeerAsync",
        Work::Fill => "cuMemsetD8Async",
        Work::Graph => "cuGraphLaunch",
    }
}

fn describe(at: Place) -> Option<(Rc<str>, u32)> {
    let line = place::describe((at.source, at.offset))?;
    Some((line.source, line.line))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._profiler.begin",
        "(cpu, cuda, shapes, memory, calls, flops)",
        "Begins a session; an error where one is under way.",
        |_, args| {
            let cuda = args.bool(1)? && tensorcell_device::driver::device_count() > 0;
            let config = Config {
                cpu: args.bool(0)?,
                cuda,
                shapes: args.bool(2)?,
                memory: args.bool(3)?,
                calls: args.bool(4)?,
                flops: args.bool(5)?,
            };
            tensorcell_engine::flush();
            if !events::begin(config) {
                return Err(Raise::runtime("Can't start Kineto profiler when one is already running")
                    .help("end the other profiler first: leave its `with` block or call its stop()"));
            }
            calls::forget();
            observe();
            Ok(Value::None)
        },
    ),
    Builtin::new("torch._profiler.end", "()", "Ends the session and gives what it found.", |_, _| {
        let found = events::end();
        observe();
        Ok(Value::native(ResultObject::new(found)))
    }),
    Builtin::new("torch._profiler.is_on", "()", "Whether a session is under way.", |_, _| {
        Ok(Value::from(events::is_on()))
    }),
    Builtin::new("torch._profiler.range", "(name)", "Begins a range; `end` ends it.", |vm, args| {
        let name = vm.str(args.get(0))?;
        let entered = events::enter(Kind::Annotation, name, false);
        Ok(Value::native(Range(RefCell::new(Some(entered)))))
    }),
    Builtin::new("torch._profiler.thread", "()", "This thread's number.", |_, _| {
        Ok(Value::Int(thread_number().into()))
    }),
];

/// Observes the language's calls only while they are recorded.
pub(super) fn observe() {
    observer::set(events::is_on().then_some(calls::observe as observer::Observer));
}

/// Returns the devices that did work, in order.
fn devices(found: &Found) -> Vec<usize> {
    let mut devices: Vec<usize> = found.work.iter().map(|work| work.device).collect();
    let held = found.memory.iter().filter_map(|memory| match memory.device {
        Device::Cuda(index) => Some(index),
        Device::Cpu | Device::Meta => None,
    });
    devices.extend(held);
    devices.sort_unstable();
    devices.dedup();
    devices
}
