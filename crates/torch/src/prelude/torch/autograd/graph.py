"""`torch.autograd.graph`: what the tape keeps for backward, kept otherwise."""

import torch

_forbidden = []


class saved_tensors_hooks:
    """Inside `with`, each tensor that the tape keeps goes through `pack_hook(x)`, and what that returns is kept in its place;
    backward calls `unpack_hook` with it, for a tensor like x.

    Packing happens within the statement that recorded the operation.
    """

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self):
        if _forbidden:
            raise RuntimeError(_forbidden[-1])
        torch._push_saved_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *error):
        torch._pop_saved_hooks()


class save_on_cpu(saved_tensors_hooks):
    """Inside `with`, what the tape keeps waits in the host's memory, and comes back to its device in backward.

    With `pin_memory` the copies are of page-locked memory, and nothing waits for them.
    """

    def __init__(self, pin_memory=False, device_type="cuda"):
        def pack_to_cpu(tensor):
            if not pin_memory or not tensor.is_cuda:
                return tensor.device, tensor.cpu()
            packed = torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True)
            packed.copy_(tensor, non_blocking=True)
            return tensor.device, packed

        def unpack_from_cpu(packed):
            device, tensor = packed
            return tensor.to(device, non_blocking=pin_memory)

        super().__init__(pack_to_cpu, unpack_from_cpu)


class disable_saved_tensors_hooks:
    """Inside `with`, a region of `saved_tensors_hooks` is an error with this message."""

    def __init__(self, error_message):
        self.error_message = error_message

    def __enter__(self):
        _forbidden.append(self.error_message)

    def __exit__(self, *error):
        _forbidden.pop()
