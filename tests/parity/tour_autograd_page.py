# A tour of gradients: one step by hand, attributes of nodes, vector-Jacobian products, leaves, untracked operations.
import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")

a = torch.tensor([2.0, 3.0], requires_grad=True)
b = torch.tensor([6.0, 4.0], requires_grad=True)
q = 3 * a**3 - b**2
print(q, q.grad_fn.name(), q.requires_grad, a.is_leaf, q.is_leaf)
q.backward(gradient=torch.tensor([1.0, 1.0]))
print(a.grad, b.grad)
print(9 * a**2 == a.grad, -2 * b == b.grad)
print(a.grad is a.grad, id(a.grad) == id(a.grad))

x = torch.ones(5)
y = torch.zeros(3)
w = torch.linspace(-1, 1, 15).reshape(5, 3).requires_grad_()
c = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)
z = torch.matmul(x, w) + c
loss = torch.nn.functional.binary_cross_entropy_with_logits(z, y)
print(z.grad_fn.name(), loss.grad_fn.name())
loss.backward()
print(w.grad)
print(c.grad)
with torch.no_grad():
    z = torch.matmul(x, w) + c
print(z.requires_grad, z.detach().requires_grad)

inp = torch.eye(4, 5, requires_grad=True)
out = (inp + 1).pow(2).t()
for _ in range(2):
    out.backward(torch.ones_like(out), retain_graph=True)
    print(inp.grad)
inp.grad.zero_()
out.backward(torch.ones_like(out), retain_graph=True)
print(inp.grad)
try:
    torch.ones(2, requires_grad=True).mul(2).backward()
except RuntimeError as error:
    print(error)
frozen = torch.rand(2, device="cpu").to(a.device)
print((frozen + 1).requires_grad, (frozen + a).requires_grad)
step = (a * b).sum()
first = step.grad_fn.next_functions[0][0]
print(step.grad_fn.name(), first.name(), [edge[0].name() for edge in first.next_functions])
print(first.next_functions[0][0].variable is a, first.next_functions[1][0].variable is b)
