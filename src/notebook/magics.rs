//! Magics: `%name` on a line, `%%name` over a cell. Each is declared once, in `table`, with its options and its help.

mod capture;
mod cuda;
mod files;
mod listing;
mod options;
mod session;
mod table;
mod timing;

pub use table::MAGICS;

use super::host::front;
use super::{account, pictures, questions, rich, timeline};
use tensorcell_display::Picture;
use tensorcell_jupyter::Stream;
use tensorcell_language::{Exc, Raise, Result, Value, Vm, suggest};

/// A magic: what follows it on its line, and the cell's body where it stands over a cell.
pub struct Magic {
    pub name: &'static str,
    pub form: Form,
    pub options: &'static [Flag],
    /// What it is given after its options.
    pub operand: Operand,
    /// First line: what it does.
    pub help: &'static str,
    pub run: fn(&mut Vm, &str, Option<&str>) -> Result<Value>,
}

/// An option of a magic: `-n LOOPS`.
pub struct Flag {
    pub letter: char,
    /// What its value is called; empty where it has none.
    pub value: &'static str,
    pub help: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Line,
    /// Over a cell only.
    Cell,
    Both,
    /// Accepted and ignored: what front ends and tutorials send for other kernels' sake.
    Ignored,
}

/// What a magic's line ends in: for its usage, and for completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Nothing,
    /// Code of the language.
    Code(&'static str),
    File(&'static str),
    Folder(&'static str),
    Device(&'static str),
    Environment(&'static str),
    Text(&'static str),
}

impl Operand {
    fn text(self) -> &'static str {
        match self {
            Operand::Nothing => "",
            Operand::Code(text)
            | Operand::File(text)
            | Operand::Folder(text)
            | Operand::Device(text)
            | Operand::Environment(text)
            | Operand::Text(text) => text,
        }
    }
}

impl Magic {
    /// How it may be written: `%time`, `%%time`.
    pub fn names(&self) -> Vec<String> {
        let (line, cell) = (format!("%{}", self.name), format!("%%{}", self.name));
        match self.form {
            Form::Line | Form::Ignored => vec![line],
            Form::Cell => vec![cell],
            Form::Both => vec![line, cell],
        }
    }

    /// `%timeit [-n LOOPS] [-q] STATEMENT`
    pub fn usage(&self) -> String {
        let mut usage = self.names().swap_remove(0);
        for Flag { letter, value, .. } in self.options {
            match value.is_empty() {
                true => usage.push_str(&format!(" [-{letter}]")),
                false => usage.push_str(&format!(" [-{letter} {value}]")),
            }
        }
        if !self.operand.text().is_empty() {
            usage.push_str(&format!(" {}", self.operand.text()));
        }
        usage
    }

    /// All there is to say: usage, what it does, each option.
    pub fn description(&self) -> String {
        let mut text = format!("{}\n\n{}\n", self.usage(), self.help);
        if self.form == Form::Both {
            text.push_str(&format!("\n%%{} does the same with the code of a whole cell.\n", self.name));
        }
        if !self.options.is_empty() {
            text.push_str("\nOptions:\n");
        }
        for Flag { letter, value, help } in self.options {
            text.push_str(&format!("  {:10} {help}\n", format!("-{letter} {value}").trim_end()));
        }
        text
    }
}

/// The magic of a name, without its percent signs.
pub fn find(name: &str) -> Option<&'static Magic> {
    MAGICS.iter().find(|magic| magic.name == name)
}

/// Runs a magic by name.
pub fn run(vm: &mut Vm, name: &str, line: &str, body: Option<&str>) -> Result<Value> {
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

/// `!pip install ...` stands at the head of many tutorials and does no harm; other commands are not for a tensor language,
/// and what it has instead is said.
fn shell(command: &str) -> Result<Value> {
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or_default();
    if matches!(program, "pip" | "pip3" | "conda" | "mamba") && words.next() == Some("install") {
        let text = "Nothing was installed: what cells can import comes with TensorCell.\n";
        front(|front| front.stream(Stream::Stderr, text));
        return Ok(Value::None);
    }
    let instead = match program {
        "ls" | "dir" => "`%ls` lists the notebook's folder",
        "pwd" => "`%pwd` shows the current folder",
        "cd" => "`%cd` changes the current folder",
        "cat" | "head" | "tail" | "less" | "more" => {
            "`%load FILE` puts a file into the cell, `open(name).read()` reads it"
        }
        "python" | "python3" | "ipython" => "`%run FILE` runs a script in the notebook's names",
        "nvidia-smi" | "rocm-smi" => "`%device` shows the devices and their memory, `%memory` draws it over time",
        "env" | "printenv" | "export" => "`%env` shows the environment",
        "echo" => "`print()` prints",
        "mkdir" | "mv" => "`os.makedirs` and `os.rename` work inside the notebook's folder",
        "rm" | "cp" => "`os.remove` and `shutil.copy` work inside the notebook's folder",
        "time" => "`%time` measures",
        "wget" | "curl" | "git" => "nothing is downloaded: put the files into the notebook's folder",
        _ => "use a terminal for it; `%lsmagic` lists what there is",
    };
    Err(Raise::new(Exc::NotImplementedError, "cells run no shell commands").help(instead))
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
