# Types: conversions, promotions, what overflows, what wraps.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([1.9, -1.9, 300.0], device=device)
print(x.int().tolist(), x.long().dtype, x.bool().tolist(), x.half().dtype, x.double().dtype, x.to(torch.int16).tolist(), x.type(torch.float64).dtype, x.bfloat16().tolist())
print((torch.tensor([200], dtype=torch.uint8, device=device) + 100).tolist(), (torch.tensor([100], dtype=torch.int8, device=device) * 2).tolist(), (torch.tensor([2**31 - 1], dtype=torch.int32, device=device) + 1).tolist())
for a in (torch.uint8, torch.int32, torch.float16, torch.float32, torch.bool):
    print(a, [str((torch.ones(1, dtype=a, device=device) + torch.ones(1, dtype=b, device=device)).dtype)[6:] for b in (torch.uint8, torch.int8, torch.int64, torch.float16, torch.bfloat16, torch.float64, torch.bool)])
print((torch.ones(1, dtype=torch.int32, device=device) + 1.5).dtype, (torch.ones(1, dtype=torch.float16, device=device) * 3).dtype, (torch.ones(2, dtype=torch.int64, device=device) / 2).dtype, (torch.tensor(1, device=device) + torch.ones(1, dtype=torch.int8, device=device)).dtype)
print(torch.finfo(torch.float16).max, torch.iinfo(torch.int16).min, torch.finfo(torch.bfloat16), torch.is_floating_point(x), x.is_floating_point(), torch.float32.itemsize, x.element_size(), x.nbytes)
print((torch.tensor([7, -7], device=device) // 2).tolist(), (torch.tensor([7, -7], device=device) % 3).tolist(), torch.fmod(torch.tensor([7.0, -7.0], device=device), 3).tolist(), torch.div(torch.tensor([7, -7], device=device), 2, rounding_mode="trunc").tolist(), (2 ** torch.tensor([3, 4], device=device)).tolist())
print(torch.can_cast(torch.float32, torch.int32), torch.promote_types(torch.int32, torch.float16), torch.result_type(torch.ones(1, dtype=torch.int8), 1.0), torch.get_default_dtype())
for bad in (lambda: torch.ones(1, dtype=torch.int32, device=device).add_(1.5), lambda: torch.tensor([1, 2], device=device).div_(2), lambda: torch.arange(3, device=device).requires_grad_(), lambda: -torch.tensor([True], device=device), lambda: torch.tensor([True], device=device) - torch.tensor([True], device=device)):
    try:
        bad()
    except RuntimeError as error:
        print(str(error).split("\n")[0][:150])
