//! Binds arguments and words errors for missing ones like PyTorch's C++ parser (`python_arg_parser.cpp`).

use tensorcell_language::dialect::{Dialect, Library};
use tensorcell_language::object::Module;
use tensorcell_language::{Builtin, Raise};

/// The language's hooks for PyTorch's native functions.
pub(crate) const LIBRARY: Library = Library { dialect: of_builtin, complaint: super::overloads::complaint };

const PARSER: Dialect = Dialect { alias: numpy_keyword, method_prefix: "TensorBase.", missing, python: IN_PYTHON };

static TORCH: Dialect = PARSER;
// The parser uses longer names for the functions of these two modules.
static LINALG: Dialect = Dialect { missing: |function, names| missing(&format!("linalg_{function}"), names), ..PARSER };
static SPECIAL: Dialect =
    Dialect { missing: |function, names| missing(&format!("special_{function}"), names), ..PARSER };

/// PyTorch functions that are written in Python, so its C++ parser does not see their arguments.
const IN_PYTHON: &[&str] = &[
    "norm",
    "split",
    "unique",
    "unique_consecutive",
    "load",
    "save",
    "manual_seed",
    "is_tensor",
    "set_printoptions",
    "cdist",
    "unravel_index",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
];

fn of_builtin(builtin: &Builtin) -> Option<&'static Dialect> {
    let is_own = builtin.name.starts_with("torch.") || builtin.name.starts_with("Tensor.");
    (is_own && !IN_PYTHON.contains(&builtin.short_name())).then_some(&TORCH)
}

/// Declares the dialect of a module whose functions are written in the language.
pub(crate) fn declare(module: &Module) {
    let dialect = match module.shown_name().as_str() {
        "torch._operations" => &TORCH,
        "torch.linalg" => &LINALG,
        "torch.special" => &SPECIAL,
        _ => return,
    };
    module.dialect.get_or_init(|| dialect);
}

/// Returns the parameter for a NumPy keyword.
fn numpy_keyword(keyword: &str) -> Option<&'static str> {
    let own = match keyword {
        "axis" => "dim",
        "keepdims" => "keepdim",
        "x" | "a" | "x1" => "input",
        "x2" => "other",
        _ => return None,
    };
    Some(own)
}

/// PyTorch's parser swaps singular and plural in this message.
fn missing(function: &str, names: &[&str]) -> Raise {
    let plural = if names.len() == 1 { "s" } else { "" };
    let (count, names) = (names.len(), names.join("\", \""));
    Raise::type_error(format!("{function}() missing {count} required positional argument{plural}: \"{names}\""))
}
