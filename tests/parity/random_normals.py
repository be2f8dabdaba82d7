# cpu only: the values of the CPU's generator
import torch

torch.set_printoptions(precision=9, sci_mode=True)
for n in (1, 15, 16, 17, 31, 32, 100):
    torch.manual_seed(n)
    x = torch.randn(n)
    print(n, x[:5], x[-3:], x.double().sum())
for dtype in (torch.float64, torch.float16, torch.bfloat16):
    torch.manual_seed(3)
    print(torch.randn(20, dtype=dtype), torch.randn(5, dtype=dtype))
torch.manual_seed(4)
print(torch.empty(18).normal_(2.0, 0.25), torch.empty(3, dtype=torch.float64).normal_(-1.0, 3.0))
print(torch.normal(torch.tensor([1.0, 100.0, -5.0]), torch.tensor([0.1, 2.0, 3.0])))
print(torch.normal(torch.arange(3.0), 1.0), torch.normal(2.0, torch.ones(3)), torch.normal(0.0, 1.0, size=(2, 2)))
torch.manual_seed(5)
big = torch.randn(3000, 7)
print(big.double().mean(), big.double().var(), big[1234], big.abs().max())
torch.manual_seed(6)
print(torch.randn(2, 20).t().contiguous()[:2], torch.randn_like(torch.ones(4, 4)))
