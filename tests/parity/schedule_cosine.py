# cpu only: schedules are numbers
# Schedules: CosineAnnealingLR and CosineAnnealingWarmRestarts, over twenty epochs, for two groups.
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


run(lambda o: S.CosineAnnealingLR(o, T_max=10), 25)
s = run(lambda o: S.CosineAnnealingLR(o, T_max=6, eta_min=0.05), 20)
print(s.state_dict())
s.step(3)
print(s.get_last_lr())
run(lambda o: S.CosineAnnealingWarmRestarts(o, 4), 20)
s = run(lambda o: S.CosineAnnealingWarmRestarts(o, T_0=3, T_mult=2, eta_min=0.01), 20)
print(s.state_dict())
for epoch in (0, 0.5, 2.9, 3, 8.5, 9.25, 21, 22.75):
    s.step(epoch)
    print(epoch, s.T_cur, s.T_i, s.last_epoch, s.get_last_lr())
for wrong in (lambda o: S.CosineAnnealingWarmRestarts(o, 0), lambda o: S.CosineAnnealingWarmRestarts(o, 2, 0.5), lambda o: S.CosineAnnealingWarmRestarts(o, 2, eta_min="x")):
    try:
        run(wrong, 1)
    except ValueError as error:
        print(error)
