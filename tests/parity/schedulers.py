import torch
from torch.optim import lr_scheduler as s
import warnings

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
def rates(make, n=8):
    opt = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0, momentum=0.9)
    sched = make(opt)
    out = []
    for _ in range(n):
        opt.step()
        sched.step()
        out.append(round(sched.get_last_lr()[0], 5))
    return out
print(rates(lambda o: s.StepLR(o, 3)))
print(rates(lambda o: s.MultiStepLR(o, [2, 5], gamma=0.5)))
print(rates(lambda o: s.ExponentialLR(o, 0.9)))
print(rates(lambda o: s.CosineAnnealingLR(o, 4)))
print(rates(lambda o: s.LambdaLR(o, lambda e: 1 / (e + 1))))
print(rates(lambda o: s.OneCycleLR(o, max_lr=2.0, total_steps=9)))
print(rates(lambda o: s.LinearLR(o, total_iters=3)))
opt = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
plateau = s.ReduceLROnPlateau(opt, patience=1, factor=0.5)
for v in (3, 2, 2, 2, 2, 2, 1):
    plateau.step(v)
    print(opt.param_groups[0]["lr"], end=" ")
print()
