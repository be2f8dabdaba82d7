"""`torchvision.tv_tensors`: tensors that know what they are, so that transforms treat pictures, boxes and masks alike."""

import contextlib
import enum

import torch
from PIL import Image as _pil
from torch.utils import _pytree

__all__ = ["BoundingBoxes", "BoundingBoxFormat", "Image", "KeyPoints", "Mask", "TVTensor", "Video", "set_return_type", "wrap"]

_return_subclass = False


class TVTensor(torch.Tensor):
    """Base of these tensors. Operations return plain tensors; `clone`, `to`, `detach` and `requires_grad_` keep the class."""

    @staticmethod
    def _to_tensor(data, dtype=None, device=None, requires_grad=None):
        if requires_grad is None:
            requires_grad = data.requires_grad if isinstance(data, torch.Tensor) else False
        return torch.as_tensor(data, dtype=dtype, device=device).requires_grad_(requires_grad)

    @classmethod
    def _wrap_output(cls, output, args=(), kwargs=None):
        if isinstance(output, torch.Tensor) and not isinstance(output, cls):
            output = output.as_subclass(cls)
        if isinstance(output, (tuple, list)):
            return type(output)([cls._wrap_output(part, args, kwargs) for part in output])
        return output

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if not all([issubclass(cls, t) for t in types]):
            return NotImplemented
        with torch._C.DisableTorchFunctionSubclass():
            output = func(*args, **(kwargs or {}))
        kept = func in _KEEPING and isinstance(args[0], cls)
        if _return_subclass or kept:
            return cls._wrap_output(output, args, kwargs)
        return output.as_subclass(torch.Tensor) if isinstance(output, cls) else output

    def _make_repr(self, **known):
        more = ", ".join([f"{key}={value}" for key, value in known.items()])
        return f"{super().__repr__()[:-1]}, {more})"

    def __deepcopy__(self, memo):
        return wrap(self.detach().clone().requires_grad_(self.requires_grad), like=self)


_KEEPING = {torch.Tensor.clone, torch.Tensor.to, torch.Tensor.detach, torch.Tensor.requires_grad_}


def _pixels(data):
    if not isinstance(data, _pil.Image):
        return data
    from torchvision.transforms.functional import pil_to_tensor

    return pil_to_tensor(data)


class Image(TVTensor):
    """A picture (..., channels, height, width), from a tensor, an array or a PIL image."""

    def __new__(cls, data, *, dtype=None, device=None, requires_grad=None):
        tensor = cls._to_tensor(_pixels(data), dtype, device, requires_grad)
        if tensor.ndim < 2:
            raise ValueError
        return (tensor.unsqueeze(0) if tensor.ndim == 2 else tensor).as_subclass(cls)

    def __repr__(self):
        return self._make_repr()


class Video(TVTensor):
    """Frames (..., time, channels, height, width)."""

    def __new__(cls, data, *, dtype=None, device=None, requires_grad=None):
        tensor = cls._to_tensor(data, dtype, device, requires_grad)
        if tensor.ndim < 4:
            raise ValueError
        return tensor.as_subclass(cls)

    def __repr__(self):
        return self._make_repr()


class Mask(TVTensor):
    """Masks of objects or of classes (..., height, width)."""

    def __new__(cls, data, *, dtype=None, device=None, requires_grad=None):
        return cls._to_tensor(_pixels(data), dtype, device, requires_grad).as_subclass(cls)


class BoundingBoxFormat(enum.Enum):
    """What the numbers of a box are: corners, corner and size, or centre and size; those with R are turned."""

    XYXY = "XYXY"
    XYWH = "XYWH"
    CXCYWH = "CXCYWH"
    XYWHR = "XYWHR"
    CXCYWHR = "CXCYWHR"
    XYXYXYXY = "XYXYXYXY"


