//! Gradients of matrix factorisations and solvers.
//!
//! Sources: M. Giles, "An extended collection of matrix derivative results" (2008); M. Seeger and others,
//! "Auto-Differentiating Linear Algebra" (2017). `t(x)` is the transpose, or the conjugate transpose of a complex matrix;
//! `lower` and `upper` are triangles of a matrix.

use super::context::{Context, Gradients, conj, mul, scale, zeros};
use tensorcell_engine::{self as engine, compose};
use tensorcell_tensor::linalg::Linalg;
use tensorcell_tensor::op::{Arg, Result, View};
use tensorcell_tensor::{Dims, Make, Op, Pointwise, Reduction, Scalar, Tensor, TensorError};

/// The gradients of a matrix function.
pub fn gradients(cx: &Context, function: Linalg) -> Result<Gradients> {
    let one = |gradient: Result<Tensor>| gradient.map(|g| vec![Some(g)]);
    if cx.operands.len() == 1 && cx.shape(0).contains(&0) {
        return one(cx.zeros_like(0));
    }
    match function {
        Linalg::LdlFactor | Linalg::LdlSolve => Ok(vec![None; cx.operands.len()]),
        Linalg::Cholesky { upper } => one(cholesky(cx, upper)),
        Linalg::Qr { complete } => one(qr(cx, complete)),
        Linalg::Svd { .. } => one(svd(cx)),
        Linalg::Eigh { .. } => one(eigh(cx)),
        Linalg::Lu => one(lu(cx)),
        Linalg::Det => one(det(cx)),
        Linalg::Slogdet => one(slogdet(cx)),
        Linalg::Eig => one(eig(cx)),
        Linalg::Inv => {
            let y = t(cx.result(0)?)?;
            one(minus(&mm(&mm(&y, &cx.gradient(0)?)?, &y)?))
        }
        Linalg::Solve => {
            let of_b = linalg(Linalg::Solve, &[&t(cx.input(0)?)?, &cx.gradient(0)?])?;
            Ok(vec![cx.wants(0).then(|| outer(&of_b, cx.result(0)?)).transpose()?, Some(of_b)])
        }
        Linalg::SolveTriangular { upper, unit } => {
            let a = t(cx.input(0)?)?;
            let of_b = linalg(Linalg::SolveTriangular { upper: !upper, unit }, &[&a, &cx.gradient(0)?])?;
            let of_a = cx.wants(0).then(|| triangle(&outer(&of_b, cx.result(0)?)?, upper, unit));
            Ok(vec![of_a.transpose()?, Some(of_b)])
        }
    }
}

