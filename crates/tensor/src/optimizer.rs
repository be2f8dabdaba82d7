//! Optimizer steps over many tensors: one row each (`optimizer_rows.rs`), read here into an enum and its data.

include!("optimizer_rows.rs");

/// The most states and constants that a row has.
pub const STATES: usize = 3;
pub const CONSTANTS: usize = 8;

/// What a row says of its operands.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    pub states: &'static [&'static str],
    pub constants: &'static [&'static str],
}

macro_rules! declare {
    ($words:tt $($variant:ident $name:literal ($($state:ident),*) [$($constant:ident),*] { $($target:ident = $value:expr;)+ })+) => {
        /// How an optimizer changes a parameter.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum StepRule { $($variant),+ }

        impl StepRule {
            pub const ALL: &'static [StepRule] = &[$(StepRule::$variant),+];
            pub fn row(self) -> &'static Row {
                const ROWS: &[Row] = &[$(Row {
                    name: $name,
                    states: &[$(stringify!($state)),*],
                    constants: &[$(stringify!($constant)),*],
                }),+];
                &ROWS[self as usize]
            }
        }
    };
}
optimizer_rows!(declare);

impl StepRule {
    /// The row of this name.
    pub fn named(name: &str) -> Option<StepRule> {
        StepRule::ALL.iter().copied().find(|rule| rule.row().name == name)
    }
}

/// One step of an optimizer. Operands: n parameters, n gradients, then n of each of the row's states; last the numbers that
/// are on the device (`on_device`), each a float64 tensor of one element.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimizer {
    pub rule: StepRule,
    /// Up the gradient instead of down.
    pub maximize: bool,
    /// The gradient gets this times the parameter (L2 regularisation).
    pub weight_decay: f64,
    /// The parameter is multiplied by this first: 1 less a decoupled decay.
    pub shrink: f64,
    /// In the order of the row; the rest are 0.
    pub constants: [f64; CONSTANTS],
    /// Which numbers are operands instead: bit 0 for `shrink`, bit 1 + i for constant i. So a graph reads them anew at each
    /// replay (`capturable`).
    pub on_device: u16,
}

impl Optimizer {
    /// A step without decay; `constants` in the order of the row.
    pub fn new(rule: StepRule, constants: &[f64]) -> Optimizer {
        let mut all = [0.0; CONSTANTS];
        all.iter_mut().zip(constants).for_each(|(to, from)| *to = *from);
        Optimizer { rule, maximize: false, weight_decay: 0.0, shrink: 1.0, constants: all, on_device: 0 }
    }
    /// How many parameters there are among so many operands.
    pub fn members(&self, operands: usize) -> usize {
        (operands - (self.on_device.count_ones() as usize).min(operands)) / (2 + self.states())
    }
    /// How many state tensors each parameter has.
    pub fn states(&self) -> usize {
        self.rule.row().states.len()
    }
}
