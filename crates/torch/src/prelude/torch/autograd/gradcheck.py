"""`torch.autograd.gradcheck`: gradients compared with differences of the function's values."""

import torch


class GradcheckError(RuntimeError):
    """A gradient differs from the finite differences of the function."""


def _as_tuple(values):
    return tuple(values) if isinstance(values, (tuple, list)) else (values,)


def _of_parts(func, inputs):
    """The same function of the real and imaginary parts of its complex inputs, and these; its complex results are parts too.

    By PyTorch's convention, a complex gradient consists of the gradients of the parts.
    """
    complex = [isinstance(x, torch.Tensor) and x.is_complex() for x in inputs]
    if not any(complex):
        return func, inputs

    def of_parts(*parts):
        whole = [torch.view_as_complex(x) if is_complex else x for x, is_complex in zip(parts, complex)]
        results = _as_tuple(func(*whole))
        return tuple(torch.view_as_real(y) if isinstance(y, torch.Tensor) and y.is_complex() else y for y in results)

    def parts_of(x):
        return torch.view_as_real(x.detach()).clone().requires_grad_(x.requires_grad)

    return of_parts, tuple(parts_of(x) if is_complex else x for x, is_complex in zip(inputs, complex))


def _differentiable(outputs):
    return [y for y in _as_tuple(outputs) if isinstance(y, torch.Tensor) and y.requires_grad]


def _numerical(func, inputs, x, eps):
    """For each output the derivatives by `x`, one row for each of its elements."""
    rows = []
    with torch.no_grad():
        for i in range(x.numel()):
            at = torch.zeros(x.numel(), dtype=x.dtype, device=x.device)
            at[i] = eps
            at = at.reshape(x.shape)
            kept = x.detach().clone()
            x.data.copy_(kept + at)
            above = [y.detach().clone() for y in _as_tuple(func(*inputs)) if isinstance(y, torch.Tensor)]
            x.data.copy_(kept - at)
            below = [y.detach().clone() for y in _as_tuple(func(*inputs)) if isinstance(y, torch.Tensor)]
            x.data.copy_(kept)
            rows.append([((a - b) / (2 * eps)).reshape(-1) for a, b in zip(above, below)])
    if not rows:
        return None
    return [torch.stack([row[k] for row in rows]) for k in range(len(rows[0]))]


def _analytical(output, x):
    """The derivatives of `output` by `x`, one row for each element of `x`."""
    columns = []
    for k in range(output.numel()):
        seed = torch.zeros(output.numel(), dtype=output.dtype, device=output.device)
        seed[k] = 1
        (g,) = torch.autograd.grad(output, x, seed.reshape(output.shape), retain_graph=True, allow_unused=True)
        columns.append(torch.zeros(x.numel(), dtype=x.dtype, device=x.device) if g is None else g.reshape(-1))
    return torch.stack(columns, 1)


def gradcheck(
    func,
    inputs,
    *,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    raise_exception=True,
    nondet_tol=0.0,
    check_undefined_grad=True,
    check_grad_dtypes=False,
    check_batched_grad=False,
    fast_mode=False,
    check_forward_ad=False,
    check_backward_ad=True,
    masked=None,
):
    """True if the gradients of `func` agree with central differences; wants float64 inputs."""
    try:
        func, inputs = _of_parts(func, _as_tuple(inputs))
        checked = [x for x in inputs if isinstance(x, torch.Tensor) and x.requires_grad]
        if not checked:
            raise ValueError(
                "gradcheck expects at least one input tensor to require gradient, but none of the them have requires_grad=True."
            )
        # Compute the differences first, because they write to the inputs.
        places = [i for i, x in enumerate(inputs) if any(x is y for y in checked)]
        differences = [_numerical(func, inputs, inputs[place], eps) for place in places]
        with torch.enable_grad():
            outputs = [y for y in _as_tuple(func(*inputs)) if isinstance(y, torch.Tensor)]
        if not any(y.requires_grad for y in outputs):
            if any(bool((d != 0).any()) for table in differences if table is not None for d in table):
                raise GradcheckError("Numerical gradient for function expected to be zero")
            return True
        for place, numerical in zip(places, differences):
            if numerical is None:
                continue
            for i, output in enumerate(outputs):
                if not output.requires_grad or output.numel() == 0:
                    continue
                analytical = _analytical(output, inputs[place])
                if not torch.allclose(analytical, numerical[i], rtol, atol):
                    raise GradcheckError(
                        f"Jacobian mismatch for output {i} with respect to input {place},\n"
                        f"numerical:{numerical[i]}\nanalytical:{analytical}\n"
                    )
        return True
    except RuntimeError:
        if raise_exception:
            raise
        return False


def gradgradcheck(
    func,
    inputs,
    grad_outputs=None,
    *,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    gen_non_contig_grad_outputs=False,
    raise_exception=True,
    nondet_tol=0.0,
    check_undefined_grad=True,
    check_grad_dtypes=False,
    check_batched_grad=False,
    check_fwd_over_rev=False,
    check_rev_over_rev=True,
    fast_mode=False,
    masked=False,
):
    """True if the gradients of the gradients of `func` agree with central differences of the gradients."""
    func, inputs = _of_parts(func, _as_tuple(inputs))
    with torch.enable_grad():
        outputs = _differentiable(func(*inputs))
    if grad_outputs is None:
        grad_outputs = tuple(
            torch.linspace(0.5, 1.5, max(y.numel(), 1), dtype=y.dtype, device=y.device)[: y.numel()]
            .reshape(y.shape)
            .requires_grad_()
            for y in outputs
        )
    else:
        grad_outputs = _as_tuple(grad_outputs)
    count = len(grad_outputs)

    def gradient(*args):
        xs, seeds = args[:-count], args[-count:]
        with torch.enable_grad():
            xs = tuple(x.view_as(x) if isinstance(x, torch.Tensor) and x.requires_grad else x for x in xs)
            ys = _differentiable(func(*xs))
            wanted = [x for x in xs if isinstance(x, torch.Tensor) and x.requires_grad]
            grads = torch.autograd.grad(ys, wanted, seeds, create_graph=True, allow_unused=True)
        return tuple(g for g in grads if isinstance(g, torch.Tensor))

    return gradcheck(gradient, inputs + grad_outputs, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception)
