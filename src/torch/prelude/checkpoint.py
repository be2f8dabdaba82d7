"""`torch.utils.checkpoint`: activations are computed again in backward instead of being kept."""

import torch
from torch.autograd import Function


class CheckpointFunction(Function):
    """Runs a function without recording it, and once more, recorded, in backward."""

    @staticmethod
    def forward(ctx, run, args, *tensors):
        ctx.run = run
        ctx.args = args
        ctx.state = torch.get_rng_state()
        return run(*args)

    @staticmethod
    def backward(ctx, *grads):
        before = torch.get_rng_state()
        torch.set_rng_state(ctx.state)
        inputs = []
        for x in ctx.args:
            if isinstance(x, torch.Tensor):
                x = x.detach().requires_grad_(x.requires_grad)
            inputs.append(x)
        with torch.enable_grad():
            outputs = ctx.run(*inputs)
        torch.set_rng_state(before)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        wanted = [(y, g) for y, g in zip(outputs, grads) if y.requires_grad]
        torch.autograd.backward([y for y, g in wanted], [g for y, g in wanted])
        return (None, None) + tuple(x.grad for x in inputs if isinstance(x, torch.Tensor)) + (None,)


def checkpoint(function, *args, use_reentrant=None, preserve_rng_state=True, **kwargs):
    """Runs `function(*args)`, keeping only its inputs: the rest is computed again when gradients are asked for."""
    if kwargs:
        plain = function
        function = lambda *values: plain(*values, **kwargs)
    if not torch.is_grad_enabled():
        return function(*args)
    # Parameters inside the function need the node even where no input asks for a gradient.
    anchor = torch.empty(0, requires_grad=True)
    tensors = tuple(x for x in args if isinstance(x, torch.Tensor)) + (anchor,)
    return CheckpointFunction.apply(function, args, *tensors)


def checkpoint_sequential(functions, segments, input, use_reentrant=None):
    """A Sequential in `segments` checkpointed parts."""
    layers = list(functions.children()) if isinstance(functions, torch.nn.Module) else list(functions)
    size = len(layers) // segments

    def run(start, end):
        def forward(x):
            for layer in layers[start:end]:
                x = layer(x)
            return x

        return forward

    for i in range(segments - 1):
        input = checkpoint(run(i * size, (i + 1) * size), input)
    return run((segments - 1) * size, len(layers))(input)
