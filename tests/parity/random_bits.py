# cpu only: the generator of the CPU
# Random numbers bit by bit: limits and scales are applied as PyTorch applies them, with one rounding.
import torch
from torch import nn


def bits(x):
    whole = {torch.float32: torch.int32, torch.float64: torch.int64, torch.float16: torch.int16, torch.bfloat16: torch.int16}
    x = x.contiguous().view(whole[x.dtype]).long().flatten()
    return int((x * (torch.arange(x.numel()) % 1009 + 1)).sum())


for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    for count in (5, 16, 17, 1000):
        torch.manual_seed(count)
        print(dtype, count, bits(torch.empty(count, dtype=dtype).uniform_(-0.37, 0.37)), end=" ")
        print(bits(torch.empty(count, dtype=dtype).uniform_(-0.13, 0.9)), end=" ")
        print(bits(torch.empty(count, dtype=dtype).uniform_(2, 7.3).t()), end=" ")
        print(bits(torch.empty(count, dtype=dtype).normal_(1.5, 0.3)), bits(torch.randn(count, dtype=dtype)))

torch.manual_seed(0)
strided = torch.empty(6, 4).t()
print(bits(strided.uniform_(-1.1, 0.3)))
for layer in (nn.Linear(10, 8), nn.Conv2d(4, 5, 3), nn.LSTM(3, 4), nn.MultiheadAttention(6, 2), nn.Bilinear(2, 3, 4)):
    print(type(layer).__name__, [bits(parameter) for parameter in layer.parameters()])
generator = torch.Generator().manual_seed(7)
other = generator.clone_state()
print(torch.equal(torch.rand(3, generator=generator), torch.rand(3, generator=other)))
print(generator.set_state(other.get_state()) is generator)
