"""`torch.autograd`: functions with a backward of their own."""

import torch
from torch import enable_grad, inference_mode, no_grad, set_grad_enabled

Variable = torch.Tensor


class FunctionCtx:
    """What a Function's forward leaves for its backward."""

    def __init__(self):
        self._saved = ()
        self.needs_input_grad = ()

    def save_for_backward(self, *tensors):
        """Keeps tensors for backward, where they are `ctx.saved_tensors`."""
        self._saved = tensors

    @property
    def saved_tensors(self):
        return self._saved

    def mark_non_differentiable(self, *tensors):
        """Outputs that take no gradient."""
        self._flat = tensors

    def mark_dirty(self, *tensors):
        """Inputs that forward wrote in place."""

    def set_materialize_grads(self, value):
        """Whether missing gradients come as zeros."""


class Function:
    """An operation with a gradient of its own.

    Subclasses define `forward(ctx, ...)` and `backward(ctx, *grads)` as static methods; `apply` runs them.
    """

    @classmethod
    def apply(cls, *args):
        ctx = FunctionCtx()
        tensors = tuple(x for x in args if isinstance(x, torch.Tensor))
        ctx.needs_input_grad = tuple(isinstance(x, torch.Tensor) and x.requires_grad for x in args)
        with no_grad():
            if hasattr(cls, "setup_context"):
                result = cls.forward(*args)
                cls.setup_context(ctx, args, result)
            else:
                result = cls.forward(ctx, *args)
        outputs = result if isinstance(result, tuple) else (result,)
        # An input handed back is another tensor for the tape.
        outputs = tuple(x.view_as(x) if any(x is y for y in tensors) else x for x in outputs)

        def backward(*grads):
            grads = tuple(
                torch.zeros_like(x) if g is None and isinstance(x, torch.Tensor) else g
                for g, x in zip(grads, shapes)
            )
            answer = cls.backward(ctx, *grads)
            if not isinstance(answer, tuple):
                answer = (answer,)
            if len(answer) < len(args):
                raise RuntimeError(
                    f"function {cls.__name__}Backward returned an incorrect number of gradients "
                    f"(expected {len(args)}, got {len(answer)})"
                )
            return tuple(g for g, x in zip(answer, args) if isinstance(x, torch.Tensor))

        shapes = tuple(x.detach() for x in outputs)
        torch._record(cls.__name__, tensors, outputs, backward)
        return outputs if isinstance(result, tuple) else outputs[0]
