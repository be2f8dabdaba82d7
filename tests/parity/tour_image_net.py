# A small convolutional net for one-channel images, as first courses build it: forward, loss, backward, one update by hand, one by optim.
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = nn.Conv2d(1, 6, 5)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, 10)

    def forward(self, x):
        c1 = F.relu(self.conv1(x))
        s2 = F.max_pool2d(c1, (2, 2))
        c3 = F.relu(self.conv2(s2))
        s4 = F.max_pool2d(c3, 2)
        s4 = torch.flatten(s4, 1)
        f5 = F.relu(self.fc1(s4))
        f6 = F.relu(self.fc2(f5))
        return self.fc3(f6)


torch.manual_seed(11)
net = Net()
print(net)
picture = torch.randn(1, 1, 32, 32)
target = torch.randn(10).view(1, -1)
net, picture, target = net.to(device), picture.to(device), target.to(device)
params = list(net.parameters())
print(len(params), params[0].size(), sum(p.numel() for p in params))
out = net(picture)
print([f"{v:.4f}" for v in out[0].tolist()])
net.zero_grad()
print(net.conv1.bias.grad)
criterion = nn.MSELoss()
loss = criterion(out, target)
node = loss.grad_fn
names = []
while node is not None and len(names) < 5:
    names.append(node.name())
    node = node.next_functions[1 if "Addmm" in node.name() else 0][0]
print(f"{loss.item():.4f}", names)
loss.backward()
print([f"{v:.5f}" for v in net.conv1.bias.grad.tolist()])
with torch.no_grad():
    for f in net.parameters():
        f.sub_(f.grad * 0.01)
optimizer = optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
for step in range(4):
    optimizer.zero_grad()
    loss = criterion(net(picture), target)
    loss.backward()
    optimizer.step()
    print(step, f"{loss.item():.4f}")
for name, p in net.named_parameters():
    print(name, tuple(p.shape), f"{p.abs().mean().item():.4f}")
