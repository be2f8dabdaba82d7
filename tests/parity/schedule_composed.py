# cpu only: schedules are numbers
# Schedules: ChainedScheduler, SequentialLR and ReduceLROnPlateau, over twenty epochs, for two groups.
import warnings

import torch
import torch.optim.lr_scheduler as S

warnings.simplefilter("ignore")


def run(make, epochs, lr=0.4, optimizer=torch.optim.SGD, momentum=False, **options):
    a = torch.zeros(1, requires_grad=True)
    b = torch.zeros(1, requires_grad=True)
    opt = optimizer([{"params": [a]}, {"params": [b], "lr": lr / 4}], lr=lr, **options)
    scheduler = make(opt)
    rates = []
    for epoch in range(epochs):
        opt.step()
        rates.append([group["lr"] for group in opt.param_groups])
        if momentum:
            rates[-1].append(opt.param_groups[0].get("momentum", opt.param_groups[0].get("betas")))
        scheduler.step()
    for start in range(0, epochs, 6):
        print("  ", rates[start : start + 6])
    print("  last", scheduler.get_last_lr(), scheduler.last_epoch)
    return scheduler


opt = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
chained = S.ChainedScheduler([S.ConstantLR(opt, factor=0.1, total_iters=3), S.ExponentialLR(opt, gamma=0.9)])
for _ in range(8):
    opt.step()
    chained.step()
    print(chained.get_last_lr())
print(chained.state_dict())
opt = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
sequence = S.SequentialLR(
    opt, [S.LinearLR(opt, 0.1, total_iters=4), S.CosineAnnealingLR(opt, 8), S.StepLR(opt, 2, 0.5)], milestones=[4, 12]
)
print(sequence.get_last_lr())
for _ in range(20):
    opt.step()
    sequence.step()
    print([round(lr, 10) for lr in sequence.get_last_lr()], end=" ")
print()
print(list(sequence.state_dict()), sequence.state_dict()["_milestones"], sequence.last_epoch)
for mode, values in (("min", [5, 4, 4.1, 4.2, 4.3, 3, 3, 3, 3, 3, 3]), ("max", [1, 2, 2, 2, 2, 2, 2.5, 2, 2, 2, 2])):
    opt = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    plateau = S.ReduceLROnPlateau(opt, mode, factor=0.5, patience=1, cooldown=1, min_lr=0.2)
    rates = []
    for value in values:
        opt.step()
        plateau.step(torch.tensor(value) if value == 3 else value)
        rates.append(opt.param_groups[0]["lr"])
    print(mode, rates, plateau.num_bad_epochs, plateau.best)
print(plateau.state_dict())
for wrong in (
    lambda o: S.ReduceLROnPlateau(o, factor=1.0),
    lambda o: S.ReduceLROnPlateau(o, mode="up"),
    lambda o: S.ReduceLROnPlateau(o, threshold_mode="x"),
    lambda o: S.ReduceLROnPlateau(o, min_lr=[1, 2]),
    lambda o: S.SequentialLR(o, [S.ExponentialLR(o, 0.9)], [3]),
    lambda o: S.SequentialLR(o, [], []),
    lambda o: S.ChainedScheduler([]),
    lambda o: S.ChainedScheduler([S.ReduceLROnPlateau(o)]),
):
    try:
        wrong(opt)
    except ValueError as error:
        print(error)
