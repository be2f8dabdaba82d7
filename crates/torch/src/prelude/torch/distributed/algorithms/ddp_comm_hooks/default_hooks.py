"""`torch.distributed.algorithms.ddp_comm_hooks.default_hooks`: replacements for DDP's all-reduce."""

import torch
from torch import distributed as dist


def _mean(group, tensor):
    group = dist.group.WORLD if group is None else group
    tensor.div_(group.size())
    work = dist.all_reduce(tensor, group=group, async_op=True)
    return work.get_future().then(lambda future: tensor)


def allreduce_hook(process_group, bucket):
    """Returns the mean over all ranks, as DDP itself does."""
    return _mean(process_group, bucket.buffer())


def _compressed(process_group, bucket, dtype):
    buffer = bucket.buffer()
    small = buffer.to(dtype)

    def back(future):
        buffer.copy_(future.wait())
        return buffer

    return _mean(process_group, small).then(back)


def fp16_compress_hook(process_group, bucket):
    """The mean in float16: half the bytes."""
    return _compressed(process_group, bucket, torch.float16)


def bf16_compress_hook(process_group, bucket):
    """The mean in bfloat16: half the bytes, float32's range."""
    return _compressed(process_group, bucket, torch.bfloat16)


def _wrapped(hook, dtype):
    def compressed(state, bucket):
        buffer = bucket.buffer()
        bucket.set_buffer(buffer.to(dtype))

        def back(future):
            result = future.wait()
            buffer.copy_(result[0] if isinstance(result, (list, tuple)) else result)
            bucket.set_buffer(buffer)
            return buffer

        return hook(state, bucket).then(back)

    return compressed


def fp16_compress_wrapper(hook):
    """Another hook, given float16."""
    return _wrapped(hook, torch.float16)


def bf16_compress_wrapper(hook):
    """Another hook, given bfloat16."""
    return _wrapped(hook, torch.bfloat16)
