"""`torch.distributed.algorithms.join`: training with more inputs on some ranks than on others.

A rank without further inputs takes part in the collectives of the others, until all ranks are done.
"""

import warnings

import torch
from torch import distributed as dist


class JoinHook:
    """The work of a rank without further inputs: in place of each step, and at the end."""

    def main_hook(self):
        """Answers the collectives of one step of the others."""

    def post_hook(self, is_last_joiner):
        """After all have ended; `is_last_joiner` on the ranks that ended last."""


class Joinable:
    """A class for use with `Join`: it calls `Join.notify_join_context` in each step and has a `join_hook`."""

    def join_hook(self, **kwargs):
        raise NotImplementedError

    @property
    def join_device(self):
        raise NotImplementedError

    @property
    def join_process_group(self):
        raise NotImplementedError


class _JoinConfig:
    def __init__(self, enable=False, throw=False, is_first=False):
        self.enable = enable
        self.throw_on_early_termination = throw
        self.is_first_joinable = is_first


class Join:
    """A context for the training loop: `with Join([model, optimizer]): for x in inputs: ...`."""

    def __init__(self, joinables, enable=True, throw_on_early_termination=False, **kwargs):
        if not joinables:
            raise ValueError("Join expects at least one joinable")
        self._joinables = joinables
        self._enable = enable
        self._throw = throw_on_early_termination
        self._hooks = [joinable.join_hook(**kwargs) for joinable in joinables]
        for i, joinable in enumerate(joinables):
            joinable._join_config = _JoinConfig(enable, throw_on_early_termination, i == 0)
        groups = [joinable.join_process_group for joinable in joinables]
        if any(group is not groups[0] for group in groups):
            raise ValueError("Using join context manager with multiple process groups")
        self._group = groups[0]
        self._device = joinables[0].join_device

    def __enter__(self):
        return None

    def __exit__(self, kind, value, trace):
        if not self._enable or kind is not None:
            for joinable in self._joinables:
                joinable._join_config = _JoinConfig()
            return None
        last, steps = True, 0
        while True:
            going_on = torch.zeros(1, device=self._device)
            dist.all_reduce(going_on, group=self._group)
            if going_on.item() == 0:
                break
            if self._throw:
                dist.all_reduce(torch.ones(1, device=self._device), group=self._group)
                raise RuntimeError(f"Rank {self._group.rank()} exhausted all inputs.")
            if steps == 1000:
                warnings.warn(
                    f"Detected uneven input skew of greater than 1000. This means that rank {self._group.rank()} has at least "
                    "1000 fewer inputs than other currently-active ranks. This level of skew could lead to performance "
                    "degradation during training."
                )
            for hook in self._hooks:
                hook.main_hook()
            last = False
            steps += 1
        for hook in self._hooks:
            hook.post_hook(last)
        for joinable in self._joinables:
            joinable._join_config = _JoinConfig()
        return None

    @staticmethod
    def notify_join_context(joinable):
        """Reports that this rank continues. Returns the number of ranks that do, or None outside of the context."""
        config = getattr(joinable, "_join_config", None)
        if config is None or not config.enable or not config.is_first_joinable:
            return None
        group, device = joinable.join_process_group, joinable.join_device
        going_on = torch.ones(1, device=device)
        dist.all_reduce(going_on, group=group)
        if config.throw_on_early_termination and going_on.item() < group.size():
            dist.all_reduce(torch.zeros(1, device=device), group=group)
            raise RuntimeError("Detected at least one rank that exhausted inputs. Throwing across all ranks.")
        return int(going_on.item())
