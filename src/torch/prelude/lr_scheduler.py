"""`torch.optim.lr_scheduler`: learning rates that change while training."""

import bisect
import math
from collections import Counter

from torch.optim import Optimizer


class LRScheduler:
    """Base of schedules: `get_lr` gives the groups' next rates, each computed from the last."""

    def __init__(self, optimizer, last_epoch=-1):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group.setdefault("initial_lr", group["lr"])
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._is_initial = True
        self.step()

    def step(self, epoch=None):
        """Goes on to the next epoch's rates, or starts anew and goes on to `epoch`."""
        if epoch is None:
            self.last_epoch += 1
        else:
            self._restart(epoch)
        for group, lr in zip(self.optimizer.param_groups, self.get_lr()):
            group["lr"] = lr
        self._is_initial = False
        self._last_lr = self._rates()

    def _restart(self, epoch):
        for group, lr in zip(self.optimizer.param_groups, self.base_lrs):
            group["lr"] = lr
        self.last_epoch = -1
        self._is_initial = True
        for _ in range(epoch):
            self.step()
        self.last_epoch += 1

    def _rates(self):
        return [group["lr"] for group in self.optimizer.param_groups]

    def get_last_lr(self):
        """The rates of the last step."""
        return self._last_lr

    def get_lr(self):
        """The rates of `last_epoch`."""
        raise NotImplementedError

    def state_dict(self):
        """All of the schedule but its optimizer."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        """Returns to the state of a state_dict."""
        self.__dict__.update(state_dict)


_LRScheduler = LRScheduler


class LambdaLR(LRScheduler):
    """The initial rate times a function of the epoch."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        single = not isinstance(lr_lambda, (list, tuple))
        self.lr_lambdas = [lr_lambda] * len(optimizer.param_groups) if single else list(lr_lambda)
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * factor(self.last_epoch) for factor, base in zip(self.lr_lambdas, self.base_lrs)]


class StepLR(LRScheduler):
    """Times gamma every step_size epochs."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._rates()
        return [lr * self.gamma for lr in self._rates()]


class MultiStepLR(LRScheduler):
    """Times gamma at each milestone."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch not in self.milestones:
            return self._rates()
        return [lr * self.gamma ** self.milestones[self.last_epoch] for lr in self._rates()]


class ConstantLR(LRScheduler):
    """The rate times factor until total_iters epochs have gone."""

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return [lr * self.factor for lr in self._rates()]
        if self.last_epoch != self.total_iters:
            return self._rates()
        return [lr * (1.0 / self.factor) for lr in self._rates()]


class LinearLR(LRScheduler):
    """From start_factor to end_factor of the rate, over total_iters epochs."""

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return [lr * self.start_factor for lr in self._rates()]
        if self._is_initial or self.last_epoch > self.total_iters:
            return self._rates()
        span = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * span
        return [lr * (1.0 + span / before) for lr in self._rates()]


class ExponentialLR(LRScheduler):
    """Times gamma every epoch."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self._is_initial:
            return self._rates()
        return [lr * self.gamma for lr in self._rates()]


class CosineAnnealingLR(LRScheduler):
    """Half a cosine from the rate to eta_min, over T_max epochs."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self._is_initial:
            return self._rates()
        now = self.last_epoch
        if (now - 1 - self.T_max) % (2 * self.T_max) == 0:
            rise = (1 - math.cos(math.pi / self.T_max)) / 2
            return [lr + (base - self.eta_min) * rise for lr, base in zip(self._rates(), self.base_lrs)]
        ratio = (1 + math.cos(math.pi * now / self.T_max)) / (1 + math.cos(math.pi * (now - 1) / self.T_max))
        return [ratio * (lr - self.eta_min) + self.eta_min for lr in self._rates()]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half a cosine from the rate to eta_min, again and again, each T_mult times as long."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur = last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        part = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (base - self.eta_min) * part for base in self.base_lrs]

    def step(self, epoch=None):
        """Goes on to the next epoch's rates."""
        if epoch is None:
            self.last_epoch += 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        else:
            self.last_epoch = math.floor(epoch)
            self.T_i = self.T_0
            self.T_cur = epoch
            while self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        for group, lr in zip(self.optimizer.param_groups, self.get_lr()):
            group["lr"] = lr
        self._last_lr = self._rates()


