# cpu only: a program as a tutorial has it, without devices
# Deep Q-learning with a replay memory, on a chain of states in NumPy.
import math, random
from collections import deque, namedtuple
from itertools import count
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
import torch.nn.functional as F
random.seed(0); np.random.seed(0); torch.manual_seed(0)
class Chain:
    "walk right to win"
    def __init__(self, n=6): self.n = n
    def reset(self, seed=None):
        self.s, self.t = 1, 0
        return self._obs(), {}
    def _obs(self):
        o = np.zeros(self.n, dtype=np.float32); o[self.s] = 1.0
        return o
    def step(self, a):
        self.s = int(np.clip(self.s + (1 if a == 1 else -1), 0, self.n - 1)); self.t += 1
        done = self.s in (0, self.n - 1)
        return self._obs(), np.float64(1.0 if self.s == self.n - 1 else -0.1), done, self.t > 30, {}
Transition = namedtuple("Transition", ("state", "action", "next_state", "reward"))
class ReplayMemory(object):
    def __init__(self, capacity): self.memory = deque([], maxlen=capacity)
    def push(self, *args): self.memory.append(Transition(*args))
    def sample(self, batch_size): return random.sample(self.memory, batch_size)
    def __len__(self): return len(self.memory)
class DQN(nn.Module):
    def __init__(self, n_observations, n_actions):
        super(DQN, self).__init__()
        self.layer1 = nn.Linear(n_observations, 16); self.layer2 = nn.Linear(16, n_actions)
    def forward(self, x): return self.layer2(F.relu(self.layer1(x)))
BATCH_SIZE, GAMMA, EPS_START, EPS_END, EPS_DECAY, TAU = 16, 0.99, 0.9, 0.05, 60, 0.05
env = Chain(); state, info = env.reset()
policy_net, target_net = DQN(len(state), 2), DQN(len(state), 2)
target_net.load_state_dict(policy_net.state_dict())
optimizer = optim.AdamW(policy_net.parameters(), lr=1e-2, amsgrad=True)
memory = ReplayMemory(500); steps_done = 0
def select_action(state):
    global steps_done
    sample = random.random()
    eps = EPS_END + (EPS_START - EPS_END) * math.exp(-1. * steps_done / EPS_DECAY)
    steps_done += 1
    if sample > eps:
        with torch.no_grad():
            return policy_net(state).max(1).indices.view(1, 1)
    return torch.tensor([[random.randrange(2)]], dtype=torch.long)
def optimize_model():
    if len(memory) < BATCH_SIZE: return None
    batch = Transition(*zip(*memory.sample(BATCH_SIZE)))
    mask = torch.tensor(tuple(map(lambda s: s is not None, batch.next_state)), dtype=torch.bool)
    non_final = torch.cat([s for s in batch.next_state if s is not None])
    sb, ab, rb = torch.cat(batch.state), torch.cat(batch.action), torch.cat(batch.reward)
    q = policy_net(sb).gather(1, ab)
    nv = torch.zeros(BATCH_SIZE)
    with torch.no_grad():
        nv[mask] = target_net(non_final).max(1).values
    loss = nn.SmoothL1Loss()(q, ((nv * GAMMA) + rb).unsqueeze(1))
    optimizer.zero_grad(); loss.backward()
    torch.nn.utils.clip_grad_value_(policy_net.parameters(), 100)
    optimizer.step()
    return loss.item()
durations, returns = [], []
for episode in range(25):
    state, info = env.reset()
    state = torch.tensor(state, dtype=torch.float32).unsqueeze(0)
    total = 0.0
    for t in count():
        action = select_action(state)
        obs, reward, terminated, truncated, _ = env.step(action.item())
        total += reward
        reward = torch.tensor([reward], dtype=torch.float32)
        done = terminated or truncated
        next_state = None if terminated else torch.tensor(obs, dtype=torch.float32).unsqueeze(0)
        memory.push(state, action, next_state, reward)
        state = next_state
        loss = optimize_model()
        tsd, psd = target_net.state_dict(), policy_net.state_dict()
        for key in psd: tsd[key] = psd[key] * TAU + tsd[key] * (1 - TAU)
        target_net.load_state_dict(tsd)
        if done or t > 40:
            durations.append(t + 1); returns.append(total); break
print(durations, np.mean(durations), np.round(np.mean(returns[-5:]), 3), type(total))
print(policy_net(torch.eye(6)).argmax(1), f"{loss:.4f}")
print(f"mean {np.array(durations)[-10:].mean():.1f} std {np.array(durations).std():.2f}", np.argmax(returns), np.max(durations))
