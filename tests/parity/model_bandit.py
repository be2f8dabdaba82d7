# Many-armed bandits: greedy with exploration, and upper confidence bounds, in a batch of games.
import math
import torch

torch.manual_seed(6)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
means = torch.tensor([0.2, 0.5, 0.8, 0.4], device=device)
games = 200
for policy in ("greedy", "bounds"):
    counts, totals = torch.zeros(games, 4, device=device), torch.zeros(games, 4, device=device)
    gained = torch.zeros(games, device=device)
    rows = torch.arange(games, device=device)
    for t in range(60):
        estimates = totals / counts.clamp(min=1)
        if policy == "greedy":
            explore = (torch.rand(games) < 0.1).to(device)
            arm = torch.where(explore, torch.randint(4, (games,)).to(device), estimates.argmax(1))
        else:
            bonus = torch.sqrt(2 * math.log(t + 1) / counts.clamp(min=1))
            arm = torch.where(counts == 0, torch.full_like(counts, 1e9), estimates + bonus).argmax(1)
        reward = (torch.rand(games).to(device) < means[arm]).float()
        counts[rows, arm] += 1
        totals[rows, arm] += reward
        gained += reward
    print(policy, f"{gained.mean().item():.3f}", [round(v, 3) for v in (counts.mean(0) / 60).tolist()])
