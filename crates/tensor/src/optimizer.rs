//! Optimizer steps over many tensors: turns the table in `optimizer_rows.rs` into an enum and its data.

include!("optimizer_rows.rs");

/// The maximum number of states and constants of a row.
pub const STATES: usize = 3;
pub const CONSTANTS: usize = 8;

/// The operand names of a row.
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
    /// Finds the row with this name.
    pub fn named(name: &str) -> Option<StepRule> {
        StepRule::ALL.iter().copied().find(|rule| rule.row().name == name)
    }
}

/// One step of an optimizer. Operands: n parameters, n gradients, then n of each of the row's states. The numbers that are on the
/// device (`on_device`) come last, each as a float64 tensor of one element.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimizer {
    pub rule: StepRule,
    /// Follows the gradient instead of going against it.
    pub maximize: bool,
    /// Adds this multiple of the parameter to the gradient (L2 regularisation).
    pub weight_decay: f64,
    /// Multiplies the parameter by this first: 1 minus the decoupled decay.
    pub shrink: f64,
    /// In the row's order; the rest are 0.
    pub constants: [f64; CONSTANTS],
    /// Which numbers are operands: bit 0 for `shrink`, bit 1 + i for constant i. A captured graph then reads them at each replay
    /// (`capturable`).
    pub on_device: u16,
}

impl Optimizer {
    /// A step without decay. `constants` are in the row's order.
    pub fn new(rule: StepRule, constants: &[f64]) -> Optimizer {
        let mut all = [0.0; CONSTANTS];
        all.iter_mut().zip(constants).for_each(|(to, from)| *to = *from);
        Optimizer { rule, maximize: false, weight_decay: 0.0, shrink: 1.0, constants: all, on_device: 0 }
    }
    /// The number of parameters, given the number of operands.
    pub fn members(&self, operands: usize) -> usize {
        (operands - (self.on_device.count_ones() as usize).min(operands)) / (2 + self.states())
    }
    /// The number of state tensors per parameter.
    pub fn states(&self) -> usize {
        self.rule.row().states.len()
    }
}
