//! What the tape saves of an operation for its gradient.

/// What an operation's gradient rule reads: bit `i` of `inputs` for operand `i` (all bits for all operands), likewise `outputs`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Saves {
    pub inputs: u32,
    pub outputs: u32,
}

impl Saves {
    pub(crate) const ALL: u32 = u32::MAX;
    pub(crate) const fn new(inputs: u32, outputs: u32) -> Saves {
        Saves { inputs, outputs }
    }
}
