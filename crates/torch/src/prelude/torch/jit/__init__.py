"""`torch.jit`: names for programs that use TorchScript. Functions and modules run as written."""

import copy
import functools
from typing import Final

import torch
from torch.jit import annotations


class ScriptModule(torch.nn.Module):
    """The class of modules that TorchScript made: none is."""


class ScriptFunction:
    """The class of functions that TorchScript made: none is."""


class TracerWarning(Warning):
    """A traced function reads a number or a truth from a tensor, which the trace keeps."""


def script(obj=None, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    """Returns the function or module itself, which runs as written. Also a decorator.

    >>> torch.jit.script(nn.ReLU())(torch.tensor([-1., 2.]))
    tensor([0., 2.])
    """
    return obj if obj is not None else lambda function: function


def trace(func, example_inputs=None, *args, **kwargs):
    """Calls the function or module once with the example inputs. What Python code reads from tensors during that call
    (truths, numbers, lists) is constant in the result: it takes the same branches for all inputs.

    >>> torch.jit.trace(torch.relu, torch.ones(2))(torch.tensor([-1., 2.]))
    tensor([0., 2.])
    """
    if example_inputs is None:
        return func
    given = example_inputs if isinstance(example_inputs, (tuple, list)) else (example_inputs,)
    with torch.no_grad():
        _, reads = torch._record_reads(lambda: func(*given))
    if not reads:
        return func
    if not isinstance(func, torch.nn.Module):
        return _with_reads(func, reads)
    traced = copy.copy(func)
    traced.forward = _with_reads(func.forward, reads)
    return traced


def _with_reads(function, reads):
    @functools.wraps(function)
    def traced(*args, **kwargs):
        return torch._replay_reads(reads, lambda: function(*args, **kwargs))

    return traced


def _as_it_is(fn=None, *args, **kwargs):
    return fn if callable(fn) else lambda function: function


def ignore(drop=False, **kwargs):
    """A decorator that changes nothing."""
    return _as_it_is(drop)


def unused(fn):
    """A decorator that changes nothing."""
    return fn


def export(fn):
    """A decorator that changes nothing."""
    return fn


def script_if_tracing(fn):
    """A decorator that changes nothing."""
    return fn


def interface(obj):
    """A decorator that changes nothing."""
    return obj


def is_scripting():
    """False: nothing is scripted.

    >>> torch.jit.is_scripting()
    False
    """
    return False


def is_tracing():
    """Whether `torch.jit.trace` calls a function now.

    >>> torch.jit.is_tracing()
    False
    """
    return torch._records_reads()


def annotate(the_type, the_value):
    """The value.

    >>> torch.jit.annotate(int, 3)
    3
    """
    return the_value


def isinstance(obj, target_type):
    """Returns whether an object has a type."""
    import builtins

    return builtins.isinstance(obj, target_type)


def freeze(mod, preserved_attrs=None, optimize_numerics=True):
    """The module itself."""
    return mod


def optimize_for_inference(mod, other_methods=None):
    """The module itself."""
    return mod


def save(m, f, _extra_files=None):
    """Not here: an archive of TorchScript holds code. Save the state_dict instead."""
    raise NotImplementedError("torch.jit.save: there is no TorchScript here; use torch.save(model.state_dict(), path)")


def load(f, map_location=None, _extra_files=None, _restore_shapes=False):
    """Not here: an archive of TorchScript holds code. Load a state_dict instead."""
    raise NotImplementedError("torch.jit.load: there is no TorchScript here; use model.load_state_dict(torch.load(path))")
