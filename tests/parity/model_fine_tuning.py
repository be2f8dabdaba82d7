# Fine-tuning: a trained body is frozen, its head replaced, then groups with rates of their own, and the best state kept.
import copy

import torch
import torch.nn as nn
import torch.optim as optim
from torch.optim import lr_scheduler

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Body(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2))
        self.layer = nn.Sequential(nn.Conv2d(4, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU())
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(8, classes)

    def forward(self, x):
        x = self.avgpool(self.layer(self.conv(x)))
        return self.fc(torch.flatten(x, 1))


torch.manual_seed(21)
trained = Body(10)
state = trained.state_dict()
model = Body(10)
print(model.load_state_dict(state))
for param in model.parameters():
    param.requires_grad = False
num_ftrs = model.fc.in_features
model.fc = nn.Linear(num_ftrs, 2)
print([name for name, p in model.named_parameters() if p.requires_grad])
print(sum(p.numel() for p in model.parameters()), sum(p.numel() for p in model.parameters() if p.requires_grad))
y = torch.randint(0, 2, (24,))
x = torch.randn(24, 1, 8, 8) * 0.3 + (y * 2.0 - 1).view(-1, 1, 1, 1) * torch.linspace(-1, 1, 8)
model = model.to(device)
sets = {"train": (x[:16].to(device), y[:16].to(device)), "val": (x[16:].to(device), y[16:].to(device))}
criterion = nn.CrossEntropyLoss()
optimizer = optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1, momentum=0.9)
scheduler = lr_scheduler.StepLR(optimizer, step_size=3, gamma=0.1)


def train_model(model, optimizer, scheduler, num_epochs):
    best, best_acc = copy.deepcopy(model.state_dict()), -1.0
    for epoch in range(num_epochs):
        for phase in ["train", "val"]:
            model.train() if phase == "train" else model.eval()
            inputs, labels = sets[phase]
            optimizer.zero_grad()
            with torch.set_grad_enabled(phase == "train"):
                outputs = model(inputs)
                _, preds = torch.max(outputs, 1)
                loss = criterion(outputs, labels)
                if phase == "train":
                    loss.backward()
                    optimizer.step()
            acc = torch.sum(preds == labels.data).double() / len(labels)
            if phase == "train":
                scheduler.step()
            print(f"{epoch} {phase} Loss: {loss.item():.3f} Acc: {acc:.4f} lr {scheduler.get_last_lr()[0]:.4f}")
            if phase == "val" and acc > best_acc:
                best_acc, best = acc, copy.deepcopy(model.state_dict())
    model.load_state_dict(best)
    return model


before = {k: v.clone() for k, v in model.state_dict().items()}
model = train_model(model, optimizer, scheduler, 4)
changed = [k for k, v in model.state_dict().items() if not torch.equal(v, before[k])]
print(changed)
for param in model.layer.parameters():
    param.requires_grad_(True)
optimizer = optim.AdamW(
    [
        {"params": model.layer.parameters(), "lr": 1e-3},
        {"params": model.fc.parameters(), "weight_decay": 0.0},
    ],
    lr=1e-2,
    weight_decay=0.1,
)
print([(len(g["params"]), g["lr"], g["weight_decay"]) for g in optimizer.param_groups])
scheduler = lr_scheduler.CosineAnnealingLR(optimizer, T_max=4)
model = train_model(model, optimizer, scheduler, 3)
optimizer.add_param_group({"params": model.conv.parameters(), "lr": 1e-4})
print([f"{g['lr']:.6f}" for g in optimizer.param_groups])
print(optimizer)
