# cpu only: NumPy's arrays are on the processor
import numpy as np
import torch
from torch.utils.data import Subset


class Places:
    def __init__(self, *places):
        self.places = places

    def __len__(self):
        return len(self.places)

    def __getitem__(self, index):
        return self.places[index]


array, tensor = np.arange(12).reshape(4, 3), torch.arange(12).reshape(4, 3)
for name, key in (
    ("subset", Subset([0, 1, 2, 3], [3, 1])),
    ("places", Places(2, 0, 2)),
    ("mask", Places(True, False, True, False)),
    ("range", range(2)),
    ("pair", (Places(1, 2), 1)),
    ("after a slice", (slice(1, 3), Places(0, 2))),
):
    print(name, tensor[key].tolist())
written = tensor.clone()
written[Places(0, 3)] = -1
print(written.tolist())
for step in (-1, np.int64(-1), np.int32(-2), np.int64(2), np.uint8(3)):
    print(repr(step), array[::step].tolist(), array[:, ::step].tolist(), array[slice(None, None, step)][:2].tolist())
print(array[np.int64(3) : np.int64(0) : np.int64(-1)].tolist(), array[[1, 2, 3, 0]][slice(None, None, np.int64(-1))].tolist())
changed = array.copy()
changed[:: np.int64(-2)] = [[1, 1, 1], [2, 2, 2]]
print(changed.tolist())
for wrong in (lambda: tensor[Places(9)], lambda: tensor[:: np.int64(-1)]):
    try:
        print(wrong())
    except (IndexError, ValueError) as error:
        print(type(error).__name__, error)
