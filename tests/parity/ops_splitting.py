"""Splitting: split, chunk, tensor_split, hsplit, vsplit, dsplit, unbind, unsafe twins."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fails(label, function):
    try:
        print(label, "gave", function())
    except Exception as error:
        print(label, type(error).__name__, error)


x = torch.arange(14, device=device).reshape(2, 7)
def shapes(parts):
    return [part.tolist() for part in parts]
print(shapes(x.split(3, 1)), shapes(x.split([1, 4, 2], dim=1)), shapes(torch.split_with_sizes(x, [2, 5], 1)))
print(shapes(x.chunk(3, 1)), shapes(torch.chunk(x, 4, dim=1)), len(x.chunk(5)), shapes(torch.unsafe_chunk(x, 2)))
print(shapes(torch.tensor_split(x, 3, dim=1)), shapes(x.tensor_split((1, 5), 1)), shapes(torch.tensor_split(x, torch.tensor([2]), 1)), shapes(x.tensor_split(4)))
print(shapes(torch.tensor_split(x, (3, 100), dim=1)), shapes(torch.tensor_split(x, (5, 2), dim=1)))
y = torch.arange(16, device=device).reshape(2, 4, 2)
print(shapes(torch.hsplit(y, 2)), shapes(torch.vsplit(y, [1])), shapes(torch.dsplit(y, 2)), shapes(torch.hsplit(torch.arange(4, device=device), [1, 3])))
print(shapes(torch.unbind(y, 2)), shapes(x.unbind()))
parts = x.clone().split(4, 1)
parts[0][0, 0] = 100
print(parts[0].tolist(), parts[1].is_contiguous())
a = torch.arange(6.0, device=device).requires_grad_()
first, second = a.tensor_split(2)
(first * 2 + second ** 2).sum().backward()
print(a.grad.tolist())
fails("hsplit", lambda: torch.hsplit(x, 2))
fails("vsplit", lambda: torch.vsplit(x[0], 2))
fails("dsplit", lambda: torch.dsplit(x, 2))
fails("sections", lambda: x.tensor_split(0))
fails("sizes", lambda: x.split([1, 2], 1))
fails("chunks", lambda: x.chunk(0))
fails("number", lambda: torch.tensor_split(torch.tensor(1), 2))
