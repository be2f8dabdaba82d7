//! Reductions: turns the table in `reduction_rows.rs` into an enum and its data.

use super::DType;
use super::op::Saves;
use std::sync::LazyLock;

include!("reduction_rows.rs");

/// How a reduction's result dtype follows from its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Every dtype; integers accumulate in int64. An empty operand gives the neutral element.
    Summed,
    /// Floats and complex numbers only. Others raise this error, in which `{}` is replaced by the dtype.
    Float(&'static str),
    /// Like `Float`, but complex numbers give a real result.
    Size(&'static str),
    /// Floats keep their dtype; integers give the default float dtype.
    WideFloat,
    /// Keeps every dtype. Can also return the index (`Op::ReduceWithIndex`). Fails on an empty operand.
    Extreme,
    /// The int64 index of an extreme value. Fails on an empty operand.
    Place,
    /// bool; uint8 for uint8 operands, as in PyTorch.
    Truth,
    /// An int64 count.
    Count,
}

impl Rule {
    /// The result's dtype, or the error message for an unsupported operand.
    pub fn result(self, dtype: DType) -> Result<DType, String> {
        match self {
            Rule::Summed if dtype.is_inexact() => Ok(dtype),
            Rule::Summed | Rule::Place | Rule::Count => Ok(DType::Int64),
            Rule::Truth if dtype == DType::UInt8 => Ok(dtype),
            Rule::Truth => Ok(DType::Bool),
            Rule::WideFloat if !dtype.is_floating() => Ok(super::default_float()),
            Rule::Float(refusal) | Rule::Size(refusal) if !dtype.is_inexact() => {
                Err(refusal.replace("{}", dtype.scalar_name()))
            }
            Rule::Size(_) => Ok(dtype.part()),
            Rule::Extreme | Rule::WideFloat | Rule::Float(_) => Ok(dtype),
        }
    }
    /// Whether an empty operand is accepted: it gives a neutral element or NaN.
    pub fn takes_nothing(self) -> bool {
        !matches!(self, Rule::Extreme | Rule::Place)
    }
}

/// The data of a row.
#[derive(Debug)]
pub struct Row {
    /// The operation's name.
    pub name: &'static str,
    /// The functions of `torch` that perform this reduction.
    pub torch: &'static [&'static str],
    pub rule: Rule,
    /// PyTorch's node names on the tape: for a reduction over all dimensions, and over given ones.
    pub nodes: [&'static str; 2],
    /// The gradient as text; see the table.
    pub gradient: &'static str,
}

macro_rules! declare {
    ($($variant:ident $name:literal [$($torch:literal),+] $rule:ident $(($refusal:literal))?, kernel $functor:ident,
        node [$whole:literal, $over:literal], grad $gradient:expr;)+) => {
        /// A reduction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Reduction { $($variant),+ }

        impl Reduction {
            pub const ALL: &'static [Reduction] = &[$(Reduction::$variant),+];
            pub fn row(self) -> &'static Row {
                const ROWS: &[Row] = &[$(Row {
                    name: $name,
                    torch: &[$($torch),+],
                    rule: Rule::$rule $(($refusal))?,
                    nodes: [$whole, $over],
                    gradient: stringify!($gradient),
                }),+];
                &ROWS[self as usize]
            }
        }
    };
}
reduction_rows!(declare);

impl Reduction {
    pub fn name(self) -> &'static str {
        self.row().name
    }
    /// Finds the row with this name.
    pub fn named(name: &str) -> Option<Reduction> {
        Reduction::ALL.iter().copied().find(|function| function.row().name == name)
    }
    /// Finds the reduction that a function of `torch` performs.
    pub fn of_torch(name: &str) -> Option<Reduction> {
        Reduction::ALL.iter().copied().find(|function| function.row().torch.contains(&name))
    }
    /// What the gradient text uses: the operand x, the result y.
    pub fn saves(self) -> Saves {
        static ALL: LazyLock<Vec<Saves>> = LazyLock::new(|| {
            let mentions = |function: &Reduction, name: &str| {
                let mut words = function.row().gradient.split(|c: char| !c.is_alphanumeric() && c != '_');
                u32::from(words.any(|word| word == name))
            };
            let saves = |function| Saves { inputs: mentions(function, "x"), outputs: mentions(function, "y") };
            Reduction::ALL.iter().map(saves).collect()
        });
        ALL[self as usize]
    }
}
