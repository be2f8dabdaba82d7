"""`torch.ops`: operators by namespace and name, PyTorch's own (`aten`) among them."""

import torch
from torch._library import operators


class OpOverload:
    """One overload of an operator: `torch.ops.demo.add.default`."""

    def __init__(self, operator):
        self._operator = operator
        self._schema = operator.schema
        self.namespace, self._opname = operator.name.split("::")
        self.__name__ = f"{self._opname}.{self._overloadname}"
        self.__module__ = f"torch.ops.{self.namespace}"

    @property
    def _overloadname(self):
        return self._schema.overload_name or "default"

    def __call__(self, *args, **kwargs):
        return self._operator(*args, **kwargs)

    def __repr__(self):
        return f"<OpOverload(op='{self.namespace}.{self._opname}', overload='{self._overloadname}')>"

    def __str__(self):
        return str(self._operator)

    def name(self):
        """`namespace::name`, with the overload where it has a name."""
        own = self._schema.overload_name
        return f"{self._schema.name}.{own}" if own else self._schema.name

    @property
    def overloadpacket(self):
        """All forms of the operator."""
        return getattr(getattr(torch.ops, self.namespace), self._opname)


class OpOverloadPacket:
    """All overloads of an operator: `torch.ops.demo.add`. A call uses the first whose parameters match."""

    def __init__(self, namespace, name):
        self._qualified_op_name = f"{namespace}::{name}"
        self.__name__ = name
        self.__module__ = f"torch.ops.{namespace}"

    def _forms(self):
        return operators.overloads(self._qualified_op_name)

    def overloads(self):
        """The names of its forms."""
        return list(self._forms())

    def __getattr__(self, name):
        if name in (forms := self._forms()):
            return overload(forms[name])
        written = self._qualified_op_name.replace("::", ".")
        raise AttributeError(f"The underlying op of '{written}' has no overload name '{name}'")

    def __call__(self, *args, **kwargs):
        *others, last = self._forms().values()
        for operator in others:
            try:
                operator.schema.bind(args, kwargs)
            except RuntimeError:
                continue
            return operator(*args, **kwargs)
        return last(*args, **kwargs)

    def __repr__(self):
        return f"<OpOverloadPacket(op='{self}')>"

    def __str__(self):
        return self._qualified_op_name.replace("::", ".")


class _OpNamespace:
    """The operators of one namespace."""

    def __init__(self, name):
        self.name = name

    def __getattr__(self, name):
        if operators.overloads(f"{self.name}::{name}"):
            return OpOverloadPacket(self.name, name)
        raise AttributeError(f"'_OpNamespace' '{self.name}' object has no attribute '{name}'")

    def __repr__(self):
        return f"<module 'torch.ops.{self.name}' from 'torch.ops'>"


class _Ops:
    """`torch.ops`: a namespace for each requested name."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        namespace = _OpNamespace(name)
        setattr(self, name, namespace)
        return namespace

    def load_library(self, path):
        """Refuses a library of C++ operators: they are compiled against PyTorch."""
        raise RuntimeError(
            f"{path}: operators compiled against PyTorch's C++ library cannot be loaded. Write the kernel in a %%cuda cell, "
            "and register it with torch.library.custom_op"
        )

    def __repr__(self):
        return "<module 'torch.ops'>"


_made = {}
ops = _Ops()


def overload(operator):
    """Returns the object of an operator in `torch.ops`. It is always the same one."""
    if operator not in _made:
        _made[operator] = OpOverload(operator)
    return _made[operator]
