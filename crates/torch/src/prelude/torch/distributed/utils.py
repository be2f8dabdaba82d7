"""Private helpers of distributed modules that packages use."""

import torch.distributed as dist


def _sync_module_states(module_states, process_group, broadcast_bucket_size=250 * 1024 * 1024, src=0):
    """Gives all ranks one rank's tensors."""
    for tensor in module_states:
        dist.broadcast(tensor.detach(), src=src, group=process_group)
