import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
a = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
b = torch.tensor([[5.0, 6.0], [7.0, 8.0]])
v = torch.tensor([1.0, -1.0])
print(a @ b, torch.mm(a, b), a.matmul(v), v @ a, v @ v, torch.dot(v, v), a.mv(v))
print(torch.bmm(a.unsqueeze(0), b.unsqueeze(0)), (a.expand(3, 2, 2) @ b).shape, torch.ones(2, 1, 3, 4).matmul(torch.ones(5, 4, 2)).shape)
print(torch.addmm(v, a, b), torch.addmm(a, a, b, beta=0.5, alpha=2), torch.outer(v, v), torch.trace(a))
print(torch.einsum("ij,jk->ik", a, b), torch.einsum("ij->ji", a), torch.einsum("ij,ij->", a, b), torch.einsum("bij,bjk->bik", a[None], b[None]), torch.einsum("i,j->ij", v, v), torch.einsum("ii->i", a))
print((torch.arange(6, device="cpu").view(2, 3) @ torch.arange(6, device="cpu").view(3, 2)).to(a.device))
print(a.T @ a, (a.t() @ b.t()).t())
