"""Histograms of points in several dimensions."""

import torch

__name__ = "torch"


def histogramdd(input, bins, *, range=None, weight=None, density=False, out=None):
    """Counts the points (the rows) in each cell of a grid: (hist, bin_edges), with one vector of edges per dimension.

    >>> torch.histogramdd(torch.tensor([[0., 1.], [1., 0.], [2., 0.], [2., 2.]]), bins=[3, 3])[0]
    tensor([[0., 1., 0.],
            [1., 0., 0.],
            [1., 0., 1.]])
    """
    if input.dim() < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    dims = input.shape[-1]
    points = input.reshape(-1, dims)
    if not isinstance(bins, (list, tuple)):
        bins = [bins] * dims
    if len(bins) != dims:
        raise RuntimeError(
            f"torch.histogramdd: Expected {dims} sequences of bin edges for a {dims}-dimensional histogram but got {len(bins)}"
            if len(bins) and torch.is_tensor(bins[0])
            else "histogramdd: The size of bins must be equal to the innermost dimension of the input."
        )
    if range is not None and len(range) != 2 * dims:
        raise RuntimeError(
            f"torch.histogramdd: for a {dims}-dimensional histogram range should have {2 * dims} elements, but got {len(range)}"
        )
    torch.linalg._kernel("histogramdd", input)
    edges, place = [], torch.zeros(points.shape[0], dtype=torch.int64, device=input.device)
    inside = torch.ones(points.shape[0], dtype=torch.bool, device=input.device)
    for d, count in enumerate(bins):
        x = points[:, d].contiguous()
        if torch.is_tensor(count):
            edge = count
        else:
            if range is not None:
                low, high = range[2 * d], range[2 * d + 1]
            else:
                low, high = (x.min().item(), x.max().item()) if x.numel() else (0.0, 1.0)
            low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
            edge = torch.linspace(low, high, count + 1, dtype=input.dtype, device=input.device)
        cells = len(edge) - 1
        at = torch.searchsorted(edge, x, right=True) - 1
        # The last cell includes its upper edge.
        at = torch.where(x == edge[-1], cells - 1, at)
        inside &= (at >= 0) & (at < cells)
        place = place * cells + at.clamp(0, cells - 1)
        edges.append(edge)
    shape = [len(edge) - 1 for edge in edges]
    share = torch.ones(points.shape[0], dtype=input.dtype, device=input.device) if weight is None else weight.reshape(-1)
    hist = torch.zeros(torch.Size(shape).numel(), dtype=input.dtype, device=input.device)
    hist = hist.index_add(0, place, torch.where(inside, share, 0.0).to(input.dtype)).reshape(shape)
    if density:
        hist = hist / hist.sum()
        for d, edge in enumerate(edges):
            hist = hist / edge.diff().reshape([-1 if i == d else 1 for i, _ in enumerate(bins)])
    return torch._return_type("histogramdd", ("hist", "bin_edges"), (hist, tuple(edges)))
