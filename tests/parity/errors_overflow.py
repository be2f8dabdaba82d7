# cpu only: the texts name the CPU's types
import torch


def attempt(f):
    try:
        print(f().tolist())
    except Exception as e:
        print(type(e).__name__ + ":", e)


numbers = [0, 1, 127, 128, 255, 256, -1, -128, -129, -255, -256, 2**15, -(2**15) - 1, 2**31 - 1, 2**31, 2**63 - 1, True]
numbers += [0.5, -0.5, 127.5, 255.0, 255.5, 1e20, 1e39, float("inf"), float("nan")]
dtypes = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.bool, torch.float16, torch.float32]

for dtype in dtypes:
    for number in numbers:
        print(dtype, number)
        attempt(lambda: torch.tensor(number, dtype=dtype))
        attempt(lambda: torch.full((2,), number, dtype=dtype))

a = torch.zeros(2, dtype=torch.uint8)
mask = torch.tensor([True, False])
attempt(lambda: torch.tensor([[1, 2], [3, 300]], dtype=torch.uint8))
attempt(lambda: torch.as_tensor([1, 300], dtype=torch.int8))
attempt(lambda: a.new_tensor([300]))
attempt(lambda: torch.full_like(a, 300))
attempt(lambda: a.new_full((2,), 300))
attempt(lambda: a.clone().fill_(300))
attempt(lambda: a.masked_fill(mask, 300))
attempt(lambda: a.clone().masked_fill_(mask, 300))
attempt(lambda: a + 300)


def assign(key, value):
    b = a.clone()
    b[key] = value
    return b


attempt(lambda: assign(0, 300))
attempt(lambda: assign(mask, 300))
attempt(lambda: assign(0, -1))
attempt(lambda: assign(0, 2.5))
