"""Products, sums and softmax of sparse tensors, and whether constructors check their indices."""

import torch
from torch._tensorcell.sparse import _invariants, addmm, log_softmax, mm, sampled_addmm, softmax, spdiags, spsolve, sum


class check_sparse_tensor_invariants:
    """Whether constructors of sparse tensors check their indices: a switch, a context and a decorator."""

    def __init__(self, enable=True):
        self.state = enable
        self.saved_state = None

    @staticmethod
    def is_enabled():
        """Whether constructors check indices."""
        return _invariants["checked"]

    @staticmethod
    def enable():
        """Constructors check indices from now on."""
        _invariants["checked"] = True

    @staticmethod
    def disable():
        """Constructors do not check indices from now on."""
        _invariants["checked"] = False

    def __enter__(self):
        if self.saved_state is not None:
            raise RuntimeError(
                "This context manager instance is already activated."
                " Use a different context manager instance for context nesting."
            )
        self.saved_state = self.is_enabled()
        _invariants["checked"] = self.state

    def __exit__(self, type, value, traceback):
        _invariants["checked"] = self.saved_state
        self.saved_state = None

    def __call__(self, function):
        def checked(*args, **kwargs):
            with type(self)(self.state):
                return function(*args, **kwargs)

        return checked
