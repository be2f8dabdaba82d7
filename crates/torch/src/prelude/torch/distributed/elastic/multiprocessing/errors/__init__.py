"""`torch.distributed.elastic.multiprocessing.errors`: names of torchrun's, for programs that use them."""


class ChildFailedError(Exception):
    """What torchrun raises where a process has failed; nothing here does."""


def record(fn, error_handler=None):
    """The function as it is: every rank's error is told here, with its rank."""
    return fn
