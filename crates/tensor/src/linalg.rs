//! Linear algebra as data: factorisations and solutions of matrices, over the last two dimensions of their operands.

use super::infer::operand;
use super::op::{Arg, Make, Op, Result, Saves, TensorError};
use super::{DType, Device, Dims, Tensor};
use smallvec::{SmallVec, smallvec};

/// One matrix function. Leading dimensions are batches; operands are float32 or float64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linalg {
    /// (A) -> L with A = L Lᵀ, or U with A = Uᵀ U.
    Cholesky { upper: bool },
    /// (A) -> Q, R. Complete: Q square.
    Qr { complete: bool },
    /// (A) -> U, S, Vᵀ. Full: U and Vᵀ square.
    Svd { full: bool },
    /// (A) -> eigenvalues in ascending order, eigenvectors as columns; reads one triangle of A.
    Eigh { upper: bool },
    /// (A) -> L (unit diagonal, not stored) and U in one matrix, and the row exchanges, int32, counted from 1.
    Lu,
    /// (A) -> determinant
    Det,
    /// (A) -> sign, log of the determinant's absolute value
    Slogdet,
    /// (A) -> A⁻¹
    Inv,
    /// (A, B) -> X with A X = B; batches are equal.
    Solve,
    /// (A, B) -> X with A X = B, A triangular (with ones on its diagonal when `unit`); batches are equal.
    SolveTriangular { upper: bool, unit: bool },
    /// (A) -> L (unit diagonal, not stored) and D of a symmetric A = L D Lᵀ in one matrix, and LAPACK's (sytrf) pivots:
    /// the exchanges, counted from 1, negative where D has a block of two. Reads the lower triangle.
    LdlFactor,
    /// (LD, pivots as a column, B) -> X with A X = B; batches are equal.
    LdlSolve,
}

impl Linalg {
    /// PyTorch's name, of which the node on the tape is called.
    pub fn name(self) -> &'static str {
        match self {
            Linalg::Cholesky { .. } => "linalg_cholesky_ex",
            Linalg::Qr { .. } => "linalg_qr",
            Linalg::Svd { .. } => "linalg_svd",
            Linalg::Eigh { .. } => "linalg_eigh",
            Linalg::Lu => "linalg_lu_factor_ex",
            Linalg::Det => "linalg_det",
            Linalg::Slogdet => "linalg_slogdet",
            Linalg::Inv => "linalg_inv_ex",
            Linalg::Solve => "linalg_solve_ex",
            Linalg::SolveTriangular { .. } => "linalg_solve_triangular",
            Linalg::LdlFactor => "linalg_ldl_factor_ex",
            Linalg::LdlSolve => "linalg_ldl_solve",
        }
    }
    /// The name that messages use.
    pub fn title(self) -> &'static str {
        match self {
            Linalg::Cholesky { .. } => "linalg.cholesky",
            Linalg::Qr { .. } => "linalg.qr",
            Linalg::Svd { .. } => "linalg.svd",
            Linalg::Eigh { .. } => "linalg.eigh",
            Linalg::Lu => "linalg.lu_factor",
            Linalg::Det => "linalg.det",
            Linalg::Slogdet => "linalg.slogdet",
            Linalg::Inv => "linalg.inv",
            Linalg::Solve => "linalg.solve",
            Linalg::SolveTriangular { .. } => "linalg.solve_triangular",
            Linalg::LdlFactor => "torch.linalg.ldl_factor_ex",
            Linalg::LdlSolve => "torch.linalg.ldl_solve",
        }
    }
    pub(super) fn saves(self) -> Saves {
        match self {
            Linalg::Cholesky { .. } | Linalg::Inv => Saves { inputs: 0, outputs: 1 },
            Linalg::Qr { .. } | Linalg::Eigh { .. } | Linalg::Lu => Saves { inputs: 0, outputs: 3 },
            Linalg::Svd { .. } => Saves { inputs: 0, outputs: 7 },
            Linalg::Det => Saves { inputs: 1, outputs: 1 },
            Linalg::Slogdet => Saves { inputs: 1, outputs: 0 },
            Linalg::Solve | Linalg::SolveTriangular { .. } => Saves { inputs: 1, outputs: 1 },
            Linalg::LdlFactor | Linalg::LdlSolve => Saves { inputs: 0, outputs: 0 },
        }
    }
    /// Whether PyTorch notices half precision only where there is something to compute.
    fn takes_nothing(self, dtype: DType) -> bool {
        let asks_late =
            matches!(self, Linalg::Det | Linalg::Solve | Linalg::Svd { .. } | Linalg::LdlFactor | Linalg::LdlSolve);
        asks_late && dtype.is_floating()
    }
    fn takes_any_shape(self) -> bool {
        matches!(self, Linalg::Qr { .. } | Linalg::Svd { .. } | Linalg::Lu)
    }
    /// The kernel that PyTorch names when it has none for a dtype; none: it refuses the dtype in words.
    fn kernel(self, whole: bool) -> Option<&'static str> {
        match self {
            Linalg::Cholesky { .. } if !whole => Some("cholesky_cpu"),
            Linalg::Qr { .. } if !whole => Some("geqrf_cpu"),
            Linalg::Svd { .. } if !whole => Some("linalg_svd_cpu"),
            Linalg::Det | Linalg::Solve if !whole => Some("lu_cpu"),
            Linalg::Eigh { .. } => Some("linalg_eigh_cpu"),
            Linalg::Lu => Some("lu_cpu"),
            Linalg::SolveTriangular { .. } => Some("triangular_solve_cpu"),
            Linalg::LdlFactor if !whole => Some("ldl_factor_kernel_cpu"),
            Linalg::LdlSolve if !whole => Some("ldl_solve_kernel_cpu"),
            _ => None,
        }
    }
}

