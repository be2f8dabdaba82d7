# cpu only: schedules are numbers
# Schedules: CyclicLR and OneCycleLR, over twenty epochs, for two groups.
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


run(lambda o: S.CyclicLR(o, 0.01, 0.1, step_size_up=4), 20, momentum=True)
run(lambda o: S.CyclicLR(o, [0.01, 0.02], [0.1, 0.2], 3, 5, mode="triangular2"), 20, optimizer=torch.optim.SGD, momentum=True)
run(lambda o: S.CyclicLR(o, 0.01, 0.1, 4, mode="exp_range", gamma=0.95, cycle_momentum=False), 20)
s = run(lambda o: S.CyclicLR(o, 0.01, 0.1, 4, scale_fn=lambda x: 1 / (x + 1), scale_mode="iterations"), 12, optimizer=torch.optim.Adam, momentum=True)
print(s.state_dict())
run(lambda o: S.OneCycleLR(o, max_lr=0.5, total_steps=20), 19, momentum=True)
run(lambda o: S.OneCycleLR(o, max_lr=[0.5, 1.0], epochs=4, steps_per_epoch=5, anneal_strategy="linear", pct_start=0.25), 19, optimizer=torch.optim.Adam, momentum=True)
s = run(lambda o: S.OneCycleLR(o, max_lr=0.5, total_steps=20, three_phase=True, cycle_momentum=False, div_factor=10.0), 19)
print(s.state_dict())
for wrong in (
    lambda o: S.OneCycleLR(o, 0.1),
    lambda o: S.OneCycleLR(o, 0.1, total_steps=-3),
    lambda o: S.OneCycleLR(o, 0.1, epochs=2, steps_per_epoch=0),
    lambda o: S.OneCycleLR(o, 0.1, total_steps=5, pct_start=2),
    lambda o: S.OneCycleLR(o, 0.1, total_steps=5, anneal_strategy="step"),
    lambda o: S.OneCycleLR(o, [0.1], total_steps=5),
    lambda o: S.OneCycleLR(o, 0.1, total_steps=5),
    lambda o: S.CyclicLR(o, 0.1, 0.2, mode="saw"),
):
    try:
        run(wrong, 7)
    except ValueError as error:
        print(error)
try:
    run(lambda o: S.CyclicLR(o, 0.1, 0.2), 1, optimizer=torch.optim.Adagrad)
except ValueError as error:
    print(error)
