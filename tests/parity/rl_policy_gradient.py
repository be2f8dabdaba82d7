# Policy gradients: REINFORCE with Categorical and returns that are normalised, then advantages with a critic and an entropy bonus.
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical, Normal

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(543)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine1 = nn.Linear(4, 16)
        self.action_head = nn.Linear(16, 3)
        self.value_head = nn.Linear(16, 1)
        self.saved = []

    def forward(self, x):
        x = F.relu(self.affine1(x))
        return F.softmax(self.action_head(x), dim=-1), self.value_head(x)


policy = Policy().to(device)
optimizer = optim.Adam(policy.parameters(), lr=3e-2)
eps = torch.finfo(torch.float32).eps


def episode(k):
    """The right action is the place of the largest of the first three numbers; some actions are drawn, by a fixed pattern."""
    rewards, log_probs, values, entropies = [], [], [], []
    for t in range(10):
        state = torch.sin(torch.arange(4.0) * (t + 1) + k).to(device)
        probs, value = policy(state)
        m = Categorical(probs)
        action = torch.tensor((t * 7 + k) % 3, device=device) if t % 2 else probs.argmax()
        log_probs.append(m.log_prob(action))
        entropies.append(m.entropy())
        values.append(value.squeeze())
        rewards.append(1.0 if action.item() == state[:3].argmax().item() else -0.2)
    return rewards, log_probs, values, entropies


for k in range(8):
    rewards, log_probs, values, entropies = episode(k)
    R, returns = 0, []
    for r in rewards[::-1]:
        R = r + 0.9 * R
        returns.insert(0, R)
    returns = torch.tensor(returns, device=device)
    returns = (returns - returns.mean()) / (returns.std() + eps)
    policy_losses, value_losses = [], []
    for log_prob, value, R in zip(log_probs, values, returns):
        advantage = R - value.item()
        policy_losses.append(-log_prob * advantage)
        value_losses.append(F.smooth_l1_loss(value, R))
    optimizer.zero_grad()
    loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum() - 0.01 * torch.stack(entropies).sum()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(policy.parameters(), 5.0)
    optimizer.step()
    print(k, f"{sum(rewards):.2f} {loss.item():.4f} {norm.item():.4f}")
mean, log_std = torch.tensor([0.3, -0.2], requires_grad=True), torch.zeros(2, requires_grad=True)
action = torch.tensor([0.5, 0.1])
old = Normal(mean.detach(), torch.exp(log_std.detach())).log_prob(action).sum()
for step in range(3):
    dist = Normal(mean, log_std.exp())
    ratio = torch.exp(dist.log_prob(action).sum() - old)
    surrogate = torch.min(ratio * 1.5, torch.clamp(ratio, 0.8, 1.2) * 1.5)
    loss = -(surrogate + 0.01 * dist.entropy().mean())
    g = torch.autograd.grad(loss, [mean, log_std])
    with torch.no_grad():
        mean -= 0.1 * g[0]
        log_std -= 0.1 * g[1]
    print(f"{ratio.item():.5f}", [f"{v:.4f}" for v in mean.tolist()], [f"{v:.4f}" for v in log_std.tolist()])
