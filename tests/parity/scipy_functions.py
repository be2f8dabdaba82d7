# cpu only: arrays, which have no device
import importlib
import numpy as np
m = lambda s: importlib.import_module('scipy' + s)
I, S, D, SP, ST, G = m('.integrate'), m('.spatial'), m('.spatial.distance'), m('.special'), m('.stats'), m('.signal')
R = lambda x: np.round(np.asarray(x, dtype=float), 9).tolist()
for meth in ('RK45', 'RK23'):
    for f, span, y0, kw in [(lambda t, y: -0.5*y, (0, 10), [2, 4, 8], {}), (lambda t, z: [1.5*z[0]-z[0]*z[1], -3*z[1]+z[0]*z[1]], (0, 5), [10, 5], dict(t_eval=np.linspace(0, 5, 7))), (lambda t, y: [y[1], -y[0]], (3, 0), [0., 1.], dict(t_eval=[3, 2.2, 1, 0], rtol=1e-8, atol=1e-10)), (lambda t, y, a: a*y, (0, 1), [1.], dict(args=(2.,), max_step=.1))]:
        r = I.solve_ivp(f, span, y0, method=meth, **kw); print(meth, R(r.t), R(r.y), r.nfev, r.status, r.success, r.message)
x = np.arange(6.).reshape(3, 2); y = np.array([[1., 2.5], [0, 1]])
print(R(S.distance_matrix(x, y)), R(S.distance_matrix(x, y, 1)), R(S.distance_matrix(x, y, np.inf)), R(S.distance_matrix(x, y, 3)))
for k in 'euclidean sqeuclidean cityblock chebyshev cosine correlation hamming'.split(): print(k, R(D.cdist(x, y, k)), R(D.pdist(x+[[1, 0]], k)), R(getattr(D, k)([1, 2, 3.], [2, 2, 5.])))
print(R(D.squareform(D.pdist(x))), R(D.squareform(D.squareform(D.pdist(x)))))
for k in 'expit logit erf erfc erfinv gammaln digamma ndtr ndtri i0'.split(): print(k, R(getattr(SP, k)([.1, .5, .9])), R(getattr(SP, k)(.3)))
print(R(SP.logsumexp([1, 2, 3.])), R(SP.softmax([[1, 2], [3, 4.]], axis=1)), R(SP.log_softmax([1, 2.])), R(SP.logsumexp([[1, 2], [3, 4.]], axis=0)))
for d in ('norm', 'uniform'):
    q = getattr(ST, d)
    for k in 'pdf logpdf cdf sf'.split(): print(d, k, R(getattr(q, k)([-1, .2, 3.], .1, 2)), R(getattr(q, k)(.5)), R(getattr(q(loc=.1, scale=3), k)([.2])))
    print(R(q.ppf([.1, .9], 1, 2)), q.mean(1, 2), q.std(1, 2), round(q.var(), 6), R(q.rvs(1, 2, size=3, random_state=3)))
M = ST.multivariate_normal
print(R(M.pdf([[0, 0], [1, 2.]], [0, 1], [[1, .3], [.3, 2]])), R(M([0, 0]).logpdf([1, 1])), R(M.pdf(.3)), R(M(mean=[1, 2], cov=[[2, 0], [0, 1]]).rvs(3, random_state=1)))
a = np.arange(12).reshape(3, 4); b = np.array([[1, 2], [3, -1]])
for mode in ('full', 'same', 'valid'): print(G.convolve2d(a, b, mode).tolist(), G.correlate2d(a, b*.5, mode).tolist(), G.correlate2d(b, a, mode).tolist() , G.convolve2d(a, b).dtype)
print(R(I.simpson(np.arange(7.)**3)), R(I.simpson(np.arange(6.)**3, dx=.5)), R(I.simpson(np.arange(6.)**3, x=np.arange(6.)**1.2)), R(I.cumulative_trapezoid([1, 2, 4.], initial=0)), R(I.simpson([1., 2])), R(I.trapezoid([1, 2, 3])))
for f in (lambda: S.distance_matrix(x, x[:, :1]), lambda: D.cdist(x, x[0]), lambda: D.cdist(x, x[:, :1]), lambda: D.squareform([1, 2]), lambda: D.euclidean([[1]], [2]), lambda: G.convolve2d([1], [[1]]), lambda: G.convolve2d([[1]], [[1]], 'x')):
    try: f()
    except Exception as e: print(type(e).__name__, e)
W = m('.signal.windows')
for k in 'bartlett blackman boxcar cosine hamming hann nuttall'.split(): print(k, R(getattr(W, k)(5)), R(getattr(W, k)(4, False)), R(getattr(W, k)(1)))
print(R(W.gaussian(5, 1.5)), R(W.kaiser(6, 4.)), R(W.gaussian(5, 1.5, False)), R(W.kaiser(6, 4., sym=False)))
