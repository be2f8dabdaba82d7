import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
a = torch.tensor([[1, 2], [3, 4]])
b = torch.tensor([[5, 6]])
print(torch.cat([a, b]), torch.cat((a, a), dim=1), torch.cat([a, b.float()]).dtype, torch.concat([b, b]))
print(torch.stack([b[0], b[0]]), torch.stack([a, a], dim=-1).shape)
print(torch.hstack([a, a]), torch.vstack([a, b]), torch.hstack((torch.tensor([1]), torch.tensor([2]))))
print(a.repeat(1, 2), a.repeat(2, 1, 1).shape, a.tile((2,)), torch.tensor([1, 2]).repeat_interleave(2))
print(torch.roll(torch.arange(5), 2), torch.roll(a, 1, 0), torch.flip(a, (0,)), a.flip(0, 1))
print(torch.cat([torch.zeros(0), torch.ones(2)]))
print(torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij"))
