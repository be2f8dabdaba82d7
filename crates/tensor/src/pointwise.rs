//! Pointwise functions: one row each (`pointwise_rows.rs`), read here into an enum and its data.

use super::DType;
use std::sync::LazyLock;

include!("pointwise_rows.rs");

/// How a row's result dtype follows from its operands', and in which dtype it computes. Operands reach an executor
/// already converted to the computing dtype (but `Select`'s condition, which is bool); float16 and bfloat16 then
/// compute in float32 and are rounded once, at the end; bool computes as the integers 0 and 1 and is stored as `!= 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Promoted dtype in and out: every dtype.
    Arithmetic,
    /// Integers and bool become the default float dtype; floating only.
    Float,
    /// Promoted dtype in, bool out.
    Compare,
    /// Integers and bool only, promoted in and out.
    Bitwise,
    /// bool, promoted, promoted -> promoted.
    Select,
}

/// What a row says, as data.
#[derive(Debug)]
pub struct Row {
    /// PyTorch's name.
    pub name: &'static str,
    pub operands: &'static [&'static str],
    pub rule: Rule,
    /// The expression's text, which is CUDA C++ as well. It names the operands, `p` and `q`.
    pub expression: &'static str,
    pub gradients: &'static [&'static str],
}

macro_rules! declare {
    ([$($parameter:ident),+] $($variant:ident $name:literal ($($operand:ident),+) $rule:ident = $expression:expr, grad [$($gradient:expr),+];)+) => {
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
                }),+];
                &ROWS[self as usize]
            }
        }
    };
}
pointwise_rows!(declare);

impl Pointwise {
    /// The row of this name.
    pub fn named(name: &str) -> Option<Pointwise> {
        Pointwise::ALL.iter().copied().find(|f| f.row().name == name)
    }
    /// How many operands.
    pub fn arity(self) -> usize {
        self.row().operands.len()
    }
    /// What the gradients' texts mention: operands `a`, `b`, `c` by position, and the result `y`.
    pub fn saves(self) -> super::op::Saves {
        static ALL: LazyLock<Vec<super::op::Saves>> =
            LazyLock::new(|| Pointwise::ALL.iter().map(|function| function.mentioned()).collect());
        ALL[self as usize]
    }
    /// What PyTorch calls its kernel of this function, where that has no version for the dtype its operands promote to.
    pub fn missing_kernel(self, promoted: DType) -> Option<&'static str> {
        use Pointwise::*;
        const BOOL: fn(DType) -> bool = |dtype| dtype == DType::Bool;
        const WHOLE: fn(DType) -> bool = |dtype| !dtype.is_floating();
        const FLOAT: fn(DType) -> bool = DType::is_floating;
        const SHIFTS: fn(DType) -> bool = |dtype| dtype == DType::Bool || dtype.is_floating();
        let (kernel, is_missing) = match self {
            Pow => ("pow", BOOL),
            FloorDivide => ("div_floor_cpu", BOOL),
            TruncDivide => ("div_trunc_cpu", BOOL),
            Remainder => ("remainder_cpu", BOOL),
            Fmod => ("fmod_cpu", BOOL),
            Abs => ("abs_cpu", BOOL),
            Floor => ("floor_vml_cpu", BOOL),
            Ceil => ("ceil_vml_cpu", BOOL),
            Round => ("round_vml_cpu", BOOL),
            Trunc => ("trunc_vml_cpu", BOOL),
            Addcmul => ("addcmul_cpu_out", BOOL),
            Frac => ("frac_cpu", WHOLE),
            Hypot => ("hypot_cpu", WHOLE),
            Logaddexp => ("logaddexp_cpu", WHOLE),
            LogSigmoid => ("log_sigmoid_cpu", WHOLE),
            LeakyRelu => ("leaky_relu_cpu", WHOLE),
            Elu | Selu | Celu => ("elu_cpu", WHOLE),
            Gelu | GeluTanh => ("GeluKernelImpl", WHOLE),
            Silu => ("silu_cpu", WHOLE),
            Mish => ("mish_cpu", WHOLE),
            Softplus => ("softplus_cpu", WHOLE),
            Hardsigmoid => ("hardsigmoid_cpu", WHOLE),
            Hardswish => ("hardswish_cpu", WHOLE),
            Hardshrink => ("hardshrink_cpu", WHOLE),
            Softshrink => ("softshrink_check", WHOLE),
            BitwiseAnd => ("bitwise_and_cpu", FLOAT),
            BitwiseOr => ("bitwise_or_cpu", FLOAT),
            BitwiseXor => ("bitwise_xor_cpu", FLOAT),
            BitwiseNot => ("bitwise_not_cpu", FLOAT),
            LeftShift => ("lshift_cpu", SHIFTS),
            RightShift => ("rshift_cpu", SHIFTS),
            _ => return None,
        };
        is_missing(promoted).then_some(kernel)
    }
    fn mentioned(self) -> super::op::Saves {
        let row = self.row();
        let mut saves = super::op::Saves::default();
        for word in row.gradients.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_')) {
            if word == "y" {
                saves.outputs |= 1;
            }
            if let Some(position) = row.operands.iter().position(|operand| *operand == word) {
                saves.inputs |= 1 << position;
            }
        }
        saves
    }
}
