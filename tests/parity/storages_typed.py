# cpu only: addresses of memory are compared
import warnings
import torch
from torch.autograd import Variable

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    torch.ones(1).storage()
    torch.ones(1).storage()
print([str(warning.message) for warning in caught])
s = torch.arange(6.0).reshape(2, 3)
for name, x in (("floats", s), ("transposed", s.t()), ("row", s[1]), ("ints", torch.tensor([1, 2])), ("bools", torch.tensor([True, False])), ("none", torch.ones(0)), ("doubles", torch.tensor([0.5], dtype=torch.float64))):
    storage = x.storage()
    print(name, type(storage), storage.type(), storage.dtype, storage.device, len(storage), storage.size(), storage.nbytes(), storage.element_size(), storage.is_cuda)
    print(storage, storage.tolist(), list(storage), x.storage_offset(), torch.is_storage(storage))
view = s.t().storage()
view[0], view[4] = 9.0, -1.0
print(s, view[0], view[-1], view.data_ptr() == s.data_ptr(), s[1].storage().data_ptr() == s.data_ptr())
copied = s.storage().clone()
print(copied.fill_(2.0).tolist(), s.storage().tolist())

w = torch.ones(2, requires_grad=True)
for name, make in (
    ("plain", lambda: Variable(torch.ones(2))),
    ("requires grad", lambda: Variable(torch.ones(2), requires_grad=True)),
    ("by place", lambda: Variable(torch.ones(2), True)),
    ("of a result", lambda: Variable(w * 2)),
    ("of a result, requires grad", lambda: Variable(w * 2, requires_grad=True)),
    ("of a parameter", lambda: Variable(torch.nn.Parameter(torch.ones(1)))),
    ("volatile", lambda: Variable(torch.ones(1), volatile=True)),
    ("empty", lambda: Variable()),
    ("list", lambda: Variable([1, 2])),
    ("number", lambda: Variable(3.0)),
    ("integers", lambda: Variable(torch.tensor([1]), requires_grad=True)),
):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            print(name, make(), [str(warning.message) for warning in caught])
        except (TypeError, RuntimeError) as error:
            print(name, type(error).__name__, error)
print(Variable, isinstance(w, Variable), isinstance(3, Variable), issubclass(torch.Tensor, Variable), type(Variable(w)))
