//! The module `tensorcell`: pictures of training, memory and kernels for cells.

use super::live::LivePicture;
use super::{account, timeline};
use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;
use tensorcell_display::{self as display, Curve, Kernels, Picture, Series};
use tensorcell_language::{Args, Builtin, Class, ModuleDef, Native, Raise, Result, Value, Vm};
use tensorcell_tensor::Device;

pub static MODULE: ModuleDef = ModuleDef {
    name: "tensorcell",
    doc: "Pictures in a notebook: live training curves, device memory, kernels, tensors.",
    functions: &[
        Builtin::new(
            "tensorcell.memory",
            "(device=None)",
            "Device memory over the session as a picture: what tensors held, what was reserved, where cells began.\n\n\
             device: 'cuda:0', an index, 'cpu', or None for the current CUDA device (the CPU where there is none).",
            memory,
        ),
        Builtin::new(
            "tensorcell.kernels",
            "()",
            "The kernels that this cell has run so far (or the last cell that ran any), longest first, as a picture of bars.",
            kernels,
        ),
        Builtin::new(
            "tensorcell.timeline",
            "()",
            "What this cell has run so far (or the last cell that ran anything), piece by piece: a lane for each stream, a box \
             for each kernel and copy, on one clock.",
            |_, _| Ok(Value::native(Snapshot(Picture::of(&timeline::lanes(&account::work()))))),
        ),
        Builtin::new(
            "tensorcell.memory_map",
            "(device=None)",
            "How a device's memory lies now: each segment that is reserved, the blocks in it with the variable, cell and line \
             that made them, and the gaps between.\n\n\
             device: 'cuda:0', an index, 'cpu', or None for the current CUDA device (the CPU where there is none).",
            |vm, args| Ok(Value::native(Snapshot(Picture::of(&timeline::map(chosen(vm, args)?))))),
        ),
        account::WORK,
    ],
    init: Some(|vm, module| {
        let compile = &tensorcell_torch::cuda::kernels::COMPILE;
        module.dict.insert_str(compile.short_name(), Value::Builtin(compile));
        module.dict.insert_str("Curve", Value::Class(curve_class()));
        super::summary::add(vm, module)?;
        super::watch::add(vm, module)?;
        module.dict.insert_str("__version__", Value::str(env!("CARGO_PKG_VERSION")));
        vm.run_prelude("tensorcell.py", include_str!("prelude/tensorcell.py"), module)
    }),
};

// --- curves

/// A curve that shows itself.
struct LiveCurve {
    picture: Rc<LivePicture<Curve>>,
    smooth: f64,
    steps: Cell<u64>,
}

impl LiveCurve {
    fn add(&self, step: Option<f64>, values: &[(String, f64)]) {
        let x = step.unwrap_or(self.steps.get() as f64);
        self.steps.set(self.steps.get() + 1);
        self.picture.change(|curve| {
            for (name, value) in values {
                let known = curve.series.iter().position(|series| series.name == *name);
                let at = known.unwrap_or_else(|| {
                    curve.series.push(Series::new(name, self.smooth));
                    curve.series.len() - 1
                });
                curve.series[at].push(x, *value);
            }
        });
    }
}

/// The language's object.
struct CurveObject(LiveCurve);

impl Native for CurveObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        curve_class()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<{}>", display::Figure::text(&*self.0.picture.figure())))
    }
    fn call(&self, vm: &mut Vm, args: &[Value], kwargs: &[(String, Value)]) -> Result<Option<Value>> {
        let (step, rest) = match args {
            [] => (None, kwargs.to_vec()),
            [step] => (Some(step.clone()), kwargs.to_vec()),
            _ => {
                return Err(Raise::type_error(format!(
                    "Curve() takes at most 1 positional argument, the step, but {} were given; name the values: curve(loss=...)",
                    args.len()
                )));
            }
        };
        add_values(vm, &self.0, step, rest)?;
        Ok(Some(Value::None))
    }
    fn display(&self, _vm: &mut Vm) -> Result<Vec<(String, String)>> {
        Ok(Picture::of(&*self.0.picture.figure()).bundle())
    }
}

