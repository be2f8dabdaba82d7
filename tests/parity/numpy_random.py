# cpu only: arrays live on the cpu
# numpy.random's older functions give NumPy's numbers for a seed; .npz files in memory.
import io

import numpy as np
import torch

np.random.seed(0)
print([f"{x:.8f}" for x in np.random.rand(5).tolist()])
print([f"{x:.6f}" for x in np.random.randn(5).tolist()])
print(np.random.randint(0, 10, 8).tolist(), np.random.randint(5), np.random.randint(-3, 3, (2, 3)).tolist())
print(np.random.permutation(9).tolist(), np.random.permutation(np.array([[1, 2], [3, 4], [5, 6]])).tolist())
a = np.arange(7)
np.random.shuffle(a)
print(a.tolist())
print([[f"{x:.6f}" for x in row] for row in np.random.normal(1, 2, (2, 2)).tolist()])
print(np.random.choice([5, 6, 7], 6).tolist(), np.random.choice(6, 4, replace=False).tolist())
print(np.random.choice(3, 8, p=[0.1, 0.2, 0.7]).tolist(), f"{np.random.uniform(-1, 1):.8f}")
np.random.seed([1, 2, 3])
print(f"{np.random.rand():.10f}", f"{np.random.random():.10f}", np.random.randint(2**40, size=2).tolist())
np.random.seed(42)
x = torch.from_numpy(np.random.randn(3, 2).astype(np.float32))
print(x.shape, x.dtype, f"{x.sum().item():.4f}")
stream = io.BytesIO()
np.savez(stream, np.ones(2), names=np.arange(3))
stream.seek(0)
loaded = np.load(stream)
print(sorted(loaded.files))
for wrong in (lambda: np.random.randint(3, 3), lambda: np.random.seed(-1), lambda: np.random.choice(2, 3, replace=False)):
    try:
        wrong()
    except ValueError as error:
        print(error)
