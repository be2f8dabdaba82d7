import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor(2.5)
print(x.item(), float(x), int(x), bool(x), x + 1, round(float(x), 1), type(x.item()).__name__)
i = torch.tensor(3)
print([10, 20, 30, 40][i], list(range(i)), i.item() + 1, int(torch.tensor([7])), float(torch.tensor([[2.0]])))
print(torch.tensor(True).item(), bool(torch.tensor([0])), if_ok := bool(torch.tensor(1)))
