"""Functions with a backward of their own."""

import functools

import torch
from torch.autograd.grad_mode import no_grad


class FunctionCtx:
    """The context that a Function's forward passes to its backward."""

    def __init__(self):
        self._to_save = ()
        self._saved = ()
        self._dirty = ()
        self._without_gradient = ()
        self._materialize = True
        self.needs_input_grad = ()

    def save_for_backward(self, *tensors):
        """Keeps tensors for backward, where they are `ctx.saved_tensors`."""
        self._to_save = tensors

    def save_for_forward(self, *tensors):
        """For forward mode, which is not here: accepted, and not used."""

    @property
    def saved_tensors(self):
        return self._saved

    def mark_non_differentiable(self, *tensors):
        """Outputs that take no gradient."""
        self._without_gradient = tensors

    def mark_dirty(self, *tensors):
        """Inputs that forward wrote in place, and returns."""
        self._dirty = tensors

    def set_materialize_grads(self, value):
        """Sets whether missing gradients are passed as zeros."""
        self._materialize = value


def _position(tensor, among):
    for i, other in enumerate(among):
        if other is tensor:
            return i
    return None


class Function:
    """An operation with a custom gradient.

    Subclasses define `forward(ctx, ...)` and `backward(ctx, *grads)` as static methods, or `forward(...)` and
    `setup_context(ctx, inputs, output)`; `apply` runs them.
    """

    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(ctx, *grads):
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
            "backward mode AD."
        )

    @classmethod
    def apply(cls, *args):
        ctx = FunctionCtx()
        inputs = tuple(x for x in args if isinstance(x, torch.Tensor))
        ctx.needs_input_grad = tuple(isinstance(x, torch.Tensor) and x.requires_grad for x in args)
        with no_grad():
            if hasattr(cls, "setup_context"):
                result = cls.forward(*args)
                cls.setup_context(ctx, args, result)
            else:
                result = cls.forward(ctx, *args)
        results = result if isinstance(result, tuple) else (result,)
        for x in ctx._dirty:
            if x.requires_grad and x.is_leaf and torch.is_grad_enabled():
                raise RuntimeError("a leaf Variable that requires grad has been used in an in-place operation.")
        # An input that is returned unchanged must be a new tensor for the graph.
        handed_back = [
            isinstance(x, torch.Tensor) and _position(x, inputs) is not None and _position(x, ctx._dirty) is None
            for x in results
        ]
        with no_grad():
            outputs = tuple(x.view_as(x) if same else x for x, same in zip(results, handed_back))
        # The graph keeps saved inputs and outputs and detects writes to them. All other values stay here.
        places = []
        for x in ctx._to_save:
            at = None if x is None else _position(x, inputs)
            if at is not None:
                places.append(("input", at))
            elif x is not None and _position(x, results) is not None:
                places.append(("output", _position(x, results)))
            else:
                places.append(("kept", x))
        ctx._to_save = ()
        ctx._places = places
        like = [(x.shape, x.dtype, x.device) if isinstance(x, torch.Tensor) else None for x in outputs]

        def backward(grads, saved_inputs, saved_outputs):
            saved = {"input": saved_inputs, "output": saved_outputs}
            ctx._saved = tuple(at if kind == "kept" else saved[kind][at] for kind, at in places)
            if ctx._materialize:
                grads = [
                    torch.zeros(form[0], dtype=form[1], device=form[2]) if g is None and form is not None else g
                    for g, form in zip(grads, like)
                ]
            answer = cls.backward(ctx, *grads)
            ctx._saved = ()
            if not isinstance(answer, tuple):
                answer = (answer,)
            if len(answer) < len(args) or any(g is not None for g in answer[len(args) :]):
                raise RuntimeError(
                    f"function {cls.__name__}Backward returned an incorrect number of gradients "
                    f"(expected {len(args)}, got {len(answer)})"
                )
            for i, (g, x) in enumerate(zip(answer, shapes)):
                if g is not None and x is not None and g.shape != x:
                    _check_gradient(cls.__name__, i, g, x)
            return [g for g, x in zip(answer, shapes) if x is not None]

        shapes = [x.shape if isinstance(x, torch.Tensor) else None for x in args]
        differentiable = [
            i
            for i, x in enumerate(outputs)
            if isinstance(x, torch.Tensor) and _position(results[i], ctx._without_gradient) is None
        ]
        torch._record(
            cls.__name__,
            inputs,
            outputs,
            differentiable,
            [at for kind, at in places if kind == "input"],
            [at for kind, at in places if kind == "output"],
            backward,
            ctx,
        )
        return outputs if isinstance(result, tuple) else outputs[0]


def _check_gradient(name, i, gradient, shape):
    """A gradient may have broadcast dimensions more than its input: they are summed away."""
    lead = len(gradient.shape) - len(shape)
    fits = lead >= 0 and all(n == 1 or n == m for n, m in zip(shape, gradient.shape[lead:]))
    if not fits:
        raise RuntimeError(
            f"Function {name}Backward returned an invalid gradient at index {i} - got {list(gradient.shape)} "
            f"but expected shape compatible with {list(shape)}"
        )


class _DelayedError(Function):
    @staticmethod
    def forward(ctx, message, *tensors):
        ctx.message = message
        return tuple(x.detach() for x in tensors)

    @staticmethod
    def backward(ctx, *grads):
        raise RuntimeError(ctx.message)


def once_differentiable(backward):
    """A backward that is not recorded; differentiating it again is an error."""

    @functools.wraps(backward)
    def once(ctx, *grads):
        with no_grad():
            answer = backward(ctx, *grads)
        wanted = any(g is not None and g.requires_grad for g in grads)
        if not torch.is_grad_enabled() or not wanted:
            return answer
        answers = answer if isinstance(answer, tuple) else (answer,)
        message = "trying to differentiate twice a function that was marked with @once_differentiable"
        present = [g.detach().requires_grad_() for g in answers if g is not None]
        delayed = iter(_DelayedError.apply(message, *present))
        return tuple(None if g is None else next(delayed) for g in answers)

    return once
