//! `tqdm`: progress bars of loops and loaders. A bar is one display that changes in place, at most ten times a second.

use super::host::front;
use super::{account, rich};
use crate::display::Progress;
use crate::jupyter::Display;
use crate::language::{Args, Builtin, ModuleDef, Raise, Result, Value, Vm};
use std::cell::RefCell;

/// Where a display's metadata says that it is a bar, and what has become of it: `running`, `done`, `gone`. Terminals
/// draw bars on one line.
pub const STATE: &str = "progress";

pub static TQDM: ModuleDef = ModuleDef {
    name: "tqdm",
    doc: "Progress bars: tqdm(iterable), trange(n).",
    functions: &[SHOW, TEXT],
    init: Some(|vm, module| vm.run_prelude("tqdm.py", include_str!("prelude/tqdm.py"), module)),
};

/// The same names under all of tqdm's modules.
pub static OTHERS: [ModuleDef; 5] =
    [other("tqdm.auto"), other("tqdm.notebook"), other("tqdm.std"), other("tqdm.contrib"), other("tqdm.autonotebook")];

const fn other(name: &'static str) -> ModuleDef {
    ModuleDef {
        name,
        doc: "Progress bars: the names of tqdm.",
        functions: &[],
        init: Some(|vm, module| {
            let Value::Module(tqdm) = vm.import("tqdm")? else { return Ok(()) };
            for (name, value) in tqdm.dict.items() {
                if let Some(name) = name.as_str().filter(|name| !name.starts_with('_')) {
                    module.dict.insert_str(name, value);
                }
            }
            Ok(())
        }),
    }
}

const SIGNATURE: &str = "(bar, name, done, total, seconds, rate, unit, scaled, note, width, state)";
const SHOW: Builtin = Builtin::new("tqdm._show", SIGNATURE, "Draws a bar; the number that it has from then on.", show);
const TEXT: Builtin = Builtin::new(
    "tqdm._text",
    "(name, done, total, seconds, rate, unit, scaled, note)",
    "A bar as a line of text.",
    |vm, args| Ok(Value::from(read(vm, args, 0)?.text())),
);

#[derive(Default)]
struct Bars {
    next: u64,
    /// Displays of bars that were taken away, for the next ones of the same cell.
    free: Vec<(u32, u64)>,
}

thread_local! {
    static BARS: RefCell<Bars> = RefCell::default();
}

fn read(vm: &mut Vm, args: &Args, from: usize) -> Result<Progress> {
    let mut number = |slot: usize| -> Result<Option<f64>> {
        match args.get(slot) {
            Value::None => Ok(None),
            Value::Int(value) => Ok(Some(*value as f64)),
            Value::Float(value) => Ok(Some(*value)),
            Value::Native(native) => native.clone().to_float(vm),
            other => Err(Raise::type_error(format!("a progress bar counts numbers, not {}", other.type_name()))),
        }
    };
    Ok(Progress {
        done: number(from + 1)?.unwrap_or(0.0),
        total: number(from + 2)?,
        seconds: number(from + 3)?.unwrap_or(0.0),
        rate: number(from + 4)?,
        name: args.str(from)?.to_owned(),
        unit: args.str(from + 5)?.to_owned(),
        scaled: args.bool(from + 6)?,
        note: args.str(from + 7)?.to_owned(),
        width: None,
        stopped: false,
    })
}

fn show(vm: &mut Vm, args: &Args) -> Result<Value> {
    let state = args.str(10)?;
    let mut progress = read(vm, args, 1)?;
    progress.width = args.opt_int(9)?.map(|width| width.max(0) as usize);
    progress.stopped = state != "running";
    let cell = account::count();
    let (bar, known) = match args.get(0) {
        Value::Int(bar) => (*bar as u64, true),
        _ => BARS.with_borrow_mut(|bars| match bars.free.iter().position(|(of, _)| *of == cell) {
            Some(at) => (bars.free.remove(at).1, true),
            None => {
                bars.next += 1;
                (bars.next, false)
            }
        }),
    };
    let forms = match state {
        "gone" => {
            BARS.with_borrow_mut(|bars| {
                bars.free.retain(|(of, _)| *of == cell);
                bars.free.push((cell, bar));
            });
            [("text/html".to_owned(), String::new()), ("text/plain".to_owned(), String::new())]
        }
        _ => [("text/html".to_owned(), progress.html()), ("text/plain".to_owned(), progress.text())],
    };
    let mut display =
        Display { display_id: Some(format!("tensorcell-progress-{bar}")), update: known, ..rich::display(&forms) };
    display.metadata.insert(STATE.into(), state.into());
    front(|front| front.display(display));
    Ok(Value::Int(bar as i64))
}