fn run(op: Op, inputs: &[&Tensor]) -> Result<Tensor> {
    let args: Vec<Arg> = inputs.iter().map(|&x| Arg::Tensor(x)).collect();
    engine::run(op, &args)
}
fn linalg(function: Linalg, inputs: &[&Tensor]) -> Result<Tensor> {
    run(Op::Linalg(function), inputs)
}
fn t(x: &Tensor) -> Result<Tensor> {
    conj(&compose::transpose(x, x.dim() - 2, x.dim() - 1)?)
}
fn mm(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    compose::matmul(a, b)
}
fn add(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    compose::pointwise(Pointwise::Add, &[a.into(), b.into()])
}
fn sub(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    compose::pointwise(Pointwise::Sub, &[a.into(), b.into()])
}
fn minus(a: &Tensor) -> Result<Tensor> {
    compose::pointwise(Pointwise::Neg, &[a.into()])
}
/// `-b xᵀ`.
fn outer(b: &Tensor, x: &Tensor) -> Result<Tensor> {
    minus(&mm(b, &t(x)?)?)
}
/// One triangle; without the diagonal if `strict`.
fn triangle(x: &Tensor, upper: bool, strict: bool) -> Result<Tensor> {
    let diagonal = if !strict {
        0
    } else if upper {
        1
    } else {
        -1
    };
    run(Op::Triangle { upper, diagonal }, &[x])
}
fn lower(x: &Tensor) -> Result<Tensor> {
    triangle(x, false, false)
}
fn upper(x: &Tensor) -> Result<Tensor> {
    triangle(x, true, false)
}
/// Views a number per matrix as a 1x1 matrix.
fn as_matrices(x: &Tensor) -> Result<Tensor> {
    engine::view(&engine::view(x, View::Unsqueeze(x.dim()))?, View::Unsqueeze(x.dim() + 1))
}
/// Views vectors as rows: multiplying by them scales columns.
fn as_row(x: &Tensor) -> Result<Tensor> {
    engine::view(x, View::Unsqueeze(x.dim() - 1))
}
fn as_column(x: &Tensor) -> Result<Tensor> {
    engine::view(x, View::Unsqueeze(x.dim()))
}
/// Casts real numbers to complex if the other tensor is complex.
fn cast_like(x: &Tensor, other: &Tensor) -> Result<Tensor> {
    match x.dtype() == other.dtype() {
        true => Ok(x.clone()),
        false => run(Op::Cast(other.dtype()), &[x]),
    }
}
fn identity(like: &Tensor, n: usize) -> Result<Tensor> {
    let make = Make { shape: Dims::from_slice(&[n, n]), dtype: like.dtype(), device: like.device() };
    engine::run(Op::Eye { make }, &[])
}
fn last(x: &Tensor) -> usize {
    x.shape()[x.dim() - 1]
}
fn inverse_of_transposed(a: &Tensor) -> Result<Tensor> {
    linalg(Linalg::Inv, &[&t(a)?])
}
/// The incoming gradient of an output, if there is one.
fn incoming(cx: &Context, output: usize) -> Option<Tensor> {
    cx.gradients.get(output).cloned().flatten()
}
/// `x - xᵀ`.
fn skew(x: &Tensor) -> Result<Tensor> {
    sub(x, &t(x)?)
}

/// L⁻ᵀ Φ(Lᵀ g) L⁻¹, symmetrised. Φ takes the lower triangle with half its diagonal.
fn cholesky(cx: &Context, of_upper: bool) -> Result<Tensor> {
    let turned = |x: &Tensor| if of_upper { t(x) } else { Ok(x.clone()) };
    let (l, g) = (turned(cx.result(0)?)?, turned(&cx.gradient(0)?)?);
    let inner = mm(&t(&l)?, &g)?;
    let halved = sub(&lower(&inner)?, &scale(&mul(&inner, &identity(&l, last(&l))?)?, 0.5)?)?;
    let solve = |x: &Tensor| linalg(Linalg::SolveTriangular { upper: true, unit: false }, &[&t(&l)?, x]);
    let whole = solve(&t(&solve(&halved)?)?)?;
    scale(&add(&whole, &t(&whole)?)?, 0.5)
}

