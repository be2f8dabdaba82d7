# Policy gradient on a corridor, with torch.distributions' Categorical.
import torch
from torch import nn
from torch.distributions import Categorical

torch.manual_seed(71)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
policy = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 2))
policy = policy.to(device)
optimizer = torch.optim.Adam(policy.parameters(), lr=0.05)
eye = torch.eye(5, device=device)
generator = torch.Generator().manual_seed(0)
for episode in range(6):
    state, logs, rewards = 2, [], []
    for _ in range(12):
        d = Categorical(logits=policy(eye[state]))
        action = int(torch.rand((), generator=generator) < d.probs[1].cpu())
        logs.append(d.log_prob(torch.tensor(action, device=device)))
        state = max(0, min(4, state + (1 if action else -1)))
        rewards.append(1.0 if state == 4 else -0.1)
        if state == 4:
            break
    returns, total = [], 0.0
    for r in reversed(rewards):
        total = r + 0.9 * total
        returns.insert(0, total)
    returns = torch.tensor(returns, device=device)
    loss = -(torch.stack(logs) * returns).sum() - 0.01 * d.entropy()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(episode, len(rewards), f"{loss.item():.4f}", f"{returns[0].item():.3f}")
