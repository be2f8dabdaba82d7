# What a layer is: from bare tensors and a loop to nn.Module, optim, TensorDataset, DataLoader and a convolutional Sequential with Lambda.
import torch
import torch.nn.functional as F
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(5)
x_train = torch.randn(128, 36)
rule = torch.randn(36, 4)
y_train = (x_train @ rule).argmax(1)
weights = (torch.randn(36, 4) / 6).to(device).requires_grad_()
bias = torch.zeros(4, device=device, requires_grad=True)
x_train, y_train = x_train.to(device), y_train.to(device)


def log_softmax(x):
    return x - x.exp().sum(-1).log().unsqueeze(-1)


def nll(input, target):
    return -input[range(target.shape[0]), target].mean()


def accuracy(out, yb):
    return (torch.argmax(out, dim=1) == yb).float().mean()


def model(xb):
    return log_softmax(xb @ weights + bias)


bs, lr = 32, 0.5
print(f"{nll(model(x_train[:bs]), y_train[:bs]).item():.4f}", f"{accuracy(model(x_train[:bs]), y_train[:bs]).item():.4f}")
for epoch in range(2):
    for i in range((len(x_train) - 1) // bs + 1):
        xb, yb = x_train[i * bs : i * bs + bs], y_train[i * bs : i * bs + bs]
        loss = nll(model(xb), yb)
        loss.backward()
        with torch.no_grad():
            weights -= weights.grad * lr
            bias -= bias.grad * lr
            weights.grad.zero_()
            bias.grad.zero_()
print(f"{nll(model(x_train), y_train).item():.4f} {F.cross_entropy(x_train @ weights + bias, y_train).item():.4f}")


class Logistic(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = nn.Parameter(torch.randn(36, 4) / 6)
        self.bias = nn.Parameter(torch.zeros(4))

    def forward(self, xb):
        return xb @ self.weights + self.bias


mod = Logistic()
print(mod, [name for name, _ in mod.named_parameters()])
mod.to(device)
with torch.no_grad():
    for p in mod.parameters():
        p -= 0.01
    mod.zero_grad()
opt = optim.SGD(mod.parameters(), lr=lr)
loader = DataLoader(TensorDataset(x_train, y_train), batch_size=bs)
for epoch in range(2):
    mod.train()
    for xb, yb in loader:
        loss = F.cross_entropy(mod(xb), yb)
        loss.backward()
        opt.step()
        opt.zero_grad()
    mod.eval()
    with torch.no_grad():
        print(epoch, f"{sum(F.cross_entropy(mod(xb), yb) for xb, yb in loader).item() / len(loader):.4f}")


class Lambda(nn.Module):
    def __init__(self, func):
        super().__init__()
        self.func = func

    def forward(self, x):
        return self.func(x)


torch.manual_seed(6)
cnn = nn.Sequential(
    Lambda(lambda x: x.view(-1, 1, 6, 6)),
    nn.Conv2d(1, 8, 3, stride=2, padding=1),
    nn.ReLU(),
    nn.Conv2d(8, 4, 3, stride=2, padding=1),
    nn.ReLU(),
    nn.AdaptiveAvgPool2d(1),
    Lambda(lambda x: x.view(x.size(0), -1)),
).to(device)
print(cnn)


def fit(epochs, model, loss_func, opt):
    for epoch in range(epochs):
        losses, nums = zip(*[one_batch(model, loss_func, xb, yb, opt) for xb, yb in loader])
        print(epoch, f"{sum(l * n for l, n in zip(losses, nums)) / sum(nums):.4f}")


def one_batch(model, loss_func, xb, yb, opt=None):
    loss = loss_func(model(xb), yb)
    if opt is not None:
        loss.backward()
        opt.step()
        opt.zero_grad()
    return loss.item(), len(xb)


fit(3, cnn, F.cross_entropy, optim.SGD(cnn.parameters(), lr=0.2, momentum=0.9))
