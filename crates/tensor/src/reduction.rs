//! Reductions: one row each (`reduction_rows.rs`), read here into an enum and its data.

use super::DType;
use super::op::Saves;
use std::sync::LazyLock;

include!("reduction_rows.rs");

/// How a reduction's result follows from its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Every dtype; integers add up in int64. Nothing gives the neutral element.
    Summed,
    /// Floats and complex numbers only; others are refused with this sentence, in which `{}` stands for the dtype.
    Float(&'static str),
    /// As `Float`; of complex numbers the result is real.
    Size(&'static str),
    /// Floats as they are; the result for integers has the default float dtype.
    WideFloat,
    /// Every dtype, its own; may be asked for the place too (`Op::ReduceWithIndex`). Nothing has no extreme.
    Extreme,
    /// int64, where an extreme is. Nothing has none.
    Place,
    /// bool; uint8 answers in its own dtype, as in PyTorch.
    Truth,
    /// int64, how many.
    Count,
}

impl Rule {
    /// The result's dtype; an error is the sentence that refuses the operand's.
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
    /// Whether nothing can be reduced: there is a neutral element, or a NaN.
    pub fn takes_nothing(self) -> bool {
        !matches!(self, Rule::Extreme | Rule::Place)
    }
}

/// What a row says, as data.
#[derive(Debug)]
pub struct Row {
    /// The operation's name.
    pub name: &'static str,
    /// The functions of `torch` that reduce so.
    pub torch: &'static [&'static str],
    pub rule: Rule,
    /// PyTorch's nodes on the tape: reduced over all, and over dimensions.
    pub nodes: [&'static str; 2],
    /// The gradient's text; see the table.
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
    /// The row of this name.
    pub fn named(name: &str) -> Option<Reduction> {
        Reduction::ALL.iter().copied().find(|function| function.row().name == name)
    }
    /// The reduction that a function of `torch` does.
    pub fn of_torch(name: &str) -> Option<Reduction> {
        Reduction::ALL.iter().copied().find(|function| function.row().torch.contains(&name))
    }
    /// What the gradient's text mentions: the operand x, the result y.
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
