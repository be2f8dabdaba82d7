//! Controls NVIDIA's tools: NVTX ranges (`torch.cuda.nvtx`) and profiler collection (`torch.cuda.profiler`). Ranges
//! also appear in our own profiles and traces.

use super::{checked, driver};
use std::cell::RefCell;
use std::collections::HashMap;
use tensorcell_device::nvtx;
use tensorcell_engine::profile::events::{self, Entered, Kind};
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, ModuleDef, Raise, Result, Value, Vm};

thread_local! {
    /// The events of pushed ranges.
    static PUSHED: RefCell<Vec<Entered>> = const { RefCell::new(Vec::new()) };
    static STARTED: RefCell<HashMap<u64, Entered>> = RefCell::default();
}

fn name(vm: &mut Vm, args: &Args) -> Result<String> {
    match args.get(0) {
        Value::Str(_) => vm.str(args.get(0)),
        _ => Err(args.wrong(0, "str")),
    }
}

static NVTX: &[Builtin] = &[
    Builtin::new(
        "torch.cuda.nvtx.range_push",
        "(msg)",
        "Begins a range within those of this thread; returns its depth, from 0.",
        |vm, args| {
            let name = name(vm, args)?;
            let depth = nvtx::push(&name);
            PUSHED.with_borrow_mut(|pushed| pushed.push(events::enter(Kind::Annotation, name, false)));
            Ok(Value::Int(depth))
        },
    ),
    Builtin::new(
        "torch.cuda.nvtx.range_pop",
        "()",
        "Ends the range that was pushed last; returns its depth, -1 where there is none.",
        |_, _| {
            let ended = PUSHED.with_borrow_mut(Vec::pop);
            drop(ended);
            Ok(Value::Int(nvtx::pop()))
        },
    ),
    Builtin::new(
        "torch.cuda.nvtx.range_start",
        "(msg) -> int",
        "Begins a range that range_end ends, on any thread; returns its number.",
        |vm, args| {
            let name = name(vm, args)?;
            let range = nvtx::start(&name);
            let entered = events::enter(Kind::Annotation, name, false);
            STARTED.with_borrow_mut(|started| started.insert(range, entered));
            Ok(Value::Int(range as i64))
        },
    ),
    Builtin::new("torch.cuda.nvtx.range_end", "(range_id)", "Ends a range that range_start began.", |_, args| {
        let range = args.int(0)? as u64;
        let ended = STARTED.with_borrow_mut(|started| started.remove(&range));
        drop(ended);
        nvtx::end(range);
        Ok(Value::None)
    }),
    Builtin::new("torch.cuda.nvtx.mark", "(msg)", "Marks this moment.", |vm, args| {
        let name = name(vm, args)?;
        nvtx::mark(&name);
        drop(events::enter(Kind::Annotation, name, false));
        Ok(Value::None)
    }),
    Builtin::new(
        "torch.cuda.nvtx._is_available",
        "()",
        "Whether the NVTX library was found; without it ranges are in our own profiles only.",
        |_, _| Ok(Value::from(nvtx::is_available())),
    ),
    Builtin::new(
        "torch.cuda.nvtx._emit",
        "(on, shapes)",
        "Makes every operation an NVTX range, its operands' sizes in the name where asked.",
        |_, args| {
            let (on, shapes) = (args.bool(0)?, args.bool(1)?);
            events::emit(on.then_some(shapes));
            crate::profiler::observe();
            Ok(Value::None)
        },
    ),
];

static COLLECTION: &[Builtin] = &[
    Builtin::new(
        "torch.cuda.profiler._start",
        "() -> int",
        "Tells an attached tool (nsys --capture-range=cudaProfilerApi) to collect from now on.",
        |_, _| {
            require_device()?;
            checked(driver::set_collecting(true))?;
            Ok(Value::Int(0))
        },
    ),
    Builtin::new("torch.cuda.profiler._stop", "() -> int", "Tells an attached tool to collect no more.", |_, _| {
        require_device()?;
        checked(driver::set_collecting(false))?;
        Ok(Value::Int(0))
    }),
    Builtin::new("torch.cuda.profiler._synchronize", "() -> int", "Waits for the current device.", |_, _| {
        require_device()?;
        checked(driver::synchronize(driver::current_device()))?;
        Ok(Value::Int(0))
    }),
    Builtin::new("torch.cuda.profiler._memory", "(device) -> tuple", "Free and total bytes of a device.", |_, args| {
        let (free, total) = checked(driver::memory_info(super::device_index(args.get(0))?))?;
        Ok(Value::tuple(vec![Value::Int(free as i64), Value::Int(total as i64)]))
    }),
];

fn require_device() -> Result<()> {
    match driver::device_count() {
        0 => Err(Raise::runtime(
            "Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU and installed a driver from \
             http://www.nvidia.com/Download/index.aspx",
        )),
        _ => Ok(()),
    }
}

pub static MODULE: ModuleDef = ModuleDef {
    name: "torch._cuda_tools",
    doc: "The native part of torch.cuda.nvtx and torch.cuda.profiler.",
    functions: COLLECTION,
    init: Some(|_, module| {
        for function in NVTX {
            module.dict.insert_str(function.short_name(), Value::Builtin(function));
        }
        Ok(())
    }),
};
