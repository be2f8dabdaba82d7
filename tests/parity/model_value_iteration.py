# A grid with a goal and a pit: values until they stand still, and the policy that follows.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
rows, columns = 3, 4
reward = torch.full((rows, columns), -0.04, device=device).double()
reward[0, 3], reward[1, 3] = 1.0, -1.0
wall = torch.zeros(rows, columns, dtype=torch.bool, device=device)
wall[1, 1] = True
final = torch.zeros_like(wall)
final[0, 3] = final[1, 3] = True


def moved(v, step):
    """The value where a step leads; against a wall one stays."""
    there = v.roll((-step[0], -step[1]), (0, 1))
    stays = wall.roll((-step[0], -step[1]), (0, 1))
    if step[0]:
        stays[0 if step[0] < 0 else -1] = True
    if step[1]:
        stays[:, 0 if step[1] < 0 else -1] = True
    return torch.where(stays, v, there)


steps = [(-1, 0), (0, 1), (1, 0), (0, -1)]
v = torch.zeros(rows, columns, device=device).double()
for i in range(200):
    around = torch.stack([moved(v, s) for s in steps])
    expected = 0.8 * around + 0.1 * around.roll(1, 0) + 0.1 * around.roll(-1, 0)
    new = torch.where(final, reward, reward + 0.99 * expected.max(0).values).masked_fill(wall, 0.0)
    change = (new - v).abs().max().item()
    v = new
    if change < 1e-9:
        break
print(i < 200, [[round(x, 4) for x in row] for row in v.tolist()])
print(["".join("^>v<"[a] if not (final | wall)[r, c] else "." for c, a in enumerate(line)) for r, line in enumerate(expected.argmax(0).tolist())])
