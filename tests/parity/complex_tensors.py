# cpu only: what is printed names dtypes and warnings of the host
import warnings

import torch


def show(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


print(torch.tensor([1 + 2j, -3.5j, 2]), torch.tensor(1j), torch.tensor([[1 + 2j, -3 - 4.5j], [0, 100]]))
print(torch.tensor([1e10 + 1j]), torch.tensor([complex("nan+1j"), complex(0, float("inf"))]), torch.tensor([-0.0 - 0.0j]))
print(torch.tensor([1 + 2j], dtype=torch.complex128), torch.tensor([1.0, 2], dtype=torch.cfloat), torch.tensor([True, 1j]))
print(torch.zeros(2, 2, dtype=torch.complex64), torch.ones(1, dtype=torch.cdouble), torch.eye(2, dtype=torch.complex64))
print(torch.full((2,), 1j), torch.full((2,), 2.5, dtype=torch.complex64), torch.zeros(0, dtype=torch.complex64))
print(torch.zeros(2, 0, dtype=torch.complex128), torch.linspace(0, 1, 3, dtype=torch.complex64), torch.linspace(0, 1j, 3))
print(torch.complex(torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])), torch.polar(torch.tensor([1.0, 2.0]), torch.tensor([0.0, 1.0])))
torch.manual_seed(0)
print(torch.randn(3, dtype=torch.cfloat), torch.rand(2, dtype=torch.complex128), torch.randn(2, 2, dtype=torch.cdouble))
print(torch.arange(40).reshape(20, 2).to(torch.complex64) * (1 - 0.5j))
print(torch.randn(2000, dtype=torch.cfloat).shape, torch.zeros(1001, dtype=torch.cfloat))

a = torch.tensor([1 + 2j, 0.5 - 1j])
print(a.dtype, a.is_complex(), torch.is_complex(a), a.is_floating_point(), a.element_size(), a.type(), a.dtype.is_complex)
print(a.dtype.to_real(), torch.float64.to_complex(), torch.complex64.itemsize, torch.complex128.is_signed)
print(a.tolist(), a[0].item(), complex(a[0]), bool(a[0]), bool(torch.tensor(0j)), bool(torch.tensor(1j)), abs(a))
print(a.real, a.imag, a.conj(), torch.conj_physical(a), a.resolve_conj(), torch.view_as_real(a), a.angle(), a.sgn())
print(torch.view_as_complex(torch.tensor([[1.0, 2.0], [3.0, 4.0]])), torch.isreal(torch.tensor([1, 1j])), torch.real(torch.ones(2)))
m = torch.outer(a, a)
print(m.mH, m.H, m.adjoint(), m.T, m.mT)

# Views write through.
x = torch.zeros(3, dtype=torch.complex64)
x.real = 2
x.imag[1] = 5
x[2] = 1j
torch.view_as_real(x)[0, 1] = -1
print(x)
x += 1j
x *= 2
x.mul_(torch.tensor([1j, 1, 1]))
print(x, x.fill_(3 + 1j), x.zero_(), x.copy_(torch.tensor([1.0, 2.0, 3.0])))

# Promotion.
for dtype in (torch.bool, torch.uint8, torch.int64, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128):
    one = torch.ones(1, dtype=dtype)
    print(dtype, torch.promote_types(dtype, torch.complex64), torch.promote_types(torch.complex128, dtype), torch.can_cast(dtype, torch.complex64),
          torch.can_cast(torch.complex64, dtype), (one + torch.tensor([1j])).dtype, (one * torch.tensor(1j, dtype=torch.complex128)).dtype)
print(torch.result_type(torch.tensor([1.0], dtype=torch.float64), 1j), torch.result_type(torch.tensor([1]), 1j), torch.zeros(2) + 1j, 1j * torch.arange(2))
torch.set_default_dtype(torch.float64)
print(torch.tensor(1j).dtype, torch.zeros(2) * 1j, torch.tensor([1j], dtype=torch.complex64), torch.full((1,), 1j))
torch.set_default_dtype(torch.float32)

# Between dtypes.
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(a.float(), a.to(torch.int32), a.double(), a.bool(), a.cdouble(), a.to(torch.complex128).to(torch.complex64))
    print(len(caught), caught[0].category.__name__, str(caught[0].message).split(" (Triggered")[0])

# Moves.
b = torch.tensor([[1 + 1j, 2], [3j, 4 - 4j]])
print(torch.cat([b, torch.ones(1, 2)]), torch.stack([a, b[0]]), b.flip(0), b.roll(1), b.tril(), b.triu(1), b.t().contiguous(), b.t().clone())
print(b[0], b[:, 1], b[[1, 0]], b[b.real > 1], b.gather(1, torch.tensor([[0, 0], [1, 0]])), b.index_select(0, torch.tensor([1])), b.take(torch.tensor([0, 3])))
print(torch.where(b.real > 1, b, 0), torch.where(b.real > 1, b, torch.ones(2, 2)), b.masked_fill(b.real > 1, 1j), b.masked_select(b.real > 1))
print(torch.zeros(3, dtype=torch.complex64).scatter(0, torch.tensor([2, 0]), a), torch.zeros(3, dtype=torch.complex64).index_add(0, torch.tensor([1, 1]), a))
print(torch.zeros(3, dtype=torch.complex64).scatter_add(0, torch.tensor([1, 1]), a), torch.zeros(2, dtype=torch.complex64).index_put((torch.tensor([1]),), torch.tensor([1j])))
print(b.nonzero(), torch.tensor([0, 1j, 0]).nonzero(), b.repeat(1, 2), b.expand(2, 2, 2).shape, b.unbind(), b.chunk(2), b.diagonal(), torch.diag(a), b.permute(1, 0))
print(b.reshape(4), b.unfold(1, 2, 1), b.as_strided((2,), (3,)), torch.isclose(a, a + 1e-9), torch.allclose(a, a), torch.equal(a, a.clone()), a == a, a != b)

for make in (
    lambda: torch.tensor([1j], dtype=torch.float32), lambda: torch.zeros(2).fill_(1j), lambda: torch.zeros(2).add_(1j), lambda: int(a[0]), lambda: float(a[0]),
    lambda: torch.complex(torch.ones(2), torch.ones(2, dtype=torch.float64)), lambda: torch.complex(torch.ones(2).int(), torch.ones(2).int()),
    lambda: torch.tensor(1.0).imag, lambda: torch.view_as_real(torch.ones(2)), lambda: torch.view_as_complex(torch.ones(3)),
    lambda: torch.view_as_complex(torch.ones(2).int()), lambda: torch.view_as_complex(torch.ones(4)[::2]), lambda: torch.view_as_complex(torch.ones(3)[1:]),
    lambda: torch.arange(3, dtype=torch.complex64), lambda: torch.bernoulli(a), lambda: torch.empty(2, dtype=torch.complex64).exponential_(),
    lambda: torch.empty(2, dtype=torch.complex64).random_(), lambda: a.H, lambda: torch.tensor([1, 2])[a], lambda: a @ torch.ones(2), lambda: ~a,
):
    show(make)
