//! Pointwise functions: turns the table in `pointwise_rows.rs` into an enum and its data.

use super::DType;
use super::saves::Saves;
use std::sync::LazyLock;

include!("pointwise_rows.rs");

/// How a row's computing dtype and result dtype follow from its operands. Executors receive operands already converted to the
/// computing dtype, except `Select`'s condition, which is bool. float16 and bfloat16 compute in float32 and are rounded once at
/// the end. bool computes as the integers 0 and 1 and is stored as `!= 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Promoted dtype in and out; every dtype.
    Arithmetic,
    /// Floating only. Integers and bool are converted to the default float dtype.
    Float,
    /// Promoted dtype in, bool out.
    Compare,
    /// Integers and bool only, promoted in and out.
    Bitwise,
    /// bool, promoted, promoted -> promoted.
    Select,
}

/// Dtypes that a PyTorch kernel does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtypes {
    Bool,
    /// Includes bool.
    Integers,
    Floats,
    BoolAndFloats,
}

impl Dtypes {
    fn contain(self, dtype: DType) -> bool {
        match self {
            Dtypes::Bool => dtype == DType::Bool,
            Dtypes::Integers => !dtype.is_inexact(),
            Dtypes::Floats => dtype.is_floating(),
            Dtypes::BoolAndFloats => dtype == DType::Bool || dtype.is_floating(),
        }
    }
}

/// The data of a row.
#[derive(Debug)]
pub struct Row {
    /// PyTorch's name.
    pub name: &'static str,
    pub operands: &'static [&'static str],
    pub rule: Rule,
    /// The expression as text, which is also CUDA C++. It uses the operands' names, `p` and `q`.
    pub expression: &'static str,
    pub gradients: &'static [&'static str],
    /// For functions that support complex numbers: their complex gradients. Empty if the real gradients hold with all values conjugated.
    pub complex: Option<&'static [&'static str]>,
    /// Dtypes without a kernel in PyTorch, and that kernel's name.
    pub lacks: Option<(Dtypes, &'static str)>,
}

macro_rules! option {
    () => {
        None
    };
    ($dtypes:ident $kernel:literal) => {
        Some((Dtypes::$dtypes, $kernel))
    };
}
macro_rules! complex {
    () => {
        None
    };
    ([$($gradient:expr),*]) => {
        Some(&[$(stringify!($gradient)),*])
    };
}
macro_rules! declare {
    ([$($parameter:ident),+] $($variant:ident $name:literal ($($operand:ident),+) $rule:ident = $expression:expr, grad [$($gradient:expr),+]
        $(, lacks $dtypes:ident $kernel:literal)? $(, complex [$($complex:expr),*])?;)+) => {
        /// A pointwise function.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Pointwise { $($variant),+ }

        impl Pointwise {
            pub const ALL: &'static [Pointwise] = &[$(Pointwise::$variant),+];
            pub fn row(self) -> &'static Row {
                const ROWS: &[Row] = &[$(Row {
                    name: $name,
                    operands: &[$(stringify!($operand)),+],
                    rule: Rule::$rule,
                    expression: stringify!($expression),
                    gradients: &[$(stringify!($gradient)),+],
                    complex: complex!($([$($complex),*])?),
                    lacks: option!($($dtypes $kernel)?),
                }),+];
                &ROWS[self as usize]
            }
        }
    };
}
pointwise_rows!(declare);

impl Pointwise {
    /// Finds the row with this name.
    pub fn named(name: &str) -> Option<Pointwise> {
        Pointwise::ALL.iter().copied().find(|f| f.row().name == name)
    }
    /// The number of operands.
    pub fn arity(self) -> usize {
        self.row().operands.len()
    }
    /// What the gradient texts use: operands `a`, `b`, `c` by position, and the result `y`.
    pub fn saves(self) -> Saves {
        self.saves_for(u32::MAX, u32::MAX)
    }
    /// The operands that the gradients of `wanted` operands use, and the result if gradients of `tensors` use it (bit i: operand i).
    pub fn saves_for(self, wanted: u32, tensors: u32) -> Saves {
        static ALL: LazyLock<Vec<Vec<Saves>>> =
            LazyLock::new(|| Pointwise::ALL.iter().map(|function| function.mentioned()).collect());
        let mut saves = Saves::default();
        for (at, mentioned) in ALL[self as usize].iter().enumerate() {
            saves.inputs |= if wanted >> at & 1 == 1 { mentioned.inputs } else { 0 };
            saves.outputs |= if tensors >> at & 1 == 1 { mentioned.outputs } else { 0 };
        }
        saves
    }
    /// The name of PyTorch's kernel, if it does not support the dtype that the operands promote to.
    pub fn missing_kernel(self, promoted: DType) -> Option<&'static str> {
        self.row().lacks.and_then(|(dtypes, kernel)| dtypes.contain(promoted).then_some(kernel))
    }
    /// What each operand's gradient uses.
    fn mentioned(self) -> Vec<Saves> {
        let row = self.row();
        let of_complex = |at: usize| row.complex.and_then(|texts| texts.get(at)).copied().unwrap_or_default();
        (row.gradients.iter().enumerate())
            .map(|(at, text)| {
                let (real, complex) = (self.mentioned_by(text), self.mentioned_by(of_complex(at)));
                Saves { inputs: real.inputs | complex.inputs, outputs: real.outputs | complex.outputs }
            })
            .collect()
    }
    fn mentioned_by(self, gradient: &str) -> Saves {
        let mut saves = Saves::default();
        for word in gradient.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if word == "y" {
                saves.outputs |= 1;
            }
            if let Some(position) = self.row().operands.iter().position(|operand| *operand == word) {
                saves.inputs |= 1 << position;
            }
        }
        saves
    }
}
