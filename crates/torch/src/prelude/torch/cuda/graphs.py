"""`torch.cuda.graphs`: capturing into a CUDAGraph, and callables that replay one."""

import gc
import warnings

import torch
from torch._cuda import CUDAGraph, graph_pool_handle, is_current_stream_capturing


class graph:
    """Records the work of a `with` block into `cuda_graph` instead of running it.

    The block runs on `stream`, by default one that all captures share. Tensors made inside are in the graph's own
    memory `pool`, so that a replay finds them at the captured addresses.
    """

    default_capture_stream = None

    def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode="global", **annotations):
        if graph.default_capture_stream is None:
            graph.default_capture_stream = torch.cuda.Stream()
        self.pool = pool
        self.capture_stream = stream if stream is not None else graph.default_capture_stream
        self.cuda_graph = cuda_graph
        self.capture_error_mode = capture_error_mode

    def __enter__(self):
        # Cached copies must not be made in the graph's own memory, nor be freed during the capture.
        torch.cuda.synchronize()
        gc.collect()
        torch.cuda.empty_cache()
        self._outer = torch.cuda.current_device(), torch.cuda.current_stream(self.capture_stream.device)
        torch.cuda.set_device(self.capture_stream.device)
        torch.cuda.set_stream(self.capture_stream)
        try:
            self.cuda_graph.capture_begin(self.pool, capture_error_mode=self.capture_error_mode)
        except BaseException:
            self._leave()
            raise

    def _leave(self):
        device, stream = self._outer
        torch.cuda.set_stream(stream)
        torch.cuda.set_device(device)

    def __exit__(self, kind, value, trace):
        try:
            if kind is not None:
                self.cuda_graph.reset()  # the block's own error is more informative than the failed capture's
            else:
                self.cuda_graph.capture_end()
                if self.cuda_graph._nodes() == 0:
                    warnings.warn(
                        "The CUDA Graph is empty. This usually means that the graph was attempted to be captured on "
                        "wrong device or stream."
                    )
        finally:
            self._leave()


