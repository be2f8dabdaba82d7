"""Recording switched on and off."""

import functools

import torch


class _GradMode:
    """Recording switched on or off: a context manager, and a decorator of functions."""

    def __init__(self, mode, inference=False):
        self.mode = mode
        self.inference = inference
        self.outer = []

    def __enter__(self):
        inference = torch._set_inference(True) if self.inference else None
        self.outer.append((torch._set_grad_enabled(self.mode), inference))

    def __exit__(self, kind, value, trace):
        mode, inference = self.outer.pop()
        torch._set_grad_enabled(mode)
        if inference is not None:
            torch._set_inference(inference)
        return False

    def __call__(self, function):
        @functools.wraps(function)
        def switched(*args, **kwargs):
            with _GradMode(self.mode, self.inference):
                return function(*args, **kwargs)

        return switched


def no_grad(function=None):
    """Nothing is recorded for gradients: `with torch.no_grad():` or `@torch.no_grad()`.

    >>> with torch.no_grad(): y = torch.ones(2, requires_grad=True) * 2
    >>> y.requires_grad
    False
    """
    mode = _GradMode(False)
    return mode if function is None else mode(function)


def enable_grad(function=None):
    """Operations are recorded for gradients, even inside no_grad.

    >>> with torch.no_grad(), torch.enable_grad(): y = torch.ones(2, requires_grad=True) * 2
    >>> y.requires_grad
    True
    """
    mode = _GradMode(True)
    return mode if function is None else mode(function)


def inference_mode(mode=True):
    """Like no_grad, for code whose results never meet a gradient."""
    if callable(mode):
        return _GradMode(False, True)(mode)
    return _GradMode(not mode, mode)


class set_grad_enabled(_GradMode):
    """Switches recording at once; as a context manager, until the block's end."""

    def __init__(self, mode):
        _GradMode.__init__(self, mode)
        self.before = torch._set_grad_enabled(mode)

    def __enter__(self):
        self.outer.append((self.before, None))

    def __call__(self, function):
        torch._set_grad_enabled(self.before)
        return _GradMode(self.mode)(function)
