import torch

x = torch.arange(12.0).reshape(3, 4)
print(x.gather(1, torch.tensor([[0], [1], [2]])), torch.gather(x, 0, torch.tensor([[2, 1, 0, 0]])))
print(torch.zeros(3, 4).scatter(1, torch.tensor([[0, 1], [2, 3], [0, 0]]), torch.ones(3, 2)))
print(torch.zeros(3, 4).scatter_(1, torch.tensor([[0], [2], [3]]), 5.0))
print(torch.zeros(4).scatter_add(0, torch.tensor([0, 1, 0, 3]), torch.tensor([1.0, 2.0, 3.0, 4.0])))
print(x.index_select(0, torch.tensor([2, 0])), torch.index_select(x, 1, torch.tensor([1])))
print(torch.zeros(3).index_add(0, torch.tensor([0, 0, 2]), torch.tensor([1.0, 2.0, 3.0])))
print(x.masked_fill(x > 5, 0), torch.masked_select(x, x > 8), x.masked_fill(x < 3, float("-inf")))
print(torch.where(x > 5, x, torch.zeros_like(x)), torch.where(x > 5, 1.0, 0.0), torch.where(torch.tensor([True, False])))
print(torch.nonzero(torch.tensor([0, 1, 0, 2])), torch.nonzero(torch.tensor([[1, 0], [0, 1]]), as_tuple=True))
print(torch.take(x, torch.tensor([0, 5])), torch.tril(torch.ones(3, 3)), torch.triu(x, 1), torch.diag(torch.tensor([1, 2])), torch.diag(x))
print(torch.nn.functional.one_hot(torch.tensor([0, 2, 1])), torch.bincount(torch.tensor([1, 1, 3])), torch.unique(torch.tensor([3, 1, 2, 1])))
