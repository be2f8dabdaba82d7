# ChainedScheduler over twenty steps of Rprop: rates, losses, and its state taken up by another.
import copy

import torch
from torch.optim import *
from torch.optim.lr_scheduler import *
from torch.optim.swa_utils import SWALR

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def made():
    p = [torch.tensor([3.0, -2.0], device=device, requires_grad=True), torch.tensor([1.5], device=device, requires_grad=True)]
    o = Rprop(p, 0.02)
    return p, o, ChainedScheduler([ConstantLR(o, 0.5, total_iters=3), ExponentialLR(o, 0.9)])


def step(p, o, scheduler):
    o.zero_grad()
    loss = (p[0] ** 2).sum() + (p[1] - 1).abs().sum() + p[0][0] * p[1][0]
    loss.backward()
    o.step()
    scheduler.step()
    return loss.item()


p, o, scheduler = made()
for i in range(19):
    loss = step(p, o, scheduler)
    print(i, f"{loss:.3f}", [f"{rate:.6f}" for rate in scheduler.get_last_lr()])
    if i == 9:
        kept = [t.detach().clone() for t in p], copy.deepcopy(o.state_dict()), copy.deepcopy(scheduler.state_dict())
        print(sorted(k for k in kept[2] if not k.startswith("_")))
        q, other, again = made()
        with torch.no_grad():
            for a, b in zip(q, kept[0]):
                a.copy_(b)
        other.load_state_dict(kept[1])
        again.load_state_dict(kept[2])
        print([step(p, o, scheduler) == step(q, other, again) for _ in range(2)], scheduler.get_last_lr() == again.get_last_lr(), scheduler.last_epoch == again.last_epoch if hasattr(scheduler, "last_epoch") else None)
