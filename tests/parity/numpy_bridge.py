# cpu only: arrays share their memory with tensors on the CPU
import torch
import numpy as np
a = np.array([[1.0, 2.0], [3.0, 4.0]])
t = torch.from_numpy(a)
print(t, t.dtype, a.shape, a.dtype, a.tolist())
print(torch.tensor(np.array([1, 2, 3])), torch.as_tensor(np.array([1.5], dtype=np.float32)))
n = torch.arange(3).numpy()
print(n, n.shape, n.dtype, repr(n), n[1], n.sum(), a[:, 0], a.mean(), a.T.tolist())
print(np.zeros((2, 2)), np.arange(4), a.astype(np.float32).dtype, repr(np.array([1.5, 2.25])))
