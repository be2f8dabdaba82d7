"""`safetensors`: tensors by name, in files that can hold nothing else."""

from safetensors import torch as _files


class SafetensorError(Exception):
    """An invalid safetensors file."""


class safe_open:
    """A file's tensors, by name: `with safe_open(path, framework="pt") as f: f.get_tensor(name)`."""

    def __init__(self, filename, framework="pt", device="cpu"):
        if framework not in ("pt", "torch", "pytorch"):
            raise SafetensorError(f"framework {framework} is invalid")
        self._tensors = _files.load_file(filename, device)
        self._metadata = _files._metadata(filename)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def keys(self):
        """The names of the tensors."""
        return sorted(self._tensors)

    def get_tensor(self, name):
        """The tensor of this name."""
        if name not in self._tensors:
            raise SafetensorError(f"File does not contain tensor {name}")
        return self._tensors[name]

    def get_slice(self, name):
        """The tensor of this name, to be sliced."""
        return self.get_tensor(name)

    def metadata(self):
        """The texts in the header."""
        return self._metadata
