"""`torch.utils.checkpoint`: recomputes activations in backward instead of saving them.

`use_reentrant=False` packs saved tensors into numbers; the first one that backward needs runs the function again.
`use_reentrant=True` runs the function without recording, and in backward again with recording, followed by its own
backward pass.
"""

import warnings
from contextlib import ExitStack, contextmanager, nullcontext

import torch
from torch.autograd.function import Function
from torch.autograd.graph import saved_tensors_hooks

_settings = {"debug": None, "early_stop": True}


class CheckpointError(RuntimeError):
    """The recomputed function gave different tensors than the first time."""


def noop_context_fn():
    """Two contexts that do nothing: around the first run, and around the second."""
    return nullcontext(), nullcontext()


@contextmanager
def set_checkpoint_early_stop(enable):
    """Accepted: a function that runs again always runs to its end."""
    before = _settings["early_stop"]
    _settings["early_stop"] = enable
    try:
        yield
    finally:
        _settings["early_stop"] = before


@contextmanager
def set_checkpoint_debug_enabled(enabled):
    """Accepted: errors name the tensors always."""
    before = _settings["debug"]
    _settings["debug"] = enabled
    try:
        yield
    finally:
        _settings["debug"] = before


def _cuda_devices(*args):
    devices = []
    for x in args:
        if isinstance(x, torch.Tensor) and x.is_cuda and x.device.index not in devices:
            devices.append(x.device.index)
    return devices


def get_device_states(*args):
    """The CUDA devices of tensors, and their generators' states."""
    devices = _cuda_devices(*args)
    return devices, [torch.cuda.get_rng_state(device) for device in devices]


def set_device_states(devices, states, *, device_type=None):
    """Puts generators' states back."""
    for device, state in zip(devices, states):
        torch.cuda.set_rng_state(state, device)


class _World:
    """The state that a run depends on besides its arguments: random generators and autocast."""

    def __init__(self, preserve_rng_state, args):
        self.preserve = preserve_rng_state
        self.autocast = [(kind, torch.is_autocast_enabled(kind), torch.get_autocast_dtype(kind)) for kind in ("cuda", "cpu")]
        self.caching = torch.is_autocast_cache_enabled()
        if preserve_rng_state:
            self.cpu_state = torch.get_rng_state()
            self.devices, self.states = get_device_states(*args)

    @contextmanager
    def again(self):
        """Restores the saved state inside `with`, and the current one afterwards."""
        with ExitStack() as stack:
            if self.preserve:
                stack.enter_context(torch.random.fork_rng(devices=self.devices))
                torch.set_rng_state(self.cpu_state)
                set_device_states(self.devices, self.states)
            for kind, enabled, dtype in self.autocast:
                if enabled or torch.is_autocast_enabled(kind):
                    stack.enter_context(torch.autocast(kind, dtype, enabled, self.caching))
            yield


class CheckpointFunction(Function):
    """Runs a function without recording it, and once more, recorded, in backward."""

    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        check_backward_validity(args)
        ctx.run_function = run_function
        ctx.world = _World(preserve_rng_state, args)
        ctx.places = [i for i, x in enumerate(args) if isinstance(x, torch.Tensor)]
        ctx.inputs = [None if isinstance(x, torch.Tensor) else x for x in args]
        ctx.save_for_backward(*[args[i] for i in ctx.places])
        return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        if torch._is_grad_alone():
            raise RuntimeError(
                "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` "
                "parameter to .backward(). To resolve this error, you can either set use_reentrant=False, or call "
                ".backward() without passing the `inputs` argument."
            )
        inputs = list(ctx.inputs)
        for i, x in zip(ctx.places, ctx.saved_tensors):
            inputs[i] = x.detach().requires_grad_(x.requires_grad)
        with ctx.world.again(), torch.enable_grad():
            outputs = ctx.run_function(*inputs)
        outputs = (outputs,) if isinstance(outputs, torch.Tensor) else outputs
        wanted = [(y, g) for y, g in zip(outputs, grads) if isinstance(y, torch.Tensor) and y.requires_grad]
        if not wanted:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        torch.autograd.backward([y for y, g in wanted], [g for y, g in wanted])
        return (None, None) + tuple(x.grad if isinstance(x, torch.Tensor) else None for x in inputs)


def detach_variable(inputs):
    """Detaches tensors and keeps their requires_grad."""
    if not isinstance(inputs, tuple):
        raise RuntimeError("Only tuple of tensors is supported. Got Unsupported input type: ", type(inputs).__name__)
    return tuple(x.detach().requires_grad_(x.requires_grad) if isinstance(x, torch.Tensor) else x for x in inputs)


