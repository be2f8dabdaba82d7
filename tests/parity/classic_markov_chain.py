import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
P = torch.tensor([[0.9, 0.075, 0.025], [0.15, 0.8, 0.05], [0.25, 0.25, 0.5]])
print(P.sum(1), torch.allclose(torch.linalg.matrix_power(P, 3), P @ P @ P))
pi = torch.tensor([1.0, 0.0, 0.0])
for _ in range(100):
    pi = pi @ P
print(pi, torch.allclose(pi @ P, pi, atol=1e-6))
A = torch.cat([P.t() - torch.eye(3), torch.ones(1, 3)])
b = torch.tensor([0.0, 0.0, 0.0, 1.0])
print(torch.allclose(torch.linalg.lstsq(A, b[:, None]).solution.squeeze(), pi, atol=1e-4))
# absorbing chain: a gambler with 1..3 of 4, fair coin
Q = torch.tensor([[0.0, 0.5, 0.0], [0.5, 0.0, 0.5], [0.0, 0.5, 0.0]])
R = torch.tensor([[0.5, 0.0], [0.0, 0.0], [0.0, 0.5]])
N = torch.linalg.inv(torch.eye(3) - Q)
print(N, N @ R, N.sum(1))
g = torch.Generator(device="cpu").manual_seed(0)
state, visits = 0, [0, 0, 0]
rows = P.cpu().cumsum(1)
for u in torch.rand(300, generator=g, device="cpu").tolist():
    state = int((rows[state] < u).sum())
    visits[state] += 1
print(visits)