/// With W = Qᵀ gQ - gR Rᵀ and R1 the square part of R:
/// Q gR + [Q lower(W - Wᵀ, strict) + (1 - Q Qᵀ) gQ] R1⁻ᵀ, with the bracket only for the columns that determine Q.
fn qr(cx: &Context, complete: bool) -> Result<Tensor> {
    let (q, r) = (cx.result(0)?, cx.result(1)?);
    let (rows, columns) = (q.shape()[q.dim() - 2], last(r));
    if complete && rows > columns {
        return Err(TensorError::runtime(
            "The QR decomposition is not differentiable when mode='complete' and nrows > ncols.",
        ));
    }
    let (of_q, of_r) = (incoming(cx, 0), incoming(cx, 1).map(|g| upper(&g)).transpose()?);
    let mut w: Option<Tensor> = None;
    if let Some(g) = &of_q {
        w = Some(mm(&t(q)?, g)?);
    }
    if let Some(g) = &of_r {
        let other = mm(g, &t(r)?)?;
        w = Some(match w {
            Some(w) => sub(&w, &other)?,
            None => minus(&other)?,
        });
    }
    let Some(w) = w else { return cx.zeros_like(0) };
    let mut inner = mm(q, &triangle(&skew(&w)?, false, true)?)?;
    if let Some(g) = &of_q {
        inner = add(&inner, &sub(g, &mm(q, &mm(&t(q)?, g)?)?)?)?;
    }
    let k = last(q);
    let part = |x: &Tensor, start: usize, length: usize| {
        engine::view(x, View::Slice { dim: x.dim() - 1, start, length, step: 1 })
    };
    let square = part(r, 0, k)?;
    // Computes inner R1⁻ᵀ by solving R1 y = innerᵀ.
    let solved = linalg(Linalg::SolveTriangular { upper: true, unit: false }, &[&square, &t(&inner)?])?;
    let mut of_a = t(&solved)?;
    if columns > k {
        let mut shape: Dims = of_a.shape().into();
        shape[of_a.dim() - 1] = columns - k;
        let rest = zeros(Make { shape, dtype: of_a.dtype(), device: of_a.device() })?;
        let dim = of_a.dim() - 1;
        of_a = run(Op::Cat { dim }, &[&of_a, &rest])?;
    }
    match of_r {
        Some(g) => add(&of_a, &mm(q, &g)?),
        None => Ok(of_a),
    }
}

/// `s_j² - s_i²` (or `s_j - s_i`), with ones on the diagonal.
fn gaps(s: &Tensor) -> Result<Tensor> {
    let gaps = sub(&as_row(s)?, &as_column(s)?)?;
    add(&gaps, &identity(s, last(s))?)
}

/// U [(skew(Uᵀ gU) / E) S + S (skew(Vᵀ gV) / E) + gS] Vᵀ, plus the parts outside the column spans of U and V.
fn svd(cx: &Context) -> Result<Tensor> {
    let (u, s, vh) = (cx.result(0)?, cx.result(1)?, cx.result(2)?);
    let k = last(s);
    let (of_u, of_vh) = (incoming(cx, 0), incoming(cx, 2));
    let full = last(u) > k || vh.shape()[vh.dim() - 2] > k;
    if full && (of_u.is_some() || of_vh.is_some()) {
        return Err(TensorError::runtime(
            "svd_backward: The singular vectors in the case of full_matrices=True are not differentiable; call it with \
             full_matrices=False to differentiate them.",
        ));
    }
    let narrow = |x: &Tensor, dim: usize| engine::view(x, View::Slice { dim, start: 0, length: k, step: 1 });
    let (u, vh) = (&narrow(u, u.dim() - 1)?, &narrow(vh, vh.dim() - 2)?);
    let squares = mul(s, s)?;
    let e = gaps(&squares)?;
    let over = |x: &Tensor| compose::pointwise(Pointwise::Div, &[x.into(), (&e).into()]);
    let mut inner: Option<Tensor> = None;
    let mut gather = |part: Tensor| -> Result<()> {
        inner = Some(match inner.take() {
            Some(inner) => add(&inner, &part)?,
            None => part,
        });
        Ok(())
    };
    if let Some(g) = &of_u {
        gather(mul(&over(&skew(&mm(&t(u)?, g)?)?)?, &as_row(s)?)?)?;
    }
    if let Some(g) = &of_vh {
        gather(mul(&as_column(s)?, &over(&skew(&mm(vh, &t(g)?)?)?)?)?)?;
    }
    if let Some(g) = incoming(cx, 1) {
        gather(mul(&as_row(&g)?, &identity(s, k)?)?)?;
    }
    let Some(inner) = inner else { return cx.zeros_like(0) };
    let mut of_a = mm(&mm(u, &cast_like(&inner, u)?)?, vh)?;
    let by_s = |x: &Tensor| compose::pointwise(Pointwise::Div, &[x.into(), (&as_row(s)?).into()]);
    if let Some(g) = &of_u
        && cx.shape(0)[cx.shape(0).len() - 2] > k
    {
        let outside = sub(g, &mm(u, &mm(&t(u)?, g)?)?)?;
        of_a = add(&of_a, &mm(&by_s(&outside)?, vh)?)?;
    }
    if let Some(g) = &of_vh
        && cx.shape(0)[cx.shape(0).len() - 1] > k
    {
        let outside = sub(g, &mm(&mm(g, &t(vh)?)?, vh)?)?;
        of_a = add(&of_a, &mm(&by_s(u)?, &outside)?)?;
    }
    Ok(of_a)
}

