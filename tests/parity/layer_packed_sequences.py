# Sequences of different length in one recurrence: packing, padding, sorting, and back.
import torch
from torch import nn
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pack_sequence, pad_packed_sequence, pad_sequence, unpad_sequence

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(23)
sequences = [torch.randn(n, 2).to(device) for n in (2, 4, 1, 3)]
padded = pad_sequence(sequences, batch_first=True, padding_value=-1.0)
print(tuple(padded.shape), padded[2, 1:].tolist())
packed = pack_sequence(sequences, enforce_sorted=False)
print(packed.batch_sizes.tolist(), packed.sorted_indices.tolist(), packed.unsorted_indices.tolist(), tuple(packed.data.shape))
lstm = nn.LSTM(2, 3, batch_first=True, bidirectional=True).to(device)
out, (h, c) = lstm(packed)
print(isinstance(out, PackedSequence), tuple(h.shape), f"{out.data.sum().item():.4f} {c.sum().item():.4f}")
y, lengths = pad_packed_sequence(out, batch_first=True, total_length=5)
print(tuple(y.shape), lengths.tolist(), y[2, 1:].abs().sum().item())
alone = lstm(sequences[3][None])[0]
print(torch.allclose(y[3, :3], alone[0], atol=1e-6))
print([tuple(s.shape) for s in unpad_sequence(padded, torch.tensor([2, 4, 1, 3]), batch_first=True)])
for f in (lambda: pack_padded_sequence(padded, torch.tensor([2, 4, 1, 3]), batch_first=True), lambda: pack_padded_sequence(padded, torch.tensor([2, 0, 1, 3]), batch_first=True, enforce_sorted=False)):
    try:
        f()
    except RuntimeError as error:
        print(error)
print(pad_sequence([torch.tensor([1, 2]), torch.tensor([3])], batch_first=True, padding_side="left").tolist())
