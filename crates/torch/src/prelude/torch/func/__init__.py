"""`torch.func`: functions made of functions: derivatives, and a function over a batch.

Derivatives walk the tape backwards, and again where a second derivative is asked for; `jvp` and `jacfwd` too, forward
mode is not here. `vmap` runs its function once, over the whole batch; Jacobians are maps over the walk back.
"""

import torch

# How many derivatives are being taken now: the results of inner ones keep their history for the outer.
_depth = [0]


def _flatten(value):
    """The leaves of nested tuples, lists and dictionaries, and what puts such leaves together again."""
    if isinstance(value, (tuple, list)):
        parts = [_flatten(item) for item in value]
        leaves = [leaf for part, build in parts for leaf in part]

        def build(leaves, parts=parts, value=value):
            items, at = [], 0
            for part, inner in parts:
                items.append(inner(leaves[at : at + len(part)]))
                at += len(part)
            if isinstance(value, tuple) and hasattr(value, "_fields"):
                return type(value)(*items)
            return tuple(items) if isinstance(value, tuple) else items

        return leaves, build
    if isinstance(value, dict):
        leaves, build_values = _flatten(list(value.values()))
        return leaves, lambda leaves: dict(zip(value.keys(), build_values(leaves)))
    return [value], lambda leaves: leaves[0]


def _tracked(value):
    """Each tensor as one whose gradient can be asked for, its own history kept."""
    leaves, build = _flatten(value)
    new = []
    for x in leaves:
        if not isinstance(x, torch.Tensor):
            raise ValueError(f"Expected all inputs to be Tensors, got unsupported type {type(x)}")
        x = torch._in_every_level(x)
        new.append(x.view_as(x) if x.requires_grad else x.detach().requires_grad_())
    return new, build


def _settled(value, tracked):
    """Results as the outside sees them: without a history that only the derivative made."""
    if _depth[0] > 1:
        return value
    leaves, build = _flatten(value)
    return build(
        [
            x.detach() if isinstance(x, torch.Tensor) and x.requires_grad and not torch._reaches_beyond(x, tracked) else x
            for x in leaves
        ]
    )


def _gradients(outputs, inputs, seeds):
    pairs = [(y, s) for y, s in zip(outputs, seeds) if isinstance(y, torch.Tensor) and y.requires_grad]
    if not pairs:
        return [torch.zeros_like(x) for x in inputs]
    grads = torch.autograd.grad([y for y, s in pairs], inputs, [s for y, s in pairs], create_graph=True, allow_unused=True)
    return [torch.zeros_like(x) if g is None else g for g, x in zip(grads, inputs)]


class _Derivative:
    """Recording is on inside, and results of inner derivatives keep their history."""

    def __enter__(self):
        _depth[0] += 1
        self.before = torch._set_grad_enabled(True)

    def __exit__(self, kind, value, trace):
        torch._set_grad_enabled(self.before)
        _depth[0] -= 1
        return False


def _chosen(args, argnums):
    """The arguments of these numbers, and the numbers as they count from the left."""
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)
    for n in numbers:
        if not -len(args) <= n < len(args):
            raise RuntimeError(f"Got argnum={n}, but only {len(args)} positional inputs")
    numbers = tuple(n % len(args) for n in numbers)
    chosen = tuple(args[n] for n in numbers)
    return (chosen if isinstance(argnums, tuple) else chosen[0]), numbers


