# Packed sequences through recurrent layers.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(5)


def shown(t):
    return [round(v, 2) or 0.0 for v in t.detach().cpu().double().flatten()[:8].tolist()]


def rand(*shape):
    return torch.randn(*shape).to(device).requires_grad_()


def check(f, *operands):
    """The result, and the gradients of a weighted sum of it by operands and parameters."""
    if isinstance(f, nn.Module):
        f.to(device)
    y = f(*operands)
    print(tuple(y.shape), shown(y), y.grad_fn is not None)
    weights = torch.linspace(-1, 2, y.numel(), device=device, dtype=y.dtype).view(y.shape)
    parameters = list(f.parameters()) if isinstance(f, nn.Module) else []
    wanted = [x for x in list(operands) + parameters if isinstance(x, torch.Tensor) and x.requires_grad]
    for g in torch.autograd.grad((y * weights).sum(), wanted, allow_unused=True):
        print("   ", None if g is None else (tuple(g.shape), shown(g)))


def refused(f):
    try:
        f()
        print("nothing wrong")
    except Exception as error:
        print(type(error).__name__ + ":", error)


def check_rnn(layer, x, state=None):
    layer.to(device)
    out, last = layer(x) if state is None else layer(x, state)
    data = out.data if hasattr(out, "batch_sizes") else out
    lasts = last if isinstance(last, tuple) else (last,)
    print(layer)
    print(tuple(data.shape), shown(data), [(tuple(t.shape), shown(t)) for t in lasts])
    total = (data * torch.linspace(-1, 2, data.numel(), device=device).view(data.shape)).sum() + sum((t * t).sum() for t in lasts)
    inner = x.data if hasattr(x, "batch_sizes") else x
    states = [] if state is None else (list(state) if isinstance(state, tuple) else [state])
    for g in torch.autograd.grad(total, [inner] + states + list(layer.parameters())):
        print("   ", tuple(g.shape), shown(g))



from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence, pack_sequence, unpad_sequence, unpack_sequence
sequences = [rand(4, 2), rand(3, 2), rand(1, 2)]
packed = pack_sequence(sequences)
print(shown(packed.data), packed.batch_sizes.tolist(), packed.sorted_indices)
padded, lengths = pad_packed_sequence(packed, padding_value=-1)
print(tuple(padded.shape), shown(padded), lengths.tolist())
print([tuple(x.shape) for x in unpack_sequence(packed)], tuple(pad_sequence(sequences, batch_first=True).shape), shown(pad_sequence(sequences, padding_side="left")))
for make in (nn.LSTM, nn.GRU, nn.RNN):
    check_rnn(make(2, 3, bidirectional=True), packed)
mixed = pack_padded_sequence(pad_sequence(sequences, batch_first=True), torch.tensor([2, 3, 1]), batch_first=True, enforce_sorted=False)
print(mixed.batch_sizes.tolist(), mixed.sorted_indices.tolist(), mixed.unsorted_indices.tolist())
layer = nn.LSTM(2, 3).to(device)
out, (h, c) = layer(mixed, (rand(1, 3, 3), rand(1, 3, 3)))
print(shown(out.data), shown(h), shown(c))
back, lengths = pad_packed_sequence(out, batch_first=True, total_length=5)
print(tuple(back.shape), shown(back[0]), lengths.tolist())
print([tuple(x.shape) for x in unpad_sequence(back, lengths, batch_first=True)])
refused(lambda: pack_padded_sequence(torch.zeros(3, 2, 1), [1, 3]))
refused(lambda: pack_padded_sequence(torch.zeros(3, 2, 1), [3, 0]))
refused(lambda: pad_packed_sequence(packed, total_length=2))
