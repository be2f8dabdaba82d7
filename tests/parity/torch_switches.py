# cpu only: threads of the processor
import warnings

import torch
from torch.nn.modules.loss import _Loss, _WeightedLoss
from torch.nn.parameter import Buffer, Parameter

print(torch.are_deterministic_algorithms_enabled(), torch.get_deterministic_debug_mode())
torch.use_deterministic_algorithms(True)
print(torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled(), torch.get_deterministic_debug_mode())
torch.use_deterministic_algorithms(True, warn_only=True)
print(torch.is_deterministic_algorithms_warn_only_enabled(), torch.get_deterministic_debug_mode())
for mode in ("default", "error", 1, 0):
    torch.set_deterministic_debug_mode(mode)
    print(torch.get_deterministic_debug_mode())
before = torch.get_num_threads()
torch.set_num_threads(1)
print(torch.get_num_threads(), (torch.arange(1000.0) @ torch.ones(1000)).item(), before >= 1)
torch.set_num_threads(before)
torch.set_warn_always(True)
print(torch.is_warn_always_enabled())
torch.set_warn_always(False)
print(torch.is_storage(torch.ones(2)), torch.is_storage(torch.ones(2).untyped_storage()), torch.get_device_module("cpu") is torch.cpu)
for wrong in (lambda: torch.use_deterministic_algorithms(1), lambda: torch.set_num_threads(0), lambda: torch.set_num_threads(1.5), lambda: torch.set_deterministic_debug_mode(5), lambda: torch.set_deterministic_debug_mode("x"), lambda: torch.set_num_interop_threads(0)):
    try:
        wrong()
    except (TypeError, RuntimeError) as error:
        print(error)


class Focal(_WeightedLoss):
    def __init__(self, gamma=2.0, weight=None, reduction="mean"):
        super().__init__(weight, reduction=reduction)
        self.gamma = gamma

    def forward(self, input, target):
        p = input.softmax(-1).gather(1, target[:, None])[:, 0]
        loss = -((1 - p) ** self.gamma) * p.log() * (1 if self.weight is None else self.weight[target])
        return loss.mean() if self.reduction == "mean" else loss.sum()


x, t = torch.tensor([[2.0, 1.0, 0.0], [0.5, 0.3, 1.0]]), torch.tensor([0, 2])
print(Focal()(x, t), Focal(weight=torch.tensor([1.0, 2.0, 3.0]), reduction="sum")(x, t), isinstance(Focal(), _Loss), issubclass(torch.nn.BCELoss, _WeightedLoss))
print(issubclass(torch.nn.MultiMarginLoss, _WeightedLoss), torch.nn.CrossEntropyLoss(weight=torch.ones(3)).state_dict())
warnings.simplefilter("ignore")
a, b = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 5.0])
for old in (dict(size_average=False), dict(size_average=True), dict(reduce=False), dict(reduce=True, size_average=False)):
    print(torch.nn.MSELoss(**old)(a, b), torch.nn.functional.l1_loss(a, b, **old), torch.nn.NLLLoss(**old)(x, t), torch.nn.functional.cross_entropy(x, t, **old), torch.nn.SmoothL1Loss(**old).reduction)
module = torch.nn.Module()
module.mean = Buffer(torch.zeros(2))
module.scale = Parameter(torch.ones(1))
print(module.state_dict())
