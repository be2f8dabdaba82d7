//! `torch.linalg`'s factorizations and solvers. Functions composed of them are in `prelude/torch/linalg`.

use super::arguments::TensorArgs;
use super::finish::finish;
use super::results::named;
use super::tensor::{composed_value, tensor_value};
use super::views::{expand_to, transpose, unsqueeze};
use tensorcell_engine as engine;
use tensorcell_engine::host::Elements;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value};
use tensorcell_tensor::linalg::Linalg;
use tensorcell_tensor::op::Arg;
use tensorcell_tensor::{Op, Tensor, broadcast_shapes};

fn one(args: &Args, function: Linalg) -> Result<Value> {
    finish(args, Op::Linalg(function), &[Arg::Tensor(args.tensor(0)?)])
}

fn several(
    args: &Args,
    function: Linalg,
    name: &'static str,
    fields: &'static [&'static str],
) -> Result<(Value, Vec<Tensor>)> {
    let tensors = engine::run_many(Op::Linalg(function), &[Arg::Tensor(args.tensor(0)?)])?;
    Ok((named(name, fields, tensors.clone()), tensors))
}

/// Reads `UPLO`: which triangle of a symmetric matrix is used.
fn reads_upper(args: &Args, i: usize) -> Result<bool> {
    match args.str(i)? {
        "L" | "l" => Ok(false),
        "U" | "u" => Ok(true),
        other => Err(Raise::runtime(format!("Expected UPLO argument to be 'L' or 'U', but got {other}"))),
    }
}

fn lu_factor(args: &Args) -> Result<Value> {
    if !args.bool(1)? {
        return Err(Raise::runtime("linalg.lu_factor: LU without pivoting is not implemented on the CPU"));
    }
    let (result, tensors) = several(args, Linalg::Lu, "linalg_lu_factor", &["LU", "pivots"])?;
    if args.bool(2)? {
        return Ok(result);
    }
    let lu = tensors[0].whole();
    let (rows, columns) = (lu.shape()[lu.dim() - 2], lu.shape()[lu.dim() - 1]);
    let sizes = match lu.dtype().is_complex() {
        true => super::engine_ops::pointwise("abs", &[Arg::Tensor(lu)])?,
        false => lu.clone(),
    };
    let elements = sizes.to_vec::<f64>()?;
    for (at, matrix) in elements.chunks_exact((rows * columns).max(1)).enumerate() {
        if let Some(zero) = (0..rows.min(columns)).find(|&i| matrix[i * columns + i] == 0.0) {
            let place = if lu.dim() > 2 { format!("(Batch element {at}): ") } else { String::new() };
            return Err(Raise::runtime(format!(
                "torch.linalg.lu_factor: {place}U[{0},{0}] is zero and using it on lu_solve would result in a division by zero. If you still want to perform the factorization, consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)",
                zero + 1
            )));
        }
    }
    Ok(result)
}

/// Broadcasts A and B to equal batches, as the engine requires.
fn with_equal_batches(title: &str, a: &Tensor, b: &Tensor, left: bool) -> Result<(Tensor, Tensor)> {
    if b.dim() < 2 {
        return Err(Raise::runtime(format!("{title}: The input tensor B must have at least 2 dimensions.")));
    }
    let (of_a, of_b) = (&a.shape()[a.dim() - 2..], &b.shape()[b.dim() - 2..]);
    if of_a[0] != of_a[1] {
        return Err(Raise::runtime(format!(
            "{title}: A must be batches of square matrices, but they are {} by {} matrices",
            of_a[0], of_a[1]
        )));
    }
    if of_a[0] != of_b[usize::from(!left)] {
        let equation = if left { "AX = B" } else { "XA = B" };
        return Err(Raise::runtime(format!(
            "{title}: Incompatible shapes of A and B for the equation {equation} ({}x{} and {}x{})",
            of_a[0], of_a[1], of_b[0], of_b[1]
        ))
        .mark(0, format!("shape {:?}", a.shape()))
        .mark(1, format!("shape {:?}", b.shape())));
    }
    let batch = broadcast_shapes([&a.shape()[..a.dim() - 2], &b.shape()[..b.dim() - 2]])?;
    let whole = |x: &Tensor, matrix: &[usize]| {
        let shape: Vec<usize> = batch.iter().chain(matrix).copied().collect();
        if x.shape() == shape { Ok(x.clone()) } else { expand_to(x, &shape) }
    };
    Ok((whole(a, of_a)?, whole(b, of_b)?))
}

