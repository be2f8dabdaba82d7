# cpu only: bytes, which have no device
# Tensors, parameters, modules and arrays through pickle, and shallow copies.
import copy
import io
import pickle

import numpy as np
import torch
from torch import nn

for x in (torch.arange(6).reshape(2, 3).t(), torch.tensor(1.5, requires_grad=True), torch.ones(2).bfloat16(), nn.Parameter(torch.ones(2))):
    y = pickle.loads(pickle.dumps(x))
    print(type(y).__name__, y, y.dtype, y.requires_grad, torch.equal(x, y))

model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
other = pickle.loads(pickle.dumps(model))
print(other, all(torch.equal(a, b) for a, b in zip(model.state_dict().values(), other.state_dict().values())))

file = io.BytesIO()
pickle.dump({"a": torch.ones(2), "b": [np.arange(3), np.float32(2.5).item()]}, file)
file.seek(0)
print(pickle.load(file))
for a in (np.arange(6.0).reshape(2, 3), np.array([True, False]), np.zeros((0, 2), dtype=np.int32), np.arange(4, dtype=np.uint8)):
    b = pickle.loads(pickle.dumps(a))
    print(b, b.dtype, b.shape)
print(pickle.loads(pickle.dumps(np.dtype("float32"))))

x = torch.ones(2, requires_grad=True)
y = copy.copy(x)
y.data[0] = 4
print(x, y.requires_grad, y is x, type(copy.copy(nn.Parameter(x.detach()))).__name__)
