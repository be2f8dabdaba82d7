"""Sequences of different lengths: padded, and packed one time step after the other."""

import torch


class PackedSequence:
    """Sequences without padding: `data` contains all first elements, then all second ones, ...; `batch_sizes` is the
    number of sequences that have each. `sorted_indices` is the order of the sequences."""

    def __init__(self, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if batch_sizes is None:
            data, batch_sizes = data
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes.device.type != "cpu":
            raise ValueError(
                "batch_sizes should always be on CPU. Instances of PackedSequence should never be created manually. "
                "They should be instantiated by functions like pack_sequence and pack_padded_sequences in "
                "nn.utils.rnn. https://pytorch.org/docs/stable/nn.html#torch.nn.utils.rnn.pack_sequence"
            )
        self.data = data
        self.batch_sizes = batch_sizes
        self.sorted_indices = sorted_indices
        self.unsorted_indices = unsorted_indices

    def __iter__(self):
        return iter((self.data, self.batch_sizes, self.sorted_indices, self.unsorted_indices))

    def __getitem__(self, index):
        return (self.data, self.batch_sizes, self.sorted_indices, self.unsorted_indices)[index]

    def __len__(self):
        return 4

    def to(self, *args, **kwargs):
        """The data moved or converted."""
        move = lambda x: None if x is None else x.to(self.data.to(*args, **kwargs).device)
        return PackedSequence(
            self.data.to(*args, **kwargs), self.batch_sizes, move(self.sorted_indices), move(self.unsorted_indices)
        )

    def cuda(self, device="cuda"):
        """On a CUDA device."""
        return self.to(device)

    def cpu(self):
        """Returns a copy in host memory."""
        return self.to("cpu")

    def float(self):
        """Converts to float32."""
        return self.to(torch.float32)

    def double(self):
        """Converts to float64."""
        return self.to(torch.float64)

    @property
    def is_cuda(self):
        return self.data.is_cuda

    def __repr__(self):
        return (
            f"PackedSequence(data={self.data}, batch_sizes={self.batch_sizes}, "
            f"sorted_indices={self.sorted_indices}, unsorted_indices={self.unsorted_indices})"
        )


def invert_permutation(permutation):
    """The order that undoes an order.

    >>> nn.utils.rnn.invert_permutation(torch.tensor([2, 0, 1]))
    tensor([1, 2, 0])
    """
    if permutation is None:
        return None
    places = torch.empty_like(permutation)
    places[permutation] = torch.arange(permutation.numel(), device=permutation.device)
    return places


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """A padded batch (T, B, ...) as a PackedSequence, given each sequence's length.

    >>> nn.utils.rnn.pack_padded_sequence(torch.tensor([[1, 2], [3, 0]]), [2, 1], batch_first=True).batch_sizes
    tensor([2, 1])
    """
    lengths = torch.as_tensor(lengths, dtype=torch.int64, device="cpu")
    if enforce_sorted:
        sorted_indices = None
    else:
        lengths, sorted_indices = torch.sort(lengths, descending=True)
        sorted_indices = sorted_indices.to(input.device)
        input = input.index_select(0 if batch_first else 1, sorted_indices)
    if batch_first:
        input = input.transpose(0, 1)
    sizes = lengths.tolist()
    if len(sizes) != input.shape[1]:
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {len(sizes)} (batch_size={input.shape[1]})"
        )
    if sizes and sizes[-1] <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0")
    if any(a < b for a, b in zip(sizes, sizes[1:])):
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
            "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you "
            "do not need ONNX exportability."
        )
    if sizes and sizes[0] > input.shape[0]:
        raise RuntimeError(
            f"Expected sequence length to be larger than or equal to the longest of lengths, but got {input.shape[0]}"
        )
    batch_sizes = [sum(1 for n in sizes if n > t) for t in range(sizes[0] if sizes else 0)]
    data = torch.cat([input[t, :count] for t, count in enumerate(batch_sizes)])
    return PackedSequence(data, torch.tensor(batch_sizes), sorted_indices, None)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """The padded batch (T, B, ...) of a PackedSequence, and the lengths.

    >>> packed = nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])])
    >>> nn.utils.rnn.pad_packed_sequence(packed, batch_first=True)
    (tensor([[1, 2],
            [3, 0]]), tensor([2, 1]))
    """
    counts = sequence.batch_sizes.tolist()
    steps, batch = len(counts), counts[0]
    if total_length is not None:
        if total_length < steps:
            raise ValueError(
                "Expected total_length to be at least the length of the longest sequence in input, but got "
                f"total_length={total_length} and max sequence length being {steps}"
            )
        steps = total_length
    data = sequence.data
    rows, start = [], 0
    for t in range(steps):
        count = counts[t] if t < len(counts) else 0
        row = data[start : start + count]
        if count < batch:
            row = torch.cat([row, data.new_full((batch - count,) + tuple(data.shape[1:]), padding_value)])
        rows.append(row)
        start += count
    padded = torch.stack(rows, 1 if batch_first else 0)
    lengths = torch.tensor([sum(1 for count in counts if count > b) for b in range(batch)])
    if sequence.unsorted_indices is not None:
        padded = padded.index_select(0 if batch_first else 1, sequence.unsorted_indices)
        lengths = lengths[sequence.unsorted_indices.cpu()]
    return padded, lengths


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """Sequences (T_i, ...) padded to the longest: (T, B, ...).

    >>> nn.utils.rnn.pad_sequence([torch.tensor([1, 2]), torch.tensor([3])], batch_first=True)
    tensor([[1, 2],
            [3, 0]])
    """
    if isinstance(sequences, torch.Tensor):
        sequences = sequences.unbind(0)
    if padding_side not in ("left", "right"):
        raise RuntimeError("padding_side should be one of 'left' or 'right'")
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    longest = max(x.shape[0] for x in sequences)
    rows = []
    for x in sequences:
        for d, (size, found) in enumerate(zip(sequences[0].shape[1:], x.shape[1:]), 1):
            if size != found:
                raise RuntimeError(
                    f"The size of tensor a ({size}) must match the size of tensor b ({found}) at non-singleton dimension {d}"
                )
        missing = longest - x.shape[0]
        if missing:
            filler = x.new_full((missing,) + tuple(x.shape[1:]), padding_value)
            x = torch.cat([filler, x] if padding_side == "left" else [x, filler])
        rows.append(x)
    return torch.stack(rows, 0 if batch_first else 1)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """The sequences of a padded batch.

    >>> nn.utils.rnn.unpad_sequence(torch.tensor([[1, 2], [3, 0]]), torch.tensor([2, 1]), batch_first=True)
    [tensor([1, 2]), tensor([3])]
    """
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    return [row[:n] for row, n in zip(padded_sequences, lengths.tolist())]


def pack_sequence(sequences, enforce_sorted=True):
    """Sequences (T_i, ...) as a PackedSequence.

    >>> nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])]).data
    tensor([1, 3, 2])
    """
    lengths = torch.as_tensor([v.shape[0] for v in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    """The sequences of a PackedSequence."""
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