fn at_least_matrix(title: &str, a: &Tensor) -> Result<()> {
    match a.dim() {
        0 | 1 => Err(Raise::runtime(format!("{title}: The input tensor A must have at least 2 dimensions."))),
        _ => Ok(()),
    }
}

fn turned(x: &Tensor) -> Result<Tensor> {
    transpose(x, x.dim() - 2, x.dim() - 1)
}

/// Solves for X. A right-hand system is transposed.
fn solution(function: Linalg, a: &Tensor, b: &Tensor, left: bool) -> Result<Tensor> {
    let title = function.title();
    if a.dtype() != b.dtype() {
        let (a, b) = (a.dtype().scalar_name(), b.dtype().scalar_name());
        return Err(Raise::runtime(format!(
            "{title}: Expected A and B to have the same dtype, but found A of type {a} and B of type {b} instead"
        ))
        .mark(0, a.to_string())
        .mark(1, b.to_string()));
    }
    let (a, b) = with_equal_batches(title, a, b, left)?;
    if left {
        return Ok(engine::run(Op::Linalg(function), &[Arg::Tensor(&a), Arg::Tensor(&b)])?);
    }
    let (a, b) = (turned(&a)?, turned(&b)?);
    turned(&engine::run(Op::Linalg(function), &[Arg::Tensor(&a), Arg::Tensor(&b)])?)
}

/// Calls ldl_solve: (LD, pivots, B).
fn ldl_solve(args: &Args) -> Result<Value> {
    let (ld, pivots, b) = (args.tensor(0)?, args.tensor(1)?, args.tensor(2)?);
    let pivots = unsqueeze(pivots, pivots.dim())?;
    let operands = [ld, &pivots, b].map(Arg::Tensor);
    Ok(tensor_value(engine::run(Op::Linalg(Linalg::LdlSolve), &operands)?))
}

/// solve(A, B, *, left=True, out=None): B may be a vector, or a batch of them.
fn solve(args: &Args) -> Result<Value> {
    let (a, b, left) = (args.tensor(0)?, args.tensor(1)?, args.bool(2)?);
    at_least_matrix("linalg.solve", a)?;
    let vectors = b.dim() == 1 || (a.dim() - 1 == b.dim() && a.shape()[..a.dim() - 1] == *b.shape());
    if !vectors {
        let x = composed_value(solution(Linalg::Solve, a, b, left)?, "LinalgSolveExBackward0");
        return finish_with(args, x);
    }
    if !left {
        return Err(Raise::runtime(
            "linalg.solve: Vector broadcasting of the left hand side is not supported for left=False. In this case linalg.solve is equivalent to B / A.squeeze(-1)",
        ));
    }
    let column = unsqueeze(b, b.dim())?;
    let x = solution(Linalg::Solve, a, &column, true)?;
    let last = x.dim() - 1;
    finish_with(args, composed_value(super::views::select(&x, last, 0)?, "LinalgSolveExBackward0"))
}

fn finish_with(args: &Args, result: Value) -> Result<Value> {
    super::out::receive(args.builtin.short_name(), args.get(args.slots.len() - 1), result)
}

/// solve_triangular(A, B, *, upper, left=True, unitriangular=False, out=None)
fn solve_triangular(args: &Args) -> Result<Value> {
    let (a, b) = (args.tensor(0)?, args.tensor(1)?);
    at_least_matrix("linalg.solve_triangular", a)?;
    let (upper, left, unit) = (args.bool(2)?, args.bool(3)?, args.bool(4)?);
    let function = Linalg::SolveTriangular { upper: if left { upper } else { !upper }, unit };
    finish_with(args, composed_value(solution(function, a, b, left)?, "LinalgSolveTriangularBackward0"))
}

