"""Not available; says what to use instead."""

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4


class PickleError(Exception):
    pass


class PicklingError(PickleError):
    pass


class UnpicklingError(PickleError):
    pass


def _unavailable(*args, **keywords):
    raise NotImplementedError(
        "pickle runs whatever code a file names, so it is not available here: "
        "use torch.save and torch.load for tensors and state_dicts, json for plain data"
    )


dump = _unavailable
dumps = _unavailable
load = _unavailable
loads = _unavailable
Pickler = _unavailable
Unpickler = _unavailable
