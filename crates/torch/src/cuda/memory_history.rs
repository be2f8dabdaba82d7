//! The allocator's segments, history, settings and private pools as plain values. The public functions are in
//! `prelude/torch/cuda/memory.py`.

use super::graphs::{pool_of, pool_value};
use super::{checked, device_index};
use crate::files::pickle::Pickler;
use std::any::Any;
use std::rc::Rc;
use tensorcell_device::allocator::{self, Entry, Keep, Place, PrivateId, Segment, Settings, format_size, private};
use tensorcell_device::{Device, driver, nvml};
use tensorcell_language::native::{Args, Native};
use tensorcell_language::{Builtin, Class, ModuleDef, Raise, Result, Value, Vm, place};

pub(super) static MODULE: ModuleDef = ModuleDef {
    name: "torch.cuda._memory_native",
    doc: "The native part of torch.cuda.memory.",
    functions: FUNCTIONS,
    init: Some(|_, module| {
        module.dict.insert_str("Pool", Value::Class(super::classes(|classes| classes.pool.clone())));
        Ok(())
    }),
};

/// Actions that a history may omit.
const ACTIONS: &[&str] = &[
    "alloc",
    "free_requested",
    "free_completed",
    "segment_alloc",
    "segment_free",
    "segment_map",
    "segment_unmap",
    "oom",
    "snapshot",
];

fn keep(_: &mut Vm, args: &Args) -> Result<Value> {
    let text = |i: usize| match args.get(i) {
        Value::None => Ok(None),
        _ => args.str(i).map(Some),
    };
    let (enabled, context) = (text(0)?, text(1)?);
    let most = usize::try_from(args.int(2)?).map_err(|_| args.wrong(2, "a number of entries"))?;
    let mut skipped = Vec::new();
    let Value::List(names) = args.get(4) else { return Err(args.wrong(4, "a list of actions")) };
    for name in names.items.borrow().iter() {
        let known = match name {
            Value::Str(text) => ACTIONS.iter().find(|action| **action == text.as_str()),
            _ => None,
        };
        skipped.push(*known.ok_or_else(|| {
            Raise::value_error(format!("skip_actions: no action of the allocator is one of {}", ACTIONS.join(", ")))
        })?);
    }
    let kept = enabled.map(|enabled| Keep {
        steps: enabled == "all",
        places: context.is_some(),
        places_of_frees: context == Some("all"),
        most,
    });
    allocator::keep_history(kept, &skipped, args.bool(3)?);
    Ok(Value::None)
}

fn record<'a>(pairs: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::dict(pairs.into_iter().map(|(name, value)| (Value::str(name), value)))
}

fn number(value: usize) -> Value {
    Value::Int(value as i64)
}

/// Returns the stack frames of a step: the program's line that caused it.
fn frames(place: Option<Place>) -> Value {
    let line = place.and_then(|place| place::describe((place.source, place.offset)));
    let frame = line.map(|line| {
        record([
            ("filename", Value::str(&line.source)),
            ("line", Value::Int(line.line.into())),
            ("name", line.variable.map_or(Value::str("<module>"), Value::from)),
        ])
    });
    Value::list(frame.into_iter().collect())
}

fn segment_value(index: usize, segment: &Segment) -> Value {
    let blocks = segment.blocks.iter().map(|block| {
        record([
            ("address", Value::Int(block.address as i64)),
            ("size", number(block.size)),
            ("requested_size", number(block.requested)),
            ("state", Value::str(block.state.name())),
            ("frames", frames(block.place)),
        ])
    });
    record([
        ("device", number(index)),
        ("address", Value::Int(segment.address as i64)),
        ("total_size", number(segment.total_size())),
        ("allocated_size", number(segment.allocated_size())),
        ("active_size", number(segment.active_size())),
        ("requested_size", number(segment.requested_size())),
        ("stream", number(segment.stream)),
        ("segment_type", Value::str(if segment.small { "small" } else { "large" })),
        ("segment_pool_id", pool_value(segment.private.unwrap_or(0))),
        ("is_expandable", Value::from(segment.expandable)),
        ("frames", Value::list(Vec::new())),
        ("blocks", Value::list(blocks.collect())),
    ])
}