/// Makes the permutation matrices of pivots: (pivots, like).
fn permutation(args: &Args) -> Result<Value> {
    let (pivots, like) = (args.tensor(0)?, args.tensor(1)?);
    let (Some((_, batch)), Some((of_matrices, &[n, _]))) =
        (pivots.shape().split_last(), like.shape().split_last_chunk())
    else {
        return Err(Raise::runtime("Expected matrices and vectors of pivots"));
    };
    let op = Op::PivotMatrix { rows: n, dtype: like.dtype() };
    if batch != of_matrices {
        return Err(Raise::runtime(format!(
            "Expected pivots of shape {of_matrices:?} with at most {n} of each, but got {:?}",
            pivots.shape()
        )));
    }
    Ok(tensor_value(engine::run(op, &[Arg::Tensor(pivots)])?))
}

pub static LINALG: &[Builtin] = &[
    Builtin::new(
        "torch.linalg.inv",
        "(A, *, out=None) -> Tensor",
        "The inverse of square matrices.\n\n\
         Shapes: (..., n, n) -> (..., n, n)\n\
         Errors: _LinAlgError for a matrix that has no inverse: `torch.linalg.inv(torch.zeros(2, 2))`\n\
         \x20       RuntimeError for other than square matrices: `torch.linalg.inv(torch.zeros(2, 3))`\n\n\
         >>> torch.linalg.inv(torch.tensor([[2., 0.], [0., 4.]]))\n\
         tensor([[0.5000, 0.0000],\n\
         \x20       [0.0000, 0.2500]])",
        |_, args| one(args, Linalg::Inv),
    ),
    Builtin::new(
        "torch.linalg.det",
        "(A, *, out=None) -> Tensor",
        "The determinant of square matrices.\n\n\
         Shapes: (..., n, n) -> (...)\n\
         Errors: RuntimeError for other than square matrices: `torch.linalg.det(torch.zeros(2, 3))`\n\n\
         >>> torch.linalg.det(torch.tensor([[2., 1.], [0., 4.]]))\n\
         tensor(8.)",
        |_, args| one(args, Linalg::Det),
    ),
    Builtin::new(
        "torch.linalg.slogdet",
        "(A)",
        "The determinant's sign and the log of its size.\n\n\
         Shapes: (..., n, n) -> (...) and (...)\n\n\
         >>> torch.linalg.slogdet(torch.tensor([[1., 0.], [0., -1.]])).sign\n\
         tensor(-1.)",
        |_, args| several(args, Linalg::Slogdet, "linalg_slogdet", &["sign", "logabsdet"]).map(|found| found.0),
    ),
    Builtin::new(
        "torch.linalg.cholesky",
        "(A, *, upper=False, out=None) -> Tensor",
        "L with A = L @ L.mT, of symmetric positive-definite matrices.\n\n\
         Shapes: (..., n, n) -> (..., n, n)\n\
         Errors: _LinAlgError for a matrix that is not positive definite:\n\
         \x20       `torch.linalg.cholesky(torch.zeros(2, 2))`\n\n\
         >>> torch.linalg.cholesky(torch.tensor([[4., 2.], [2., 5.]]))\n\
         tensor([[2., 0.],\n\
         \x20       [1., 2.]])",
        |_, args| one(args, Linalg::Cholesky { upper: args.bool(1)? }),
    ),
    Builtin::new(
        "torch.linalg.qr",
        "(A, mode='reduced')",
        "Q with orthonormal columns and upper triangular R, A = Q @ R.\n\n\
         Shapes: (..., n, m) -> (..., n, k) and (..., k, m), k the smaller of both\n\n\
         >>> torch.linalg.qr(torch.tensor([[2., 1.], [0., 3.]])).R.abs()\n\
         tensor([[2., 1.],\n\
         \x20       [0., 3.]])",
        |_, args| {
            let complete = match args.str(1)? {
                "reduced" | "r" => false,
                "complete" => true,
                mode => {
                    return Err(Raise::runtime(format!(
                        "qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'"
                    )));
                }
            };
            let (result, mut tensors) = several(args, Linalg::Qr { complete }, "linalg_qr", &["Q", "R"])?;
            if args.str(1)? != "r" {
                return Ok(result);
            }
            let nothing = Tensor::empty(&[0], tensors[0].dtype(), tensors[0].device())?;
            Ok(named("linalg_qr", &["Q", "R"], vec![nothing, tensors.swap_remove(1)]))
        },
    ),
    Builtin::new(
        "torch.linalg.svd",
        "(A, full_matrices=True, *, driver=None)",
        "U, S and Vh with A = U @ diag(S) @ Vh, S in descending order.\n\n\
         Shapes: (..., n, m) -> (..., n, n), (..., k) and (..., m, m), k the smaller of both\n\n\
         >>> torch.linalg.svd(torch.tensor([[3., 0.], [0., 2.]])).S\n\
         tensor([3., 2.])",
        |_, args| {
            several(args, Linalg::Svd { full: args.bool(1)? }, "linalg_svd", &["U", "S", "Vh"]).map(|found| found.0)
        },
    ),
    Builtin::new(
        "torch.linalg.eigh",
        "(A, UPLO='L')",
        "Eigenvalues, ascending, and eigenvectors of symmetric matrices; one triangle is read.\n\n\
         Shapes: (..., n, n) -> (..., n) and (..., n, n)\n\n\
         >>> torch.linalg.eigh(torch.tensor([[2., 1.], [1., 2.]])).eigenvalues\n\
         tensor([1., 3.])",
        |_, args| {
            let function = Linalg::Eigh { upper: reads_upper(args, 1)? };
            several(args, function, "linalg_eigh", &["eigenvalues", "eigenvectors"]).map(|found| found.0)
        },
    ),
    Builtin::new(
        "torch.linalg.eig",
        "(A)",
        "Eigenvalues and eigenvectors of square matrices, complex numbers in no order.\n\n\
         Shapes: (..., n, n) -> (..., n) and (..., n, n)\n\
         Errors: RuntimeError of a matrix that is not square: `torch.linalg.eig(torch.ones(2, 3))`\n\n\
         >>> torch.linalg.eig(torch.tensor([[0., 1.], [-1., 0.]])).eigenvalues\n\
         tensor([0.+1.j, 0.-1.j])",
        |_, args| several(args, Linalg::Eig, "linalg_eig", &["eigenvalues", "eigenvectors"]).map(|found| found.0),
    ),
    Builtin::new(
        "torch.linalg._lu",
        "(A, pivot=True, quiet=False)",
        "L and U in one matrix, and the row exchanges; `quiet` allows a zero pivot.",
        |_, args| lu_factor(args),
    ),
    Builtin::new(
        "torch.linalg._ldl",
        "(A)",
        "L and D of a symmetric matrix in one, and LAPACK's pivots.",
        |_, args| several(args, Linalg::LdlFactor, "linalg_ldl_factor", &["LD", "pivots"]).map(|found| found.0),
    ),
    Builtin::new("torch.linalg._ldl_solve", "(LD, pivots, B)", "X with A @ X = B; batches are equal.", |_, args| {
        ldl_solve(args)
    }),
    Builtin::new(
        "torch.linalg._permutation",
        "(pivots, like)",
        "The permutation matrices of row exchanges.",
        |_, args| permutation(args),
    ),
    Builtin::new(
        "torch.linalg.solve",
        "(A, B, *, left=True, out=None) -> Tensor",
        "X with A @ X = B (or X @ A = B).\n\n\
         Shapes: (..., n, n) and (..., n) or (..., n, m)\n\
         Errors: _LinAlgError for a matrix that has no inverse:\n\
         \x20       `torch.linalg.solve(torch.zeros(2, 2), torch.ones(2))`\n\n\
         >>> torch.linalg.solve(torch.tensor([[2., 0.], [0., 4.]]), torch.tensor([2., 2.]))\n\
         tensor([1.0000, 0.5000])",
        |_, args| solve(args),
    ),
    Builtin::new(
        "torch.linalg.solve_triangular",
        "(A, B, *, upper, left=True, unitriangular=False, out=None) -> Tensor",
        "X with A @ X = B, A triangular.\n\n\
         Shapes: (..., n, n) and (..., n, m) -> (..., n, m)\n\n\
         >>> torch.linalg.solve_triangular(torch.tensor([[2., 0.], [1., 4.]]), torch.tensor([[2.], [9.]]), upper=False)\n\
         tensor([[1.],\n\
         \x20       [2.]])",
        |_, args| solve_triangular(args),
    ),
];
