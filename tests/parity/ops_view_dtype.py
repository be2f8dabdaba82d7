"""The same memory as another dtype."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fails(label, function):
    try:
        print(label, "gave", function())
    except Exception as error:
        print(label, type(error).__name__, error)


x = torch.tensor([1.0, -2.0, 0.5], device=device)
bits = x.view(torch.int32)
print(bits.tolist(), [hex(v & 0xFFFFFFFF) for v in bits.tolist()])
bits[0] = 0x40000000
print(x.tolist())
print(x.view(torch.uint8).shape, x.view(torch.int16).shape, torch.zeros(2, 4, dtype=torch.uint8, device=device).view(torch.int32).shape)
print(torch.tensor([1], dtype=torch.int64, device=device).view(torch.uint8).tolist(), torch.tensor([True, False], device=device).view(torch.uint8).tolist())
print(x.view(torch.float32) is x, x.view(dtype=torch.int32).tolist() == bits.tolist())
fails("size", lambda: torch.zeros(3, dtype=torch.uint8, device=device).view(torch.int32))
fails("stride", lambda: torch.zeros(4, 4, device=device).t().view(torch.uint8))
fails("0-d", lambda: torch.tensor(1.0, device=device).view(torch.uint8))
h = torch.tensor([1.5, -0.25], dtype=torch.float16, device=device)
print(h.view(torch.int16).tolist(), torch.tensor([0x3C00], dtype=torch.int16, device=device).view(torch.float16).tolist(), torch.tensor([0x3F80], dtype=torch.int16, device=device).view(torch.bfloat16).tolist())