def _replaced(args, numbers, argnums, chosen):
    args = list(args)
    for n, value in zip(numbers, chosen if isinstance(argnums, tuple) else (chosen,)):
        args[n] = value
    return args


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that gives the gradient of `func` and its value.

    >>> torch.func.grad_and_value(lambda x: x ** 2)(torch.tensor(3.))
    (tensor(6.), tensor(9.))
    """

    def gradient(*args, **kwargs):
        with _Derivative():
            chosen, numbers = _chosen(args, argnums)
            tracked, build = _tracked(chosen)
            output = func(*_replaced(args, numbers, argnums, build(tracked)), **kwargs)
            aux = None
            if has_aux:
                if not isinstance(output, tuple) or len(output) != 2:
                    raise RuntimeError(
                        "grad_and_value(f)(*args): output of function f should be a tuple: (output, aux) if has_aux is True"
                    )
                output, aux = output
            if not isinstance(output, torch.Tensor):
                raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(output)}")
            if output.dim() != 0:
                raise RuntimeError(
                    "grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
                    f"{output.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?"
                )
            grads = build(_gradients([output], tracked, [torch.ones_like(output)]))
            result = (grads, (output, aux)) if has_aux else (grads, output)
            return _settled(result, tracked)

    return gradient


def grad(func, argnums=0, has_aux=False):
    """A function that gives the gradient of `func`, which returns one number.

    >>> torch.func.grad(torch.sin)(torch.tensor(0.))
    tensor(1.)
    """
    both = grad_and_value(func, argnums, has_aux)

    def gradient(*args, **kwargs):
        grads, value = both(*args, **kwargs)
        return (grads, value[1]) if has_aux else grads

    return gradient


def vjp(func, *primals, has_aux=False):
    """The value of `func`, and a function that gives products of vectors with its Jacobian.

    >>> value, pull = torch.func.vjp(torch.sin, torch.tensor(0.))
    >>> pull(torch.tensor(2.))
    (tensor(2.),)
    """
    with _Derivative():
        tracked, build = _tracked(primals)
        output = func(*build(tracked))
        aux = None
        if has_aux:
            output, aux = output
        outputs, build_output = _flatten(output)
        value = _settled(output, tracked)

    def products(cotangents):
        with _Derivative():
            grads = build(_gradients(outputs, tracked, _flatten(cotangents)[0]))
            grads = _settled(grads, tracked)
        return grads

    return (value, products, aux) if has_aux else (value, products)


def jvp(func, primals, tangents, *, has_aux=False):
    """The value of `func`, and the product of its Jacobian with `tangents`: the gradient of a vjp by its vector.

    >>> torch.func.jvp(lambda x: x ** 2, (torch.tensor(3.),), (torch.tensor(1.),))
    (tensor(9.), tensor(6.))
    """
    with _Derivative():
        tracked, build = _tracked(primals)
        output = func(*build(tracked))
        aux = None
        if has_aux:
            output, aux = output
        outputs, build_output = _flatten(output)
        vectors = [torch._in_every_level(torch.zeros_like(y)).requires_grad_() for y in outputs]
        products = _gradients(outputs, tracked, vectors)
        tangents = _gradients(products, vectors, _flatten(tangents)[0])
        result = (output, build_output(tangents)) + ((aux,) if has_aux else ())
        return _settled(result, tracked + vectors)


def linearize(func, *primals):
    """The value of `func`, and the function that multiplies its Jacobian there with tangents, without running `func` again.

    >>> value, push = torch.func.linearize(lambda x: x ** 2, torch.tensor([1., 2.]))
    >>> push(torch.tensor([1., 0.]))
    tensor([2., 0.])
    """
    from torch.utils import _pytree

    with _Derivative():
        tracked, build = _tracked(primals)
        output = func(*build(tracked))
        outputs, build_output = _flatten(output)
        vectors = [torch._in_every_level(torch.zeros_like(y)).requires_grad_() for y in outputs]
        products = _gradients(outputs, tracked, vectors)
        value = _settled(output, tracked)
    spec = _pytree.tree_structure(primals)

    def jvp_fn(*tangents):
        own = _pytree.tree_structure(tangents)
        if own != spec:
            raise RuntimeError(f"Expected the tangents {own} to have the same argspec as the primals {spec}")
        leaves = _flatten(tangents)[0]
        for i, (tangent, primal) in enumerate(zip(leaves, tracked)):
            for what, given, wanted in (("shape", tangent.shape, primal.shape), ("dtype", tangent.dtype, primal.dtype)):
                if given != wanted:
                    raise RuntimeError(
                        f"tangent:{i} with {what} {given} in flattened pytree doesn't match the {what} {wanted} of the "
                        "corresponding primal."
                    )
        with _Derivative():
            return _settled(build_output(_gradients(products, vectors, leaves)), tracked + vectors)

    return value, jvp_fn


def _jacobian(y, inputs, chunk_size):
    """The derivatives of all elements of `y`: one walk back for all of them, or for `chunk_size` at a time."""
    rows = torch.eye(y.numel(), dtype=y.dtype, device=y.device).view(y.numel(), *y.shape)
    if y.numel() == 0:
        return [x.new_zeros(y.shape + x.shape) for x in inputs]
    back = vmap(lambda seed: tuple(_gradients([y], inputs, [seed])), randomness="same", chunk_size=chunk_size)
    return [table.view(y.shape + x.shape) for table, x in zip(back(rows), inputs)]


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """A function that gives the Jacobian of `func`: for each output the derivatives by each chosen argument.

    >>> torch.func.jacrev(lambda x: x ** 2)(torch.tensor([1., 2.]))
    tensor([[2., 0.],
            [0., 4.]])
    """

    def jacobian(*args, **kwargs):
        with _Derivative():
            chosen, numbers = _chosen(args, argnums)
            tracked, build = _tracked(chosen)
            output = func(*_replaced(args, numbers, argnums, build(tracked)), **kwargs)
            aux = None
            if has_aux:
                output, aux = output
            outputs, build_output = _flatten(output)
            tables = [build(_jacobian(y, tracked, chunk_size)) for y in outputs]
            result = build_output(tables)
            return _settled((result, aux) if has_aux else result, tracked)

    return jacobian


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    """The Jacobian, as `jacrev` gives it.

    >>> torch.func.jacfwd(lambda x: x ** 2)(torch.tensor([1., 2.]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    return jacrev(func, argnums, has_aux=has_aux)


def hessian(func, argnums=0):
    """A function that gives the second derivatives of `func`.

    >>> torch.func.hessian(lambda x: (x ** 3).sum())(torch.tensor([1., 2.]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    return jacrev(jacrev(func, argnums), argnums)


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function over a batch: `func` of each slice along `in_dims`, the results stacked along `out_dims`.

    `func` runs once. Each operation in it works on the whole batch by a rule of its own; where one has none (recurrent layers, CTC
    losses), it alone runs for each slice in turn. Numbers of a slice cannot be read (`.item()`, `if x:`).

    >>> torch.func.vmap(torch.dot)(torch.ones(2, 3), torch.ones(2, 3))
    tensor([3., 3.])
    """
    from torch._functorch.vmap import mapped

    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    def batched(*args, **kwargs):
        return mapped(func, in_dims, out_dims, randomness, chunk_size, args, kwargs)

    return batched


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """Returns a module's result with other parameters and buffers in place of its own.

    >>> torch.func.functional_call(nn.Linear(2, 1), {'weight': torch.ones(1, 2), 'bias': torch.zeros(1)}, torch.tensor([1., 2.]))
    tensor([3.])
    """
    given = {}
    dicts = parameter_and_buffer_dicts
    for entries in (dicts,) if isinstance(dicts, dict) else dicts:
        given.update(entries)
    replaced = []
    try:
        for name, value in given.items():
            owner = module
            *path, last = name.split(".")
            for part in path:
                owner = owner._modules[part]
            for entries in (owner._parameters, owner._buffers):
                if last in entries:
                    replaced.append((entries, last, entries[last]))
                    entries[last] = value
                    break
            else:
                raise AttributeError(f"{type(owner).__name__} has no attribute `{last}`")
        args = () if args is None else args if isinstance(args, tuple) else (args,)
        return module(*args, **(kwargs or {}))
    finally:
        for entries, last, value in reversed(replaced):
            entries[last] = value


def stack_module_state(models):
    """The parameters of several models of one kind, and their buffers, stacked: for `vmap` over the models."""
    if len(models) == 0:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if any(type(model) is not type(models[0]) for model in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")

    def stacked(kinds, leaf):
        result = {}
        for name in kinds[0]:
            column = torch.stack([kind[name].detach() for kind in kinds])
            result[name] = column.requires_grad_() if leaf and kinds[0][name].requires_grad else column
        return result

    parameters = stacked([dict(model.named_parameters()) for model in models], True)
    buffers = stacked([dict(model.named_buffers()) for model in models], False)
    return parameters, buffers


def replace_all_batch_norm_modules_(root):
    """Batch norms of a module that normalise by each batch's own statistics from now on: `vmap` cannot update running ones."""

    def plain(module):
        if isinstance(module, torch.nn.BatchNorm1d.__bases__[0]):
            module.running_mean = None
            module.running_var = None
            module.num_batches_tracked = None
            module.track_running_stats = False

    root.apply(plain)
    return root
