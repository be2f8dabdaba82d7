"""Operators of programs: `custom_op` makes one of a function; `define`, `impl` and `Library` make one of a schema."""

from torch._library import operators
from torch._library.custom_ops import CustomOpDef, custom_op
from torch._library.opcheck import opcheck
from torch._library.schema import infer_schema
from torch._ops import OpOverload

__all__ = [
    "CustomOpDef",
    "Library",
    "custom_op",
    "define",
    "get_ctx",
    "impl",
    "infer_schema",
    "opcheck",
    "register_autocast",
    "register_autograd",
    "register_fake",
    "register_kernel",
    "register_torch_dispatch",
    "register_vmap",
    "triton_op",
    "wrap_triton",
]


def _found(op):
    """Returns the operator of a name, a custom operator or an overload."""
    if isinstance(op, (CustomOpDef, OpOverload)):
        return op._operator
    if not isinstance(op, str):
        raise ValueError(f"expected an operator's name 'namespace::name' or an operator, but got {type(op)}")
    operator = operators.find(op)
    if operator is None:
        namespace, _, name = op.partition("::")
        raise RuntimeError(f"operator {namespace}::{name} does not exist: define it with torch.library.custom_op first")
    return operator


def _decorator(register, fn):
    return register if fn is None else register(fn)


def define(qualname, schema, *, lib=None, tags=()):
    """Defines an operator by its signature: `define("demo::add", "(Tensor x, Tensor y) -> Tensor")`."""
    operators.define(qualname + schema)


def impl(qualname, types, func=None, *, lib=None):
    """Registers a function that computes an operator, on devices: "cpu", "cuda", "default" for all, or a list of them."""
    return register_kernel(qualname, types, func)


def register_kernel(op, device_types, func=None, /, *, lib=None):
    """Computes an operator by another function on some devices: "cpu", "cuda", a list of them, or None for all."""

    def register(func):
        _found(op).add_kernel(device_types, func)
        return func

    return _decorator(register, func)


def register_fake(op, func=None, /, *, lib=None, _stacklevel=1, allow_override=False):
    """Registers a function that gives the shapes and dtypes of an operator's results without computing them."""

    def register(func):
        _found(op).fake = func
        return func

    return _decorator(register, func)


impl_abstract = register_fake


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    """Gives an operator a gradient: see `CustomOpDef.register_autograd`."""
    operator = _found(op)
    operator.set_backward(backward, setup_context, operator)


def register_vmap(op, func=None, /, *, lib=None):
    """What `torch.vmap` calls in the operator's place: `func(info, in_dims, *args)` gives results and their dimensions.

    Without one the operator runs for each slice in turn.
    """
    operator = _found(op)

    def register(func):
        operator.rule = func
        return func

    return _decorator(register, func)


def register_autocast(op, device_type, cast_inputs, /, *, lib=None):
    """Refused: autocast leaves custom operators unchanged."""
    raise NotImplementedError("register_autocast: cast the operator's tensors in the function that computes it")


def register_torch_dispatch(op, torch_dispatch_class, func=None, /, *, lib=None):
    """Refused: `__torch_dispatch__` classes are not supported."""
    raise NotImplementedError("register_torch_dispatch: there are no __torch_dispatch__ classes here")


class _FakeContext:
    """Provides sizes that depend on data, for fake kernels."""

    def new_dynamic_size(self, *, min=0, max=None):
        """Returns a data-dependent size: the minimum."""
        return min

    create_unbacked_symint = new_dynamic_size


def get_ctx():
    """Returns the provider of data-dependent sizes. Only valid inside a fake kernel."""
    return _FakeContext()


class Library:
    """Operators that live as long as this object: `Library("demo", "DEF")`, "FRAGMENT", or "IMPL" with a device's key."""

    def __init__(self, ns, kind, dispatch_key=""):
        if kind not in ("IMPL", "DEF", "FRAGMENT"):
            raise ValueError(f"Unsupported kind: {kind}")
        if ns == "aten":
            raise ValueError(f"{ns} is a reserved namespace. Please try creating a library with another name.")
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key
        self._defined = []

    def __repr__(self):
        return f"Library(kind={self.kind}, ns={self.ns}, dispatch_key={self.dispatch_key})>"

    def define(self, schema, alias_analysis="", *, tags=()):
        """Defines an operator: `define("add(Tensor x, Tensor y) -> Tensor")`. Returns its name."""
        operator = operators.define(f"{self.ns}::{schema}")
        own = operator.schema.overload_name
        self._defined.append(f"{operator.name}.{own}" if own else operator.name)
        return self._defined[-1].split("::")[1]

    def impl(self, op_name, fn, dispatch_key="", *, with_keyset=False, allow_override=False):
        """Registers a function that computes an operator of this namespace, for the library's dispatch key or another."""
        name = op_name if isinstance(op_name, str) else op_name.name()
        name = name if "::" in name else f"{self.ns}::{name}"
        key = dispatch_key or self.dispatch_key
        operator = _found(name)
        if key.startswith("Autograd"):
            raise NotImplementedError(f"{name}: give it a gradient with torch.library.register_autograd, not by {key}")
        if key == "Meta":
            operator.fake = fn
        else:
            operator.add_kernel(key or None, fn)

    def _destroy(self):
        for name in self._defined:
            operators.forget(name)
        self._defined.clear()


class _Scoped(Library):
    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._destroy()


def _scoped_library(*args):
    """A library that ends with a `with` block."""
    return _Scoped(*args)


def triton_op(name, fn=None, /, *, mutates_args, schema=None):
    """Refused: there is no Triton here. Write the kernel in CUDA C++, and wrap its launch with `custom_op`."""
    raise RuntimeError(_NO_TRITON)


def wrap_triton(triton_kernel, /):
    """Refused: there is no Triton here."""
    raise RuntimeError(_NO_TRITON)


_NO_TRITON = (
    "torch.library.triton_op is not supported: there is no Triton here. Write the kernel in CUDA C++, and wrap its launch "
    "with torch.library.custom_op"
)
