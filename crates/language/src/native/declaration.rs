//! Declarations: native functions, attributes and modules.

use crate::signature::{self, Signature};
use crate::{Args, Result, Value, Vm};
use std::rc::Rc;

/// A native function or method, declared once.
///
/// ```text
/// Builtin::new("math.comb", "(n, k, /)", "The ways to choose k of n items.", |vm, args| {
///     let n = args.int(0)?; ...
/// })
/// ```
pub struct Builtin {
    /// Qualified: `math.sqrt`, `str.join`. The part after the last dot is the binding's name.
    pub name: &'static str,
    /// A Python signature. Defaults are literals (None, True, 1, 0.5, 'mean', (), -1) or `...`, which leaves the argument absent
    /// (`args.given(i)` is None). `/`, `*`, `*args` and `**kwargs` work as in Python. Methods start with `self`.
    pub signature: &'static str,
    /// First line: what it does. Then details, errors, an example.
    pub doc: &'static str,
    pub run: fn(&mut Vm, &Args) -> Result<Value>,
    /// The number of parameters, if all can be positional and none is variadic: calls that pass all of them bind without reading
    /// the signature.
    pub(super) exact: Option<u8>,
    /// The start of the name after the last dot.
    own_name: usize,
    /// The fast path of the most frequent calls.
    pub(crate) quick: Option<Quick>,
    /// The function that this one wraps, for `run` to call.
    pub inner: Option<&'static Builtin>,
}

/// Fast path for calls with common argument counts and types; positional arguments are read in place from the stack. It raises
/// nothing and runs no code of the program; None, as a no-op, falls back to `run`.
pub(crate) type Quick = fn(&mut [Value]) -> Option<Value>;

const fn after_last_dot(name: &str) -> usize {
    let mut at = name.len();
    while at > 0 && name.as_bytes()[at - 1] != b'.' {
        at -= 1;
    }
    at
}

impl Builtin {
    pub const fn new(
        name: &'static str,
        signature: &'static str,
        doc: &'static str,
        run: fn(&mut Vm, &Args) -> Result<Value>,
    ) -> Builtin {
        let (exact, own_name) = (signature::exact(signature), after_last_dot(name));
        Builtin { name, signature, doc, run, exact, own_name, quick: None, inner: None }
    }
    /// Adds a fast path.
    pub(crate) const fn quick(mut self, quick: Quick) -> Builtin {
        self.quick = Some(quick);
        self
    }
    /// Wraps other code around a declaration: `run` finds the original in `args.builtin.inner`.
    pub fn wrapped(&'static self, run: fn(&mut Vm, &Args) -> Result<Value>) -> Builtin {
        let Builtin { name, signature, doc, exact, own_name, .. } = *self;
        Builtin { name, signature, doc, run, exact, own_name, quick: None, inner: Some(self) }
    }
    /// The part after the last dot.
    pub fn short_name(&self) -> &'static str {
        &self.name[self.own_name..]
    }
    /// Whether it binds to an instance when read from one.
    pub(crate) fn is_method(&self) -> bool {
        self.signature.starts_with("(self")
    }
    /// Whether it binds to the class when read from one.
    pub(crate) fn is_class_method(&self) -> bool {
        self.signature.starts_with("(cls") && self.name.contains('.')
    }
    pub fn parsed(&'static self) -> &'static Signature {
        signature::parsed(self)
    }
}

/// Assigns an attribute: receiver, new value.
pub type SetFn = fn(&mut Vm, &Value, Value) -> Result<()>;

/// A native attribute: `x.real`, `error.args` (assignable with `set`).
pub struct Getter {
    pub name: &'static str,
    pub doc: &'static str,
    pub get: fn(&mut Vm, &Value) -> Result<Value>,
    pub set: Option<SetFn>,
}

/// Fills a module at its first import.
pub type InitFn = fn(&mut Vm, &Rc<crate::object::Module>) -> Result<()>;

/// A native module: `import math`. Submodules are registered under their dotted names ("os.path").
pub struct ModuleDef {
    pub name: &'static str,
    pub doc: &'static str,
    pub functions: &'static [Builtin],
    /// Adds constants, classes and functions written in the language (`vm.run_prelude`); runs at first import.
    pub init: Option<InitFn>,
}
