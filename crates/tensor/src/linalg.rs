//! Linear algebra as data: matrix factorisations and solvers over the last two dimensions of their operands.

use super::DType;
use super::saves::Saves;

/// A matrix function. Leading dimensions are batches. Operands are float32, float64 or complex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linalg {
    /// (A) -> L with A = L Lᵀ, or U with A = Uᵀ U.
    Cholesky { upper: bool },
    /// (A) -> Q, R. If `complete`, Q is square.
    Qr { complete: bool },
    /// (A) -> U, S, Vᵀ. If `full`, U and Vᵀ are square.
    Svd { full: bool },
    /// (A) -> eigenvalues in ascending order, eigenvectors as columns; reads one triangle of A.
    Eigh { upper: bool },
    /// (A) -> eigenvalues, and eigenvectors as columns of norm 1; both complex.
    Eig,
    /// (A) -> L (unit diagonal, not stored) and U in one matrix, and the row exchanges as int32, counted from 1.
    Lu,
    /// (A) -> determinant.
    Det,
    /// (A) -> sign, log of the determinant's absolute value.
    Slogdet,
    /// (A) -> A⁻¹.
    Inv,
    /// (A, B) -> X with A X = B. Batch dimensions are equal.
    Solve,
    /// (A, B) -> X with A X = B for a triangular A (unit diagonal if `unit`). Batch dimensions are equal.
    SolveTriangular { upper: bool, unit: bool },
    /// (A) -> L (unit diagonal, not stored) and D of a symmetric A = L D Lᵀ in one matrix, and the pivots of LAPACK's `sytrf`:
    /// the exchanges, counted from 1, negative where D has a 2x2 block. Reads the lower triangle.
    LdlFactor,
    /// (LD, pivots as a column, B) -> X with A X = B. Batch dimensions are equal.
    LdlSolve,
}

impl Linalg {
    /// PyTorch's name, from which the tape node's name is built.
    pub fn name(self) -> &'static str {
        match self {
            Linalg::Cholesky { .. } => "linalg_cholesky_ex",
            Linalg::Qr { .. } => "linalg_qr",
            Linalg::Svd { .. } => "linalg_svd",
            Linalg::Eigh { .. } => "linalg_eigh",
            Linalg::Eig => "linalg_eig",
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
    /// The name in error messages.
    pub fn title(self) -> &'static str {
        match self {
            Linalg::Cholesky { .. } => "linalg.cholesky",
            Linalg::Qr { .. } => "linalg.qr",
            Linalg::Svd { .. } => "linalg.svd",
            Linalg::Eigh { .. } => "linalg.eigh",
            Linalg::Eig => "linalg.eig",
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
            Linalg::Qr { .. } | Linalg::Eigh { .. } | Linalg::Eig | Linalg::Lu => Saves { inputs: 0, outputs: 3 },
            Linalg::Svd { .. } => Saves { inputs: 0, outputs: 7 },
            Linalg::Det => Saves { inputs: 1, outputs: 1 },
            // The first output is the sign, which the gradient of complex matrices reads.
            Linalg::Slogdet => Saves { inputs: 1, outputs: 1 },
            Linalg::Solve | Linalg::SolveTriangular { .. } => Saves { inputs: 1, outputs: 1 },
            Linalg::LdlFactor | Linalg::LdlSolve => Saves { inputs: 0, outputs: 0 },
        }
    }
    /// Whether PyTorch accepts half precision if there is nothing to compute.
    pub(crate) fn takes_nothing(self, dtype: DType) -> bool {
        let checked_late =
            matches!(self, Linalg::Det | Linalg::Solve | Linalg::Svd { .. } | Linalg::LdlFactor | Linalg::LdlSolve);
        checked_late && dtype.is_floating()
    }
    /// Whether complex matrices are supported.
    pub(crate) fn takes_complex(self) -> bool {
        !matches!(self, Linalg::LdlFactor | Linalg::LdlSolve)
    }
    pub(crate) fn takes_any_shape(self) -> bool {
        matches!(self, Linalg::Qr { .. } | Linalg::Svd { .. } | Linalg::Lu)
    }
    /// The kernel that PyTorch names in a "not implemented" error; `None` if its error does not name one.
    pub(crate) fn kernel(self, whole: bool) -> Option<&'static str> {
        match self {
            Linalg::Cholesky { .. } if !whole => Some("cholesky_cpu"),
            Linalg::Qr { .. } if !whole => Some("geqrf_cpu"),
            Linalg::Svd { .. } if !whole => Some("linalg_svd_cpu"),
            Linalg::Det | Linalg::Solve if !whole => Some("lu_cpu"),
            Linalg::Eigh { .. } => Some("linalg_eigh_cpu"),
            Linalg::Eig => Some("linalg_eig_out_cpu"),
            Linalg::Lu => Some("lu_cpu"),
            Linalg::SolveTriangular { .. } => Some("triangular_solve_cpu"),
            Linalg::LdlFactor if !whole => Some("ldl_factor_kernel_cpu"),
            Linalg::LdlSolve if !whole => Some("ldl_solve_kernel_cpu"),
            _ => None,
        }
    }
}
