"""Which sizes of a program's inputs may change from call to call."""

import hashlib

import torch

_ANY = 9223372036854775807


class _Hint:
    """What a size is, without a name of its own."""

    def __init__(self, name, min=None, max=None):
        self.name, self.min, self.max = name, min, max

    def __call__(self, *, min=None, max=None):
        return _Hint(self.name, min, max)

    def __repr__(self):
        return f"DimHint({self.name})"


class Dim:
    """A named size: all dimensions with it have the same size in a call, from `min` to `max`.

    >>> import torch.export
    >>> torch.export.Dim("batch", min=2, max=64)
    Dim('batch', max=64)
    """

    AUTO = _Hint("AUTO")
    DYNAMIC = _Hint("DYNAMIC")
    STATIC = _Hint("STATIC")

    def __init__(self, name, *, min=None, max=None):
        if not name.isidentifier():
            raise AssertionError(f"Dim name must be a valid identifier, got {name}")
        low, high = 0 if min is None else min, _ANY if max is None else max
        if high <= low:
            raise AssertionError(f"Cannot create Dim with inconsistent min={min}, max={max}")
        self.__name__, self.min, self.max = name, low, high

    def __repr__(self):
        low = [] if self.min == 2 else [f"min={self.min}"]
        high = [] if self.max == _ANY else [f"max={self.max}"]
        return f"Dim({', '.join([repr(self.__name__), *low, *high])})"


def dims(*names, min=None, max=None):
    """Several named sizes."""
    return tuple(Dim(name, min=min, max=max) for name in names)


class Symbol:
    """A size that may change: its bounds, the name that a program gave it, and the number that stands for it in the trace."""

    def __init__(self, name, number, low, high, dim):
        self.name, self.number, self.low, self.high, self.dim = name, number, low, high, dim

    def __str__(self):
        return self.name

    __repr__ = __str__


class Range:
    """The values that a size may have."""

    def __init__(self, lower, upper):
        self.lower, self.upper = lower, upper

    def __repr__(self):
        return f"VR[{self.lower}, {'int_oo' if self.upper == _ANY else self.upper}]"


def _primes(taken):
    """Prime numbers that divide none of the sizes that are there."""
    number = 11
    while True:
        if all(number % divisor for divisor in range(2, int(number**0.5) + 1)) and all(size % number for size in taken if size):
            yield number
        number += 2


def _of_dims(spec, tensor, only=None):
    """What is asked for each dimension of a tensor that may change, or those for which one thing is asked."""
    if spec is None:
        return {}
    pairs = spec.items() if isinstance(spec, dict) else enumerate(spec)
    asked = {dim % max(tensor.dim(), 1): wanted for dim, wanted in pairs if not (wanted is None or wanted is Dim.STATIC)}
    return asked if only is None else {dim: wanted for dim, wanted in asked.items() if wanted is only}


def _name_of(source, dim, taken):
    """PyTorch's name for a size, from the input that has it first."""
    number = int(hashlib.sha256(f"{source}.size()[{dim}]".encode()).hexdigest(), 16) % 100
    while number in taken:
        number += 1
    taken.add(number)
    return f"s{number}"


def automatic(tensors, specs):
    """The sizes for which `Dim.AUTO` is asked, each once."""
    sizes = (tensor.shape[dim] for tensor, spec in zip(tensors, specs) for dim in _of_dims(spec, tensor, Dim.AUTO))
    return list(dict.fromkeys(size for size in sizes if size > 1))


def symbols_of(inputs, specs, state, changing):
    """The symbols of a program's inputs, by dimension.

    inputs: (how the program reaches it, a tensor) for each; specs: what is asked for each; state: tensors whose sizes no symbol
    may be taken for; changing: the sizes that change where `Dim.AUTO` leaves it open: equal ones together. Returns for each input
    the symbols by dimension.
    """
    sizes = {size for tensor in state for size in tensor.shape} | {size for _, tensor in inputs for size in tensor.shape}
    numbers, known, taken, found = _primes(sizes), {}, set(), []
    for (source, tensor), spec in zip(inputs, specs):
        own = {}
        for dim, wanted in _of_dims(spec, tensor).items():
            if isinstance(wanted, int):
                continue
            if not isinstance(wanted, (Dim, _Hint)):
                raise NotImplementedError(f"{wanted!r}: sizes are Dim('name'), Dim.AUTO, Dim.DYNAMIC or Dim.STATIC here")
            if wanted is Dim.AUTO and tensor.shape[dim] not in changing or isinstance(wanted, _Hint) and tensor.shape[dim] < 2:
                continue
            key = wanted.__name__ if isinstance(wanted, Dim) else (source, dim)
            key = tensor.shape[dim] if wanted is Dim.AUTO else key
            if key not in known:
                low, high = wanted.min, wanted.max
                known[key] = Symbol(
                    _name_of(source, dim, taken),
                    next(numbers),
                    2 if low in (None, 0, 1) and isinstance(wanted, _Hint) else low or 0,
                    _ANY if high is None else high,
                    key if isinstance(wanted, Dim) else None,
                )
            own[dim] = known[key]
        found.append(own)
    return found


def text_of(size, symbols):
    """A size of a traced tensor in terms of symbols: `8*s77`."""
    written, rest = [], int(size)
    for symbol in symbols:
        count = 0
        while rest and rest % symbol.number == 0:
            rest, count = rest // symbol.number, count + 1
        if count:
            written.append(symbol.name if count == 1 else f"{symbol.name}**{count}")
    factor = [] if rest == 1 and written else [str(rest)]
    return "*".join(factor + written)


def enlarged(tensor, own):
    """A tensor like an input, with the sizes that stand for its symbols."""
    shape = [own[dim].number if dim in own else size for dim, size in enumerate(tensor.shape)]
    for dim, size in enumerate(shape):
        if tensor.shape[dim] == 0:
            return tensor.new_zeros(shape)
        index = torch.arange(size, device=tensor.device) % tensor.shape[dim]
        tensor = tensor.index_select(dim, index)
    return tensor
