import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([[3, 1, 2], [9, 7, 8]])
print(torch.sort(x))
print(x.sort(descending=True).values, x.argsort(), x.argsort(dim=0, descending=True))
print(torch.topk(torch.tensor([1.0, 5.0, 3.0, 4.0]), 2))
print(x.topk(1, dim=1, largest=False))
values, indices = torch.tensor([3.0, 1.0, 2.0]).sort()
print(values, indices)