fn entry_value(entry: &Entry) -> Value {
    let address = match entry.action {
        allocator::Action::OutOfMemory => "device_free",
        _ => "addr",
    };
    record([
        ("frames", frames(entry.place)),
        ("action", Value::str(entry.action.name())),
        (address, Value::Int(entry.address as i64)),
        ("size", number(entry.size)),
        ("stream", number(entry.stream)),
        ("time_us", Value::Int(entry.time as i64)),
        ("compile_context", Value::str("N/A")),
        ("user_metadata", Value::str(&entry.metadata)),
    ])
}

fn settings_value(settings: &Settings) -> Value {
    let limit = match settings.max_split_size {
        usize::MAX => Value::Int(-1),
        size => number(size),
    };
    let divisions = settings.roundup_power2_divisions.iter().enumerate();
    let divisions = divisions.map(|(i, divisions)| (Value::from((1u64 << i).to_string()), number(*divisions)));
    let kept = &settings.without_effect;
    record([
        ("PYTORCH_CUDA_ALLOC_CONF", Value::str(&settings.text)),
        ("max_split_size", limit),
        ("garbage_collection_threshold", Value::from(settings.garbage_collection_threshold)),
        ("expandable_segments", Value::from(settings.expandable_segments)),
        ("pinned_num_register_threads", number(kept.pinned_num_register_threads)),
        ("release_lock_on_cudamalloc", Value::from(kept.release_lock_on_cudamalloc)),
        ("pinned_use_cuda_host_register", Value::from(kept.pinned_use_cuda_host_register)),
        ("roundup_power2_divisions", Value::dict(divisions)),
        ("graph_capture_record_stream_reuse", Value::from(kept.graph_capture_record_stream_reuse)),
    ])
}

/// Returns everything, or the part of one private pool.
fn snapshot(_: &mut Vm, args: &Args) -> Result<Value> {
    let pool = pool_of(args, 0)?.filter(|pool| *pool != 0);
    let devices = 0..driver::device_count();
    let traces = devices.clone().map(|index| match args.bool(1) {
        Ok(true) => Value::list(allocator::steps(index).iter().map(entry_value).collect()),
        _ => Value::list(Vec::new()),
    });
    let traces = Value::list(traces.collect());
    let of_pool = |segment: &Segment| pool.is_none() || segment.private == pool;
    let segments = devices.flat_map(|index| {
        let segments = allocator::snapshot(Device::Cuda(index)).into_iter().filter(of_pool);
        segments.map(move |segment| segment_value(index, &segment))
    });
    Ok(record([
        ("segments", Value::list(segments.collect())),
        ("device_traces", traces),
        ("allocator_settings", settings_value(&allocator::settings())),
        ("external_annotations", Value::list(Vec::new())),
    ]))
}

fn begin_route(_: &mut Vm, args: &Args) -> Result<Value> {
    let device = device_index(args.get(0))?;
    private::begin_route(device, given_pool(args)?);
    Ok(number(device))
}

fn end_route(_: &mut Vm, args: &Args) -> Result<Value> {
    private::end_route(device_index(args.get(0))?, given_pool(args)?);
    Ok(Value::None)
}

fn given_pool(args: &Args) -> Result<PrivateId> {
    pool_of(args, 1)?.ok_or_else(|| args.wrong(1, "a pool's handle"))
}

