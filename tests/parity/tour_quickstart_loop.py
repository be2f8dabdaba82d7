# The pages on data, a model, training, testing, saving and loading, in one program over made-up pictures.
import os
import tempfile

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

device = torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"


class Stripes(Dataset):
    """Noisy pictures with horizontal, vertical or diagonal stripes."""

    names = ("rows", "columns", "diagonal")

    def __init__(self, count, seed, transform=None, target_transform=None):
        g = torch.Generator().manual_seed(seed)
        self.labels = torch.randint(0, 3, (count,), generator=g)
        i, j = torch.meshgrid(torch.arange(8), torch.arange(8), indexing="ij")
        patterns = torch.stack([i % 2, j % 2, (i + j) % 2]).float()
        self.images = patterns[self.labels] + 0.5 * torch.randn(count, 8, 8, generator=g)
        self.transform = transform
        self.target_transform = target_transform

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, idx):
        image, label = self.images[idx], self.labels[idx].item()
        if self.transform:
            image = self.transform(image)
        if self.target_transform:
            label = self.target_transform(label)
        return image, label


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.flatten = nn.Flatten()
        self.stack = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 16), nn.ReLU(), nn.Linear(16, 3))

    def forward(self, x):
        return self.stack(self.flatten(x))


torch.manual_seed(3)
training = Stripes(160, 1, transform=lambda x: (x - 0.5) / 0.5)
test = Stripes(60, 2, transform=lambda x: (x - 0.5) / 0.5)
train_loader = DataLoader(training, batch_size=32, shuffle=True)
test_loader = DataLoader(test, batch_size=32)
for X, y in test_loader:
    print(f"Shape of X [N, H, W]: {X.shape}")
    print(f"Shape of y: {y.shape} {y.dtype}")
    break
model = Classifier()
print(model)
model.to(device)
loss_fn = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=1e-1)


def train(dataloader):
    size = len(dataloader.dataset)
    model.train()
    for batch, (X, y) in enumerate(dataloader):
        X, y = X.to(device), y.to(device)
        loss = loss_fn(model(X), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        if batch % 2 == 0:
            print(f"loss: {loss.item():.4f}  [{(batch + 1) * len(X):>5d}/{size:>5d}]")


def check(dataloader):
    model.eval()
    total, correct = 0.0, 0
    with torch.no_grad():
        for X, y in dataloader:
            X, y = X.to(device), y.to(device)
            pred = model(X)
            total += loss_fn(pred, y).item()
            correct += (pred.argmax(1) == y).type(torch.float).sum().item()
    print(f"accuracy {100 * correct / len(dataloader.dataset):>0.1f}%, average loss {total / len(dataloader):.4f}")


for epoch in range(3):
    print(f"epoch {epoch + 1}\n---------")
    train(train_loader)
    check(test_loader)
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "model.pth")
torch.save(model.state_dict(), path)
again = Classifier().to(device)
print(again.load_state_dict(torch.load(path, weights_only=True)))
again.eval()
x, y = test[0]
with torch.no_grad():
    scores = again(x.unsqueeze(0).to(device))
    print(f'predicted "{Stripes.names[scores[0].argmax(0)]}", actual "{Stripes.names[y]}"')
checkpoint = {"epoch": 3, "model": model.state_dict(), "optimizer": optimizer.state_dict()}
torch.save(checkpoint, path)
found = torch.load(path, weights_only=True)
print(found["epoch"], list(found["model"]), found["optimizer"]["param_groups"][0]["lr"])
print(found["model"]._metadata)
folder.cleanup()
