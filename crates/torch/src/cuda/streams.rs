//! `torch.cuda.Stream`, `torch.cuda.Event`, and `with torch.cuda.stream(s):`.

use super::{checked, classes, device_index};
use crate::device::device_value;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_device::awaited;
use tensorcell_device::event::Event;
use tensorcell_device::stream::Stream;
use tensorcell_device::{Device, driver};
use tensorcell_language::native::{Args, CompareOp, Getter, Native};
use tensorcell_language::{Builtin, Class, Exc, Raise, Result, Value, Vm};

struct StreamObject {
    stream: Stream,
    outer: Outer,
}

fn stream_value(stream: Stream) -> Value {
    Value::native(StreamObject { stream, outer: Outer::default() })
}

/// Returns the stream inside a value.
pub fn stream_of(value: &Value) -> Option<Stream> {
    value.downcast::<StreamObject>().map(|object| object.stream)
}

/// The streams and devices to restore when `with` blocks end.
#[derive(Default)]
struct Outer(RefCell<Vec<(Stream, usize)>>);

impl Outer {
    /// Makes a stream current.
    fn enter(&self, stream: Stream) -> Result<()> {
        self.0.borrow_mut().push((Stream::current(stream.device()), driver::current_device()));
        checked(driver::set_current_device(stream.device()))?;
        stream.make_current();
        Ok(())
    }
    fn exit(&self) -> Result<()> {
        match self.0.borrow_mut().pop() {
            Some((stream, device)) => {
                stream.make_current();
                checked(driver::set_current_device(device))
            }
            None => Ok(()),
        }
    }
}

fn stream(args: &Args, i: usize) -> Result<Stream> {
    stream_of(args.get(i)).ok_or_else(|| args.wrong(i, "torch.cuda.Stream"))
}

static NEW_STREAM: Builtin = Builtin::new(
    "torch.cuda.Stream",
    "(device=None, priority=0, *, stream_id=None, device_index=None, device_type=None)",
    "A queue of work on a device: what is queued on one stream runs in order, different streams run side by side.\n\nA lower \
     priority number is more urgent: 0 or -1. With another's stream_id and device_index it is that stream.\n\n\
     Errors: RuntimeError for a priority above 0: `torch.cuda.Stream(priority=1)`",
    |_, args| {
        let known = !matches!(args.get(2), Value::None);
        match known {
            true => Ok(stream_value(Stream::from_handle(device_index(args.get(3))?, args.int(2)? as usize))),
            false => new_stream(args.get(0), args, 1),
        }
    },
);

fn new_stream(device: &Value, args: &Args, at: usize) -> Result<Value> {
    let (device, priority) = (device_index(device)?, args.int(at)?);
    if priority > 0 {
        let text = format!("Expected cuda stream priority to be less than or equal to 0, got {priority}");
        return Err(Raise::runtime(text).mark(at, "at most 0"));
    }
    Ok(stream_value(checked(Stream::new(device, priority.max(-5) as i32))?))
}

static STREAM_METHODS: &[Builtin] = &[
    Builtin::new(
        "Stream.priority_range",
        "(cls) -> tuple",
        "The least and the most urgent priority of the current device.",
        |_, _| {
            let (least, greatest) = checked(Stream::priorities(device_index(&Value::None)?))?;
            Ok(Value::tuple(vec![Value::Int(least.into()), Value::Int(greatest.into())]))
        },
    ),
    Builtin::new("Stream.synchronize", "(self)", "Waits for all work queued on it.", |_, args| {
        let stream = stream(args, 0)?;
        checked(awaited::note())?;
        checked(stream.synchronize())?;
        Ok(Value::None)
    }),
    Builtin::new("Stream.query", "(self) -> bool", "Whether all its work is done.", |_, args| {
        Ok(Value::from(checked(stream(args, 0)?.query())?))
    }),
    Builtin::new(
        "Stream.wait_stream",
        "(self, stream)",
        "Makes later work wait for all that is queued on the other stream.",
        |_, args| {
            checked(stream(args, 0)?.wait_stream(&stream(args, 1)?))?;
            Ok(Value::None)
        },
    ),
    Builtin::new("Stream.wait_event", "(self, event)", "Makes later work wait for an event.", |_, args| {
        if let Some(event) = event(args, 1)?.recorded() {
            checked(stream(args, 0)?.wait_event(&event))?;
        }
        Ok(Value::None)
    }),
    Builtin::new(
        "Stream.record_event",
        "(self, event=None)",
        "Records an event, a new one if none is given; returns it.",
        |_, args| {
            let given = match args.get(1) {
                Value::None => Value::native(EventObject::new(false)),
                value => value.clone(),
            };
            let Some(object) = given.downcast::<EventObject>() else {
                return Err(args.wrong(1, "torch.cuda.Event"));
            };
            object.record(&stream(args, 0)?)?;
            Ok(given.clone())
        },
    ),
];

