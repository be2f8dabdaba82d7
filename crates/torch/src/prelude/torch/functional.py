"""Functions of several tensors."""

import torch


def meshgrid(*tensors, indexing="ij"):
    """Coordinate grids of vectors.

    Shapes: for n vectors, n tensors of all their lengths ('xy': with the first two exchanged)
    Errors: RuntimeError for more than one dimension:
            `torch.meshgrid(torch.ones(2, 2), indexing='ij')`

    >>> torch.meshgrid(torch.tensor([1, 2]), torch.tensor([3, 4]), indexing='ij')
    (tensor([[1, 1],
            [2, 2]]), tensor([[3, 4],
            [3, 4]]))
    """
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    for x in tensors:
        if x.dim() > 1:
            raise RuntimeError(f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {x}")
        if x.dtype != tensors[0].dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    if indexing == "xy" and len(tensors) > 1:
        swapped = meshgrid(tensors[1], tensors[0], *tensors[2:])
        return (swapped[1], swapped[0]) + swapped[2:]
    sizes = [x.numel() for x in tensors]
    grids = []
    for i, x in enumerate(tensors):
        shape = [1] * len(tensors)
        shape[i] = -1
        grids.append(x.reshape(shape).expand(sizes))
    return tuple(grids)


def cartesian_prod(*tensors):
    """Every combination of the vectors' elements, one a row.

    >>> torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4]))
    tensor([[1, 3],
            [1, 4],
            [2, 3],
            [2, 4]])
    """
    for vector in tensors:
        if vector.dim() != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(vector.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return torch.stack([grid.reshape(-1) for grid in meshgrid(*tensors)], dim=1)
