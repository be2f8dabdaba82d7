//! Imports by an `__import__` of the program: `builtins.__import__ = f`, or `exec` with other built-in names.

use super::Vm;
use crate::compile::{Code, Op};
use crate::{Exc, Raise, Result, Value};

impl Vm {
    /// The program's `__import__` that the running code sees; None where it is ours.
    ///
    /// # Errors
    /// ImportError where there is none.
    pub(super) fn own_import(&mut self) -> Result<Option<Value>> {
        let hook = match self.replaced_builtin("__import__")? {
            Some(own) => own,
            None => self.builtins.get_str("__import__"),
        };
        match hook {
            None => Err(Raise::new(Exc::ImportError, "__import__ not found")),
            Some(Value::Builtin(ours)) if ours.name == "__import__" => Ok(None),
            own => Ok(own.filter(|_| self.runs_users_code())),
        }
    }

    /// Calls such a function as an import statement does; `members` are the names after `from name import`.
    pub(super) fn import_by(&mut self, hook: &Value, name: &str, members: &[Value]) -> Result<Value> {
        let absolute = name.trim_start_matches('.');
        let level = Value::Int((name.len() - absolute.len()) as i64);
        let members = if members.is_empty() { Value::None } else { Value::tuple(members.to_vec()) };
        let (globals, locals) = (Value::Dict(self.current_globals()), self.locals());
        self.call(hook, &[Value::str(absolute), globals, locals, members, level], &[])
    }

    /// As `import_by`, for the module itself where no names are imported from it: `import a.b as c`.
    pub(super) fn import_leaf_by(&mut self, hook: &Value, name: &str, code: &Code) -> Result<Value> {
        let members = members(code, self.ip);
        let mut found = self.import_by(hook, name, &members)?;
        if members.is_empty() {
            for part in name.split('.').skip(1) {
                found = self.import_from(&found, part)?;
            }
        }
        Ok(found)
    }
}

/// The names that the instructions after an import take from the module.
fn members(code: &Code, from: usize) -> Vec<Value> {
    let mut names = Vec::new();
    for op in &code.ops[from..] {
        match op {
            Op::ImportFrom(at) => names.push(Value::Str(code.names[*at as usize].clone())),
            Op::ImportStar => return vec![Value::str("*")],
            Op::Pop => break,
            _ if names.is_empty() => break,
            _ => {}
        }
    }
    names
}
