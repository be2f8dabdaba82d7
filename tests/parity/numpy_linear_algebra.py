# cpu only: NumPy's arrays are in the host's memory
# np.linalg, as courses on regression and PCA use it.
import numpy as np

a = np.array([[4.0, 1.0, 2.0], [1.0, 3.0, 0.0], [2.0, 0.0, 5.0]])
b = np.array([1.0, 2.0, 3.0])
print(np.linalg.solve(a, b), round(float(np.linalg.det(a)), 6), np.linalg.matrix_rank(a))
print((np.linalg.inv(a) @ a).round(6) + 0.0)
print(np.linalg.norm(b), np.linalg.norm(a), np.linalg.norm(a, axis=1), np.linalg.norm(b, 1), np.linalg.norm(b, np.inf))
print(np.linalg.norm(a, axis=0, keepdims=True), round(float(np.linalg.norm(a, 2)), 8), round(float(np.linalg.norm(a, "nuc")), 8))
values, vectors = np.linalg.eigh(a)
print(values, np.allclose(vectors @ np.diag(values) @ vectors.T, a))
u, s, vt = np.linalg.svd(np.arange(12.0).reshape(4, 3), full_matrices=False)
print(u.shape, s[:2], vt.shape, np.allclose(u * s @ vt, np.arange(12.0).reshape(4, 3)))
print(np.linalg.cholesky(a))
q, r = np.linalg.qr(a)
print(np.allclose(q @ r, a), np.allclose(q.T @ q, np.eye(3)), r.shape)
x = np.linspace(0, 1, 7)
y = 3 * x - 1 + 0.01 * np.cos(20 * x)
design = np.stack([x, np.ones_like(x)], axis=1)
theta, residuals, rank, sing = np.linalg.lstsq(design, y, rcond=None)
print(theta.round(5), residuals.round(8), rank, sing.round(5))
print(np.polyfit(x, y, 1).round(5), np.polyval([2, 0, 1], np.array([0, 1, 2])))
print(np.linalg.pinv(design).round(5) + 0.0)
print(float(np.linalg.slogdet(a).sign), round(float(np.linalg.slogdet(a)[1]), 6), round(float(np.linalg.cond(a)), 6), np.linalg.matrix_power(np.array([[1, 1], [1, 0]]), 8))
for bad in (lambda: np.linalg.inv(np.zeros((2, 2))), lambda: np.linalg.inv(np.ones((2, 3))), lambda: np.linalg.cholesky(-a)):
    try:
        bad()
    except np.linalg.LinAlgError as error:
        print(type(error).__name__, error)
points = np.array([[2.0, 1.0], [3.0, 2.0], [5.0, 4.5], [1.0, 0.5]])
centred = points - points.mean(axis=0)
covariance = np.cov(centred, rowvar=False)
print(covariance, np.corrcoef(points.T).round(6))
print(np.trace(a), np.outer([1, 2], [3, 4]), np.cross([1, 0, 0], [0, 1, 0]), np.kron([1, 2], [1, 1]))
print(np.einsum("ij,j->i", a, b), float(np.tensordot(a, a)), np.dot(a, b), np.inner(b, b), np.vdot(b, b))
