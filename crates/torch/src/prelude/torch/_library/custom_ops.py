"""`torch.library.custom_op`: a function of the program as an operator."""

import inspect

from torch._library import operators
from torch._library.schema import infer_schema
from torch._ops import overload


class CustomOpDef:
    """An operator that a function of the program computes. Call it as that function."""

    def __init__(self, namespace, name, schema, fn):
        self._namespace = namespace
        self._name = name
        self._qualname = f"{namespace}::{name}"
        self._schema = schema
        self._init_fn = fn
        self._operator = operators.define(self._qualname + schema)
        self.__name__, self.__doc__ = fn.__name__, fn.__doc__

    def __repr__(self):
        return f"<CustomOpDef({self._qualname})>"

    def __call__(self, *args, **kwargs):
        return self._operator(*args, **kwargs)

    @property
    def _opoverload(self):
        return overload(self._operator)

    def register_kernel(self, device_types, fn=None, /):
        """Computes the operator by another function on some devices: "cpu", "cuda", a list of them, or None for all."""

        def register(fn):
            self._operator.add_kernel(device_types, fn)
            return fn

        return register if fn is None else register(fn)

    register_impl = register_kernel

    def register_fake(self, fn, /):
        """Registers a function that gives the shapes and dtypes of the results without computing them."""
        self._operator.fake = fn
        return fn

    def register_autograd(self, backward, /, *, setup_context=None):
        """Gives the operator a gradient: `backward(ctx, *grads)` returns one for each argument, None where there is none.

        setup_context: `setup_context(ctx, inputs, output)` saves what backward needs.
        """
        self._operator.set_backward(backward, setup_context, self)

    def register_vmap(self, func=None):
        """What `torch.vmap` calls in the operator's place: see `torch.library.register_vmap`."""

        def register(func):
            self._operator.rule = func
            return func

        return register if func is None else register(func)

    def set_kernel_enabled(self, device_type, enabled=True):
        """A context in which the kernel of a device is used or not."""
        return _Enabled(self._operator, device_type, enabled)


class _Enabled:
    def __init__(self, operator, device, enabled):
        self.operator, self.before = operator, set(operator.disabled)
        operator.disabled = self.before - {device} if enabled else self.before | {device}

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.operator.disabled = self.before


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    """Makes an operator from a function: `torch.ops.namespace.name` calls it, and it may have its own gradient.

    name: `namespace::name`.
    mutates_args: the names of the tensors that the function writes to, or "unknown".
    device_types: the devices that the function is for: "cpu", "cuda", a list of them, None for all.
    schema: the signature; None to take it from the function's annotations.
    """

    def make(fn):
        if not inspect.isfunction(fn):
            raise ValueError(f"custom_op(...)(func): Expected `func` to be a Python function, got: {type(fn)}")
        namespace, own = name.split("::")
        text = infer_schema(fn, mutates_args=mutates_args) if schema is None else schema
        made = CustomOpDef(namespace, own, text, fn)
        written = {one.name for one in made._operator.schema.arguments if one.alias_info and one.alias_info.is_write}
        if schema is not None and mutates_args != "unknown" and written != set(mutates_args):
            operators.forget(made._qualname)
            raise ValueError(
                f"Attempted to create a custom op with `mutates_args={mutates_args}` and `schema={schema}. The schema "
                f"suggests that the op mutates {written}which is different from what was provided to us in `mutates_args`. "
                "Please make these consistent."
            )
        made.register_kernel(device_types)(fn)
        return made

    return make if fn is None else make(fn)
