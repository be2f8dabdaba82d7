//! Magics: `%name` on a line, `%%name` over a cell. Each is declared once in [`MAGICS`], with its help.

mod listing;
mod timing;

use super::host::front;
use super::{account, pictures, questions, rich, timeline};
use crate::display::Picture;
use crate::jupyter::Stream;
use crate::language::{Exc, Raise, Result, Value, Vm};

/// A magic: what follows it on its line, and the cell's body where it stands over a cell.
pub struct Magic {
    pub name: &'static str,
    pub form: Form,
    /// First line: what it does.
    pub help: &'static str,
    pub run: fn(&mut Vm, &str, Option<&str>) -> Result<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Line,
    Both,
    /// Accepted and ignored: what front ends and tutorials send for other kernels' sake.
    Ignored,
}

pub static MAGICS: &[Magic] = &[
    Magic {
        name: "time",
        form: Form::Both,
        help: "Runs code once and says how long it took, devices included: %time f(x), or %%time over a cell.",
        run: timing::time,
    },
    Magic {
        name: "timeit",
        form: Form::Both,
        help: "Runs code many times and gives mean and deviation: %timeit [-n LOOPS] [-r RUNS] f(x). Over a cell, the line \
               is set-up code that is not measured.",
        run: timing::timeit,
    },
    Magic { name: "who", form: Form::Line, help: "Lists the names defined so far.", run: listing::who },
    Magic {
        name: "whos",
        form: Form::Line,
        help: "Lists the names defined so far with their types and values.",
        run: listing::whos,
    },
    Magic {
        name: "reset",
        form: Form::Line,
        help: "Forgets all names defined so far, In and Out: what tensors held goes back to the pool. (-f is accepted.)",
        run: listing::reset,
    },
    Magic {
        name: "memory",
        form: Form::Line,
        help: "Draws device memory over the session: %memory [cuda:0|cpu].",
        run: |vm, line, _| {
            let module = vm.import("tensorcell")?;
            let device = if line.is_empty() { Value::None } else { Value::str(line) };
            let picture = vm.call_method(&module, "memory", &[device])?;
            show(vm, &picture)
        },
    },
    Magic {
        name: "profile",
        form: Form::Both,
        help: "Draws the kernels that code ran, with a table: %profile f(x), or %%profile over a cell. Without code, those of \
               the last cell.",
        run: profile,
    },
    Magic { name: "lsmagic", form: Form::Line, help: "Lists the magics.", run: listing::magics },
    Magic {
        name: "pinfo",
        form: Form::Line,
        help: "Shows what a name is: the same as name?.",
        run: |vm, line, _| inspect(vm, line, 0),
    },
    Magic {
        name: "pinfo2",
        form: Form::Line,
        help: "Shows a name's source where there is one: the same as name??.",
        run: |vm, line, _| inspect(vm, line, 1),
    },
    Magic {
        name: "pip",
        form: Form::Line,
        help: "Says that there is nothing to install: what cells can import comes with TensorCell.",
        run: |_, line, _| shell(&format!("pip {line}")),
    },
    Magic {
        name: "sx",
        form: Form::Line,
        help: "The same as !command: cells run no shell commands, and it says so.",
        run: |_, line, _| shell(line),
    },
    ignored("matplotlib"),
    ignored("config"),
    ignored("load_ext"),
    ignored("reload_ext"),
    ignored("autoreload"),
    ignored("pylab"),
    ignored("colors"),
    ignored("xmode"),
];

const fn ignored(name: &'static str) -> Magic {
    Magic {
        name,
        form: Form::Ignored,
        help: "Accepted for other kernels' sake; does nothing here.",
        run: |_, _, _| Ok(Value::None),
    }
}

/// Runs a magic by name.
pub fn run(vm: &mut Vm, name: &str, line: &str, body: Option<&str>) -> Result<Value> {
    let kind = if body.is_some() { "Cell" } else { "Line" };
    let percent = if body.is_some() { "%%" } else { "%" };
    let fits = |magic: &&Magic| match magic.form {
        Form::Both | Form::Ignored => true,
        Form::Line => body.is_none(),
    };
    let Some(magic) = MAGICS.iter().filter(|magic| magic.name == name).find(fits) else {
        let close =
            MAGICS.iter().map(|magic| magic.name).find(|known| known.starts_with(name) || name.starts_with(known));
        let message = format!("{kind} magic function `{percent}{name}` not found.");
        let help = match close {
            Some(known) => format!("did you mean `{percent}{known}`?"),
            None => "`%lsmagic` lists the magics".to_string(),
        };
        return Err(Raise::new(Exc::NameError, message).help(help));
    };
    (magic.run)(vm, line.trim(), body)
}

/// Runs code in the notebook's names; the value of a last expression.
fn evaluate(vm: &mut Vm, code: &str) -> Result<Option<Value>> {
    vm.run_cell(&account::cell(), code)
}

fn print(text: &str) {
    front(|front| front.stream(Stream::Stdout, text));
}

fn show(vm: &mut Vm, value: &Value) -> Result<Value> {
    let display = rich::display(&rich::forms(vm, value)?);
    front(|front| front.display(display));
    Ok(Value::None)
}

fn profile(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    let code = body.unwrap_or(line);
    let (outcome, cell, times) = if code.trim().is_empty() {
        let (cell, times) = account::kernels();
        (Ok(None), cell, times)
    } else {
        let (outcome, times) = account::measured(|| {
            let outcome = evaluate(vm, code);
            timeline::synchronize();
            outcome
        });
        (outcome, account::cell(), times)
    };
    // A failed cell ran kernels too, and may want this picture most.
    let kernels = pictures::kernel_bars(&cell, times);
    let table = [("text/html".into(), kernels.table()), ("text/plain".into(), kernels.listing())];
    front(|front| {
        front.display(rich::display(&Picture::of(&kernels).bundle()));
        if !kernels.times.is_empty() {
            front.display(rich::display(&table));
        }
    });
    Ok(outcome?.unwrap_or(Value::None))
}

/// `!pip install ...` stands at the head of many tutorials and does no harm; other commands are not for a tensor language.
fn shell(command: &str) -> Result<Value> {
    if command.starts_with("pip install") || command.starts_with("pip3 install") {
        let text = "Nothing was installed: what cells can import comes with TensorCell.\n";
        front(|front| front.stream(Stream::Stderr, text));
        return Ok(Value::None);
    }
    let raise = Raise::new(Exc::NotImplementedError, "cells run no shell commands");
    Err(raise.help("use a terminal for it"))
}

fn inspect(vm: &mut Vm, line: &str, detail: u8) -> Result<Value> {
    let name = line.trim().trim_end_matches('?').trim();
    let inspection = questions::inspect(vm, name, name.chars().count(), detail);
    if inspection.data.is_empty() {
        print(&format!("Object `{name}` not found.\n"));
    } else {
        front(|front| front.page(inspection.data, 0));
    }
    Ok(Value::None)
}
