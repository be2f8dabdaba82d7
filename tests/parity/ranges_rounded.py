# cpu only: PyTorch rounds ranges otherwise on a device
import numpy as np
import torch

RANGES = ((0, 1, 0.1), (-1, 1, 0.1), (-5, 5, 0.25), (0, 10, 0.3), (-3.14, 3.14, 0.1), (1, 0, -0.05), (-0.5, 0.25, 1 / 3), (0, 3, 0.01))
LINES = ((-1, 1), (0, 1), (-5, 5), (-3.14159, 3.14159), (0, 10), (1, 2), (-0.5, 0.25))
for dtype in (torch.float32, torch.float64):
    for start, stop, step in RANGES:
        print(dtype, start, stop, step, torch.arange(start, stop, step, dtype=dtype).tolist())
    for start, stop in LINES:
        for count in (1, 2, 3, 7, 8, 13, 20, 33, 50):
            print(dtype, start, stop, count, torch.linspace(start, stop, count, dtype=dtype).tolist())
for dtype in (np.float32, np.float64):
    for start, stop, step in RANGES:
        print(dtype.__name__, start, stop, step, np.arange(start, stop, step, dtype=dtype).tolist())
    print(np.arange(5, dtype=dtype), np.arange(2, -3, -1, dtype=dtype), np.arange(0, dtype=dtype), np.arange(0.5, 1, 3, dtype=dtype))
print(torch.arange(-1, 1, 0.1))
print(torch.linspace(-1, 1, 7))
print(np.arange(-1, 1, 0.1))
