//! The schemas of PyTorch's own operators (`aten::`), as `torch.ops.aten.add.Tensor._schema` shows them. `schemas.txt` has
//! a line for each overload, in the order in which calls try them; those that write to `out=` are left out.

use std::collections::HashMap;
use std::sync::LazyLock;
use tensorcell_language::{Builtin, Value};

static BY_NAME: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut found: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in include_str!("schemas.txt").lines() {
        let name = line.split(['.', '(']).next().unwrap_or(line);
        found.entry(name).or_default().push(line);
    }
    found
});

/// The functions of the module `torch._schemas`.
pub static FUNCTIONS: &[Builtin] = &[Builtin::new(
    "torch._schemas.of",
    "(name) -> list",
    "The schemas of an operator's overloads: `add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor`, ...",
    |_, args| {
        let schemas = BY_NAME.get(args.str(0)?).map_or(&[][..], Vec::as_slice);
        Ok(Value::list(schemas.iter().copied().map(Value::str).collect()))
    },
)];