fn curve_class() -> Rc<Class> {
    static NEW: Builtin = Builtin::new(
        "tensorcell.Curve",
        "(*names, title='', log=False, smooth=0, xlabel='step', ylabel='', log_x=False)",
        "A curve that grows while a cell runs.\n\n\
         curve = tensorcell.Curve('loss', 'accuracy', title='Training')\n\
         curve(loss=0.7, accuracy=0.5)          # one step\n\
         curve.add(step=10, loss=0.6)           # at a step of your choice\n\n\
         log and log_x draw an axis by powers of ten; smooth in 0..1 adds a running average, the raw values faint behind it.\n\
         The picture is updated in place, at most ten times a second, and shows the last state when the cell ends. A page that\n\
         is loaded again while a cell runs does not receive the cell's later output from JupyterLab: `curve`, as the value of a\n\
         later cell, shows all of it.",
        |vm, args| {
            let mut curve = Curve::new(args.str(1)?, args.bool(2)?);
            let smooth = args.float(3)?;
            if !(0.0..1.0).contains(&smooth) {
                return Err(Raise::value_error(format!("smooth must be at least 0 and below 1, not {smooth}"))
                    .mark(3, "smooth"));
            }
            (curve.x_name, curve.y_name) = (args.str(4)?.to_owned(), args.str(5)?.to_owned());
            curve.log_x = args.bool(6)?;
            for name in args.rest(0) {
                let name = vm.str(name)?;
                curve.series.push(Series::new(name, smooth));
            }
            let live = LiveCurve { picture: LivePicture::new("curve", curve), smooth, steps: Cell::new(0) };
            Ok(Value::native(CurveObject(live)))
        },
    );
    static METHODS: [Builtin; 1] = [Builtin::new(
        "Curve.add",
        "(self, step=None, **values)",
        "Adds one value to each named series, at `step` (default: one after the last) and updates the picture.",
        |vm, args| {
            let this = args.get(0).clone();
            let Some(CurveObject(live)) = this.downcast::<CurveObject>() else {
                return Err(args.wrong(0, "Curve"));
            };
            add_values(vm, live, args.given(1).filter(|step| !step.is_none()).cloned(), args.keywords(2))?;
            Ok(Value::None)
        },
    )];
    thread_local!(static CLASS: Rc<Class> = Class::native(
        "tensorcell", "Curve", &[], Some(&NEW), &METHODS, &[], "A curve that grows while a cell runs.",
    ));
    CLASS.with(Rc::clone)
}

fn add_values(vm: &mut Vm, live: &LiveCurve, step: Option<Value>, values: Vec<(String, Value)>) -> Result<()> {
    if values.is_empty() {
        return Err(Raise::type_error("nothing to add: name the values, as in curve(loss=0.5)"));
    }
    let step = step.map(|step| number(vm, "step", &step)).transpose()?;
    let values = values
        .into_iter()
        .map(|(name, value)| Ok((name.clone(), number(vm, &name, &value)?)))
        .collect::<Result<Vec<_>>>()?;
    live.add(step, &values);
    Ok(())
}

/// Converts a number of the language, or a tensor with one element.
fn number(vm: &mut Vm, name: &str, value: &Value) -> Result<f64> {
    match value {
        Value::Int(value) => return Ok(*value as f64),
        Value::Float(value) => return Ok(value.get()),
        Value::Bool(value) => return Ok(f64::from(u8::from(value.get()))),
        Value::Native(native) => {
            if let Some(value) = native.clone().to_float(vm)? {
                return Ok(value);
            }
        }
        _ => {}
    }
    Err(Raise::type_error(format!("'{name}' must be a number, not {}", value.type_name())))
}

// --- memory and kernels

/// A finished picture, shown as a cell's last value or by `display`.
struct Snapshot(Picture);

impl Native for Snapshot {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        thread_local!(static CLASS: Rc<Class> = Class::native("tensorcell", "Picture", &[], None, &[], &[], "A picture."));
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(self.0.text.clone())
    }
    fn display(&self, _vm: &mut Vm) -> Result<Vec<(String, String)>> {
        Ok(self.0.bundle())
    }
}

fn memory(vm: &mut Vm, args: &Args) -> Result<Value> {
    Ok(Value::native(Snapshot(Picture::of(&timeline::of(chosen(vm, args)?)))))
}

/// Returns the device that the first argument names.
fn chosen(vm: &mut Vm, args: &Args) -> Result<Device> {
    match args.get(0) {
        Value::None => Ok(timeline::default_device()),
        Value::Int(index) if *index >= 0 => Ok(Device::Cuda(*index as usize)),
        other => {
            let name = vm.str(other)?;
            device(&name)
                .ok_or_else(|| Raise::runtime(format!("Invalid device string: '{name}'")).mark(0, "no such device"))
        }
    }
}

fn device(name: &str) -> Option<Device> {
    match name.split_once(':') {
        None if name == "cpu" => Some(Device::Cpu),
        None if name == "cuda" => Some(timeline::default_device()),
        Some(("cuda", index)) => index.parse().ok().map(Device::Cuda),
        _ => None,
    }
}

fn kernels(_vm: &mut Vm, _args: &Args) -> Result<Value> {
    let work = account::work();
    Ok(Value::native(Snapshot(Picture::of(&kernel_bars(&work.cell, work.times())))))
}

/// Makes the bars of a cell's kernels. With several devices, each bar's name includes its device.
pub fn kernel_bars(cell: &str, times: Vec<(Device, display::KernelTime)>) -> Kernels {
    let first = times.first().map(|(device, _)| *device);
    let one = times.iter().all(|(device, _)| Some(*device) == first);
    let title = match first {
        Some(device) if one => format!("{cell} on {device}"),
        _ => cell.to_owned(),
    };
    let times = times
        .into_iter()
        .map(|(device, mut time)| {
            if !one {
                time.name = format!("{} ({device})", time.name);
            }
            time
        })
        .collect();
    Kernels { title, times, ..Kernels::default() }
}
