"""`torch.distributed.elastic.multiprocessing.errors`: names of torchrun's, for programs that use them."""


class ChildFailedError(Exception):
    """The error of torchrun for a failed process. Nothing here raises it."""


def record(fn, error_handler=None):
    """Returns the function unchanged: every rank's error is reported with its rank anyway."""
    return fn
