"""The memory under tensors."""

import io

import torch


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

    def __sizeof__(self):
        return 24 + self.nbytes()

    @property
    def is_cuda(self):
        return self.device.type == "cuda"

    def __repr__(self):
        return f"[torch.UntypedStorage(device={self.device}) of size {self.nbytes()}]"


class TypedStorage:
    """The memory under a tensor and its views, as elements of the tensor's dtype. Files of tensors name storages by these."""

    def __init__(self, tensor):
        """The storage of a tensor."""
        count = tensor.untyped_storage().nbytes() // tensor.element_size()
        self._elements = tensor.detach().as_strided((count,), (1,), 0)
        self.dtype = tensor.dtype
        self.device = tensor.device

    def __len__(self):
        return self._elements.numel()

    size = __len__

    def __sizeof__(self):
        return 16 + self._elements.numel() * self._elements.element_size()

    def __getitem__(self, index):
        return self._elements[index].item()

    def __setitem__(self, index, value):
        self._elements[index] = value

    def __iter__(self):
        return iter(self.tolist())

    def __repr__(self):
        rows = "\n ".join([str(value) for value in self.tolist()])
        return f" {rows}\n[torch.storage.TypedStorage(dtype={self.dtype}, device={self.device}) of size {len(self)}]"

    def tolist(self):
        """Its elements as numbers."""
        return self._elements.tolist()

    def element_size(self):
        """Bytes of one element."""
        return self._elements.element_size()

    def nbytes(self):
        """Its size in bytes."""
        return len(self) * self.element_size()

    def data_ptr(self):
        """Address of the first byte."""
        return self._elements.data_ptr()

    def type(self):
        """The name of the class by which files name its dtype."""
        return f"torch.{_NAMED[self.dtype].__name__}"

    @property
    def is_cuda(self):
        return self.device.type == "cuda"

    def fill_(self, value):
        """Sets all elements to a number."""
        self._elements.fill_(value)
        return self

    def clone(self):
        """A copy."""
        return TypedStorage(self._elements.clone())

    def untyped(self):
        """The same memory as bytes."""
        return self._elements.untyped_storage()

    def _persistent_id(self, key):
        """The pickle form of a storage in `torch.save`."""
        return "storage", _NAMED[self.dtype], str(key), str(self.device), len(self)

    def __reduce__(self):
        file = io.BytesIO()
        torch.save(self, file)
        return _load_from_bytes, (file.getvalue(),)


def _load_from_bytes(data):
    """Rebuilds a storage of `torch.save`: pickles of tensors call this."""
    return torch.load(io.BytesIO(data), weights_only=False)


def _named(name):
    text = "The class by which files name a storage's dtype: a TypedStorage."
    return type(name, (TypedStorage,), {"__module__": "torch", "__doc__": text})


FloatStorage = _named("FloatStorage")
DoubleStorage = _named("DoubleStorage")
HalfStorage = _named("HalfStorage")
BFloat16Storage = _named("BFloat16Storage")
LongStorage = _named("LongStorage")
IntStorage = _named("IntStorage")
ShortStorage = _named("ShortStorage")
CharStorage = _named("CharStorage")
ByteStorage = _named("ByteStorage")
BoolStorage = _named("BoolStorage")
ComplexFloatStorage = _named("ComplexFloatStorage")
ComplexDoubleStorage = _named("ComplexDoubleStorage")

_NAMED = {
    torch.float32: FloatStorage,
    torch.float64: DoubleStorage,
    torch.float16: HalfStorage,
    torch.bfloat16: BFloat16Storage,
    torch.int64: LongStorage,
    torch.int32: IntStorage,
    torch.int16: ShortStorage,
    torch.int8: CharStorage,
    torch.uint8: ByteStorage,
    torch.bool: BoolStorage,
    torch.complex64: ComplexFloatStorage,
    torch.complex128: ComplexDoubleStorage,
}
