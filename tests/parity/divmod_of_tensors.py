# cpu only: nothing here depends on a device
"""divmod is no operation of tensors, as there; of arrays and their numbers it is one."""
import numpy as np
import torch

x = torch.tensor([5, -7])
for a, b in ((x, 2), (2, x), (x, x), (x, 2.5), (torch.tensor(5.0), torch.tensor(2.0))):
    try:
        print(divmod(a, b))
    except TypeError as error:
        print(error)
print(divmod(x.tolist()[0], 2), divmod(x[0].item(), -3), x // 2, x % 2)
array = x.numpy()
for a, b in ((array, 2), (17, array), (array, array + 1), (np.float32(5.5), 2), (7, np.int64(-3))):
    whole, rest = divmod(a, b)
    print(whole, rest)
try:
    torch.empty(2).uniform_(a=0, b=1)
except TypeError as error:
    print(str(error).split(".")[0])
print(torch.empty(3).uniform_(2, to=2.5).min() >= 2)
