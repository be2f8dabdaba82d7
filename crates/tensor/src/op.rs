//! Operations as data: everything that the engine can run.

pub use super::error::{ErrorKind, KernelTrouble, Label, Result, TensorError};
pub use super::reduction::Reduction;
pub use super::saves::Saves;
pub use super::token::Token;
use super::{DType, Device, Dims, Layer, Layout, Scalar, SparseOp, Tensor, optimizer::Optimizer, pointwise::Pointwise};

/// An operand: a tensor, or a Python number. Only a number's category takes part in promotion.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'a> {
    Tensor(&'a Tensor),
    Scalar(Scalar),
}

impl<'a> From<&'a Tensor> for Arg<'a> {
    fn from(tensor: &'a Tensor) -> Self {
        Arg::Tensor(tensor)
    }
}
impl From<f64> for Arg<'_> {
    fn from(value: f64) -> Self {
        Arg::Scalar(Scalar::Float(value))
    }
}
impl From<i64> for Arg<'_> {
    fn from(value: i64) -> Self {
        Arg::Scalar(Scalar::Int(value))
    }
}
impl From<Scalar> for Arg<'_> {
    fn from(value: Scalar) -> Self {
        Arg::Scalar(value)
    }
}

impl<'a> Arg<'a> {
    pub fn tensor(self) -> Option<&'a Tensor> {
        match self {
            Arg::Tensor(tensor) => Some(tensor),
            Arg::Scalar(_) => None,
        }
    }
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Arg::Tensor(_) => None,
            Arg::Scalar(scalar) => Some(scalar),
        }
    }
}

/// An operand that owns its tensor.
#[derive(Clone, Debug)]
pub enum Operand {
    Tensor(Tensor),
    Scalar(Scalar),
}

impl Operand {
    pub fn arg(&self) -> Arg<'_> {
        match self {
            Operand::Tensor(tensor) => Arg::Tensor(tensor),
            Operand::Scalar(scalar) => Arg::Scalar(*scalar),
        }
    }
    pub fn tensor(&self) -> Option<&Tensor> {
        self.arg().tensor()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scan {
    Sum,
    Prod,
    Max,
    Min,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScatterMode {
    Assign,
    Add,
}

/// A random distribution. Shape, dtype and device come from `Make`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Random {
    Uniform {
        low: f64,
        high: f64,
    },
    Normal {
        mean: f64,
        std: f64,
    },
    Integer {
        low: i64,
        high: i64,
    },
    Permutation,
    /// 1 with probability `p`, else 0.
    Bernoulli {
        p: f64,
    },
    /// Element-wise, with probabilities in operand 0.
    BernoulliOf,
    Exponential {
        rate: f64,
    },
    /// Element-wise, with rates in operand 0.
    PoissonOf,
    /// Element-wise, with shape parameters in operand 0 and rate 1.
    GammaOf,
    /// Element-wise, with counts in operand 0 and probabilities in operand 1.
    BinomialOf,
}

/// An unnormalised discrete Fourier transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fourier {
    /// Complex to complex: with exp(-2 pi i jk/n) if `forward`, else with its conjugate.
    Complex { forward: bool },
    /// Real to complex, forward. With `half`, keeps only the first `n / 2 + 1` values of the last dimension, as the rest mirrors them.
    RealToComplex { half: bool },
    /// Half spectrum to `length` real values, inverse.
    HalfToReal { length: usize },
}

/// Views: new layouts over the same storage. Only the tape sees them, never an executor.
#[derive(Clone, Debug, PartialEq)]
pub enum View {
    /// Sizes are resolved (no -1).
    Reshape(Dims),
    Permute(Dims),
    Expand(Dims),
    /// `length` counts the elements after stepping.
    Slice {
        dim: usize,
        start: usize,
        length: usize,
        step: usize,
    },
    Select {
        dim: usize,
        index: usize,
    },
    Squeeze(Dims),
    Unsqueeze(usize),
    Diagonal {
        offset: isize,
        dim1: usize,
        dim2: usize,
    },
    AsStrided {
        size: Dims,
        stride: Vec<isize>,
        offset: usize,
    },
    Unfold {
        dim: usize,
        size: usize,
        step: usize,
    },
    /// The real and imaginary parts as a new last dimension of two (`view_as_real`).
    AsReal,
    /// The inverse of `AsReal` (`view_as_complex`).
    AsComplex,
    /// Same storage, no history (`detach`).
    Detach,
}

