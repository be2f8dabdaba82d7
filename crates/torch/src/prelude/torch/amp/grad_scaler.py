"""`GradScaler`: losses are scaled up, so that gradients do not vanish in float16, and gradients down again before a step."""

import warnings
from collections import defaultdict
from enum import Enum

import torch


class OptState(Enum):
    """An optimizer's progress since the last `update`."""

    READY = 0
    UNSCALED = 1
    STEPPED = 2


def _fresh():
    return {"stage": OptState.READY, "found_inf_per_device": {}}


class _Copies:
    """A tensor copied once to each device that needs it."""

    def __init__(self, tensor):
        self.tensor = tensor
        self.copies = {}

    def get(self, device):
        if device not in self.copies:
            self.copies[device] = self.tensor.to(device=device, non_blocking=True, copy=True)
        return self.copies[device]


class GradScaler:
    """Scales losses by the largest factor that keeps gradients finite.

    `scale(loss).backward()`, `step(optimizer)`, `update()`. A step with infinite or NaN gradients is skipped, and
    the factor is multiplied by `backoff_factor`; after `growth_interval` successful steps in a row it is multiplied
    by `growth_factor`. The factor, and whether a gradient was infinite, stay on the device; only `step` waits for
    the latter.
    """

    def __init__(
        self,
        device="cuda",
        init_scale=2.0**16,
        growth_factor=2.0,
        backoff_factor=0.5,
        growth_interval=2000,
        enabled=True,
    ):
        self._device = device
        self._enabled = enabled
        if device == "cuda" and enabled and not torch.cuda.is_available():
            warnings.warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2)
            self._enabled = False
        if not self._enabled:
            return
        if growth_factor <= 1.0:
            raise AssertionError("The growth factor must be > 1.0.")
        if backoff_factor >= 1.0:
            raise AssertionError("The backoff factor must be < 1.0.")
        self._init_scale = init_scale
        self._init_growth_tracker = 0
        # Both are created on the device of the first loss.
        self._scale = None
        self._growth_tracker = None
        self._growth_factor = growth_factor
        self._backoff_factor = backoff_factor
        self._growth_interval = growth_interval
        self._per_optimizer_states = defaultdict(_fresh)

    def _check(self, name):
        fix = "This may indicate your script did not use scaler.scale(loss or outputs) earlier in the iteration."
        if self._scale is None:
            raise AssertionError(f"Attempted {name} but _scale is None.  " + fix)
        if self._growth_tracker is None:
            raise AssertionError(f"Attempted {name} but _growth_tracker is None.  " + fix)

    def _start(self, device):
        if self._scale is None:
            self._scale = torch.full((), self._init_scale, dtype=torch.float32, device=device)
            self._growth_tracker = torch.full((), self._init_growth_tracker, dtype=torch.int32, device=device)

    def scale(self, outputs):
        """A loss, or several in lists and tuples, times the factor."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, torch.Tensor):
            self._start(outputs.device)
            return outputs * self._scale.to(device=outputs.device, non_blocking=True)
        copies = []

        def scaled(value):
            if isinstance(value, torch.Tensor):
                if not copies:
                    self._start(value.device)
                    copies.append(_Copies(self._scale))
                return value * copies[0].get(value.device)
            if isinstance(value, (list, tuple)):
                return type(value)(map(scaled, value))
            if hasattr(value, "__iter__"):
                return map(scaled, value)
            raise ValueError("outputs must be a Tensor or an iterable of Tensors")

        return scaled(outputs)

    def _unscale_grads_(self, optimizer, inv_scale, found_inf, allow_fp16):
        inverses, found = _Copies(inv_scale), _Copies(found_inf)
        by_device = defaultdict(list)
        for group in optimizer.param_groups:
            for param in group["params"]:
                if not isinstance(param, torch.Tensor):
                    raise AssertionError(f"expected param to be torch.Tensor, got {type(param).__name__}")
                if param.grad is None:
                    continue
                if not allow_fp16 and param.grad.dtype == torch.float16:
                    raise ValueError("Attempting to unscale FP16 gradients.")
                by_device[param.grad.device].append(param.grad)
        for device, grads in by_device.items():
            torch._amp_foreach_non_finite_check_and_unscale_(grads, found.get(device), inverses.get(device))
        return found.copies

    def unscale_(self, optimizer):
        """Divides the optimizer's gradients by the factor, for clipping them before `step`: once between two `update`s."""
        if not self._enabled:
            return
        self._check("unscale_")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.UNSCALED:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("unscale_() is being called after step().")
        inv_scale = self._scale.double().reciprocal().float()
        found_inf = torch.full((), 0.0, dtype=torch.float32, device=self._scale.device)
        state["found_inf_per_device"] = self._unscale_grads_(optimizer, inv_scale, found_inf, False)
        state["stage"] = OptState.UNSCALED

    def step(self, optimizer, *args, **kwargs):
        """`unscale_`, unless that was done, then `optimizer.step(...)`, unless a gradient was infinite or NaN."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        self._check("step")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if state["stage"] is OptState.READY:
            self.unscale_(optimizer)
        if len(state["found_inf_per_device"]) == 0:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        result = self._maybe_opt_step(optimizer, state, *args, **kwargs)
        state["stage"] = OptState.STEPPED
        return result

    def _maybe_opt_step(self, optimizer, optimizer_state, *args, **kwargs):
        if sum(found.item() for found in optimizer_state["found_inf_per_device"].values()):
            return None
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        """Sets the factor for the next iteration: grown, reduced, or `new_scale`."""
        if not self._enabled:
            return
        self._check("update")
        if new_scale is not None:
            self._set(new_scale)
        else:
            found = [
                found.to(device=self._scale.device, non_blocking=True)
                for state in self._per_optimizer_states.values()
                for found in state["found_inf_per_device"].values()
            ]
            if len(found) == 0:
                raise AssertionError("No inf checks were recorded prior to update.")
            together = found[0]
            for other in found[1:]:
                together += other
            self._follow(together)
        self._per_optimizer_states = defaultdict(_fresh)

    def _follow(self, found_inf):
        """Grows or shrinks the factor on the device. Nothing is read by the host."""
        scale, tracker = self._scale, self._growth_tracker
        bad = found_inf > 0
        count = tracker + 1
        due = count == self._growth_interval
        grown = scale * self._growth_factor
        good = torch.where(due & grown.isfinite(), grown, scale)
        scale.copy_(torch.where(bad, scale * self._backoff_factor, good))
        tracker.copy_(count.masked_fill(bad | due, 0))

    def _set(self, new_scale):
        if isinstance(new_scale, float):
            self._scale.fill_(new_scale)
            return
        reason = (
            "new_scale should be a float or a 1-element torch.cuda.FloatTensor or torch.FloatTensor with requires_grad=False."
        )
        if new_scale.device.type != self._device or new_scale.numel() != 1 or new_scale.requires_grad:
            raise AssertionError(reason)
        self._scale.copy_(new_scale)

    def _get_scale_async(self):
        return self._scale

    def get_scale(self):
        """Returns the factor as a float (waits for the device), or 1.0 if scaling is disabled."""
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale.item()

    def get_growth_factor(self):
        """Returns the growth factor."""
        return self._growth_factor

    def set_growth_factor(self, new_factor):
        """Sets the growth factor."""
        self._growth_factor = new_factor

    def get_backoff_factor(self):
        """Returns the backoff factor."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor):
        """Sets the backoff factor."""
        self._backoff_factor = new_factor

    def get_growth_interval(self):
        """Returns after how many successful steps in a row the factor grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval):
        """Sets after how many successful steps in a row the factor grows."""
        self._growth_interval = new_interval

    def _get_growth_tracker(self):
        if not self._enabled:
            return 0
        return self._init_growth_tracker if self._growth_tracker is None else self._growth_tracker.item()

    def is_enabled(self):
        """Returns whether scaling is enabled."""
        return self._enabled

    def state_dict(self):
        """Returns the factor, its settings and the number of successful steps. Call it after `update`. Empty if disabled."""
        if not self._enabled:
            return {}
        return {
            "scale": self.get_scale(),
            "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval,
            "_growth_tracker": self._get_growth_tracker(),
        }

    def load_state_dict(self, state_dict):
        """Restores the state of `state_dict`."""
        if not self._enabled:
            return
        if len(state_dict) == 0:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler."
            )
        self._init_scale = state_dict["scale"]
        self._init_growth_tracker = state_dict["_growth_tracker"]
        if self._scale is not None:
            self._scale.fill_(self._init_scale)
            self._growth_tracker.fill_(self._init_growth_tracker)
        self._growth_factor = state_dict["growth_factor"]
        self._backoff_factor = state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]

    def _check_inf_per_device(self, optimizer):
        self._check("_check_inf_per_device")
        one = torch.full((), 1.0, dtype=torch.float32, device=self._scale.device)
        found_inf = torch.full((), 0.0, dtype=torch.float32, device=self._scale.device)
        found = self._unscale_grads_(optimizer, one, found_inf, True)
        self._per_optimizer_states[id(optimizer)]["found_inf_per_device"] = found
        return found

    def _found_inf_per_device(self, optimizer):
        return self._per_optimizer_states[id(optimizer)]["found_inf_per_device"]
