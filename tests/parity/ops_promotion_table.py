"""The result dtype of every pair of dtypes, of tensors, numbers and 0-d tensors."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


dtypes = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64]
def short(dtype):
    return str(dtype)[6:]
for a in dtypes:
    print(short(a), [short(torch.promote_types(a, b)) for b in dtypes], [torch.can_cast(a, b) for b in dtypes])
for a in dtypes:
    x = torch.ones(2, dtype=a, device=device)
    print(short(a), [short((x + torch.ones(2, dtype=b, device=device)).dtype) for b in dtypes], [short((x * torch.ones((), dtype=b, device=device)).dtype) for b in dtypes])
    print([short((x + n).dtype) for n in (True, 1, 1.5)], [short(torch.result_type(x, n)) for n in (True, 1, 1.5)], short((x / 2).dtype), short((x == 1).dtype), short(torch.where(x > 0, x, 1.0).dtype), short(x.sum().dtype), short(x.cumsum(0).dtype), short(x.float().mean().dtype))
print([short(torch.result_type(torch.tensor(1, dtype=a), torch.ones(1, dtype=b))) for a in dtypes for b in (torch.int8, torch.float16)])
print(short((torch.tensor(1.0, dtype=torch.float64) + torch.ones(1)).dtype), short((torch.tensor(1.0, dtype=torch.float64) + torch.tensor(1.0)).dtype), short((torch.tensor(5) + torch.tensor(1.5)).dtype))
