//! Magics: `%name` on a line, `%%name` over a cell. Each is declared once, in `table`, with its options and its help.

mod capture;
mod cuda;
pub mod debugging;
pub mod declaration;
mod files;
mod listing;
mod options;
mod session;
mod shell;
mod stale;
mod table;
mod timing;

pub use declaration::Form;
pub use shell::expanded;
pub use table::MAGICS;

use declaration::find;

use super::front::front;
use super::shell::{registered_magic, run_registered};
use super::{account, pictures, questions, rich, timeline};
use tensorcell_display::Picture;
use tensorcell_jupyter::Stream;
use tensorcell_language::{Exc, Raise, Result, Value, Vm, suggest};

/// Runs a magic by name.
pub fn run(vm: &mut Vm, name: &str, line: &str, body: Option<&str>) -> Result<Value> {
    // `%%!` is `!!` over a cell.
    let name = if name == "!" && body.is_some() { "sx" } else { name };
    if let Some(magic) = registered_magic(vm, name, body.is_some())? {
        let args = [Some(line.trim_end()), body].into_iter().flatten().map(Value::str).collect();
        return run_registered(vm, magic, args);
    }
    let (kind, percent) = if body.is_some() { ("Cell", "%%") } else { ("Line", "%") };
    let Some(magic) = find(name) else {
        let message = format!("{kind} magic function `{percent}{name}` not found.");
        let known = MAGICS.iter().filter(|magic| magic.form != Form::Ignored).map(|magic| magic.name);
        let begins = || known.clone().find(|known| !name.is_empty() && known.starts_with(name));
        let help = match suggest::closest(name, known.clone()).or_else(begins) {
            Some(known) => format!("did you mean `{percent}{known}`? `%lsmagic` lists the magics"),
            None => "`%lsmagic` lists the magics".to_string(),
        };
        return Err(Raise::new(Exc::NameError, message).help(help));
    };
    match (magic.form, body) {
        (Form::Line, Some(_)) => {
            let message = format!("Cell magic `%%{name}` not found, but the line magic `%{name}` exists.");
            Err(Raise::new(Exc::NameError, message).help(format!("write `%{name}` on a line of its own")))
        }
        (Form::Cell, None) => {
            let message = format!("Line magic function `%{name}` not found, but the cell magic `%%{name}` exists.");
            Err(Raise::new(Exc::NameError, message).help(format!("write `%%{name}` as the first line of a cell")))
        }
        _ => (magic.run)(vm, line.trim(), body),
    }
}

/// Runs code in the notebook's names; the value of a last expression.
fn evaluate(vm: &mut Vm, code: &str) -> Result<Option<Value>> {
    vm.run_cell(&account::cell(), code)
}

/// The code of a cell below its magic, with the cell's own line numbers.
fn evaluate_below(vm: &mut Vm, body: &str) -> Result<Option<Value>> {
    evaluate(vm, &format!("\n{body}"))
}

fn print(text: &str) {
    front(|front| front.stream(Stream::Stdout, text));
}

fn show(vm: &mut Vm, value: &Value) -> Result<Value> {
    if rich::shows_itself(vm, value)? {
        return Ok(Value::None);
    }
    let display = rich::of(vm, value)?;
    front(|front| front.display(display));
    Ok(Value::None)
}

fn profile(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    let code = body.unwrap_or(line);
    let (outcome, work) = if code.trim().is_empty() {
        (Ok(None), account::work())
    } else {
        account::measured(|| {
            let outcome = match body {
                Some(body) => evaluate_below(vm, body),
                None => evaluate(vm, line),
            };
            timeline::synchronize();
            outcome
        })
    };
    // A failed cell ran kernels too, and may want this picture most.
    let kernels = pictures::kernel_bars(&work.cell, work.times());
    let table = [("text/html".into(), kernels.table()), ("text/plain".into(), kernels.listing())];
    front(|front| {
        front.display(rich::display(&Picture::of(&kernels).bundle()));
        if !kernels.times.is_empty() {
            front.display(rich::display(&table));
        }
    });
    Ok(outcome?.unwrap_or(Value::None))
}

/// `name?` and `name??`; of magics too: `%time?`.
fn inspect(vm: &mut Vm, line: &str, detail: u8) -> Result<Value> {
    let name = line.trim().trim_matches('?').trim();
    let inspection = questions::inspect(vm, name, name.chars().count(), detail);
    if inspection.data.is_empty() {
        print(&format!("Object `{name}` not found.\n"));
    } else {
        front(|front| front.page(inspection.data, 0));
    }
    Ok(Value::None)
}