static STREAM_GETTERS: &[Getter] = &[
    Getter {
        name: "device",
        doc: "The device it belongs to.",
        get: |_, value| Ok(stream_of(value).map_or(Value::None, |stream| device_value(Device::Cuda(stream.device())))),
        set: None,
    },
    Getter {
        name: "cuda_stream",
        doc: "The driver's handle, as a number; 0 for the default stream.",
        get: |_, value| Ok(stream_of(value).map_or(Value::None, |stream| Value::Int(stream.handle() as i64))),
        set: None,
    },
    Getter {
        name: "native_handle",
        doc: "The same: the driver's handle.",
        get: |_, value| Ok(stream_of(value).map_or(Value::None, |stream| Value::Int(stream.handle() as i64))),
        set: None,
    },
    Getter {
        name: "stream_id",
        doc: "A number that tells a device's streams apart.",
        get: |_, value| Ok(stream_of(value).map_or(Value::None, |stream| Value::Int(stream.handle() as i64))),
        set: None,
    },
    Getter {
        name: "device_index",
        doc: "The number of the device it belongs to.",
        get: |_, value| Ok(stream_of(value).map_or(Value::None, |stream| Value::Int(stream.device() as i64))),
        set: None,
    },
    Getter {
        name: "device_type",
        doc: "The kind of its device, as a number: 1 is CUDA.",
        get: |_, _| Ok(Value::Int(1)),
        set: None,
    },
    Getter {
        name: "priority",
        doc: "0 or less; lower is more urgent.",
        get: |_, value| Ok(stream_of(value).map_or(Value::None, |stream| Value::Int(stream.priority().into()))),
        set: None,
    },
];

static NEW_ANY_STREAM: Builtin = Builtin::new(
    "torch.Stream",
    "(device=None, *, priority=0)",
    "A stream of the accelerator: `torch.cuda.Stream`. Inside `with`, work goes to it.",
    |_, args| new_stream(args.get(0), args, 1),
);

/// Makes the base class of streams of all device types.
pub(super) fn any_stream_class() -> Rc<Class> {
    let methods = tensorcell_language::native::MANAGER;
    Class::native("torch", "Stream", &[], Some(&NEW_ANY_STREAM), methods, &[], NEW_ANY_STREAM.doc)
}

pub(super) fn stream_class(any: &Rc<Class>) -> Rc<Class> {
    let bases = std::slice::from_ref(any);
    Class::native("torch.cuda", "Stream", bases, Some(&NEW_STREAM), STREAM_METHODS, STREAM_GETTERS, NEW_STREAM.doc)
}

impl Native for StreamObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes(|classes| classes.stream.clone())
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<torch.cuda.Stream device=cuda:{} cuda_stream={:#x}>", self.stream.device(), self.stream.handle()))
    }
    fn enter(&self, _: &mut Vm, this: &Value) -> Result<Option<Value>> {
        self.outer.enter(self.stream)?;
        Ok(Some(this.clone()))
    }
    fn exit(&self, _: &mut Vm) -> Result<()> {
        self.outer.exit()
    }
    fn compare(&self, _: &mut Vm, op: CompareOp, _: &Value, other: &Value) -> Result<Option<Value>> {
        let same = stream_of(other) == Some(self.stream);
        Ok(match op {
            CompareOp::Eq => Some(Value::from(same)),
            CompareOp::Ne => Some(Value::from(!same)),
            _ => None,
        })
    }
    fn hash(&self, _: &mut Vm) -> Result<Option<u64>> {
        Ok(Some(self.stream.handle() as u64 ^ (self.stream.device() as u64) << 56))
    }
}

/// `with torch.cuda.stream(s):` queues work inside on `s`.
struct StreamContext {
    stream: Option<Stream>,
    outer: Outer,
}

pub(super) fn context_class() -> Rc<Class> {
    static NEW: Builtin = Builtin::new(
        "torch.cuda.StreamContext",
        "(stream)",
        "Makes a stream, and its device, the current one inside `with`; None changes nothing.",
        stream_context,
    );
    Class::native("torch.cuda", "StreamContext", &[], Some(&NEW), tensorcell_language::native::MANAGER, &[], NEW.doc)
}

fn stream_context(_: &mut Vm, args: &Args) -> Result<Value> {
    let stream = match args.get(0) {
        Value::None => None,
        _ => Some(stream(args, 0)?),
    };
    Ok(Value::native(StreamContext { stream, outer: Outer::default() }))
}

