//! `tqdm`: progress bars of loops and loaders. A bar is one display, updated at most ten times a second. On a terminal
//! it is a line that is redrawn in place.

use super::front::front;
use super::{account, rich};
use std::cell::RefCell;
use tensorcell_display::Progress;
use tensorcell_jupyter::Display;
use tensorcell_language::{Args, Builtin, ModuleDef, Result, Value, Vm};

/// The metadata key of a bar's state: `running`, `done` or `gone`. Terminals redraw bars on one line.
pub const STATE: &str = "progress";

/// The metadata key of the line with colours, if it has any.
pub const COLOURED: &str = "coloured";

pub static TQDM: ModuleDef = ModuleDef {
    name: "tqdm",
    doc: "Progress bars: tqdm(iterable), trange(n).",
    functions: &[],
    init: Some(|vm, module| vm.run_prelude("tqdm.py", include_str!("prelude/tqdm.py"), module)),
};

/// The native functions of the bars.
pub static NATIVE: ModuleDef =
    ModuleDef { name: "_tensorcell.tqdm", doc: "The native part of tqdm.", functions: &[SHOW, LINE], init: None };

/// The names of `tqdm` under its other module names.
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

const SHOW: Builtin = Builtin::new(
    "tqdm._show",
    "(bar, left, right, share, cells, signs, colour, state)",
    "Draws a bar; the number that it has from then on.",
    show,
);
const LINE: Builtin =
    Builtin::new("tqdm._line", "(left, right, share, cells, signs)", "A bar as a line of text.", |_, args| {
        Ok(Value::from(read(args, 0)?.text()))
    });

#[derive(Default)]
struct Bars {
    next: u64,
    /// Displays of removed bars, which later bars of the same cell use again.
    free: Vec<(u32, u64)>,
}

thread_local! {
    static BARS: RefCell<Bars> = RefCell::default();
}

fn read(args: &Args, from: usize) -> Result<Progress> {
    let share = match args.get(from + 2) {
        Value::None => None,
        Value::Int(share) => Some(*share as f64),
        _ => Some(args.float(from + 2)?),
    };
    Ok(Progress {
        left: args.str(from)?.to_owned(),
        right: args.opt_str(from + 1)?.unwrap_or_default().to_owned(),
        share: share.filter(|share| share.is_finite()),
        cells: args.int(from + 3)?.clamp(0, 10_000) as usize,
        signs: args.str(from + 4)?.chars().collect(),
        ..Progress::default()
    })
}

fn show(_: &mut Vm, args: &Args) -> Result<Value> {
    let state = args.str(7)?;
    let mut progress = read(args, 1)?;
    progress.colour = args.opt_str(6)?.map(str::to_owned);
    progress.stopped = state != "running";
    progress.unfinished = state == "left";
    let state = if state == "left" { "done" } else { state };
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
    if progress.colour.is_some() {
        display.metadata.insert(COLOURED.into(), progress.coloured().into());
    }
    front(|front| front.display(display));
    Ok(Value::Int(bar as i64))
}

/// Progress bars on a terminal. Each is a line below the printed text. A change redraws all bars.
#[derive(Default)]
pub struct Lines {
    open: Vec<(String, String)>,
}

/// Turns off line wrapping while bars are drawn: a wrapped line would break the next redraw.
const DRAW: (&str, &str) = ("\x1b[?7l", "\x1b[?7h");

impl Lines {
    /// Returns the terminal output for a new state of a bar.
    pub fn change(&mut self, bar: &str, state: &str, line: &str) -> String {
        let mut text = self.wiped();
        let at = self.open.iter().position(|(known, _)| known == bar);
        match (state, at) {
            ("running", Some(at)) => self.open[at].1 = line.to_owned(),
            ("running", None) => self.open.push((bar.to_owned(), line.to_owned())),
            _ => {
                at.map(|at| self.open.remove(at));
                if state == "done" {
                    text.push_str(&format!("{line}\n"));
                }
            }
        }
        text + &self.drawn()
    }

    /// Returns the output before and after a text that is printed while bars are open. The text appears above the bars.
    pub fn around(&self, text: &str) -> (String, String) {
        let break_off = if text.ends_with('\n') || self.open.is_empty() { "" } else { "\n" };
        (self.wiped(), break_off.to_owned() + &self.drawn())
    }

    /// Ends a cell. Open bars stay as they are.
    pub fn end(&mut self) -> &'static str {
        if std::mem::take(&mut self.open).is_empty() { "" } else { "\n" }
    }

    fn wiped(&self) -> String {
        match self.open.len() {
            0 => String::new(),
            lines => format!("\r{}\x1b[J", "\x1b[A".repeat(lines - 1)),
        }
    }

    fn drawn(&self) -> String {
        match self.open.is_empty() {
            true => String::new(),
            false => {
                let lines: Vec<&str> = self.open.iter().map(|(_, line)| line.as_str()).collect();
                format!("{}{}{}", DRAW.0, lines.join("\n"), DRAW.1)
            }
        }
    }
}
