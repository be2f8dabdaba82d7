import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.ones(2, 2, requires_grad=True)
y = (x * 3 + 1).exp().sum()
node = y.grad_fn
names = []
while node is not None:
    names.append(node.name())
    node = next((n for n, _ in node.next_functions if n is not None), None)
print(names)
print(x.grad_fn, x.is_leaf, y.grad_fn.name(), y.grad_fn.next_functions[0][0].name())
leaf = (x * 2).grad_fn.next_functions[0][0]
print(leaf.name(), torch.equal(leaf.variable, x), leaf.next_functions)
print((x @ x).grad_fn.name(), x.t().grad_fn.name(), x.view(4).grad_fn.name(), x[0].grad_fn.name(), x[:, 1:].grad_fn.name())
print(torch.cat([x, x]).grad_fn.name(), torch.stack([x, x]).grad_fn.name(), x.mean().grad_fn.name(), x.mean(0).grad_fn.name(), x.sum(0).grad_fn.name())
print(x.relu().grad_fn.name(), x.sigmoid().grad_fn.name(), x.softmax(0).grad_fn.name(), x.clone().grad_fn.name(), (-x).grad_fn.name(), (x / 2).grad_fn.name(), (2 / x).grad_fn.name(), (x - 1).grad_fn.name(), (1 - x).grad_fn.name())
print(x.pow(2).grad_fn.name(), x.unsqueeze(0).grad_fn.name(), x.expand(3, 2, 2).grad_fn.name(), x.transpose(0, 1).grad_fn.name(), x.permute(1, 0).grad_fn.name(), x.reshape(-1).grad_fn.name())
print([n is None for n, _ in (x * torch.ones(2, 2)).grad_fn.next_functions], len((x + x).grad_fn.next_functions))
print(x.max(0).values.grad_fn.name(), x.max().grad_fn.name(), x.sort(0).values.grad_fn.name(), x.gather(0, torch.zeros(1, 2, dtype=torch.long)).grad_fn.name())
a, b = x.unbind(0)
print(a.grad_fn.name(), [c.grad_fn.name() for c in x.split(1)], x.chunk(2)[0].grad_fn.name())