/// V (gw + (Vᵀ gV) / E) Vᵀ, symmetrised.
fn eigh(cx: &Context) -> Result<Tensor> {
    let (w, v) = (cx.result(0)?, cx.result(1)?);
    let unit = identity(w, last(w))?;
    let mut inner = incoming(cx, 0).map(|g| mul(&as_row(&g)?, &unit)).transpose()?;
    if let Some(g) = incoming(cx, 1) {
        let turned = mm(&t(v)?, &g)?;
        let turned = sub(&turned, &mul(&turned, &unit)?)?;
        let part = compose::pointwise(Pointwise::Div, &[(&turned).into(), (&gaps(w)?).into()])?;
        inner = Some(match inner {
            Some(inner) => add(&inner, &part)?,
            None => part,
        });
    }
    match inner {
        Some(inner) => {
            let whole = mm(&mm(v, &cast_like(&inner, v)?)?, &t(v)?)?;
            scale(&add(&whole, &t(&whole)?)?, 0.5)
        }
        None => cx.zeros_like(0),
    }
}

/// With L1 and U1 the square parts, L2 the rows below and U2 the columns to the right (one of them is empty):
/// Φ = lower(L1ᵀ gL1 - gU2 U2ᵀ, strict) + upper(gU1 U1ᵀ - L2ᵀ gL2), and P [L1⁻ᵀ Φ U1⁻ᵀ, L1⁻ᵀ gU2; gL2 U1⁻ᵀ].
fn lu(cx: &Context) -> Result<Tensor> {
    let (lu, pivots, g) = (cx.result(0)?, cx.result(1)?, cx.gradient(0)?);
    let (row, column) = (lu.dim() - 2, lu.dim() - 1);
    let (rows, columns) = (lu.shape()[row], lu.shape()[column]);
    let k = rows.min(columns);
    let part = |x: &Tensor, dim: usize, start: usize, length: usize| {
        engine::view(x, View::Slice { dim, start, length, step: 1 })
    };
    let square = |x: &Tensor| part(&part(x, row, 0, k)?, column, 0, k);
    let (own, of_own) = (square(lu)?, square(&g)?);
    let (l, u) = (add(&triangle(&own, false, true)?, &identity(lu, k)?)?, upper(&own)?);
    let by_l = |x: &Tensor| linalg(Linalg::SolveTriangular { upper: true, unit: true }, &[&t(&l)?, x]);
    let by_u = |x: &Tensor| t(&linalg(Linalg::SolveTriangular { upper: true, unit: false }, &[&u, &t(x)?])?);
    let mut of_l = mm(&t(&l)?, &triangle(&of_own, false, true)?)?;
    let mut of_u = mm(&upper(&of_own)?, &t(&u)?)?;
    let beside = (columns > k).then(|| part(&g, column, k, columns - k)).transpose()?;
    let below = (rows > k).then(|| part(&g, row, k, rows - k)).transpose()?;
    if let Some(g) = &beside {
        of_l = sub(&of_l, &mm(g, &t(&part(lu, column, k, columns - k)?)?)?)?;
    }
    if let Some(g) = &below {
        of_u = sub(&of_u, &mm(&t(&part(lu, row, k, rows - k)?)?, g)?)?;
    }
    let mut whole = by_u(&by_l(&add(&triangle(&of_l, false, true)?, &upper(&of_u)?)?)?)?;
    if let Some(g) = &beside {
        whole = run(Op::Cat { dim: column }, &[&whole, &by_l(g)?])?;
    }
    if let Some(g) = &below {
        whole = run(Op::Cat { dim: row }, &[&whole, &by_u(g)?])?;
    }
    mm(&run(Op::PivotMatrix { rows, dtype: lu.dtype() }, &[pivots])?, &whole)
}

