//! Layers that are one operation for speed: normalisation, recurrence over a sequence, attention.

/// Statistics over rows of `length` elements, or with `batch` over each channel of a batch (N, C, `length`).
#[derive(Clone, Debug, PartialEq)]
pub struct Norm {
    pub batch: bool,
    /// Rows take the parameters of one group after the other; a group has `each` of them.
    pub groups: usize,
    pub each: usize,
    pub length: usize,
    pub eps: f64,
    /// The root of the mean square alone, without a mean.
    pub rms: bool,
    pub weight: bool,
    pub bias: bool,
    pub running: Running,
}

/// What a norm does with running statistics, which are two more operands then: on CUDA.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Running {
    Absent,
    /// They take this part of the batch's.
    Updated(f64),
    /// They are the statistics to normalise by.
    Given,
}

impl Norm {
    /// Where the running mean is among the operands; the running variance follows.
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
    /// Blocks of rows in a cell's weights.
    pub fn gates(self) -> usize {
        match self {
            Cell::Tanh | Cell::Relu => 1,
            Cell::Lstm => 4,
            Cell::Gru => 3,
        }
    }
    /// Numbers for each hidden unit that the backward pass reads besides the states.
    pub fn saved(self) -> usize {
        match self {
            Cell::Tanh | Cell::Relu => 0,
            Cell::Lstm | Cell::Gru => 4,
        }
    }
}

/// One layer and direction over a packed sequence: `batches` sequences at each step, never more than before.
#[derive(Clone, Debug, PartialEq)]
pub struct Recurrent {
    pub cell: Cell,
    pub hidden: usize,
    pub reverse: bool,
    pub batches: Vec<usize>,
    /// Whether a fourth operand is there: the first cells (LSTM), or the hidden bias (GRU).
    pub other: bool,
    /// Whether the results that only the backward pass reads are made; they are empty if not. On CUDA they always are.
    pub keeps: bool,
}

impl Recurrent {
    /// The steps in the order in which they run: the first row of each in the packed sequence, and how many rows it has.
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

/// softmax(q @ k.T * scale + mask) @ v; causal: a query sees the keys up to its own place.
#[derive(Clone, Debug, PartialEq)]
pub struct Attention {
    pub scale: f64,
    pub causal: bool,
    pub mask: bool,
    /// The share of the weights that is dropped, on CUDA: below 1.
    pub dropout: f64,
}
