# cpu only: numbers that do not fit are refused before a device is used
# Numbers beside integers that cannot hold them: which functions refuse them, and what the others make of them.
import torch

makers = {
    "int8": torch.int8,
    "uint8": torch.uint8,
    "int16": torch.int16,
    "int32": torch.int32,
    "bool": torch.bool,
    "float16": torch.float16,
}
functions = {
    "add": lambda x, n: x + n,
    "add alpha": lambda x, n: torch.add(x, x, alpha=n),
    "sub alpha": lambda x, n: torch.sub(x, x, alpha=n),
    "add_ alpha": lambda x, n: x.clone().add_(x, alpha=n),
    "rsub alpha": lambda x, n: torch.rsub(x, x, alpha=n),
    "mul": lambda x, n: x * n,
    "addcmul": lambda x, n: torch.addcmul(x, x, x, value=n),
    "addcdiv": lambda x, n: torch.addcdiv(x, x, x, value=n),
    "addmm alpha": lambda x, n: torch.addmm(
        x.view(1, 2).expand(2, 2), x.view(1, 2).expand(2, 2), x.view(1, 2).expand(2, 2), alpha=n
    ),
    "addmm beta": lambda x, n: torch.addmm(
        x.view(1, 2).expand(2, 2), x.view(1, 2).expand(2, 2), x.view(1, 2).expand(2, 2), beta=n
    ),
    "index_add alpha": lambda x, n: x.index_add(0, torch.tensor([0, 1]), x, alpha=n),
    "clamp": lambda x, n: x.clamp(max=n),
    "clamp both": lambda x, n: x.clamp(-n, n),
    "where": lambda x, n: torch.where(x > 0, x, n),
    "masked_fill": lambda x, n: x.masked_fill(x > 0, n),
    "fill_": lambda x, n: x.clone().fill_(n),
    "full_like": lambda x, n: torch.full_like(x, n),
    "setitem": lambda x, n: x.clone().__setitem__(0, n) or x,
    "index_fill": lambda x, n: x.index_fill(0, torch.tensor([0]), n),
    "scatter": lambda x, n: x.scatter(0, torch.tensor([0]), n),
    "pow": lambda x, n: x**n,
    "maximum": lambda x, n: torch.maximum(x, torch.tensor(n)),
    "threshold": lambda x, n: torch.nn.functional.threshold(x, n, n),
    "new_full": lambda x, n: x.new_full((1,), n),
    "tensor": lambda x, n: torch.tensor([n], dtype=x.dtype),
    "full": lambda x, n: torch.full((1,), n, dtype=x.dtype),
    "arange": lambda x, n: torch.arange(n, n + 2, dtype=x.dtype),
}
for name, function in functions.items():
    for kind, dtype in makers.items():
        x = torch.tensor([1, 0], dtype=dtype)
        for number in (300, -300, 100000, 2**40, 1e10, 3.5):
            if kind == "float16" and number in (300, -300, 3.5):
                continue
            try:
                result = function(x, number)
                result = (result.tolist(), str(result.dtype))
            except Exception as error:
                result = type(error).__name__ + ": " + str(error).split("\n")[0]
            print(f"{name} {kind} {number}: {result}")