impl Native for StreamContext {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes(|classes| classes.stream_context.clone())
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok("<torch.cuda.StreamContext>".to_owned())
    }
    fn enter(&self, _: &mut Vm, _: &Value) -> Result<Option<Value>> {
        if let Some(stream) = self.stream {
            self.outer.enter(stream)?;
        }
        Ok(Some(Value::None))
    }
    fn exit(&self, _: &mut Vm) -> Result<()> {
        self.outer.exit()
    }
}

/// The event is created on the device of the first stream that records it.
struct EventObject {
    timing: bool,
    event: RefCell<Option<Rc<Event>>>,
}

impl EventObject {
    fn new(timing: bool) -> EventObject {
        EventObject { timing, event: RefCell::default() }
    }
    /// Returns the driver's event. None before the first recording, and after a fault destroyed it.
    fn recorded(&self) -> Option<Rc<Event>> {
        self.event.borrow().clone().filter(|event| !event.is_lost())
    }
    fn record(&self, stream: &Stream) -> Result<()> {
        let event = match self.recorded() {
            Some(event) => event,
            None => {
                let fresh = Rc::new(checked(Event::new(stream.device(), self.timing))?);
                self.event.replace(Some(fresh.clone()));
                fresh
            }
        };
        if event.device() != stream.device() {
            return Err(Raise::runtime(format!(
                "Event device {} does not match recording stream's device {}.",
                event.device(),
                stream.device()
            )));
        }
        checked(event.record(stream))
    }
}

fn event(args: &Args, i: usize) -> Result<&EventObject> {
    args.get(i).downcast::<EventObject>().ok_or_else(|| args.wrong(i, "torch.cuda.Event"))
}

static NEW_EVENT: Builtin = Builtin::new(
    "torch.cuda.Event",
    "(enable_timing=False, blocking=False, interprocess=False, external=False)",
    "A point in a stream's work, to wait for; with `enable_timing`, to measure between.",
    |_, args| new_event(args.bool(0)?, args.bool(2)?),
);

fn new_event(timing: bool, interprocess: bool) -> Result<Value> {
    match interprocess {
        true => Err(Raise::new(Exc::NotImplementedError, format!("Event(interprocess=True): {NOT_SHARED}"))),
        false => Ok(Value::native(EventObject::new(timing))),
    }
}

static NEW_ANY_EVENT: Builtin = Builtin::new(
    "torch.Event",
    "(device=None, *, enable_timing=False, blocking=False, interprocess=False)",
    "A point in the work of a stream of the accelerator: `torch.cuda.Event`.",
    |_, args| {
        device_index(args.get(0))?;
        new_event(args.bool(1)?, args.bool(3)?)
    },
);

/// Makes the base class of events of all device types.
pub(super) fn any_event_class() -> Rc<Class> {
    Class::native("torch", "Event", &[], Some(&NEW_ANY_EVENT), &[], &[], NEW_ANY_EVENT.doc)
}

fn event_handle(_: &mut Vm, value: &Value) -> Result<Value> {
    let event = value.downcast::<EventObject>().and_then(EventObject::recorded);
    Ok(Value::Int(event.map_or(0, |event| event.raw() as i64)))
}

static EVENT_GETTERS: &[Getter] = &[
    Getter {
        name: "device",
        doc: "The device of the stream that recorded it; None before.",
        get: |_, value| {
            let event = value.downcast::<EventObject>().and_then(EventObject::recorded);
            Ok(event.map_or(Value::None, |event| device_value(Device::Cuda(event.device()))))
        },
        set: None,
    },
    Getter {
        name: "cuda_event",
        doc: "The driver's handle, as a number; 0 before it is recorded.",
        get: event_handle,
        set: None,
    },
    Getter { name: "event_id", doc: "The same: the driver's handle.", get: event_handle, set: None },
];

const NOT_SHARED: &str = "events are not shared between processes here: work on one device is awaited in its own process, \
                          and torch.distributed awaits the other ranks";

fn not_shared(_: &mut Vm, _: &Args) -> Result<Value> {
    Err(Raise::new(Exc::NotImplementedError, NOT_SHARED))
}

