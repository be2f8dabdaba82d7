//! Layers that are a single operation for speed: normalisation, recurrence over a sequence, attention.

/// Statistics over rows of `length` elements; with `batch`, over each channel of a batch (N, C, `length`).
#[derive(Clone, Debug, PartialEq)]
pub struct Norm {
    pub batch: bool,
    /// Rows use the parameter groups in turn; each group has `each` parameters.
    pub groups: usize,
    pub each: usize,
    pub length: usize,
    pub eps: f64,
    /// Divides by the root mean square only and subtracts no mean (RMSNorm).
    pub rms: bool,
    pub weight: bool,
    pub bias: bool,
    pub running: Running,
}

/// How a norm uses running statistics. If present, they are two more operands; only on CUDA.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Running {
    Absent,
    /// Update them with this share of the batch's statistics (`momentum`).
    Updated(f64),
    /// Normalise by them.
    Given,
}

impl Norm {
    /// The operand position of the running mean; the running variance follows.
    pub fn running_at(&self) -> Option<usize> {
        (self.running != Running::Absent).then_some(1 + self.weight as usize + self.bias as usize)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Tanh,
    Relu,
    Lstm,
    Gru,
}

impl Cell {
    /// The number of row blocks in a cell's weights.
    pub fn gates(self) -> usize {
        match self {
            Cell::Tanh | Cell::Relu => 1,
            Cell::Lstm => 4,
            Cell::Gru => 3,
        }
    }
    /// The count of values per hidden unit that the backward pass reads, besides the states.
    pub fn saved(self) -> usize {
        match self {
            Cell::Tanh | Cell::Relu => 0,
            Cell::Lstm | Cell::Gru => 4,
        }
    }
}

/// One layer and direction over a packed sequence. `batches` holds the number of sequences at each step and never increases.
#[derive(Clone, Debug, PartialEq)]
pub struct Recurrent {
    pub cell: Cell,
    pub hidden: usize,
    pub reverse: bool,
    pub batches: Vec<usize>,
    /// Whether a fourth operand is present: the initial cells (LSTM), or the hidden bias (GRU).
    pub other: bool,
    /// Whether to compute the results that only the backward pass reads; if not, they are empty. CUDA always computes them.
    pub keeps: bool,
}

impl Recurrent {
    /// The steps in execution order: the index of each step's first row in the packed sequence, and its number of rows.
    pub fn steps(&self) -> Vec<(usize, usize)> {
        let mut start = 0;
        let mut steps: Vec<(usize, usize)> = (self.batches.iter())
            .map(|&count| {
                start += count;
                (start - count, count)
            })
            .collect();
        if self.reverse {
            steps.reverse();
        }
        steps
    }
}

/// softmax(q @ k.T * scale + mask) @ v. With `causal`, a query sees only keys up to its own position.
#[derive(Clone, Debug, PartialEq)]
pub struct Attention {
    pub scale: f64,
    pub causal: bool,
    pub mask: bool,
    /// The probability of dropping a weight, below 1; only on CUDA.
    pub dropout: f64,
}
