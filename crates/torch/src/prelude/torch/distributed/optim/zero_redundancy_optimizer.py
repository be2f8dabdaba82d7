"""`torch.distributed.optim`: an optimizer whose state is divided among the ranks."""

import torch
from torch import distributed as dist
from torch.distributed.algorithms.join import Join, Joinable, JoinHook


class _ZeROJoinHook(JoinHook):
    def __init__(self, zero):
        self.zero = zero

    def main_hook(self):
        self.zero.step()


class ZeroRedundancyOptimizer(torch.optim.Optimizer, Joinable):
    """An optimizer of `optimizer_class` over this rank's share of the parameters; after a step each rank gives its share to all.

    So the state (Adam's moments) takes a part of the memory on each rank. `consolidate_state_dict` brings it together on one
    rank, before `state_dict` is called there.
    """

    def __init__(
        self,
        params,
        optimizer_class,
        process_group=None,
        parameters_as_bucket_view=False,
        overlap_with_ddp=False,
        **defaults,
    ):
        if overlap_with_ddp:
            raise NotImplementedError("ZeroRedundancyOptimizer: overlap_with_ddp is not supported")
        self.process_group = dist.group.WORLD if process_group is None else process_group
        if self.process_group is None:
            raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
        self.world_size = self.process_group.size()
        self.rank = self.process_group.rank()
        self._optimizer_class = optimizer_class
        self._optim_defaults = defaults
        self._all_states = None
        super().__init__(params, defaults)
        self._divide()

    def _divide(self):
        """The largest parameters first, each to the rank that has least."""
        self._owner = {}
        sizes = [0] * self.world_size
        everything = [p for group in self.param_groups for p in group["params"]]
        for p in sorted(everything, key=lambda p: p.numel(), reverse=True):
            rank = sizes.index(min(sizes))
            self._owner[id(p)] = rank
            sizes[rank] += p.numel()
        groups = []
        for group in self.param_groups:
            mine = {key: value for key, value in group.items() if key != "params"}
            mine["params"] = [p for p in group["params"] if self._owner[id(p)] == self.rank]
            groups.append(mine)
        self._groups = groups
        kept = [group for group in groups if group["params"]]
        self.optim = self._optimizer_class(kept, **self._optim_defaults) if kept else None
        if self.optim is not None:
            for ours in self.optim.param_groups:
                for key, value in ours.items():
                    if key != "params":
                        for group in self.param_groups:
                            group.setdefault(key, value)

    def _pass_options(self):
        """Copies changes by schedulers from our groups to the share's."""
        if self.optim is None:
            return
        kept = [i for i, group in enumerate(self._groups) if group["params"]]
        for at, ours in zip(kept, self.optim.param_groups):
            for key, value in self.param_groups[at].items():
                if key != "params":
                    ours[key] = value

    def step(self, closure=None, **kwargs):
        """Steps on the share, then broadcasts all parameters."""
        Join.notify_join_context(self)
        loss = closure() if closure is not None else None
        self._pass_options()
        if self.optim is not None:
            self.optim.step(**kwargs)
        self._sync()
        return loss

    @torch.no_grad()
    def _sync(self):
        works = []
        for rank in range(self.world_size):
            groups = {}
            for group in self.param_groups:
                for p in group["params"]:
                    if self._owner[id(p)] == rank:
                        groups.setdefault((p.dtype, p.device), []).append(p.detach())
            for alike in groups.values():
                flat = torch.cat([p.reshape(-1) for p in alike])
                works.append((dist.broadcast(flat, group=self.process_group, group_src=rank, async_op=True), flat, alike, rank))
        for work, flat, alike, rank in works:
            work.wait()
            if rank != self.rank:
                for p, piece in zip(alike, flat.split([p.numel() for p in alike])):
                    p.copy_(piece.view(p.shape))

    def join_hook(self, **kwargs):
        """A rank without further inputs steps with the others, because they need its share of the parameters."""
        return _ZeROJoinHook(self)

    @property
    def join_device(self):
        return self.param_groups[0]["params"][0].device

    @property
    def join_process_group(self):
        return self.process_group

    def consolidate_state_dict(self, to=0):
        """Brings all shares' state to rank `to`. Every rank calls it."""
        mine = {} if self.optim is None else self.optim.state_dict()["state"]
        places = [self._index(p) for group in self._groups for p in group["params"]]
        found = [None] * self.world_size if self.rank == to else None
        dist.gather_object({places[i]: state for i, state in mine.items()}, found, group=self.process_group, group_dst=to)
        if self.rank == to:
            self._all_states = {place: state for share in found for place, state in share.items()}

    def _index(self, parameter):
        everything = [p for group in self.param_groups for p in group["params"]]
        return next(i for i, p in enumerate(everything) if p is parameter)

    def state_dict(self):
        """The whole state, on the rank that it was brought to."""
        if self._all_states is None:
            raise RuntimeError(
                "Optimizer state has not been consolidated on this rank. Please call `consolidate_state_dict(to="
                f"{self.rank})` on all ranks beforehand if you meant to save the global state."
            )
        found = super().state_dict()
        found["state"] = dict(sorted(self._all_states.items()))
        return found

    def load_state_dict(self, state_dict):
        """Takes this rank's share of a whole state."""
        super().load_state_dict({"state": {}, "param_groups": state_dict["param_groups"]})
        places = [self._index(p) for group in self._groups for p in group["params"]]
        if self.optim is not None:
            ours = self.optim.state_dict()
            ours["state"] = {i: state_dict["state"][place] for i, place in enumerate(places) if place in state_dict["state"]}
            self.optim.load_state_dict(ours)

    def add_param_group(self, param_group):
        super().add_param_group(param_group)
        if hasattr(self, "_owner"):
            if self.optim is not None and self.optim.state_dict()["state"]:
                raise NotImplementedError("ZeroRedundancyOptimizer.add_param_group after the first step is not supported")
            self._divide()
