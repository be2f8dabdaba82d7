"""What `%restore` and `%undo` are made of: the notebook's values as one pickle with the storages beside it, and back."""

import io
import pickle
import sys
import time
import types


class _TooMuch(Exception):
    """More time or memory than a save may take."""


class _Writer(pickle.Pickler):
    """Writes values; storages are named and kept beside. Of leaves it notes the gradients, which a pickle leaves out."""

    def __init__(self, file, defined, seconds, most):
        super().__init__(file, protocol=5)
        self.defined = defined
        self.end, self.most, self.bytes, self.seen = time.monotonic() + seconds, most, 0, 0
        self.keys, self.storages, self.gradients = {}, [], []

    def persistent_id(self, value):
        self.seen += 1
        if self.seen % 256 == 0 and time.monotonic() > self.end:
            raise _TooMuch("takes too long to save")
        if isinstance(value, (type, types.FunctionType)) and value.__module__ == "__main__":
            if value.__qualname__.partition(".")[0] not in self.defined:
                raise pickle.PicklingError(f"{value.__qualname__} is defined by no cell's own statement")
        torch = sys.modules.get("torch")
        if torch is None:
            return None
        if isinstance(value, torch.Tensor):
            if value.is_leaf and value.grad is not None:
                self.gradients.append((value, value.grad))
        elif isinstance(value, torch.storage.TypedStorage):
            return self._storage(value)
        return None

    def reducer_override(self, value):
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(value, torch.Generator):
            return _generator, (str(value.device), value.get_state())
        return NotImplemented

    def _storage(self, value):
        key = self.keys.setdefault((value.data_ptr(), str(value.device)), len(self.storages))
        if key == len(self.storages):
            self.storages.append(value._elements)
            self.bytes += value.nbytes()
            if self.bytes > self.most:
                raise _TooMuch("is larger than a save may be")
        return value._persistent_id(key)


def _generator(device, state):
    import torch

    generator = torch.Generator(device)
    generator.set_state(state)
    return generator


class Reader(pickle.Unpickler):
    """Reads what `_Writer` wrote; `storage` gives the bytes of one by its number."""

    def __init__(self, data, storage):
        super().__init__(io.BytesIO(data))
        self.storage, self.memory = storage, {}

    def persistent_load(self, name):
        import torch

        _, kind, key, device, count = name
        if key not in self.memory:
            self.memory[key] = self.storage(int(key)).to(device)
        dtype = next(dtype for dtype, named in torch.storage._NAMED.items() if named is kind)
        whole = self.memory[key][: count * torch._utils._element_size(dtype)]
        return torch.storage.TypedStorage(whole.view(dtype))

    def plain(self):
        """The values that need no definitions, by name."""
        return self.load()

    def rest(self):
        """All others. Gradients hang on them again."""
        values = self.load()
        for tensor, gradient in self.load():
            tensor.grad = gradient
        return values

    def finish(self):
        """Generators and defaults are as they were."""
        _set_state(self.load())


def _text(error):
    return str(error).strip().partition("\n")[0] or type(error).__name__


def _is_plain(value):
    return value is None or isinstance(value, (int, float, complex, str, bytes)) and type(value).__module__ == "builtins"


def _written(values, defined, seconds, most):
    """A pickle of values by name, gradients and the session's own state; the storages in it."""
    file = io.BytesIO()
    writer = _Writer(file, defined, seconds, most)
    plain = {name: value for name, value in values.items() if _is_plain(value)}
    writer.dump(plain)
    writer.dump({name: value for name, value in values.items() if name not in plain})
    writer.dump(writer.gradients[:])
    writer.dump(_state())
    return file.getvalue(), writer.storages


def _apart(values, defined, seconds, most):
    """Which values can be saved, within bounds together, and of the others why not. The cheapest come first."""
    costs, left = {}, {}
    for name, value in values.items():
        began = time.monotonic()
        writer = _Writer(io.BytesIO(), defined, seconds, most)
        try:
            writer.dump(value)
            costs[name] = time.monotonic() - began, writer.bytes
        except Exception as error:
            left[name] = _text(error)
    kept, spent, bytes_held = {}, 0, 0
    for name, (time_taken, size) in sorted(costs.items(), key=lambda item: (item[1][1], item[1][0])):
        if spent + time_taken > seconds or bytes_held + size > most:
            left[name] = "is more than a save may hold with the others"
            continue
        spent, bytes_held = spent + time_taken, bytes_held + size
        kept[name] = values[name]
    return {name: value for name, value in values.items() if name in kept}, left


#: Names that could not be saved, by the identity of their values, so that they are not tried after each cell.
_known = {}


def save(values, defined, seconds, most):
    """The pickle, its storages, and why names were left out."""
    known = {name: _known[name][1] for name, value in values.items() if name in _known and _known[name][0] == id(value)}
    rest = {name: value for name, value in values.items() if name not in known}
    _known.clear()
    try:
        data, storages = _written(rest, defined, seconds, most)
    except Exception:
        rest, left = _apart(rest, defined, seconds, most)
        known.update(left)
        data, storages = _written(rest, defined, 2 * seconds, most)
    _known.update((name, (id(values[name]), why)) for name, why in known.items())
    return data, storages, known


def _state():
    """Generators and defaults."""
    state = {}
    torch = sys.modules.get("torch")
    if torch is not None:
        state["torch"] = torch.get_rng_state()
        state["dtype"] = torch.get_default_dtype()
        state["device"] = torch.get_default_device()
        state["grad"] = torch.is_grad_enabled()
        if torch.cuda.is_initialized():
            state["cuda"] = torch.cuda.get_rng_state_all()
    if "random" in sys.modules:
        state["random"] = sys.modules["random"].getstate()
    if "numpy" in sys.modules:
        state["numpy"] = sys.modules["numpy"].random.get_state()
    return state


def _set_state(state):
    if "torch" in state:
        import torch

        torch.set_default_dtype(state["dtype"])
        torch.set_default_device(state["device"])
        torch.set_grad_enabled(state["grad"])
        torch.set_rng_state(state["torch"].cpu())
        if "cuda" in state and torch.cuda.is_available():
            torch.cuda.set_rng_state_all([part.cpu() for part in state["cuda"]])
    if "random" in state:
        import random

        random.setstate(state["random"])
    if "numpy" in state:
        import numpy

        numpy.random.set_state(state["numpy"])
