//! Closed forms for 2x2 matrices, with the vectors' signs from LAPACK's `laev2` and `lasv2`.

type Two = [[f64; 2]; 2];

fn signed(size: f64, like: f64) -> f64 {
    size.abs().copysign(like)
}

/// Ascending eigenvalues, and eigenvectors as columns, of [[a, b], [b, c]].
pub(super) fn eigh(a: f64, b: f64, c: f64) -> ([f64; 2], Two) {
    let ((first, second), (cosine, sine)) = if b.abs() <= a.abs().sqrt() * c.abs().sqrt() * f64::EPSILON / 2.0 {
        ((a, c), (1.0, 0.0))
    } else {
        laev2(a, b, c)
    };
    match second < first {
        // `0.0 - x` avoids a negative zero.
        true => ([second, first], [[0.0 - sine, cosine], [cosine, sine]]),
        false => ([first, second], [[cosine, 0.0 - sine], [sine, cosine]]),
    }
}

/// The eigenvalue of larger magnitude, the other one, and the unit eigenvector of the first.
fn laev2(a: f64, b: f64, c: f64) -> ((f64, f64), (f64, f64)) {
    let (sum, difference, twice) = (a + c, a - c, 2.0 * b);
    let root = difference.hypot(twice);
    let (larger, smaller) = if a.abs() > c.abs() { (a, c) } else { (c, a) };
    let first = if sum < 0.0 { 0.5 * (sum - root) } else { 0.5 * (sum + root) };
    let second = if sum == 0.0 { -0.5 * root } else { (larger / first) * smaller - (b / first) * b };
    let across = if difference >= 0.0 { difference + root } else { difference - root };
    let (cosine, sine) = if across.abs() > twice.abs() {
        let ratio = -twice / across;
        let sine = 1.0 / ratio.hypot(1.0);
        (ratio * sine, sine)
    } else if twice == 0.0 {
        (1.0, 0.0)
    } else {
        let ratio = -across / twice;
        let cosine = 1.0 / ratio.hypot(1.0);
        (cosine, ratio * cosine)
    };
    let turned = (sum < 0.0) != (difference >= 0.0);
    ((first, second), if turned { (-sine, cosine) } else { (cosine, sine) })
}

/// Returns U, S and Vᵀ.
pub(super) fn svd([[a, b], [c, d]]: Two) -> (Two, [f64; 2], Two) {
    // A reflection makes the matrix upper triangular.
    let (mut tau, mut v, mut upper) = (0.0, 0.0, (a, b, d));
    if c != 0.0 {
        let beta = -signed(a.hypot(c), a);
        (tau, v) = ((beta - a) / beta, c / (a - beta));
        let change = tau * (b + v * d);
        upper = (beta, b - change, d - change * v);
    }
    let diagonal = upper.1.abs() <= 1e-14 * upper.0.abs().min(upper.2.abs());
    let (second, first, (sine_right, cosine_right), (sine_left, cosine_left)) = match diagonal {
        true => (upper.2, upper.0, (0.0, 1.0), (0.0, 1.0)),
        false => lasv2(upper.0, upper.1, upper.2),
    };
    let mut sizes = [first, second];
    let mut vt = [[cosine_right, sine_right], [0.0 - sine_right, cosine_right]];
    let mut u = [[cosine_left, 0.0 - sine_left], [sine_left, cosine_left]];
    for (size, row) in sizes.iter_mut().zip(&mut vt) {
        if size.is_sign_negative() {
            *size = -*size;
            *row = row.map(|x| -x);
        }
    }
    if sizes[1] > sizes[0] {
        sizes.reverse();
        vt.reverse();
        u.iter_mut().for_each(|row| row.reverse());
    }
    let [upper, lower] = &mut u;
    for (above, below) in upper.iter_mut().zip(lower) {
        let change = tau * (*above + v * *below);
        *above -= change;
        *below -= change * v;
    }
    (u, sizes, vt)
}

/// The singular values of [[f, g], [0, h]], signed, the smaller one first, and (sine, cosine) of the right and left vectors.
fn lasv2(f: f64, g: f64, h: f64) -> (f64, f64, (f64, f64), (f64, f64)) {
    let swapped = h.abs() > f.abs();
    let (ft, ht) = if swapped { (h, f) } else { (f, h) };
    let (fa, ha, ga) = (ft.abs(), ht.abs(), g.abs());
    let (mut smaller, mut larger) = (ha, fa);
    let (mut cl, mut cr, mut sl, mut sr) = (1.0, 1.0, 0.0, 0.0);
    if ga > fa && fa / ga < f64::EPSILON / 2.0 {
        larger = ga;
        smaller = if ha > 1.0 { fa / (ga / ha) } else { fa / ga * ha };
        (sl, sr, cr) = (ht / g, 1.0, ft / g);
    } else if ga != 0.0 {
        let gap = fa - ha;
        let (l, m) = (if gap == fa { 1.0 } else { gap / fa }, g / ft);
        let t = 2.0 - l;
        let (s, r) = (t.hypot(m), if l == 0.0 { m.abs() } else { l.hypot(m) });
        let mean = 0.5 * (s + r);
        (smaller, larger) = (ha / mean, fa * mean);
        let t = if m * m != 0.0 {
            (m / (s + t) + m / (r + l)) * (1.0 + mean)
        } else if l == 0.0 {
            signed(2.0, ft) * signed(1.0, g)
        } else {
            g / signed(gap, ft) + m / t
        };
        let length = t.hypot(2.0);
        (cr, sr) = (2.0 / length, t / length);
        (cl, sl) = ((cr + sr * m) / mean, ht / ft * sr / mean);
    }
    let ((cl, sl), (cr, sr)) = if swapped { ((sr, cr), (sl, cl)) } else { ((cl, sl), (cr, sr)) };
    let sign = match (ga > fa, swapped) {
        (true, _) => signed(1.0, sr) * signed(1.0, cl) * signed(1.0, g),
        (false, false) => signed(1.0, cr) * signed(1.0, cl) * signed(1.0, f),
        (false, true) => signed(1.0, sr) * signed(1.0, sl) * signed(1.0, h),
    };
    let other = sign * signed(1.0, f) * signed(1.0, h);
    (signed(smaller, other), signed(larger, sign), (sr, cr), (sl, cl))
}
