# Together and apart.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
a, b = torch.arange(6, device=device).view(2, 3), torch.arange(6, 12, device=device).view(2, 3)
for value in (torch.cat([a, b]), torch.cat((a, b), 1), torch.stack([a, b]), torch.stack([a, b], -1), torch.hstack([a, b]), torch.vstack([a, b]), torch.dstack([a, b]), torch.column_stack([a[:, 0], b]), torch.concat([a, a.float()]), torch.cat([a, torch.empty(0, device=device)])):
    print(tuple(value.shape), value.dtype, value.flatten()[:7].tolist())
print([t.tolist() for t in a.split([1, 2], 1)], [t.tolist() for t in a.chunk(2)], [t.tolist() for t in a.hsplit(3)], [t.tolist() for t in a.vsplit(2)], [t.tolist() for t in a.unbind(1)])
print(a.repeat(2, 2).tolist(), a.repeat_interleave(2, 1).tolist(), a.tile(2).tolist(), a.repeat_interleave(torch.tensor([2, 1], device=device), dim=0).tolist(), torch.repeat_interleave(torch.tensor([1, 0, 2], device=device)).tolist())
print(a.roll(1, 1).tolist(), a.roll((1, 1), (0, 1)).tolist(), a.flip(0).tolist(), a.fliplr().tolist(), a.rot90().tolist(), torch.flip(a, (0, 1)).tolist())
for bad in (lambda: torch.cat([a, b[:, :2]]), lambda: torch.stack([a, b[:1]]), lambda: torch.cat([]), lambda: torch.cat([a, b], 2), lambda: a.split([1, 1], 1)):
    try:
        bad()
    except (RuntimeError, IndexError, ValueError) as error:
        print(type(error).__name__, str(error).split("\n")[0][:140])
