import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
a = torch.tensor([1, 2, 3])
b = torch.tensor([3, 2, 1])
print(a == b, a != b, a < b, a <= b, a > b, a >= b)
print(a == 2, 2 < a, a.eq(b), torch.gt(a, 2))
print(torch.equal(a, b), torch.equal(a, a.clone()), torch.allclose(a.float(), a.float() + 1e-9))
print(torch.isclose(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.1])))
print(torch.isnan(torch.tensor([1.0, float("nan")])), torch.isinf(torch.tensor([float("inf"), 0])), torch.isfinite(torch.tensor([1.0, float("-inf")])))
print((a > 1) & (b > 1), (a > 1) | (b > 1), ~(a > 1), (a > 1) ^ (b > 1))
print(a & b, a | b, a ^ b, ~a, a << 1, a >> 1)
print(torch.logical_and(a > 1, b > 1), torch.logical_not(a), torch.maximum(a, b), torch.minimum(a, b))
print(2 in a, 7 in a)
