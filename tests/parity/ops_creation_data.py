"""Tensors from nested data of mixed types, and what data cannot be one."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(label, *values):
    """Numbers to four decimals, without a sign on zero, with shape and dtype."""
    for x in values:
        if not torch.is_tensor(x):
            print(label, x)
            continue
        flat = x.detach().cpu().reshape(-1).tolist()
        flat = [round(v, 4) + 0.0 if isinstance(v, float) else v for v in flat]
        print(label, flat, tuple(x.shape), str(x.dtype)[6:])


def fails(label, function):
    try:
        print(label, "gave", function())
    except Exception as error:
        print(label, type(error).__name__, error)


show("mixed", torch.tensor([1, 2.5, True], device=device), torch.tensor([[1, 0], [True, False]], device=device), torch.tensor([True, False], device=device), torch.tensor([], device=device), torch.tensor([[], []], device=device))
show("nested", torch.tensor([(1, 2), [3, 4]], device=device), torch.tensor([torch.tensor(1.5), 2], device=device), torch.tensor(range(3), device=device), torch.tensor([[torch.tensor(1), torch.tensor(2)]], device=device))
show("dtype", torch.tensor([1.9, -1.9], dtype=torch.int32, device=device), torch.tensor([0, 2], dtype=torch.bool, device=device), torch.tensor([300], dtype=torch.int64, device=device).to(torch.uint8), torch.tensor(3, dtype=torch.float16, device=device))
x = torch.tensor([1.0, 2.0], device=device)
print(torch.as_tensor(x) is x, torch.tensor(x.clone()).data_ptr() == x.data_ptr(), torch.asarray(x).data_ptr() == x.data_ptr())
show("classes", torch.FloatTensor([1, 2]), torch.LongTensor([1, 2]), torch.Tensor([1, 2]), torch.Tensor(2, 3).shape, torch.BoolTensor([True]))
print(torch.tensor(2**40).item(), torch.tensor([2**53 + 1]).item(), torch.tensor(1e300).item(), torch.tensor(-0.0).item())
fails("ragged", lambda: torch.tensor([[1, 2], [3]]))
fails("ragged", lambda: torch.tensor([1, [2]]))
fails("string", lambda: torch.tensor("abc"))
fails("none", lambda: torch.tensor(None))
fails("none inside", lambda: torch.tensor([None]))
fails("dict", lambda: torch.tensor({}))
fails("big", lambda: torch.tensor(2**70))
