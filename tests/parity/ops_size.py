"""torch.Size: a tuple with arithmetic of its own."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def fails(label, function):
    try:
        print(label, "gave", function())
    except Exception as error:
        print(label, type(error).__name__, error)


s = torch.zeros(2, 3, 4, device=device).shape
print(s, s[0], s[-1], s[1:], s[::2], len(s), list(s), tuple(s), s.numel(), s == (2, 3, 4), s == torch.Size([2, 3, 4]), (2, 3, 4) == s, s != (1,))
print(s + (5,), (1,) + s, s * 2, torch.Size([1, -1]), torch.Size(), torch.Size((2,)) , 3 in s, s.index(3), s.count(2), hash(s) == hash((2, 3, 4)), isinstance(s, tuple))
a, b, c = s
print(a, b, c, [n for n in s], max(s), sum(s), sorted(s, reverse=True), dict.fromkeys([s]), f"{s}", str(s), repr(s[:0]))
print(type(s[1:]), type(s + (1,)), type(s * 2), torch.zeros(s).shape, torch.zeros(*s).shape, torch.zeros(s[:-1] + (7,)).shape, torch.ones(2, 3).size(), torch.ones(2, 3).size(1), torch.ones(2, 3).shape[-2])
fails("items", lambda: torch.Size([1.5]))
fails("text", lambda: torch.Size("ab"))
fails("index", lambda: s[3])
print(torch.broadcast_shapes((2, 1), (1, 3), (3,)), torch.broadcast_shapes(), torch.broadcast_shapes(3, (2, 1)))
fails("broadcast", lambda: torch.broadcast_tensors(torch.ones(2), torch.ones(3)))
