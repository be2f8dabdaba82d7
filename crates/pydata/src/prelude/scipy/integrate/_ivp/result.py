"""The result of `solve_ivp`: a dictionary whose keys are attributes too."""

import numpy as np

_FIRST = "message", "success", "status"


class OdeResult(dict):
    """The solution. Its keys are attributes."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(name) from error

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __repr__(self):
        if not self:
            return f"{type(self).__name__}()"
        names = [name for name in _FIRST if name in self] + [name for name in self if name not in _FIRST]
        width = max(map(len, names)) + 1
        return "\n".join(f"{name:>{width}}: {_indented(self[name], width + 2)}" for name in names)

    def __dir__(self):
        return list(self)


def _indented(value, indent):
    with np.printoptions(linewidth=76 - indent, edgeitems=2, threshold=12, formatter={"float_kind": _short}):
        text = str(value)
    return text.replace("\n", "\n" + " " * indent)


def _short(x):
    """A number in ten places."""
    if not np.isfinite(x):
        return f"{'nan' if np.isnan(x) else 'inf' if x > 0 else '-inf':>10}"
    return np.format_float_scientific(x, precision=3, pad_left=2, unique=False)
