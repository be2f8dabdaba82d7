"""Functions that copy views, tensors with a part replaced, and parts of tensors: values, layouts and nodes."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(name, result):
    for x in result if isinstance(result, (tuple, list)) else [result]:
        node = x.grad_fn.name() if x.grad_fn is not None else None
        print(name, x.flatten().tolist(), tuple(x.shape), x.stride() if x.numel() > 1 else "", node)


def refused(name, call):
    try:
        print(name, "no error", call())
    except Exception as error:
        print(name, type(error).__name__, str(error).split("\n")[0])


x = torch.arange(12.0, device=device).reshape(3, 4).requires_grad_()
show("alias_copy", torch.alias_copy(x))
show("as_strided_copy", torch.as_strided_copy(x, (2, 2), (1, 4), 1))
show("detach_copy", torch.detach_copy(x.detach()))
show("diagonal_copy", torch.diagonal_copy(x, 1))
show("expand_copy", torch.expand_copy(x[:, :1], (3, 2)))
show("permute_copy", torch.permute_copy(x, (1, 0)))
show("select_copy", torch.select_copy(x, 1, -1))
show("slice_copy", torch.slice_copy(x, 1, 0, 3, 2))
show("split_copy", torch.split_copy(x, 2))
show("split_with_sizes_copy", torch.split_with_sizes_copy(x, (1, 2)))
show("squeeze_copy", torch.squeeze_copy(x[:1]))
show("squeeze_copy dim", torch.squeeze_copy(x[:1], 0))
show("squeeze_copy dims", torch.squeeze_copy(x[:1], (0, 1)))
show("t_copy", torch.t_copy(x))
show("transpose_copy", torch.transpose_copy(x, 0, 1))
show("unbind_copy", torch.unbind_copy(x))
show("unfold_copy", torch.unfold_copy(x, 1, 2, 2))
show("unsqueeze_copy", torch.unsqueeze_copy(x, 1))
show("view_copy", torch.view_copy(x, (4, 3)))
out = torch.empty(0, device=device)
print(torch.diagonal_copy(x.detach(), out=out) is out, out.tolist())
parts = [torch.empty(2, 4, device=device), torch.empty(1, 4, device=device)]
torch.split_copy(x.detach(), 2, out=parts)
print([part.tolist() for part in parts])
refused("slice_copy", lambda: torch.slice_copy(x, 0, 0, 2, 0))
refused("view_copy", lambda: torch.view_copy(x, (5,)))

print(torch.empty_permuted((2, 3, 5), (2, 0, 1), device=device).stride())
refused("empty_permuted", lambda: torch.empty_permuted((2, 3), (0,), device=device))
refused("empty_permuted", lambda: torch.empty_permuted((2, 3), (1, 1), device=device))
refused("empty_permuted", lambda: torch.empty_permuted((2, 3), (0, 2), device=device))

part = torch.full((3,), -1.0, device=device, requires_grad=True)
show("select_scatter", torch.select_scatter(x, part, 1, 2))
show("slice_scatter", torch.slice_scatter(x, x[:1] * 2, 0, 1, 2))
show("diagonal_scatter", torch.diagonal_scatter(x, part))
(torch.diagonal_scatter(x, part) * x.detach()).sum().backward()
print(x.grad.tolist(), part.grad.tolist())
refused("slice_scatter", lambda: torch.slice_scatter(x, x[:2], 0, 1, 2))
refused("select_scatter", lambda: torch.select_scatter(x, x[:2], 0, 1))

show("tensor_split", torch.tensor_split(x, 3, 1))
show("tensor_split", torch.tensor_split(x, [1, 7], 1))
show("tensor_split", torch.tensor_split(x, torch.tensor([3, 1]), 1))
show("split", x.split([1, 2]))
show("split_with_sizes", torch.split_with_sizes(x, [3]))
show("unsafe_chunk", torch.unsafe_chunk(x, 2))
show("unsafe_split_with_sizes", torch.unsafe_split_with_sizes(x, [1, 2]))
show("hsplit", torch.hsplit(x, 2))
show("vsplit", torch.vsplit(x, [1]))
refused("hsplit", lambda: torch.hsplit(x, "abc"))
refused("vsplit", lambda: torch.vsplit(x, 2))
show("diag", torch.diag(x[0], -1))
show("diag", torch.diag(x, 1))
show("diag_embed", torch.diag_embed(x[:, :2], 1, 0, 2))
show("diagflat", torch.diagflat(x[0, :2]))
show("roll", torch.roll(x, (1, -1), (0, 1)))
show("rot90", torch.rot90(x, -1))
show("repeat", x[:1, :2].repeat(2, 2))
show("atleast", torch.atleast_2d(x[0]))
show("atleast", torch.atleast_3d(x[0, :1]))
show("ravel", torch.ravel(x[:, ::2]))
show("vander", torch.vander(x[0], 3))
print(torch.vander(torch.tensor([2, 3], dtype=torch.int8, device=device), 3, increasing=True).tolist())
refused("roll", lambda: torch.roll(x, ()))
refused("rot90", lambda: torch.rot90(x, 1, (0, 3)))
refused("movedim", lambda: torch.movedim(x, (0, 1), (0,)))
refused("movedim", lambda: torch.movedim(x, (0, 1), (1, -1)))
