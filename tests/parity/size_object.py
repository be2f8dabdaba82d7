import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
s = torch.zeros(2, 3).shape
print(s, repr(s), s == (2, 3), s == torch.Size([2, 3]), s[0], s[-1], s[1:], len(s), list(s), tuple(s), s.numel(), 3 in s)
a, b = s
print(a, b, s + (4,), isinstance(s, tuple), torch.zeros(s).shape, [n * 2 for n in s], torch.Size((1, 2)))
print(torch.zeros(()).shape, torch.zeros(5).shape, hash(s) == hash(torch.Size([2, 3])))