/// gl A⁻ᵀ. For complex matrices (gl - i Im(conj(gs) s)) A⁻ᴴ, because the sign s also depends on A.
fn slogdet(cx: &Context) -> Result<Tensor> {
    let (a, mut g) = (cx.input(0)?, cx.gradient(1)?);
    if let (true, Some(of_sign)) = (a.dtype().is_complex(), incoming(cx, 0)) {
        let turn = mul(&conj(&of_sign)?, cx.result(0)?)?;
        let across = sub(&turn, &conj(&turn)?)?;
        g = sub(&g, &scale(&across, 0.5)?)?;
    }
    mul(&as_matrices(&g)?, &inverse_of_transposed(a)?)
}

/// V⁻ᴴ [diag(gw) + (Vᴴ gV - Vᴴ V diag(Re(Vᴴ gV))) / conj(E)] Vᴴ, where E holds the differences of eigenvalues and the eigenvectors
/// have norm 1.
fn eig(cx: &Context) -> Result<Tensor> {
    let (w, v) = (cx.result(0)?, cx.result(1)?);
    let unit = identity(w, last(w))?;
    let mut inner = incoming(cx, 0).map(|g| mul(&as_row(&g)?, &unit)).transpose()?;
    if let Some(g) = incoming(cx, 1) {
        let turned = mm(&t(v)?, &g)?;
        let doubled = add(&turned, &conj(&turned)?)?;
        let along = scale(&mul(&doubled, &unit)?, 0.5)?;
        let across = sub(&turned, &mm(&mm(&t(v)?, v)?, &along)?)?;
        let across = sub(&across, &mul(&across, &unit)?)?;
        let part = compose::pointwise(Pointwise::Div, &[(&across).into(), (&conj(&gaps(w)?)?).into()])?;
        inner = Some(match inner {
            Some(inner) => add(&inner, &part)?,
            None => part,
        });
    }
    match inner {
        Some(inner) => linalg(Linalg::Solve, &[&t(v)?, &mm(&inner, &t(v)?)?]),
        None => cx.zeros_like(0),
    }
}

/// g det A⁻ᵀ. For a singular A, the cofactors are computed from its singular value decomposition (PyTorch returns zeros there).
fn det(cx: &Context) -> Result<Tensor> {
    let (a, det, g) = (cx.input(0)?, cx.result(0)?, cx.gradient(0)?);
    let all = Op::Reduce { function: Reduction::All, dims: Dims::new(), keepdim: false, correction: 0.0 };
    if engine::host::item(&run(all, &[det.whole()])?)? != Scalar::Bool(false) {
        return mul(&as_matrices(&mul(&g, &conj(det)?)?)?, &inverse_of_transposed(a)?);
    }
    let args = [Arg::Tensor(a)];
    let [u, s, vh] = <[Tensor; 3]>::try_from(engine::run_many(Op::Linalg(Linalg::Svd { full: true }), &args)?)
        .map_err(|_| TensorError::runtime("svd must return three tensors"))?;
    // The product of all other singular values: copies them into rows, sets the diagonal to one, and multiplies each row.
    let n = last(&s);
    let unit = identity(&s, n)?;
    let others = add(&sub(&as_row(&s)?, &mul(&as_row(&s)?, &unit)?)?, &unit)?;
    let dims = Dims::from_slice(&[others.dim() - 1]);
    let others = run(Op::Reduce { function: Reduction::Prod, dims, keepdim: false, correction: 0.0 }, &[&others])?;
    let turns = conj(&mul(&linalg(Linalg::Det, &[&u])?, &linalg(Linalg::Det, &[&vh])?)?)?;
    let cofactors = mm(&mul(&u, &as_row(&others)?)?, &vh)?;
    mul(&as_matrices(&mul(&g, &turns)?)?, &cofactors)
}
