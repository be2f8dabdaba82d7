# cpu only: schedules are numbers
# Schedules: LinearLR and PolynomialLR, over twenty epochs, for two groups.
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


run(lambda o: S.LinearLR(o), 20)
run(lambda o: S.LinearLR(o, start_factor=0.1, end_factor=0.6, total_iters=10), 20)
run(lambda o: S.LinearLR(o, start_factor=1.0, end_factor=0.0, total_iters=15), 20)
run(lambda o: S.PolynomialLR(o), 8)
s = run(lambda o: S.PolynomialLR(o, total_iters=15, power=2.0), 20)
print(s.state_dict())
s.step(7)
print(s.get_last_lr())
