# Two heads on one body; advantages by a reversed scan.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(79)


def advantages(rewards, values, gamma=0.9, decay=0.8):
    result, last, following = torch.zeros_like(rewards), 0.0, 0.0
    for i in reversed(range(len(rewards))):
        delta = rewards[i] + gamma * following - values[i]
        last = delta + gamma * decay * last
        result[i], following = last, values[i]
    return result


body, actor, critic = nn.Linear(4, 8), nn.Linear(8, 3), nn.Linear(8, 1)
model = nn.ModuleDict({"body": body, "actor": actor, "critic": critic}).to(device)
states, actions = torch.randn(10, 4).to(device), torch.randint(0, 3, (10,)).to(device)
rewards = torch.linspace(-1, 1, 10, device=device)
old = None
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for epoch in range(5):
    hidden = torch.relu(body(states))
    logs = torch.log_softmax(actor(hidden), 1)
    chosen = logs.gather(1, actions[:, None]).squeeze(1)
    values = critic(hidden).squeeze(1)
    if old is None:
        old, gain = chosen.detach(), advantages(rewards, values.detach())
        print([f"{v:.3f}" for v in gain[:4].tolist()])
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    ratio = (chosen - old).exp()
    clipped = torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
    entropy = -(logs.exp() * logs).sum(1).mean()
    loss = -clipped + 0.5 * (rewards - values).pow(2).mean() - 0.01 * entropy
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, f"{loss.item():.4f} {entropy.item():.4f}")
