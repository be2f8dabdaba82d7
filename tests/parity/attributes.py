import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.ones(2, 3)
x.note = "mine"
print(x.note, x.layout, x.is_sparse, x.itemsize, x.nbytes, x.T.shape, x.requires_grad, x.grad, x.data.shape, x.names if False else "")
p = torch.nn.Parameter(torch.zeros(2))
p.data.fill_(3)
print(p, p.data, p.requires_grad, p.is_leaf)
p.data = torch.tensor([5.0, 6.0])
print(p)
print(torch.__version__[:6], torch.pi, torch.inf, torch.strided)
y = x.clone()
print(y is x, torch.equal(x, y), y.data_ptr() == x.data_ptr(), x.detach().data_ptr() == x.data_ptr())
d = {x: 1, y: 2}
print(d[x], d[y], x in [x])