class SequentialLR(LRScheduler):
    """One schedule after another, from milestone to milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        self.optimizer = optimizer
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        for scheduler in schedulers:
            scheduler.last_epoch -= 1
        schedulers[0]._is_initial = True
        schedulers[0].step()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self):
        """Goes on to the next epoch's rates."""
        self.last_epoch += 1
        at = bisect.bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[at]
        if at > 0 and self._milestones[at - 1] == self.last_epoch:
            scheduler.step(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class OneCycleLR(LRScheduler):
    """Up to max_lr and down again, over all steps; momentum the other way."""

    def __init__(
        self,
        optimizer,
        max_lr,
        total_steps=None,
        epochs=None,
        steps_per_epoch=None,
        pct_start=0.3,
        anneal_strategy="cos",
        cycle_momentum=True,
        base_momentum=0.85,
        max_momentum=0.95,
        div_factor=25.0,
        final_div_factor=1e4,
        three_phase=False,
        last_epoch=-1,
    ):
        if total_steps is None:
            if epochs is None or steps_per_epoch is None:
                raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
            total_steps = epochs * steps_per_epoch
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self.total_steps = total_steps
        self._linear = anneal_strategy == "linear"
        rise = pct_start * total_steps - 1
        up = (rise, "initial_lr", "max_lr", "max_momentum", "base_momentum")
        if three_phase:
            fall = 2 * pct_start * total_steps - 2
            down = (fall, "max_lr", "initial_lr", "base_momentum", "max_momentum")
            last = (total_steps - 1, "initial_lr", "min_lr", "max_momentum", "max_momentum")
            self._phases = [up, down, last]
        else:
            self._phases = [up, (total_steps - 1, "max_lr", "min_lr", "base_momentum", "max_momentum")]
        count = len(optimizer.param_groups)
        peaks = list(max_lr) if isinstance(max_lr, (list, tuple)) else [max_lr] * count
        self.cycle_momentum = cycle_momentum
        self._betas = "betas" in optimizer.defaults
        for group, peak in zip(optimizer.param_groups, peaks):
            group["initial_lr"] = peak / div_factor
            group["max_lr"] = peak
            group["min_lr"] = group["initial_lr"] / final_div_factor
            if cycle_momentum:
                self._set_momentum(group, max_momentum)
                group["max_momentum"] = max_momentum
                group["base_momentum"] = base_momentum
        super().__init__(optimizer, last_epoch)

    def _set_momentum(self, group, momentum):
        if self._betas:
            group["betas"] = (momentum,) + tuple(group["betas"][1:])
        else:
            group["momentum"] = momentum

    def _between(self, start, end, part):
        if self._linear:
            return (end - start) * part + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)

    def get_lr(self):
        now = self.last_epoch
        if now > self.total_steps:
            raise ValueError(
                f"Tried to step {now} times. The specified number of total steps is {self.total_steps}"
            )
        lrs = []
        for group in self.optimizer.param_groups:
            begin = 0.0
            for i, (end, start_lr, end_lr, start_momentum, end_momentum) in enumerate(self._phases):
                if now <= end or i == len(self._phases) - 1:
                    part = (now - begin) / (end - begin)
                    lrs.append(self._between(group[start_lr], group[end_lr], part))
                    if self.cycle_momentum:
                        self._set_momentum(group, self._between(group[start_momentum], group[end_momentum], part))
                    break
                begin = end
        return lrs


class ReduceLROnPlateau(LRScheduler):
    """Times factor when a measure has not improved for `patience` epochs."""

    def __init__(
        self,
        optimizer,
        mode="min",
        factor=0.1,
        patience=10,
        threshold=1e-4,
        threshold_mode="rel",
        cooldown=0,
        min_lr=0,
        eps=1e-8,
    ):
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        if mode not in ("min", "max"):
            raise ValueError(f"mode {mode} is unknown!")
        self.optimizer = optimizer
        self.mode = mode
        self.factor = factor
        self.patience = patience
        self.threshold = threshold
        self.threshold_mode = threshold_mode
        self.cooldown = cooldown
        self.min_lrs = list(min_lr) if isinstance(min_lr, (list, tuple)) else [min_lr] * len(optimizer.param_groups)
        self.eps = eps
        self.last_epoch = 0
        self.best = math.inf if mode == "min" else -math.inf
        self.cooldown_counter = 0
        self.num_bad_epochs = 0
        self._last_lr = self._rates()

    def _is_better(self, now, best):
        if self.mode == "min":
            return now < (best * (1.0 - self.threshold) if self.threshold_mode == "rel" else best - self.threshold)
        return now > (best * (1.0 + self.threshold) if self.threshold_mode == "rel" else best + self.threshold)

    def step(self, metrics, epoch=None):
        """Takes the epoch's measure (a number or a tensor with one)."""
        now = float(metrics)
        self.last_epoch += 1
        if self._is_better(now, self.best):
            self.best = now
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.cooldown_counter > 0:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            for group, least in zip(self.optimizer.param_groups, self.min_lrs):
                lr = max(group["lr"] * self.factor, least)
                if group["lr"] - lr > self.eps:
                    group["lr"] = lr
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = self._rates()
