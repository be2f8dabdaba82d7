"""Layers that learn their input's size from the first batch."""

import torch
from torch.nn.parameter import UninitializedBuffer, UninitializedParameter


class _LazyMixin:
    """Parameters without a shape until the first forward pass. Then the module changes to its final class."""

    def _wait(self, *names):
        """Empty parameters under these names, filled in place later: an optimizer may hold them already."""
        self._uninitialized = set(names)
        for name in names:
            held = self._parameters if name in self._parameters else self._buffers
            waiting = UninitializedParameter if held is self._parameters else UninitializedBuffer
            held[name] = waiting(**self._lazy_options)
        self._initialize_hook = self.register_forward_pre_hook(self._initialize)

    def has_uninitialized_params(self):
        """True until the first forward pass."""
        return bool(self._uninitialized)

    def _materialize(self, **shapes):
        """Allocates the waiting parameters and initializes them, unless a state_dict has set them."""
        waiting = bool(self._uninitialized)
        with torch.no_grad():
            for name, shape in shapes.items():
                if name in self._uninitialized:
                    waits = getattr(self, name)
                    waits.data = torch.empty(shape, device=waits.device, dtype=waits.dtype)
                    waits._waits_for_shape = None
        self._uninitialized = set()
        return waiting

    def _initialize(self, module, inputs):
        self.initialize_parameters(*inputs)
        self._initialize_hook.remove()
        options = ("_initialize_hook", "_uninitialized", "_lazy_options")
        for name in options:
            self.__dict__.pop(name, None)
        self.__class__ = self.cls_to_become

    def _load_from_state_dict(self, state_dict, prefix, *others):
        given = {name: state_dict[prefix + name] for name in self._uninitialized if prefix + name in state_dict}
        self._materialize(**{name: value.shape for name, value in given.items()})
        super()._load_from_state_dict(state_dict, prefix, *others)