/// One operation. Operands are passed separately, in the order that each variant's comment lists.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// A row of the pointwise table over broadcast operands. `parameters` are the row's `p` and `q`.
    Pointwise { function: Pointwise, parameters: [f64; 2] },
    /// (x): converts the elements.
    Cast(DType),
    /// (x): copies to a device, without waiting if `non_blocking`.
    Transfer { device: Device, non_blocking: bool },
    /// (x): a contiguous copy (also `clone`).
    Contiguous,
    /// (): sets every element to the scalar.
    Fill { value: Scalar, make: Make },
    /// (): start + i * step.
    Arange { start: Scalar, step: Scalar, make: Make },
    /// (): `torch.linspace`.
    Linspace { start: f64, end: f64, make: Make },
    /// (): ones on the diagonal.
    Eye { make: Make },
    /// () or (parameters): draws from the device's default generator.
    Random { kind: Random, make: Make },
    /// (x) -> reduced. Empty `dims` means all. `correction` is the row's parameter: correction of a variance, p of a norm.
    Reduce { function: Reduction, dims: Dims, keepdim: bool, correction: f64 },
    /// (x) -> values, indices along one dimension.
    ReduceWithIndex { function: Reduction, dim: usize, keepdim: bool },
    /// (x) -> same shape; Max and Min return (values, indices).
    Scan { function: Scan, dim: usize },
    /// (x).
    Softmax { dim: usize, log: bool },
    /// (a, b): `torch.matmul`'s batched product. Operands are at least 2-D, with equal or broadcastable batch dimensions.
    MatMul,
    /// (input, a, b): beta * input + alpha * (a @ b), 2-D. `Linear` passes its bias as `input`.
    AddMm { beta: f64, alpha: f64 },
    /// (x0, x1, ...).
    Cat { dim: usize },
    /// (x, index).
    Gather { dim: usize },
    /// (x, index, source).
    Scatter { dim: usize, mode: ScatterMode },
    /// (x, index 1-D).
    IndexSelect { dim: usize },
    /// (x, index 1-D, source).
    IndexAdd { dim: usize },
    /// (x, index tensors in the order of the indexed dimensions): advanced indexing. `indexed` is false for full slices.
    Index { indexed: Vec<bool> },
    /// (x, source, index tensors): x with source written (or added) at the indices.
    IndexPut { indexed: Vec<bool>, accumulate: bool },
    /// (x, mask) -> 1-D. The size depends on the data.
    MaskedSelect,
    /// (x) -> indices (n, dim). The size depends on the data.
    Nonzero,
    /// (x) -> values, indices.
    Sort { dim: usize, descending: bool, stable: bool },
    /// (x) -> values, indices.
    TopK { k: usize, dim: usize, largest: bool, sorted: bool },
    /// (x, k) -> the index of the k-th smallest element in each row of the last dimension, counted from 0. NaN is above all
    /// numbers. `k` is one number for all rows, or an int64 tensor with one per row. Among equal elements, the result is the one
    /// that PyTorch's algorithm finds on the same device.
    KthPlace,
    /// (sequence, numbers) -> the insertion index of each number in its sorted row: before equal elements, or after them with
    /// `right`. The sequence has one row for all numbers, or one for each of their rows. NaN sorts last.
    SearchSorted { right: bool },
    /// (x1 (batch, n, k), x2 (batch, m, k)) -> (batch, n, m): p-norms of the differences between rows.
    Distances { p: f64 },
    /// (log_probs (T, N, C)) -> losses (N), and with `gradients` their gradients (T, N, C). See `CtcLoss`.
    CtcLoss(CtcLoss),
    /// (pivots (..., k)) -> (..., rows, rows): permutation matrices of LAPACK's row exchanges, which count from 1.
    PivotMatrix { rows: usize, dtype: DType },
    /// (x): sets the elements above (or below) a diagonal to zero.
    Triangle { upper: bool, diagonal: isize },
    /// (x): reverses the elements along dims.
    Flip(Dims),
    /// (x): a discrete Fourier transform over `dims`, multiplied by `scale`. Real transforms halve or restore the last of `dims`.
    Fourier { transform: Fourier, dims: Dims, scale: f64 },
    /// A matrix function; see its variants for the operands.
    Linalg(super::linalg::Linalg),
    /// A neural network layer (see `Layer`).
    Layer(Layer),
    /// What only sparse tensors have (see `SparseOp`).
    Sparse(SparseOp),
    /// A view on the tape (see `View`).
    View(View),
    /// (grad, shape): the gradient of a slice, select and similar views. Writes the incoming gradient through the same view into
    /// zeros of the source's shape.
    ViewBackward { view: View, source: Dims },
    /// One step for all parameters at once: (p0.., g0.., state..), in place, without outputs. See `Optimizer`.
    OptimizerStep(Optimizer),
    /// (g0, g1, ...): the norm over all, one element. Used by `clip_grad_norm_`.
    TotalNorm { p: f64 },
    /// (x0, x1, ...): multiplies every element by `factor`, in place (clipping). With `check`, the last two operands are 1-element
    /// float32 tensors: another factor, and a flag that is set to 1 if any element is infinite or NaN (`GradScaler.unscale_`).
    MultiScale { factor: f64, check: bool },
    /// Only on the tape: `op` written in place through a view of a tensor. Operand 0 is that tensor before the write; the others
    /// are `op`'s own. `layout` and `dtype` are the view's; a view of a complex tensor's parts may be real. Bit i of `own` is set
    /// if operand i of `op` was the view itself.
    CopySlices { op: Box<Op>, layout: Layout, dtype: DType, own: u32 },
    /// A user-defined function (`torch.autograd.Function`). The tape keeps it, and autograd calls its backward.
    Custom(CustomFunction),
}

