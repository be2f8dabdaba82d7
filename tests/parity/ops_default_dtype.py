"""The default dtype and what follows it."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fails(label, function):
    try:
        print(label, "gave", function())
    except Exception as error:
        print(label, type(error).__name__, error)


print(torch.get_default_dtype())
torch.set_default_dtype(torch.float64)
print(torch.tensor(1.5).dtype, torch.zeros(2).dtype, torch.arange(0.5).dtype, (torch.tensor([1, 2]) / 2).dtype, torch.rand(1).dtype, torch.tensor([1]).dtype, torch.linspace(0, 1, 2).dtype, torch.tensor([1, 2]).sqrt().dtype, torch.eye(2).dtype, torch.randn(1).dtype)
print(torch.tensor([1.5]), torch.tensor([1.5], dtype=torch.float32), torch.result_type(torch.tensor([1]), 1.0))
torch.set_default_dtype(torch.float16)
print(torch.ones(2), (torch.tensor([1]) * 1.5).dtype)
torch.set_default_dtype(torch.bfloat16)
print(torch.tensor(0.1), torch.tensor([1]).float().dtype)
torch.set_default_dtype(torch.float32)
fails("whole", lambda: torch.set_default_dtype(torch.int64))
print(torch.get_default_dtype(), torch.tensor([True]).sum().dtype, torch.tensor([1.5]).dtype)
