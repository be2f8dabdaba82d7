# cpu only: batches are made on the cpu
# default_collate and default_convert: nested containers, numbers, text, arrays, named tuples, and their complaints.
from collections import OrderedDict, namedtuple

import numpy as np
import torch
from torch.utils.data import DataLoader, default_collate, default_convert

Point = namedtuple("Point", ["x", "y"])
print(default_collate([1, 2, 3]), default_collate([1.5, 2.5]), default_collate([True, False]))
print(default_collate(["a", "b"]), default_collate([b"a", b"b"]))
print(default_collate([torch.ones(2), torch.zeros(2)]))
print(default_collate([np.array([1, 2]), np.array([3, 4])]), default_collate([np.ones(2, dtype=np.float32)] * 2).dtype)
print(default_collate([(1, 2.0, "x"), (3, 4.0, "y")]))
print(default_collate([[1, [2, 3]], [4, [5, 6]]]))
print(default_collate([{"a": 1, "b": {"c": torch.tensor(2)}}, {"a": 3, "b": {"c": torch.tensor(4)}}]))
print(default_collate([Point(1, 2), Point(3, 4)]))
print(default_collate([OrderedDict(a=1), OrderedDict(a=2)]))
print(default_convert([np.ones(2), {"k": np.zeros(1)}, (1, "s")]))
print([batch for batch in DataLoader([np.array([1.0, 2.0]), np.array([3.0])], batch_size=None)])
print([batch for batch in DataLoader([(torch.tensor(i), {"i": i}) for i in range(3)], batch_size=2)])
for wrong in ([object(), object()], [[1, 2], [3]], [None, None], [torch.ones(2), torch.ones(3)]):
    try:
        default_collate(wrong)
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__, str(error).split(" at 0x")[0][:110])