class _OnCanvas(TVTensor):
    """Places in a picture of `canvas_size` (height, width)."""

    @classmethod
    def _known(cls, like):
        return {name: getattr(like, name) for name in cls._names}

    @classmethod
    def _wrap_output(cls, output, args=(), kwargs=None):
        leaves, _ = _pytree.tree_flatten((args, tuple((kwargs or {}).values())))
        like = next(leaf for leaf in leaves if isinstance(leaf, cls))
        if isinstance(output, torch.Tensor):
            return cls._wrap(output, **cls._known(like))
        if isinstance(output, (tuple, list)):
            known = cls._known(like)
            return type(output)([cls._wrap(part, **known) if isinstance(part, torch.Tensor) else part for part in output])
        return output

    def __repr__(self):
        return self._make_repr(**self._known(self))


class BoundingBoxes(_OnCanvas):
    """Boxes, one a row, in a picture of `canvas_size` (height, width)."""

    _names = ("format", "canvas_size", "clamping_mode")

    @classmethod
    def _wrap(cls, tensor, *, format, canvas_size, clamping_mode="soft"):
        if clamping_mode is not None and clamping_mode not in ("hard", "soft"):
            raise ValueError(f"clamping_mode must be None, hard or soft, got {clamping_mode}.")
        boxes = tensor.as_subclass(cls)
        boxes.format = BoundingBoxFormat[format.upper()] if isinstance(format, str) else format
        boxes.canvas_size, boxes.clamping_mode = canvas_size, clamping_mode
        return boxes

    def __new__(
        cls, data, *, format, canvas_size, clamping_mode="soft", dtype=None, device=None, requires_grad=None
    ):  # fmt: skip
        tensor = cls._to_tensor(data, dtype, device, requires_grad)
        if tensor.ndim == 1:
            tensor = tensor.unsqueeze(0)
        elif tensor.ndim != 2:
            raise ValueError(f"Expected a 1D or 2D tensor, got {tensor.ndim}D")
        name = format if isinstance(format, str) else format.value
        if name.upper() in ("XYWHR", "CXCYWHR", "XYXYXYXY") and not tensor.is_floating_point():
            raise ValueError(f"Rotated bounding boxes should be floating point tensors, got {tensor.dtype}.")
        return cls._wrap(tensor, format=format, canvas_size=canvas_size, clamping_mode=clamping_mode)


class KeyPoints(_OnCanvas):
    """Points (..., 2), in a picture of `canvas_size` (height, width)."""

    _names = ("canvas_size", "clamping_mode")

    @classmethod
    def _wrap(cls, tensor, *, canvas_size, clamping_mode="soft"):
        points = tensor.as_subclass(cls)
        points.canvas_size, points.clamping_mode = canvas_size, clamping_mode
        return points

    def __new__(cls, data, *, canvas_size, clamping_mode="soft", dtype=None, device=None, requires_grad=None):
        tensor = cls._to_tensor(data, dtype, device, requires_grad)
        if tensor.ndim == 1:
            tensor = tensor.unsqueeze(0)
        elif tensor.shape[-1] != 2:
            raise ValueError(f"Expected a tensor of shape (..., 2), not {tensor.shape}")
        return cls._wrap(tensor, canvas_size=canvas_size, clamping_mode=clamping_mode)


def wrap(wrappee, *, like, **kwargs):
    """A plain tensor in the class of `like`; boxes and points take what is known of them from it, or from `kwargs`."""
    if isinstance(like, _OnCanvas):
        return type(like)._wrap(wrappee, **{**type(like)._known(like), **kwargs})
    return wrappee.as_subclass(type(like))


class _restored(contextlib.AbstractContextManager):
    def __init__(self, before):
        self.before = before

    def __exit__(self, *error):
        global _return_subclass
        _return_subclass = self.before


def set_return_type(return_type):
    """What operations return: plain tensors ("Tensor"), or the class of their arguments ("TVTensor"). Also for a `with` block."""
    global _return_subclass
    before = _return_subclass
    known = {"tensor": False, "tvtensor": True}
    if return_type.lower() not in known:
        raise ValueError(f"return_type must be 'TVTensor' or 'Tensor', got {return_type}")
    _return_subclass = known[return_type.lower()]
    return _restored(before)
