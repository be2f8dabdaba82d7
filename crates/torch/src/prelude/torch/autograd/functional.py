"""`torch.autograd.functional`: derivatives of functions of tensors, by walking backwards."""

import torch


def _as_tuple(values):
    return values if isinstance(values, tuple) else (values,)


def _tracked(inputs, create_graph):
    """The inputs as new tensors of the tape: with their history when the derivative shall have one."""
    return tuple(x.view_as(x) if create_graph and x.requires_grad else x.detach().requires_grad_() for x in _as_tuple(inputs))


def _outputs(func, inputs, name):
    outputs = func(*inputs)
    for i, y in enumerate(_as_tuple(outputs)):
        if not isinstance(y, torch.Tensor):
            what = "given outputs of the user-provided function has type"
            if isinstance(outputs, tuple):
                what = f"value at index {i} of the outputs of the user-provided function has type"
            raise TypeError(
                f"The outputs of the user-provided function given to {name} must be either a Tensor or a tuple of "
                f"Tensors but the {what} {type(y)}."
            )
    return outputs


def _grads(outputs, inputs, grad_outputs, create_graph, strict=False):
    """Gradients, zeros where an output does not depend on an input."""
    pairs = [(y, g) for y, g in zip(outputs, grad_outputs) if y.requires_grad]
    if not pairs:
        return tuple(torch.zeros_like(x) for x in inputs)
    grads = torch.autograd.grad(
        [y for y, g in pairs],
        inputs,
        [g for y, g in pairs],
        retain_graph=True,
        create_graph=create_graph,
        allow_unused=True,
    )
    return tuple(torch.zeros_like(x) if g is None else g for g, x in zip(grads, inputs))


def _alike(result, like):
    """Returns one tensor for one, a tuple for a tuple."""
    return result if isinstance(like, tuple) else result[0]


def _finished(tensors, create_graph):
    return tensors if create_graph else tuple(x.detach() for x in tensors)


def _direction(v, like):
    """Returns the vector of a product, checked against the tensors it is multiplied with."""
    v = _as_tuple(v)
    if len(v) != len(like):
        raise RuntimeError(f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}.")
    for i, (a, b) in enumerate(zip(v, like)):
        if a.shape != b.shape:
            entry = f"Entry {i} in " if len(v) > 1 else ""
            raise RuntimeError(f"{entry}v has invalid size: should be {b.shape} but got {a.shape}.")
    return v


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """The outputs of `func`, and the product of `v` with its Jacobian.

    >>> torch.autograd.functional.vjp(lambda x: x ** 2, torch.tensor([1., 2.]), torch.ones(2))
    (tensor([1., 4.]), tensor([2., 4.]))
    """
    with torch.enable_grad():
        tracked = _tracked(inputs, create_graph)
        outputs = _outputs(func, tracked, "vjp")
        flat = _as_tuple(outputs)
        if v is None:
            if len(flat) != 1 or flat[0].numel() != 1:
                raise RuntimeError(
                    "The vector v can only be None if the user-provided function returns a single Tensor with a single element."
                )
            v = torch.ones_like(flat[0])
        grads = _grads(flat, tracked, _direction(v, flat), create_graph)
    return _alike(_finished(flat, create_graph), outputs), _alike(_finished(grads, create_graph), inputs)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """The outputs of `func`, and the product of its Jacobian with `v`: the gradient of a vjp by its vector.

    >>> torch.autograd.functional.jvp(lambda x: x ** 2, torch.tensor([1., 2.]), torch.ones(2))
    (tensor([1., 4.]), tensor([2., 4.]))
    """
    with torch.enable_grad():
        tracked = _tracked(inputs, create_graph)
        if v is None:
            if len(tracked) != 1 or tracked[0].numel() != 1:
                raise RuntimeError(
                    "The vector v can only be None if the input to the user-provided function is a single Tensor "
                    "with a single element."
                )
            v = torch.ones_like(tracked[0])
        outputs = _outputs(func, tracked, "jvp")
        flat = _as_tuple(outputs)
        vectors = tuple(torch.zeros_like(y).requires_grad_() for y in flat)
        grads = _grads(flat, tracked, vectors, True)
        products = _grads(grads, vectors, _direction(v, tracked), create_graph)
    return _alike(_finished(flat, create_graph), outputs), _alike(_finished(products, create_graph), outputs)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    """For each output and each input the tensor of derivatives, its shape the output's followed by the input's.

    >>> torch.autograd.functional.jacobian(lambda x: x ** 2, torch.tensor([1., 2.]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    with torch.enable_grad():
        tracked = _tracked(inputs, create_graph)
        outputs = _outputs(func, tracked, "jacobian")
        table = []
        for y in _as_tuple(outputs):
            rows = [[] for x in tracked]
            for k in range(y.numel()):
                seed = torch.zeros(y.numel(), dtype=y.dtype, device=y.device)
                seed[k] = 1
                for row, g in zip(rows, _grads((y,), tracked, (seed.reshape(y.shape),), create_graph)):
                    row.append(g)
            table.append(
                tuple(
                    torch.stack(row).reshape(y.shape + x.shape) if row else torch.zeros(y.shape + x.shape, dtype=x.dtype)
                    for row, x in zip(rows, tracked)
                )
            )
    table = [_finished(row, create_graph) for row in table]
    table = [_alike(row, inputs) for row in table]
    return tuple(table) if isinstance(outputs, tuple) else table[0]


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    """The second derivatives of a scalar function.

    >>> torch.autograd.functional.hessian(lambda x: (x ** 3).sum(), torch.tensor([1., 2.]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """

    def gradient(*tracked):
        value = _outputs(func, tracked, "hessian")
        _check_scalar(value, "hessian")
        return _grads((value,), tracked, (torch.ones_like(value),), True)

    table = jacobian(lambda *xs: gradient(*xs), inputs, create_graph)
    return table if isinstance(inputs, tuple) else table[0]


def _check_scalar(value, name):
    if not isinstance(value, torch.Tensor):
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if value.numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a single element")


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """The value of a scalar function, and the product of `v` with its Hessian.

    >>> torch.autograd.functional.vhp(lambda x: (x ** 3).sum(), torch.tensor([1., 2.]), torch.ones(2))
    (tensor(9.), tensor([ 6., 12.]))
    """
    with torch.enable_grad():
        tracked = _tracked(inputs, create_graph)
        value = _outputs(func, tracked, "vhp")
        _check_scalar(value, "vhp")
        if v is None:
            if len(tracked) != 1 or tracked[0].numel() != 1:
                raise RuntimeError(
                    "The vector v can only be None if the input to the user-provided function is a single Tensor "
                    "with a single element."
                )
            v = torch.ones_like(tracked[0])
        v = _direction(v, tracked)
        grads = _grads((value,), tracked, (torch.ones_like(value),), True)
        products = _grads(grads, tracked, v, create_graph)
    return _finished((value,), create_graph)[0], _alike(_finished(products, create_graph), inputs)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """The value of a scalar function, and the product of its Hessian, which is symmetric, with `v`.

    >>> torch.autograd.functional.hvp(lambda x: (x ** 3).sum(), torch.tensor([1., 2.]), torch.ones(2))
    (tensor(9.), tensor([ 6., 12.]))
    """
    return vhp(func, inputs, v, create_graph, strict)