/// Lists processes in PyTorch's format.
fn processes(_: &mut Vm, args: &Args) -> Result<Value> {
    let device = device_index(args.get(0))?;
    let found = checked(nvml::processes(device))?;
    let mut lines = vec![format!("GPU:{device}")];
    if found.is_empty() {
        lines.push("no processes are running".to_owned());
    }
    let line = |(process, bytes): (u32, u64)| {
        format!("process {process:>10} uses {:>12.3} MB GPU memory", bytes as f64 / (1 << 20) as f64)
    };
    lines.extend(found.into_iter().map(line));
    Ok(Value::from(lines.join("\n")))
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.cuda._memory_native.keep",
        "(enabled, context, max_entries, clear, skipped)",
        "Keeps the allocator's history.",
        keep,
    ),
    Builtin::new(
        "torch.cuda._memory_native.snapshot",
        "(pool, traces) -> dict",
        "The allocator as plain values.",
        snapshot,
    ),
    Builtin::new("torch.cuda._memory_native.set_metadata", "(text)", "Sets what later steps carry.", |_, args| {
        allocator::set_history_metadata(args.str(0)?);
        Ok(Value::None)
    }),
    Builtin::new("torch.cuda._memory_native.metadata", "() -> str", "Returns the metadata that was set.", |_, _| {
        Ok(Value::from(allocator::history_metadata()))
    }),
    Builtin::new("torch.cuda._memory_native.set_settings", "(text)", "Changes the settings.", |_, args| {
        checked(allocator::apply_settings(args.str(0)?))?;
        Ok(Value::None)
    }),
    Builtin::new(
        "torch.cuda._memory_native.begin_route",
        "(device, pool) -> int",
        "Sends a device's allocations to a pool.",
        begin_route,
    ),
    Builtin::new("torch.cuda._memory_native.end_route", "(device, pool)", "Ends it.", end_route),
    Builtin::new(
        "torch.cuda._memory_native.pickled",
        "(value) -> bytes",
        "Plain values as Python's pickle.",
        |vm, args| match Pickler::dump(vm, args.get(0))? {
            Some((pickle, _)) => Ok(Value::bytes(pickle)),
            None => Err(Raise::type_error("an allocation can only be described by plain values")),
        },
    ),
    Builtin::new("torch.cuda._memory_native.processes", "(device) -> str", "Who computes on a device.", processes),
];

/// A private pool of the device that was current at its creation. Dropping the value releases it.
struct Pool {
    device: usize,
    id: PrivateId,
}

impl Drop for Pool {
    fn drop(&mut self) {
        private::close(self.device, self.id);
    }
}

fn this(args: &Args) -> Result<&Pool> {
    args.get(0).downcast::<Pool>().ok_or_else(|| args.wrong(0, "torch.cuda.MemPool"))
}

static METHODS: &[Builtin] = &[
    Builtin::new("Pool.id", "(self)", "The pool's handle.", |_, args| Ok(pool_value(this(args)?.id))),
    Builtin::new("Pool.use_count", "(self)", "How many use it.", |_, args| {
        let pool = this(args)?;
        Ok(number(private::users(pool.device, pool.id)))
    }),
];

pub(super) fn pool_class() -> Rc<Class> {
    static NEW: Builtin = Builtin::new(
        "torch.cuda._memory_native.Pool",
        "(use_on_oom=False, no_split=False)",
        "A pool of device memory.",
        |_, args| {
            let (device, id) = (device_index(&Value::None)?, private::new_id());
            private::open(device, id, args.bool(1)?, args.bool(0)?);
            Ok(Value::native(Pool { device, id }))
        },
    );
    Class::native("torch.cuda.memory", "_MemPool", &[], Some(&NEW), METHODS, &[], NEW.doc)
}

impl Native for Pool {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        super::classes(|classes| classes.pool.clone())
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        let held = allocator::snapshot(Device::Cuda(self.device));
        let held: usize = held.iter().filter(|s| s.private == Some(self.id)).map(Segment::total_size).sum();
        Ok(format!("<torch.cuda.MemPool of cuda:{}, {}>", self.device, format_size(held as u64)))
    }
}
