# cpu only: NumPy's arrays are in the host's memory
# A network trained with NumPy alone, and what tutorials do with arrays beside.
import numpy as np, torch
rng = np.random.default_rng(42)
N, D_in, H = 30, 4, 8
x = rng.normal(size=(N, D_in)); y = x[:, :1] * 2 - x[:, 1:2] + 0.1 * rng.normal(size=(N, 1))
w1, w2 = rng.standard_normal((D_in, H)) * 0.3, rng.standard_normal((H, 1)) * 0.3
for t in range(50):
    h = x.dot(w1); h_relu = np.maximum(h, 0); y_pred = h_relu.dot(w2)
    loss = np.square(y_pred - y).sum()
    if t % 10 == 0: print(t, f"{loss:.4f}", loss.round(3), type(loss).__name__)
    gy = 2.0 * (y_pred - y); gw2 = h_relu.T.dot(gy); gh = gy.dot(w2.T); gh[h < 0] = 0; gw1 = x.T.dot(gh)
    w1 -= 2e-3 * gw1; w2 -= 2e-3 * gw2
print(w2.ravel().round(3), w1.shape, w1.dtype)
a = np.arange(12).reshape(3, 4)
print(a.sum(axis=0), a.mean(axis=1, keepdims=True), a[a % 2 == 0], a[:, ::-1][:1], a.T.shape, a[[0, 2], [1, 3]], np.where(a > 5, a, -1))
print(np.concatenate([a, a], axis=1).shape, np.vstack([a, a]).shape, np.stack([a, a]).shape, np.split(a, 2, axis=1)[0], np.hstack((a[:, :1], a[:, -1:])))
print(np.linspace(0, 1, 5), np.eye(2), np.unique([3, 1, 2, 3, 1], return_counts=True), np.argsort([3, 1, 2]), np.cumsum([1, 2, 3]))
X = np.c_[np.ones(5), np.arange(5)]; beta, *_ = np.linalg.lstsq(X, np.array([1., 3, 5, 7, 9]), rcond=None); print(beta.round(6))
print(np.linalg.inv(np.array([[2., 1], [1, 3]])), np.linalg.eigvalsh(np.array([[2., 1], [1, 3]])), np.einsum("ij,ij->i", a, a))
t = torch.from_numpy(a.astype(np.float32)); a2 = t.numpy(); t += 1; print(a2[0], t.dtype, torch.tensor(a).dtype, np.asarray(t).shape, t.numpy().mean())
one_hot = np.eye(3)[np.array([0, 2, 1])]; print(one_hot, one_hot.argmax(axis=1))
acc = np.mean(np.array([1, 0, 2]) == np.array([1, 1, 2])); print("accuracy", acc, f"{acc:.2%}", repr(acc))
def softmax(z): e = np.exp(z - z.max(axis=1, keepdims=True)); return e / e.sum(axis=1, keepdims=True)
p = softmax(np.array([[1., 2, 3], [1, 1, 1]])); print(p.round(4), p.sum(1), -np.log(p[np.arange(2), [2, 0]]).mean())
idx = np.random.RandomState(0).permutation(5); print(idx, np.random.RandomState(0).randn(2).round(3))

conf = np.zeros((3, 3), dtype=int); np.add.at(conf, ([0, 1, 2], [0, 2, 2]), 1); print(conf, conf.trace() / conf.sum())
print(np.array([1.5, float("nan")]), np.isnan([1, np.nan]).any(), np.nanmean([1, np.nan, 3]), np.inf > 1, np.clip([1, 5, 9], 2, 6), np.tile([1, 2], 2), np.repeat([1, 2], 2), np.outer([1, 2], [3, 4]), np.meshgrid([1, 2], [3, 4])[0])
for i, (r, v) in enumerate(zip(a, np.array([0.5, 1.5, 2.5]))): print(i, r * v, v, type(v))
print(np.polyfit([0, 1, 2], [1, 3, 5], 1).round(6), np.corrcoef([1, 2, 3], [1, 2, 4]).round(3), np.histogram([1, 2, 2, 3], bins=3), np.percentile([1, 2, 3, 4], [25, 75]))
print(a.flatten().tolist(), a.size, a.nbytes, len(a), a.min(), a.max(1), a.std().round(3), np.prod(a.shape), a.reshape(-1, 2).shape, a.ndim, (a > 3).sum(), np.any(a > 10), a.astype(float)[0], a.copy() is a)
