"""The memory under tensors."""


class UntypedStorage:
    """The memory under a tensor and its views, as bytes."""

    def __init__(self, tensor):
        self._tensor = tensor.detach()
        self.device = tensor.device

    def data_ptr(self):
        """Address of the first byte."""
        return self._tensor._storage()[0]

    def nbytes(self):
        """Its size in bytes."""
        return self._tensor._storage()[1]

    size = __len__ = nbytes

    @property
    def is_cuda(self):
        return self.device.type == "cuda"

    def __repr__(self):
        return f"[torch.UntypedStorage(device={self.device}) of size {self.nbytes()}]"


class TypedStorage:
    """The class of storages that know their dtype, of old programs: tensors give `untyped_storage()`."""
