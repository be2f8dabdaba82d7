import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.arange(12)
y = x.view(3, 4)
print(y, y.shape, y.size(), y.size(0), y.stride(), y.is_contiguous())
print(y.t(), y.T, y.t().is_contiguous(), y.transpose(0, 1).stride())
print(x.reshape(2, -1), x.reshape((2, 2, 3)).permute(2, 0, 1).shape, y.view(-1))
print(y.unsqueeze(0).shape, y.unsqueeze(-1).shape, y.view(1, 3, 1, 4).squeeze().shape, y.view(1, 3, 4).squeeze(0).shape)
print(torch.arange(3).expand(2, 3), torch.ones(2, 1).expand(-1, 3), torch.ones(3).expand_as(torch.zeros(2, 3)))
print(y.flatten(), torch.zeros(2, 3, 4).flatten(1).shape, torch.zeros(6, 2).unflatten(0, (2, 3)).shape)
print(y.narrow(1, 1, 2), y.select(0, 1), y.diagonal(), y.chunk(2, dim=1), y.split(2), torch.split(y, [1, 3], dim=1))
print(y.unbind(0), torch.movedim(torch.zeros(2, 3, 4), 0, -1).shape, torch.zeros(2, 3, 4).mT.shape)
print(x.unfold(0, 4, 3), torch.as_strided(x, (2, 3), (3, 1), 1))
y[0, 0] = 100
print(x[0], x.storage_offset(), y[1].storage_offset(), x.data_ptr() == y.data_ptr())
print(y.contiguous().data_ptr() == y.data_ptr(), y.t().contiguous().stride())
a, b, c = y
print(a, len(y), y.dim(), y.ndim, y.numel(), y.nelement())
for row in y:
    print(row)
