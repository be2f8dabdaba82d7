# cpu only: schedules are numbers
# Schedules: StepLR, MultiStepLR, ConstantLR and ExponentialLR, over twenty epochs, for two groups.
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


run(lambda o: S.StepLR(o, 3), 20)
run(lambda o: S.StepLR(o, step_size=5, gamma=0.5), 20)
s = run(lambda o: S.MultiStepLR(o, [2, 5, 5, 11], gamma=0.3), 20)
print(s.state_dict())
run(lambda o: S.ConstantLR(o, factor=0.5, total_iters=4), 20)
run(lambda o: S.ConstantLR(o), 8)
s = run(lambda o: S.ExponentialLR(o, 0.9), 20)
print(s.state_dict())
s.step(4)
print(s.get_last_lr(), s.last_epoch)
for wrong in (lambda o: S.ConstantLR(o, factor=1.5), lambda o: S.LinearLR(o, start_factor=0), lambda o: S.LinearLR(o, end_factor=2), lambda o: S.StepLR(o, 3, last_epoch=2)):
    try:
        run(wrong, 1)
    except (ValueError, KeyError) as error:
        print(type(error).__name__, error)
