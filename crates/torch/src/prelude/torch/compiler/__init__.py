"""`torch.compiler`: names that code around `torch.compile` uses. Nothing is compiled ahead: see `torch.compile`."""

import torch


def compile(*args, **kwargs):
    """See `torch.compile`."""
    return torch.compile(*args, **kwargs)


def is_compiling():
    """Returns False: functions run as written."""
    return False


def is_dynamo_compiling():
    """Returns False: functions run as written."""
    return False


def is_exporting():
    """False."""
    return False


def reset():
    """Nothing to forget."""


def cudagraph_mark_step_begin():
    """Nothing to mark: graphs are the notebook's own (`torch.cuda.graph`)."""


def list_backends(exclude_tags=("debug", "experimental")):
    """The one way of running there is."""
    return ["inductor"]


def set_stance(stance="default", *, skip_guard_eval_unsafe=False, force_backend=None):
    """Accepted as a call, a decorator and a context: functions run as written."""
    return _As()


def _as_it_is(fn=None, **options):
    return (lambda function: function) if fn is None else fn


def disable(fn=None, recursive=True, *, reason=None):
    """Returns the function unchanged."""
    return _as_it_is(fn)


def allow_in_graph(fn):
    """Returns the function unchanged."""
    return fn


def assume_constant_result(fn):
    """Returns the function unchanged."""
    return fn


def substitute_in_graph(original_fn, **options):
    """Returns the function unchanged."""
    return lambda function: function


class _As:
    def __call__(self, function):
        return function

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False
