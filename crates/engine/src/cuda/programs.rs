//! The base programs, and the program of each kernel.

use super::source;
use std::collections::HashMap;
use std::sync::LazyLock;

/// All programs, and the program index of each kernel.
pub struct Programs {
    pub sources: Vec<(String, String)>,
    pub of_kernel: HashMap<String, usize>,
}

pub static PROGRAMS: LazyLock<Programs> = LazyLock::new(|| {
    let sources = source::programs();
    let mut of_kernel = HashMap::new();
    for (number, (_, text)) in sources.iter().enumerate() {
        of_kernel.extend(source::kernels(text).map(|kernel| (kernel.to_owned(), number)));
    }
    Programs { sources, of_kernel }
});

/// All base programs as (name, text).
pub fn programs() -> Vec<(&'static str, &'static str)> {
    PROGRAMS.sources.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
}

/// Compiler options of base programs.
pub const OPTIONS: &[&str] = &["--std=c++17"];