fn check(function: Linalg, a: &Tensor) -> Result<()> {
    let title = function.title();
    if a.dim() < 2 {
        let text = match function {
            Linalg::Lu => {
                format!("torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: {:?} instead", a.shape())
            }
            _ => format!("{title}: The input tensor A must have at least 2 dimensions."),
        };
        return Err(TensorError::runtime(text).mark(0, a));
    }
    let (rows, columns) = (a.shape()[a.dim() - 2], a.shape()[a.dim() - 1]);
    if rows != columns && !function.takes_any_shape() {
        return Err(TensorError::runtime(format!(
            "{title}: A must be batches of square matrices, but they are {rows} by {columns} matrices"
        ))
        .mark(0, a));
    }
    if matches!(a.dtype(), DType::Float32 | DType::Float64) || (a.numel() == 0 && function.takes_nothing(a.dtype())) {
        return Ok(());
    }
    let (whole, got) = (!a.dtype().is_floating(), a.dtype().scalar_name());
    Err(match function.kernel(whole) {
        Some(kernel) => super::infer::not_implemented(kernel, a.dtype()),
        None if whole => {
            TensorError::runtime(format!("{title}: Expected a floating point or complex tensor as input. Got {got}"))
        }
        None => TensorError::runtime(format!("{title}: Low precision dtypes not supported. Got {got}")),
    }
    .mark(0, a))
}

fn last(x: &Tensor) -> usize {
    x.shape().last().copied().unwrap_or(1)
}

/// What a matrix function gives.
pub(super) fn infer(op: &Op, function: Linalg, inputs: &[Arg], device: Device) -> Result<SmallVec<[Make; 1]>> {
    let a = operand(op, inputs, 0)?;
    check(function, a)?;
    let (batch, matrix) = a.shape().split_at(a.dim() - 2);
    let (rows, columns) = (matrix[0], matrix[1]);
    let least = rows.min(columns);
    let make = |sizes: &[usize], dtype: DType| {
        let shape: Dims = batch.iter().chain(sizes).copied().collect();
        Make { shape, dtype, device }
    };
    let dtype = a.dtype();
    Ok(match function {
        Linalg::Cholesky { .. } | Linalg::Inv => smallvec![make(&[rows, rows], dtype)],
        Linalg::Qr { complete } => {
            let inner = if complete { rows } else { least };
            smallvec![make(&[rows, inner], dtype), make(&[inner, columns], dtype)]
        }
        Linalg::Svd { full } => {
            let (of_u, of_v) = if full { (rows, columns) } else { (least, least) };
            smallvec![make(&[rows, of_u], dtype), make(&[least], dtype), make(&[of_v, columns], dtype)]
        }
        Linalg::Eigh { .. } => smallvec![make(&[rows], dtype), make(&[rows, rows], dtype)],
        Linalg::Lu | Linalg::LdlFactor => smallvec![make(&[rows, columns], dtype), make(&[least], DType::Int32)],
        Linalg::LdlSolve => smallvec![make(&[rows, last(operand(op, inputs, 2)?)], dtype)],
        Linalg::Det => smallvec![make(&[], dtype)],
        Linalg::Slogdet => smallvec![make(&[], dtype), make(&[], dtype)],
        Linalg::Solve | Linalg::SolveTriangular { .. } => {
            let b = operand(op, inputs, 1)?;
            let title = function.title();
            if b.dtype() != dtype {
                return Err(TensorError::runtime(format!(
                    "{title}: Expected A and B to have the same dtype, but found A of type {} and B of type {} instead",
                    dtype.scalar_name(),
                    b.dtype().scalar_name()
                ))
                .mark(0, a)
                .mark(1, b));
            }
            if b.dim() != a.dim() || b.shape()[..b.dim() - 2] != *batch || b.shape()[b.dim() - 2] != rows {
                return Err(TensorError::runtime(format!(
                    "{title}: A of shape {:?} and B of shape {:?} do not go together",
                    a.shape(),
                    b.shape()
                ))
                .mark(0, a)
                .mark(1, b));
            }
            smallvec![make(&[rows, b.shape()[b.dim() - 1]], dtype)]
        }
    })
}
