# Q-learning with a replay buffer, a target network and the Huber loss.
import random
from collections import deque, namedtuple
import torch
from torch import nn

torch.manual_seed(73)
random.seed(73)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
Transition = namedtuple("Transition", "state action reward next_state done")
buffer = deque(maxlen=64)
q = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2)).to(device)
target = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2)).to(device)
target.load_state_dict(q.state_dict())
optimizer = torch.optim.AdamW(q.parameters(), lr=1e-2, amsgrad=True)
one_hot = torch.eye(6, device=device)
state = 0
for step in range(60):
    action = random.randrange(2)
    after = max(0, min(5, state + (1 if action else -1)))
    buffer.append(Transition(state, action, float(after == 5), after, after == 5))
    state = 0 if after == 5 else after
    if len(buffer) >= 16:
        batch = Transition(*zip(*random.sample(buffer, 16)))
        values = q(one_hot[list(batch.state)]).gather(1, torch.tensor(batch.action, device=device).unsqueeze(1)).squeeze(1)
        with torch.no_grad():
            following = target(one_hot[list(batch.next_state)]).max(1).values
            following[torch.tensor(batch.done, device=device)] = 0.0
        loss = nn.functional.smooth_l1_loss(values, torch.tensor(batch.reward, device=device) + 0.9 * following)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_value_(q.parameters(), 100)
        optimizer.step()
        with torch.no_grad():
            for a, b in zip(target.parameters(), q.parameters()):
                a.lerp_(b, 0.05)
        if step % 15 == 0:
            print(step, f"{loss.item():.4f}", len(buffer))
print(Transition._fields, buffer[-1].action)
