"""`torch.cuda.comm` with gradients: broadcasts sum their gradients, scatters gather them."""

import warnings
from itertools import chain

from torch.autograd.function import Function
from torch.nn.parallel import comm
from torch.nn.parallel.comm import _device, _index


class Broadcast(Function):
    """Tensors on several devices; their gradients are added up on the first."""

    @staticmethod
    def forward(ctx, target_gpus, *inputs):
        if not all(x.is_cuda for x in inputs):
            raise AssertionError("Broadcast function not implemented for CPU tensors")
        ctx.target_gpus = [_index(x, True) for x in target_gpus]
        if not inputs:
            return ()
        ctx.num_inputs = len(inputs)
        ctx.input_device = inputs[0].device.index
        outputs = comm.broadcast_coalesced(inputs, ctx.target_gpus)
        fixed = [copies[i] for i, needed in enumerate(ctx.needs_input_grad[1:]) if not needed for copies in outputs]
        ctx.mark_non_differentiable(*fixed)
        return tuple(chain.from_iterable(outputs))

    @staticmethod
    def backward(ctx, *grads):
        count = ctx.num_inputs
        of_devices = [grads[i : i + count] for i in range(0, len(grads), count)]
        return (None,) + tuple(ReduceAddCoalesced.apply(ctx.input_device, count, *chain.from_iterable(of_devices)))


class ReduceAddCoalesced(Function):
    """Lists of tensors, one of each device, added up on one device."""

    @staticmethod
    def forward(ctx, destination, num_inputs, *grads):
        ctx.target_gpus = [grads[i].device.index for i in range(0, len(grads), num_inputs)]
        of_devices = [grads[i : i + num_inputs] for i in range(0, len(grads), num_inputs)]
        return comm.reduce_add_coalesced(of_devices, destination)

    @staticmethod
    def backward(ctx, *grads):
        return (None, None) + Broadcast.apply(ctx.target_gpus, *grads)


class Scatter(Function):
    """A tensor in pieces, one on each device; the pieces' gradients are put together where it was."""

    @staticmethod
    def forward(ctx, target_gpus, chunk_sizes, dim, input):
        ctx.dim = dim
        ctx.input_device = input.device
        return comm.scatter(input, [_index(x, True) for x in target_gpus], chunk_sizes, dim)

    @staticmethod
    def backward(ctx, *grads):
        return None, None, None, Gather.apply(ctx.input_device, ctx.dim, *grads)


class Gather(Function):
    """Tensors of several devices joined on one; the gradient is taken apart again."""

    @staticmethod
    def forward(ctx, target_device, dim, *inputs):
        if not all(x.is_cuda for x in inputs):
            raise AssertionError("Gather function not implemented for CPU tensors")
        target = _device(_index(target_device, optional=True, allow_cpu=True))
        ctx.dim = dim
        ctx.input_gpus = tuple(x.device.index for x in inputs)
        ctx.scalars = dim == 0 and all(x.dim() == 0 for x in inputs)
        if ctx.scalars:
            inputs = tuple(x.view(1) for x in inputs)
            warnings.warn(
                "Was asked to gather along dimension 0, but all input tensors were scalars; will instead unsqueeze and "
                "return a vector."
            )
        ctx.input_sizes = tuple(x.shape[dim] for x in inputs)
        return comm.gather(inputs, dim, target)

    @staticmethod
    def backward(ctx, grad):
        pieces = Scatter.apply(ctx.input_gpus, ctx.input_sizes, ctx.dim, grad)
        return (None, None) + tuple(piece[0] if ctx.scalars else piece for piece in pieces)
