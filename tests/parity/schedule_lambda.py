# cpu only: schedules are numbers
# Schedules: LambdaLR and MultiplicativeLR, over twenty epochs, for two groups.
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


run(lambda o: S.LambdaLR(o, lambda e: 0.9**e), 20)
run(lambda o: S.LambdaLR(o, [lambda e: 1 / (e + 1), lambda e: e % 3]), 20)
s = run(lambda o: S.MultiplicativeLR(o, lambda e: 0.95), 20)
print(s.state_dict())


class Warm:
    def __init__(self, length):
        self.length = length

    def __call__(self, epoch):
        return min(1.0, (epoch + 1) / self.length)


s = run(lambda o: S.LambdaLR(o, Warm(5)), 8)
print(s.state_dict()["lr_lambdas"])
t = run(lambda o: S.LambdaLR(o, Warm(9)), 2)
t.load_state_dict(s.state_dict())
print(t.lr_lambdas[0].length, t.last_epoch, t.get_last_lr())
for wrong in (lambda o: S.LambdaLR(o, [lambda e: 1]), lambda o: S.MultiplicativeLR(o, 3), lambda o: S.LambdaLR(3, lambda e: 1)):
    try:
        run(wrong, 1)
    except (ValueError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)
