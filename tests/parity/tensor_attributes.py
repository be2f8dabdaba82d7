# cpu only: what programs set on tensors
import copy

import numpy as np
import torch

t = torch.ones(2)
t.foo = 1
print(t.__dict__, vars(t), hasattr(t, "__dict__"), torch.Tensor.__mro__, torch.Tensor.__base__)
p = torch.nn.Parameter(t)
print(p.__dict__, isinstance(p, torch._C.TensorBase), torch.nn.Parameter.__mro__)
t.__dict__["bar"] = [2]
print(t.bar, sorted(name for name in dir(t) if name in ("foo", "bar")))


class Own(torch.Tensor):
    pass


own = Own(torch.ones(2))
own.z = 1
print(own.__dict__, Own.__mro__)
deep, shallow = copy.deepcopy(t), copy.copy(t)
print(deep.__dict__, shallow.__dict__, deep.bar is t.bar, shallow.bar is t.bar)
del t.foo
print(t.__dict__, deep.__dict__)
for attempt in (lambda: t.foo, lambda: delattr(t, "foo"), lambda: delattr(t, "shape")):
    try:
        attempt()
    except Exception as error:
        print(type(error).__name__)
p.note = [1]
print(hasattr(copy.deepcopy(p), "note"), copy.copy(p).note, type(copy.deepcopy(p)))
print(issubclass(torch.Tensor, torch._C.TensorBase), torch._C._TensorBase.__name__, torch.Tensor.__module__)
for value in (np.array([1]), np.array(1), np.int64(1), torch.ones(1)):
    try:
        print(isinstance(hash(value), int))
    except TypeError as error:
        print(error)
for attempt in (lambda: {np.array([1]): 2}, lambda: {np.array([1])}, lambda: np.array([1]) in {1: 2}):
    try:
        attempt()
    except TypeError as error:
        print(error)
