"""`torch.optim.swa_utils`: averages of a model's weights over training."""

import itertools
import math
from copy import deepcopy

import torch
from torch.nn.modules.module import Module
from torch.optim._lr_scheduler.base import LRScheduler, _for_groups


def get_ema_multi_avg_fn(decay=0.999):
    """Averages of lists of tensors: each keeps `decay` of itself."""
    _check_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param_list, current_param_list, _):
        for mean, now in zip(ema_param_list, current_param_list):
            if torch.is_floating_point(mean):
                mean.lerp_(now, 1 - decay)
            else:
                mean.copy_(mean * decay + now * (1 - decay))

    return ema_update


def get_swa_multi_avg_fn():
    """Averages of lists of tensors: all models count alike."""

    @torch.no_grad()
    def swa_update(averaged_param_list, current_param_list, num_averaged):
        part = 1 / (float(num_averaged) + 1)
        for mean, now in zip(averaged_param_list, current_param_list):
            if torch.is_floating_point(mean):
                mean.lerp_(now, part)
            else:
                mean.add_(torch.div(now - mean, num_averaged + 1, rounding_mode="trunc"))

    return swa_update


def get_ema_avg_fn(decay=0.999):
    """The average of two tensors: `decay` of the first, the rest of the second."""
    _check_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param, current_param, num_averaged):
        return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_avg_fn():
    """The running mean."""

    @torch.no_grad()
    def swa_update(averaged_param, current_param, num_averaged):
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


def _check_decay(decay):
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")


class AveragedModel(Module):
    """A copy of a model whose weights are the mean of the weights given to `update_parameters`."""

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=torch.long, device=device))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def _averaged(self, model):
        return itertools.chain(model.parameters(), model.buffers() if self.use_buffers else [])

    def update_parameters(self, model):
        """Takes a model's weights into the mean."""
        means = [mean.detach() for mean in self._averaged(self.module)]
        values = [value.detach().to(mean.device) for value, mean in zip(self._averaged(model), means)]
        if self.n_averaged == 0:
            for mean, value in zip(means, values):
                mean.copy_(value)
        elif self.avg_fn is None:
            (self.multi_avg_fn or get_swa_multi_avg_fn())(means, values, self.n_averaged)
        else:
            for mean, value in zip(means, values):
                mean.copy_(self.avg_fn(mean, value, self.n_averaged.to(mean.device)))
        if not self.use_buffers:
            for own, other in zip(self.module.buffers(), model.buffers()):
                own.detach().copy_(other.detach().to(own.device))
        self.n_averaged += 1


@torch.no_grad()
def update_bn(loader, model, device=None):
    """Recomputes the running statistics of a model's batch norms in one pass over a loader."""
    norms = [module for module in model.modules() if isinstance(module, torch.nn.modules.batchnorm._BatchNorm)]
    if not norms:
        return
    momenta = [norm.momentum for norm in norms]
    was_training = model.training
    model.train()
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None
    for batch in loader:
        if isinstance(batch, (list, tuple)):
            batch = batch[0]
        if device is not None:
            batch = batch.to(device)
        model(batch)
    for norm, momentum in zip(norms, momenta):
        norm.momentum = momentum
    model.train(was_training)


class SWALR(LRScheduler):
    """From the groups' rates to swa_lr over anneal_epochs, and then constant."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        rates = _for_groups("swa_lr", optimizer, swa_lr)
        for group, rate in zip(optimizer.param_groups, rates):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must by one of 'cos' or 'linear', instead got {anneal_strategy}")
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self._anneal_strategy = anneal_strategy
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _part(self, t):
        return (1 - math.cos(math.pi * t)) / 2 if self._anneal_strategy == "cos" else t

    def get_lr(self):
        step = self._step_count - 1
        length = max(1, self.anneal_epochs)
        before = self._part(max(0, min(1, (step - 1) / length)))
        now = self._part(max(0, min(1, step / length)))
        rates = []
        for group in self.optimizer.param_groups:
            rate, target = group["lr"], group["swa_lr"]
            # The rate at which the annealing started.
            start = target if before == 1 else (rate - before * target) / (1 - before)
            rates.append(target * now + start * (1 - now))
        return rates
