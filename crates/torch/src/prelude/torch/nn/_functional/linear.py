"""Products with a matrix as functions."""

import torch
from torch.nn._functional.rnn import _SPOKEN

__name__ = "torch.nn.functional"


def bilinear(input1, input2, weight, bias=None):
    """x1 @ weight[o] @ x2 + bias[o] for each output feature o: (*, I), (*, J) to (*, O).

    >>> F.bilinear(torch.tensor([1., 2.]), torch.tensor([3.]), torch.ones(1, 2, 1))
    tensor([9.])
    """
    if not input1.dtype == input2.dtype == weight.dtype:
        raise RuntimeError(
            f"All tensors must have the same dtype, got input1: {_SPOKEN[input1.dtype]}, "
            f"input2: {_SPOKEN[input2.dtype]}, weight: {_SPOKEN[weight.dtype]}"
        )
    if input1.dim() != input2.dim():
        raise RuntimeError(f"bilinear(): input dimensions do not match: got {input1.dim()} and {input2.dim()}")
    for dim, (one, other) in enumerate(zip(input1.shape[:-1], input2.shape[:-1])):
        if one != other:
            raise RuntimeError(f"bilinear(): input batch dimensions do not match at dim {dim}: got {one} and {other}")
    if bias is not None and bias.shape[0] != weight.shape[0]:
        raise RuntimeError(
            f"bilinear(): bias size does not match weight size: got {bias.shape[0]} but expected {weight.shape[0]}"
        )
    for name, given, wanted in ("input1", input1, weight.shape[1]), ("input2", input2, weight.shape[2]):
        if given.shape[-1] != wanted:
            raise RuntimeError(
                f"bilinear(): {name} size does not match weight size: got {given.shape[-1]} but expected {wanted}"
            )
    front = list(input1.shape[:-1])
    a, b = input1.reshape(-1, input1.shape[-1]), input2.reshape(-1, input2.shape[-1])
    rows = (a @ weight.permute(1, 0, 2).reshape(weight.shape[1], -1)).view(-1, weight.shape[0], weight.shape[2])
    result = torch.bmm(rows, b.unsqueeze(2)).reshape(front + [weight.shape[0]])
    return result if bias is None else result + bias
