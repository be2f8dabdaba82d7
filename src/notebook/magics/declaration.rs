//! Declarations of magics, and the magics by name.

use std::sync::OnceLock;
use tensorcell_language::{Result, Value, Vm};

static DECLARED: OnceLock<&'static [Magic]> = OnceLock::new();

/// Registers the magics, once. A hook, because code analysis needs their declarations, and their code uses code analysis.
pub fn declare(magics: &'static [Magic]) {
    let _ = DECLARED.set(magics);
}

/// All magics.
pub fn all() -> &'static [Magic] {
    DECLARED.get().copied().unwrap_or_default()
}

/// Finds a magic by name, without its percent signs.
pub fn find(name: &str) -> Option<&'static Magic> {
    all().iter().find(|magic| magic.name == name)
}

/// A magic: a line, and for a cell magic the cell's body.
pub struct Magic {
    pub name: &'static str,
    pub form: Form,
    pub options: &'static [Flag],
    /// The operand after its options.
    pub operand: Operand,
    /// Its purpose; the first line is the summary.
    pub help: &'static str,
    pub run: fn(&mut Vm, &str, Option<&str>) -> Result<Value>,
}

/// An option of a magic: `-n LOOPS`.
pub struct Flag {
    pub letter: char,
    /// The name of its value; empty if it has none.
    pub value: &'static str,
    pub help: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Line,
    /// A cell magic only.
    Cell,
    Both,
    /// Accepted and ignored, for front ends and tutorials written for other kernels.
    Ignored,
}

/// The operand of a magic, for usage and completion.
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
    /// The forms in which it may be written: `%time`, `%%time`.
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

    /// Its full help: usage, purpose, options.
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