static EVENT_METHODS: &[Builtin] = &[
    Builtin::new(
        "Event.record",
        "(self, stream=None)",
        "Moves the event to the end of what is queued on a stream, by default the current one.",
        |_, args| {
            let stream = match args.get(1) {
                Value::None => Stream::current(device_index(&Value::None)?),
                _ => stream(args, 1)?,
            };
            event(args, 0)?.record(&stream)?;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "Event.wait",
        "(self, stream=None)",
        "Makes later work of a stream, by default the current one, wait for it.",
        |_, args| {
            let stream = match args.get(1) {
                Value::None => Stream::current(device_index(&Value::None)?),
                _ => stream(args, 1)?,
            };
            if let Some(event) = event(args, 0)?.recorded() {
                checked(stream.wait_event(&event))?;
            }
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "Event.query",
        "(self) -> bool",
        "Whether the stream has come to it; True before it is recorded.",
        |_, args| Ok(Value::from(event(args, 0)?.recorded().map_or(Ok(true), |event| checked(event.query()))?)),
    ),
    Builtin::new("Event.ipc_handle", "(self)", "Refuses: events are not shared between processes.", not_shared),
    Builtin::new(
        "Event.from_ipc_handle",
        "(cls, device, handle)",
        "Refuses: events are not shared between processes.",
        not_shared,
    ),
    Builtin::new("Event.synchronize", "(self)", "Waits until the stream has come to it.", |_, args| {
        if let Some(event) = event(args, 0)?.recorded() {
            checked(event.synchronize())?;
        }
        Ok(Value::None)
    }),
    Builtin::new(
        "Event.elapsed_time",
        "(self, end_event) -> float",
        "Milliseconds from this event to a later one.\n\n\
         Units: milliseconds, with a resolution of about half a microsecond\n\
         Errors: RuntimeError where one of both does not measure time, or was not recorded",
        |_, args| {
            let (start, end) = (event(args, 0)?, event(args, 1)?);
            if !start.timing || !end.timing {
                return Err(Raise::value_error("Both events must be created with argument 'enable_timing=True'."));
            }
            match (start.recorded(), end.recorded()) {
                (Some(start), Some(end)) => {
                    if !checked(start.query())? || !checked(end.query())? {
                        return Err(Raise::runtime("Both events must be completed before calculating elapsed time.")
                            .help("call torch.cuda.synchronize() or end.synchronize() first"));
                    }
                    Ok(Value::from(f64::from(checked(start.elapsed(&end))?)))
                }
                _ => Err(Raise::value_error("Both events must be recorded before calculating elapsed time.")),
            }
        },
    ),
];

pub(super) fn event_class(any: &Rc<Class>) -> Rc<Class> {
    let bases = std::slice::from_ref(any);
    Class::native("torch.cuda", "Event", bases, Some(&NEW_EVENT), EVENT_METHODS, EVENT_GETTERS, NEW_EVENT.doc)
}

impl Native for EventObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes(|classes| classes.event.clone())
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(match self.recorded() {
            Some(event) => format!("<torch.cuda.Event {:#x}>", event.raw() as usize),
            None => "<torch.cuda.Event uninitialized>".to_owned(),
        })
    }
}

fn external(_: &mut Vm, args: &Args) -> Result<Value> {
    let handle = usize::try_from(args.int(0)?).map_err(|_| args.wrong(0, "a stream's address"))?;
    Ok(stream_value(Stream::from_handle(device_index(args.get(1))?, handle)))
}

pub(super) static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.cuda.ExternalStream",
        "(stream_ptr, device=None)",
        "A stream of another library, by its driver handle. Its creator must keep it alive.",
        external,
    ),
    Builtin::new(
        "torch.cuda.get_stream_from_external",
        "(data_ptr, device=None)",
        "A stream that another library made, by its driver's handle.",
        external,
    ),
    Builtin::new(
        "torch.cuda.stream",
        "(stream)",
        "Makes a stream the current one inside `with`.\n\n\
         >>> with torch.cuda.stream(torch.cuda.Stream()): x = torch.zeros(2, device='cuda')",
        stream_context,
    ),
    Builtin::new(
        "torch.cuda.current_stream",
        "(device=None)",
        "The stream that work on a device goes to.",
        |_, args| Ok(stream_value(Stream::current(device_index(args.get(0))?))),
    ),
    Builtin::new("torch.cuda.default_stream", "(device=None)", "A device's default stream.", |_, args| {
        Ok(stream_value(Stream::default_of(device_index(args.get(0))?)))
    }),
    Builtin::new("torch.cuda.set_stream", "(stream)", "Makes a stream, and its device, the current one.", |_, args| {
        if !matches!(args.get(0), Value::None) {
            let stream = stream(args, 0)?;
            checked(driver::set_current_device(stream.device()))?;
            stream.make_current();
        }
        Ok(Value::None)
    }),
    Builtin::new(
        "torch.cuda._sleep",
        "(cycles)",
        "Keeps the current stream busy for so many cycles of the device's clock, to see what waits for it.",
        |_, args| {
            let device = device_index(&Value::None)?;
            tensorcell_engine::cuda::spin(Device::Cuda(device), args.int(0)?)?;
            Ok(Value::None)
        },
    ),
];
