"""Creation with sizes given in every way, dtypes, and what sizes are refused."""
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


for f in (torch.zeros, torch.ones, torch.empty):
    x = f(2, 3, device=device)
    print(x.shape, f((2, 3), device=device).shape, f([2, 3], device=device).shape, f(size=(1,), device=device).shape, f(torch.Size([4]), device=device).shape, f((), device=device).shape, x.dtype)
show("full", torch.full((2,), 7, device=device), torch.full((2,), 1.5, device=device), torch.full((1, 2), True, device=device), torch.full((2,), 3, dtype=torch.float16, device=device), torch.full_like(torch.zeros(2, device=device), 9))
show("like", torch.zeros_like(torch.ones(2, dtype=torch.int8, device=device)), torch.ones_like(torch.zeros(1, 2, device=device), dtype=torch.bool))
show("new", torch.zeros(1, dtype=torch.float64, device=device).new_zeros(2), torch.zeros(1, device=device).new_full((2,), 5), torch.zeros(1, dtype=torch.int32, device=device).new_ones((1, 2)), torch.zeros(1, device=device).new_tensor([1, 2]))
show("eye", torch.eye(2, 3, device=device), torch.eye(2, dtype=torch.long, device=device), torch.eye(0, device=device))
show("scalar", torch.scalar_tensor(3, device=device), torch.tensor(3, device=device), torch.empty_strided((2, 2), (1, 2), device=device).fill_(1))
print(torch.empty_strided((2, 3), (1, 2), device=device).stride(), torch.zeros(2, 0, 3, device=device).shape, torch.zeros(0, device=device).numel())
fails("negative", lambda: torch.full((-3,), 1.0))
fails("float size", lambda: torch.zeros(2.5))
fails("string", lambda: torch.zeros("2"))
fails("overflow", lambda: torch.zeros(2**40, 2**40))
fails("eye", lambda: torch.eye(-1))
