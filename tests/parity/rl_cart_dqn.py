# Deep Q learning on a small cart that must stay in the middle: replay memory, epsilon-greedy, a target net with soft updates.
import math
import random
from collections import deque, namedtuple
from itertools import count

import torch
import torch.nn as nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
random.seed(5)
torch.manual_seed(5)
Transition = namedtuple("Transition", ("state", "action", "next_state", "reward"))


class Cart:
    def reset(self):
        self.x, self.v, self.t = random.uniform(-0.2, 0.2), 0.0, 0
        return [self.x, self.v]

    def step(self, action):
        self.v += 0.1 if action == 1 else -0.1
        self.x += self.v * 0.5
        self.t += 1
        out = abs(self.x) > 1
        return [self.x, self.v], -1.0 if out else 1.0 - abs(self.x), out, self.t >= 12


class ReplayMemory:
    def __init__(self, capacity):
        self.memory = deque([], maxlen=capacity)

    def push(self, *args):
        self.memory.append(Transition(*args))

    def sample(self, batch_size):
        return random.sample(self.memory, batch_size)

    def __len__(self):
        return len(self.memory)


class DQN(nn.Module):
    def __init__(self, n_observations, n_actions):
        super(DQN, self).__init__()
        self.layer1 = nn.Linear(n_observations, 16)
        self.layer2 = nn.Linear(16, 16)
        self.layer3 = nn.Linear(16, n_actions)

    def forward(self, x):
        return self.layer3(F.relu(self.layer2(F.relu(self.layer1(x)))))


BATCH, GAMMA, TAU = 16, 0.9, 0.05
policy_net, target_net = DQN(2, 2).to(device), DQN(2, 2).to(device)
target_net.load_state_dict(policy_net.state_dict())
optimizer = torch.optim.AdamW(policy_net.parameters(), lr=1e-2, amsgrad=True)
memory, steps_done, env = ReplayMemory(200), 0, Cart()


def select_action(state):
    global steps_done
    threshold = 0.05 + 0.85 * math.exp(-1.0 * steps_done / 30)
    steps_done += 1
    if random.random() > threshold:
        with torch.no_grad():
            return policy_net(state).max(1).indices.view(1, 1)
    return torch.tensor([[random.randrange(2)]], device=device, dtype=torch.long)


def optimize_model():
    if len(memory) < BATCH:
        return None
    batch = Transition(*zip(*memory.sample(BATCH)))
    mask = torch.tensor(tuple(map(lambda s: s is not None, batch.next_state)), device=device, dtype=torch.bool)
    following = torch.cat([s for s in batch.next_state if s is not None])
    states, actions, rewards = torch.cat(batch.state), torch.cat(batch.action), torch.cat(batch.reward)
    values = policy_net(states).gather(1, actions)
    next_values = torch.zeros(BATCH, device=device)
    with torch.no_grad():
        next_values[mask] = target_net(following).max(1).values
    loss = nn.SmoothL1Loss()(values, (next_values * GAMMA + rewards).unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_value_(policy_net.parameters(), 100)
    optimizer.step()
    return loss.item()


for episode in range(10):
    state = torch.tensor(env.reset(), dtype=torch.float32, device=device).unsqueeze(0)
    for t in count():
        action = select_action(state)
        observation, reward, terminated, truncated = env.step(action.item())
        next_state = None if terminated else torch.tensor(observation, dtype=torch.float32, device=device).unsqueeze(0)
        memory.push(state, action, next_state, torch.tensor([reward], device=device))
        state = next_state
        loss = optimize_model()
        target, policy = target_net.state_dict(), policy_net.state_dict()
        for key in policy:
            target[key] = policy[key] * TAU + target[key] * (1 - TAU)
        target_net.load_state_dict(target)
        if terminated or truncated:
            print(episode, t + 1, None if loss is None else f"{loss:.3f}")
            break