/// Connectionist temporal classification: the data of each sample.
#[derive(Clone, Debug, PartialEq)]
pub struct CtcLoss {
    /// Class indices of each sample, all below C.
    pub labels: Vec<Vec<usize>>,
    /// Input length of each sample, at most T.
    pub lengths: Vec<usize>,
    pub blank: usize,
    /// Whether to compute gradients too, with respect to the input of the log-softmax that made log_probs.
    pub gradients: bool,
}

/// The properties of a new tensor.
#[derive(Clone, Debug, PartialEq)]
pub struct Make {
    pub shape: Dims,
    pub dtype: DType,
    pub device: Device,
}

/// A user-defined function. Its backward is code in the language (see `autograd::custom`).
#[derive(Clone, Debug, PartialEq)]
pub struct CustomFunction {
    /// The class name.
    pub name: String,
    pub token: Token,
}

impl Op {
    /// PyTorch's name of the operation, for grad_fn, profiles and messages.
    pub fn name(&self) -> &str {
        match self {
            Op::Custom(function) => &function.name,
            op => op.known_name(),
        }
    }

    /// Like [`Op::name`], but with one common name for all custom functions.
    pub fn known_name(&self) -> &'static str {
        match self {
            Op::Pointwise { function, .. } => function.row().name,
            Op::Cast(_) | Op::Transfer { .. } => "to_copy",
            Op::Contiguous => "clone",
            Op::Fill { .. } => "full",
            Op::Arange { .. } => "arange",
            Op::Linspace { .. } => "linspace",
            Op::Eye { .. } => "eye",
            Op::Random { kind, .. } => match kind {
                Random::Uniform { .. } => "uniform",
                Random::Normal { .. } => "normal",
                Random::Integer { .. } => "randint",
                Random::Permutation => "randperm",
                Random::Bernoulli { .. } | Random::BernoulliOf => "bernoulli",
                Random::Exponential { .. } => "exponential",
                Random::PoissonOf => "poisson",
                Random::GammaOf => "standard_gamma",
                Random::BinomialOf => "binomial",
            },
            Op::Reduce { function, .. } | Op::ReduceWithIndex { function, .. } => function.name(),
            Op::Scan { function, .. } => match function {
                Scan::Sum => "cumsum",
                Scan::Prod => "cumprod",
                Scan::Max => "cummax",
                Scan::Min => "cummin",
            },
            Op::Softmax { log: false, .. } => "softmax",
            Op::Softmax { log: true, .. } => "log_softmax",
            Op::MatMul => "matmul",
            Op::AddMm { .. } => "addmm",
            Op::Cat { .. } => "cat",
            Op::Gather { .. } => "gather",
            Op::Scatter { mode: ScatterMode::Assign, .. } => "scatter",
            Op::Scatter { mode: ScatterMode::Add, .. } => "scatter_add",
            Op::IndexSelect { .. } => "index_select",
            Op::IndexAdd { .. } => "index_add",
            Op::Index { .. } => "index",
            Op::IndexPut { .. } => "index_put",
            Op::MaskedSelect => "masked_select",
            Op::Nonzero => "nonzero",
            Op::Sort { .. } => "sort",
            Op::TopK { .. } => "topk",
            Op::KthPlace => "kthvalue",
            Op::SearchSorted { .. } => "searchsorted",
            Op::Distances { .. } => "cdist",
            Op::CtcLoss(_) => "ctc_loss",
            Op::PivotMatrix { .. } => "lu_unpack",
            Op::Triangle { upper: false, .. } => "tril",
            Op::Triangle { upper: true, .. } => "triu",
            Op::Flip(_) => "flip",
            Op::Fourier { transform, .. } => match transform {
                Fourier::Complex { .. } => "fft_c2c",
                Fourier::RealToComplex { .. } => "fft_r2c",
                Fourier::HalfToReal { .. } => "fft_c2r",
            },
            Op::Linalg(function) => function.name(),
            Op::Layer(layer) => layer.name(),
            Op::Sparse(step) => step.name(),
            Op::View(view) => view.name(),
            Op::ViewBackward { .. } => "view_backward",
            Op::OptimizerStep(step) => step.rule.row().name,
            Op::TotalNorm { .. } => "total_norm",
            Op::MultiScale { .. } => "multi_scale",
            Op::CopySlices { .. } => "copy_slices",
            Op::Custom(_) => "custom",
        }
    }

    /// What autograd reads of this operation.
    pub fn saves(&self) -> Saves {
        match self {
            Op::Pointwise { function, .. } => function.saves(),
            Op::Reduce { function, .. } => function.saves(),
            Op::ReduceWithIndex { .. } => Saves::new(0, 2),
            Op::Scan { function: Scan::Sum, .. } => Saves::default(),
            Op::Scan { function: Scan::Prod, .. } => Saves::new(1, 1),
            Op::Scan { .. } => Saves::new(0, 2),
            Op::Softmax { .. } => Saves::new(0, 1),
            Op::MatMul => Saves::new(0b11, 0),
            Op::AddMm { .. } => Saves::new(0b110, 0),
            Op::Gather { .. } | Op::IndexSelect { .. } | Op::IndexAdd { .. } | Op::Scatter { .. } => Saves::new(2, 0),
            Op::Index { .. } => Saves::new(Saves::ALL - 1, 0),
            Op::IndexPut { .. } => Saves::new(Saves::ALL - 3, 0),
            Op::MaskedSelect => Saves::new(2, 0),
            Op::Sort { .. } | Op::TopK { .. } => Saves::new(0, 2),
            Op::Distances { .. } => Saves::new(3, 1),
            Op::TotalNorm { .. } => Saves::new(Saves::ALL, 1),
            Op::Linalg(function) => function.saves(),
            Op::Layer(layer) => layer.saves(),
            // The indices, or the tensor that has them.
            Op::Sparse(SparseOp::Assemble { .. }) => Saves::new(Saves::ALL - 1, 0),
            Op::Sparse(SparseOp::Values) => Saves::new(1, 0),
            Op::CopySlices { op, .. } => op.saves(),
            _ => Saves::default(),
        }
    }

    /// The part of [`Op::saves`] that the gradients of the `wanted` operands read (bit i: operand i). `tensors` marks the operands that
    /// are not numbers. As in PyTorch, operands are saved for wanted gradients only, and results for all tensors' gradients.
    pub fn saves_for(&self, wanted: u32, tensors: u32) -> Saves {
        // In a product, each factor's gradient reads the other factor.
        let factors = |first: u32| {
            let (a, b) = (wanted >> first & 1, wanted >> (first + 1) & 1);
            Saves::new((b | a << 1) << first, 0)
        };
        match self {
            Op::Pointwise { function, .. } => function.saves_for(wanted, tensors),
            Op::MatMul => factors(0),
            Op::AddMm { .. } => factors(1),
            // Only the gradient of the added source reads the indices.
            Op::Scatter { mode: ScatterMode::Add, .. } | Op::IndexAdd { .. } if wanted >> 2 & 1 == 0 => {
                Saves::default()
            }
            _ => self.saves(),
        }
    }
}

impl View {
    pub fn name(&self) -> &'static str {
        match self {
            View::Reshape(_) => "view",
            View::Permute(_) => "permute",
            View::Expand(_) => "expand",
            View::Slice { .. } => "slice",
            View::Select { .. } => "select",
            View::Squeeze(_) => "squeeze",
            View::Unsqueeze(_) => "unsqueeze",
            View::Diagonal { .. } => "diagonal",
            View::AsStrided { .. } => "as_strided",
            View::Unfold { .. } => "unfold",
            View::AsReal => "view_as_real",
            View::AsComplex => "view_as_complex",
            View::Detach => "detach",
        }
    }
}
