# cpu only: warnings are the same everywhere
# The warning about steps in the wrong order, averages of weights (AveragedModel, SWALR, EMA) and a training run with them.
import warnings

import torch
from torch import nn
from torch.optim.swa_utils import SWALR, AveragedModel, get_ema_avg_fn, get_ema_multi_avg_fn

p = torch.zeros(2, requires_grad=True)
for steps_first in (True, False):
    opt = torch.optim.SGD([p], lr=1.0)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(opt, 0.5)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if steps_first:
            opt.step()
        scheduler.step()
        scheduler.step()
    print(steps_first, [str(w.message)[:70] for w in caught])

torch.manual_seed(0)
x, y = torch.randn(16, 3), torch.randn(16, 1)
model = nn.Linear(3, 1)
averages = {
    "swa": AveragedModel(model),
    "ema": AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9)),
    "ema one by one": AveragedModel(model, avg_fn=get_ema_avg_fn(0.5), use_buffers=True),
}
opt = torch.optim.SGD([{"params": model.weight}, {"params": model.bias, "lr": 0.3}], lr=0.1)
swa = SWALR(opt, swa_lr=0.05, anneal_epochs=5)
for epoch in range(8):
    opt.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    opt.step()
    swa.step()
    for average in averages.values():
        average.update_parameters(model)
    print([round(lr, 6) for lr in swa.get_last_lr()])
for name, average in averages.items():
    print(name, average.n_averaged.item(), [f"{v:.4f}" for v in average.module.weight.flatten().tolist()])
    print(list(average.state_dict()))
print(f"{averages['swa'](x).sum().item():.3f}")
linear = SWALR(torch.optim.Adam([p], lr=0.1), 0.01, anneal_epochs=4, anneal_strategy="linear")
for _ in range(6):
    linear.optimizer.step()
    linear.step()
    print(f"{linear.get_last_lr()[0]:.5f}", end=" ")
print()
for wrong in (lambda: SWALR(opt, [0.1]), lambda: SWALR(opt, 0.1, anneal_strategy="x"), lambda: SWALR(opt, 0.1, anneal_epochs=-1), lambda: get_ema_avg_fn(2.0)):
    try:
        wrong()
    except ValueError as error:
        print(error)
