# cpu only: nothing in it depends on the device
# Keys that are lists of lists, and masks of bytes.
import warnings

import torch

x = torch.arange(60).view(3, 4, 5)
print(x[[[0, 1], [1, 2]]].shape, x[[[0, 1], [1, 2]]].tolist())
print(x[[0, 2]].shape, x[[torch.tensor([0, 1]), torch.tensor([1, 2])]].shape, x[[slice(0, 2), 1]].shape)
print(x[[0, None]].shape, x[[..., 0]].shape, x[[[0, 1], [1, 2], [0, 0]]].tolist(), x[[[0, 1]]].shape)
y = torch.zeros(3, 4)
y[[[0, 1], [1, 2]]] = 7
y[[[2, 2], [0, 3]]] += 1
print(y)
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    mask = torch.tensor([1, 0, 1], dtype=torch.uint8)
    print(torch.arange(3)[mask], x[mask].shape, x[mask, 0].shape)
print(len(told), told[0].category.__name__, str(told[0].message).split("(")[0].strip())
