"""`torch.library.opcheck`: checks an operator against its schema and its registrations."""

import copy

import torch
from torch._library import operators


class OpCheckError(Exception):
    """A failed check of `opcheck`."""


def _copied(value):
    if isinstance(value, torch.Tensor):
        return value.detach().clone().requires_grad_(value.requires_grad)
    if isinstance(value, (list, tuple)):
        return type(value)(map(_copied, value))
    return copy.copy(value)


def _bound(operator, args, kwargs):
    """Copies of the sample arguments, in the schema's order."""
    return operator.schema.bind([_copied(value) for value in args], {name: _copied(v) for name, v in kwargs.items()})


def _called(function, operator, values):
    """Calls a function with an operator's bound values."""
    positional, named = operators._as_passed(operator.schema, values)
    return function(*positional, **named)


def _schema(operator, args, kwargs):
    """Checks that unmarked arguments are not written to, and that results are not views."""
    values = _bound(operator, args, kwargs)
    before = [_copied(value) for value in values]
    with torch.no_grad():
        _called(operator, operator, values)
    for argument, old, new in zip(operator.schema.arguments, before, values):
        marked = argument.alias_info is not None and argument.alias_info.is_write
        pairs = zip(operators._tensors([old]), operators._tensors([new]))
        if not marked and any(not torch.equal(was, now) for was, now in pairs if not was.isnan().any()):
            raise RuntimeError(f"Argument {argument.name} is not defined as mutable but was mutated")


def _autograd_registration(operator, args, kwargs):
    """Results that need gradients have a node, where an argument needs one."""
    values = operator.schema.bind(args, kwargs)
    if not any(x.requires_grad for x in operators._tensors(values)) or operator.schema.is_mutable:
        return
    results = list(operators._tensors([operator(*args, **kwargs)]))
    if not any(x.requires_grad for x in results if x.is_floating_point()):
        raise AssertionError("the results of the operator need no gradients, though its arguments do")


def _faketensor(operator, args, kwargs):
    """The fake kernel promises the shapes, dtypes, devices and strides that the real one has."""
    if operator.fake is None:
        raise RuntimeError(
            f"There was no fake impl registered for {operator}. This is necessary for torch.compile/export/fx tracing to work. "
            "Please use `register_fake` to add an fake impl."
        )
    values = _bound(operator, args, kwargs)
    with torch.no_grad():
        promised, real = _called(operator.fake, operator, values), _called(operator, operator, values)
    pairs = list(zip(operators._tensors([promised]), operators._tensors([real])))
    for fake, tensor in pairs:
        for what in ("dtype", "device", "shape"):
            if getattr(fake, what) != getattr(tensor, what):
                raise AssertionError(
                    f"the fake kernel promises {what} {getattr(fake, what)}, but it is {getattr(tensor, what)}"
                )
        if fake.stride() != tensor.stride():
            raise AssertionError(f"the fake kernel promises strides {fake.stride()}, but they are {tensor.stride()}")


def _aot_dispatch(operator, args, kwargs):
    """Checks that gradients are reproducible."""
    values = operator.schema.bind(args, kwargs)
    leaves = [x for x in operators._tensors(values) if x.requires_grad and x.is_floating_point()]
    if not leaves or operator.schema.is_mutable or operator.backward is None:
        return

    def gradients():
        results = [x.sum() for x in operators._tensors([operator(*args, **kwargs)]) if x.requires_grad]
        return torch.autograd.grad(sum(results), leaves, allow_unused=True)

    torch.testing.assert_close([g for g in gradients() if g is not None], [g for g in gradients() if g is not None])


_CHECKS = {
    "test_schema": _schema,
    "test_autograd_registration": _autograd_registration,
    "test_faketensor": _faketensor,
    "test_aot_dispatch_dynamic": _aot_dispatch,
}


def opcheck(op, args, kwargs=None, *, test_utils=tuple(_CHECKS), raise_exception=True, atol=None, rtol=None):
    """Tries an operator on sample arguments: `{"test_schema": "SUCCESS", ...}`.

    test_utils: the checks, by name.
    raise_exception: raises the first failure as OpCheckError; False returns it in the dictionary.
    """
    operator = getattr(op, "_operator", None)
    if operator is None:
        raise ValueError(f"opcheck(op, ...): op must be an operator of torch.library, but is {type(op)}")
    outcome = {}
    for name in (test_utils,) if isinstance(test_utils, str) else test_utils:
        try:
            _CHECKS[name](operator, args, kwargs or {})
            outcome[name] = "SUCCESS"
        except Exception as error:
            if raise_exception:
                raise OpCheckError(f"opcheck(op, ...): {name} failed with {error} (scroll up for stack trace)") from error
            outcome[name] = error
    return outcome
