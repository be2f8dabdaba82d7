import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
a = torch.tensor([1.0, -2.0, 3.5])
b = torch.tensor([4.0, 0.5, -1.0])
print(a + b, a - b, a * b, a / b, a // b, a % b, a ** 2)
print(2 + a, 2 - a, 2 * a, 2 / a, 2 // b, 2 ** a)
print(-a, abs(a), +a)
print(torch.add(a, b, alpha=2), torch.sub(a, b, alpha=0.5), a.add(1), a.mul(b), a.div(2), a.sub(1))
print(torch.div(a, b, rounding_mode="floor"), torch.div(a, b, rounding_mode="trunc"))
print(torch.fmod(a, 2), torch.remainder(a, 2))
print(a.addcmul(a, b, value=0.5), torch.addcdiv(a, a, b))
print(torch.lerp(a, b, 0.5))
