# Parametrizations: a symmetric weight, one that is orthogonal by a matrix exponential, several on one tensor, caching and removal.
import torch
import torch.nn as nn
import torch.nn.utils.parametrize as parametrize

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)

    def right_inverse(self, A):
        return A.triu()


class Skew(nn.Module):
    def forward(self, X):
        A = X.triu(1)
        return A - A.transpose(-1, -2)


class MatrixExponential(nn.Module):
    def forward(self, X):
        return torch.matrix_exp(X)


class Counted(nn.Module):
    calls = 0

    def forward(self, X):
        Counted.calls += 1
        return X * 2


torch.manual_seed(4)
layer = nn.Linear(3, 3).to(device)
parametrize.register_parametrization(layer, "weight", Symmetric())
A = layer.weight
print(torch.allclose(A, A.T), layer)
print([n for n, _ in layer.named_parameters()], parametrize.is_parametrized(layer), parametrize.is_parametrized(layer, "bias"))
print(layer.parametrizations, layer.parametrizations.weight[0])
layer.weight = torch.tensor([[1.0, 2, 3], [0, 4, 5], [0, 0, 6]], device=device)
print(layer.weight.tolist())
ortho = nn.Linear(3, 3).to(device)
parametrize.register_parametrization(ortho, "weight", Skew())
parametrize.register_parametrization(ortho, "weight", MatrixExponential())
X = ortho.weight
print((X.T @ X - torch.eye(3, device=device)).abs().max().item() < 1e-5, len(ortho.parametrizations.weight))
cnn = nn.Conv2d(2, 2, 2).to(device)
parametrize.register_parametrization(cnn, "weight", Counted())
cnn(torch.zeros(1, 2, 3, 3, device=device))
once = Counted.calls
with parametrize.cached():
    for _ in range(3):
        cnn(torch.zeros(1, 2, 3, 3, device=device))
print(Counted.calls - once)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
for _ in range(3):
    opt.zero_grad()
    loss = (layer(torch.ones(2, 3, device=device)) - 1).pow(2).sum()
    loss.backward()
    opt.step()
print(f"{loss.item():.3f}", torch.allclose(layer.weight, layer.weight.T))
parametrize.remove_parametrizations(layer, "weight", leave_parametrized=True)
print(layer, type(layer.weight).__name__, parametrize.is_parametrized(layer))
wn = torch.nn.utils.parametrizations.weight_norm(nn.Linear(4, 2).to(device))
sn = torch.nn.utils.parametrizations.spectral_norm(nn.Linear(4, 2).to(device))
on = torch.nn.utils.parametrizations.orthogonal(nn.Linear(3, 3).to(device))
print([n for n, _ in wn.named_parameters()], [n for n, _ in sn.named_buffers()], (on.weight @ on.weight.T).diag().tolist() != [])
print(torch.allclose(on.weight @ on.weight.T, torch.eye(3, device=device), atol=1e-5), list(wn.state_dict()))


class Rank(nn.Module):
    def forward(self, U, V):
        return U @ V

    def right_inverse(self, W):
        U, S, V = torch.linalg.svd(W, full_matrices=False)
        return U[:, :1] * S[:1], V[:1]


low = nn.Linear(3, 3).to(device)
parametrize.register_parametrization(low, "weight", Rank())
print([n for n, _ in low.named_parameters()], torch.linalg.matrix_rank(low.weight).item())
try:
    parametrize.register_parametrization(low, "wait", Rank())
except ValueError as error:
    print(str(error)[:60])