def check_backward_validity(inputs):
    """Warns if no gradient can flow back."""
    if not any(x.requires_grad for x in inputs if isinstance(x, torch.Tensor)):
        warnings.warn("None of the inputs have requires_grad=True. Gradients will be None")


_TIP = (
    "Tip: To see a more detailed error message, either pass `debug=True` to\n"
    "`torch.utils.checkpoint.checkpoint(...)` or wrap the code block\n"
    "with `with torch.utils.checkpoint.set_checkpoint_debug_enabled(True):` to\n"
    "enable checkpoint‑debug mode globally.\n"
)


def _metadata(x):
    return {"shape": x.shape, "dtype": x.dtype, "device": x.device}


class _Frame:
    """One checkpointed call: the number of saved tensors, and the recomputed ones."""

    def __init__(self, run, world, check, around):
        self.run, self.world, self.check, self.around = run, world, check, around
        self.saved = []
        self.again = {}

    def pack(self, x):
        self.saved.append(_metadata(x))
        return len(self.saved) - 1

    def unpack(self, number):
        if number not in self.again:
            self.recompute()
        return self.again.pop(number)

    def recompute(self):
        found = {}

        def pack(x):
            found[len(found)] = x.detach()
            return x.detach()

        with self.world.again(), torch.enable_grad(), self.around:
            with saved_tensors_hooks(pack, lambda x: x):
                self.run()
        if len(found) != len(self.saved):
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the original forward and "
                f"recomputation.\nNumber of tensors saved during forward: {len(self.saved)}\n"
                f"Number of tensors saved during recomputation: {len(found)}.\n{_TIP}"
            )
        if self.check:
            self.compare(found)
        self.again = found

    def compare(self, found):
        wrong = []
        for i, first in enumerate(self.saved):
            second = _metadata(found[i])
            if first != second:
                wrong.append(f"tensor at position {i}:\nsaved metadata: {first}\nrecomputed metadata: {second}")
        if wrong:
            text = "\n".join(wrong)
            raise CheckpointError(
                "torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during "
                f"the forward pass.\n{text}.\n{_TIP}"
            )


def checkpoint(
    function,
    *args,
    use_reentrant=None,
    context_fn=noop_context_fn,
    determinism_check="default",
    debug=False,
    early_stop=True,
    **kwargs,
):
    """Runs `function(*args, **kwargs)` and saves only its inputs. Backward recomputes everything else.

    Random numbers are the same the second time, unless `preserve_rng_state=False`. `determinism_check="none"` does
    not compare the shapes, dtypes and devices of the recomputed tensors.
    """
    if use_reentrant is None:
        warnings.warn(
            "torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. Starting in PyTorch 2.9, "
            "calling checkpoint without use_reentrant will raise an exception. use_reentrant=False is recommended, but if "
            "you need to preserve the current default behavior, you can pass use_reentrant=True. Refer to docs for more "
            "details on the differences between the two variants."
        )
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if use_reentrant:
        if kwargs:
            raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
        if context_fn is not noop_context_fn or debug is not False:
            raise ValueError("Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
        return CheckpointFunction.apply(function, preserve, *args)
    if determinism_check not in ("default", "none"):
        raise ValueError(f"determinism_check should be one of ['default', 'none'], but got {determinism_check}")
    first, second = context_fn()
    if not torch.is_grad_enabled():
        with first:
            return function(*args, **kwargs)
    world = _World(preserve, args)
    frame = _Frame(lambda: function(*args, **kwargs), world, determinism_check == "default", second)
    with saved_tensors_hooks(frame.pack, frame.unpack), first:
        return function(*args, **kwargs)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """A Sequential, or a list of layers, in `segments` parts, all but the last of them checkpointed."""
    if use_reentrant is None:
        warnings.warn(
            "torch.utils.checkpoint.checkpoint_sequential: the use_reentrant parameter should be passed explicitly. In "
            "version 2.9 we will raise an exception if use_reentrant is not passed. use_reentrant=False is recommended, but "
            "if you need to preserve the current default behavior, you can pass use_reentrant=True. Refer to docs for more "
            "details on the differences between the two variants."
        )
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    layers = list(functions.children()) if isinstance(functions, torch.nn.Sequential) else list(functions)

    def run(start, end):
        def forward(x):
            for layer in layers[start:end]:
                x = layer(x)
            return x

        return forward

    size = len(layers) // segments
    for i in range(segments - 1):
        part = run(i * size, (i + 1) * size)
        input = checkpoint(part, input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return run((segments - 1) * size, len(layers))(input)