def _tensors(value):
    """The tensors in nested tuples, lists and dicts, in order."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (tuple, list)):
        return [x for item in value for x in _tensors(item)]
    return []


def _rebuilt(value, tensors):
    """The same nesting with these tensors (an iterator) in it."""
    if isinstance(value, torch.Tensor):
        return next(tensors)
    if isinstance(value, dict):
        return {key: _rebuilt(item, tensors) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)([_rebuilt(item, tensors) for item in value])
    return value


def _check(callable_, args):
    if isinstance(callable_, torch.nn.Module):
        hooks = [getattr(callable_, name, None) for name in ("_backward_hooks", "_forward_hooks", "_forward_pre_hooks")]
        if any(hooks):
            raise AssertionError(
                "Modules must not have hooks registered at the time they are passed. However, registering hooks on "
                "modules after passing them through make_graphed_callables is allowed."
            )
        if any(buffer.requires_grad for buffer in callable_.buffers()):
            raise AssertionError(
                "In any :class:`~torch.nn.Module` passed to :func:`~make_graphed_callables`, only parameters may be "
                "trainable. All buffers must have ``requires_grad=False``."
            )
    if not all(isinstance(x, torch.Tensor) for x in args):
        raise AssertionError(
            "In the beta API, sample_args for each callable must contain only Tensors. Other types are not allowed."
        )


class _Graphed:
    """One callable's forward and backward as graphs, with the tensors that they read and write."""

    def __init__(self, callable_, args, pool):
        self.callable = callable_
        self.pool = pool
        self.args = tuple(args)
        is_module = isinstance(callable_, torch.nn.Module)
        self.parameters = tuple(callable_.parameters()) if is_module else ()
        self.inputs = self.args + self.parameters
        self.forward_graph = torch.cuda.CUDAGraph()
        self.backward_graph = torch.cuda.CUDAGraph()

    def warm_up(self, iterations, allow_unused):
        """Warms up: whatever the first call creates must not be captured."""
        for _ in range(iterations):
            outputs = [x for x in _tensors(self.callable(*self.args)) if x.requires_grad]
            if outputs:
                torch.autograd.grad(
                    outputs,
                    [x for x in self.inputs if x.requires_grad],
                    grad_outputs=[torch.empty_like(x) for x in outputs],
                    allow_unused=allow_unused,
                )

    def capture_forward(self):
        with graph(self.forward_graph, pool=self.pool):
            self.result = self.callable(*self.args)
        self.outputs = tuple(_tensors(self.result))

    def capture_backward(self, allow_unused):
        self.grad_outputs = tuple(torch.empty_like(x) if x.requires_grad else None for x in self.outputs)
        self.grad_inputs = (None,) * len(self.inputs)
        outputs = [x for x in self.outputs if x.requires_grad]
        if not outputs:
            return
        with graph(self.backward_graph, pool=self.pool):
            grads = torch.autograd.grad(
                outputs,
                [x for x in self.inputs if x.requires_grad],
                grad_outputs=[x for x in self.grad_outputs if x is not None],
                allow_unused=allow_unused,
            )
        rest = iter(grads)
        self.grad_inputs = tuple(next(rest) if x.requires_grad else None for x in self.inputs)

    def as_function(self):
        """A function of the tape that replays both."""
        graphed = self

        class Graphed(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *inputs):
                for static, given in zip(graphed.args, inputs):
                    if static.data_ptr() != given.data_ptr():
                        static.copy_(given)
                graphed.forward_graph.replay()
                return tuple(x.detach() for x in graphed.outputs)

            @staticmethod
            def backward(ctx, *grads):
                for static, given in zip(graphed.grad_outputs, grads):
                    if static is not None and static.data_ptr() != given.data_ptr():
                        static.copy_(given)
                graphed.backward_graph.replay()
                return tuple(x if x is None else x.detach() for x in graphed.grad_inputs)

        def call(*args):
            outputs = Graphed.apply(*args, *graphed.parameters)
            return _rebuilt(graphed.result, iter(outputs))

        return call


def make_graphed_callables(callables, sample_args, num_warmup_iters=3, allow_unused_input=False, pool=None):
    """Callables (functions or modules) that replay graphs of their forward and backward work.

    `sample_args` are tensors of the shapes, dtypes and devices of all later arguments; they become the graphs' own. Of a
    tuple of callables each is captured in the order in which it will be called, since they share one pool of memory.
    """
    if getattr(torch, "is_autocast_cache_enabled", bool)() and torch.is_autocast_enabled():
        raise RuntimeError("make_graphed_callables does not support the autocast caching. Please set `cache_enabled=False`.")
    just_one = not isinstance(callables, tuple)
    if just_one:
        callables, sample_args = (callables,), (sample_args,)
    for callable_, args in zip(callables, sample_args):
        _check(callable_, args)
    pool = torch.cuda.graph_pool_handle() if pool is None else pool
    all_graphed = [_Graphed(callable_, args, pool) for callable_, args in zip(callables, sample_args)]

    torch.cuda.synchronize()
    with torch.cuda.stream(torch.cuda.Stream()):
        for graphed in all_graphed:
            graphed.warm_up(num_warmup_iters, allow_unused_input)
    torch.cuda.synchronize()

    for graphed in all_graphed:
        graphed.capture_forward()
    for graphed in reversed(all_graphed):
        graphed.capture_backward(allow_unused_input)

    results = []
    for graphed in all_graphed:
        replay = graphed.as_function()
        if isinstance(graphed.callable, torch.nn.Module):
            graphed.callable.forward = _forward_of(graphed.callable, replay)
            results.append(graphed.callable)
        else:
            results.append(replay)
    return results[0] if just_one else tuple(results)


def _forward_of(module, replay):
    """The replay while the module is in the mode in which it was captured, else its own forward."""
    training, own = module.training, module.forward

    def forward(*args, **kwargs):
        return replay(*args) if module.training == training else own(*args, **kwargs)

    return forward
