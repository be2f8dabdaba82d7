"""Recurrent layers and their cells."""

import math

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn._functional.rnn import _lstm_layer, _rnn_layer
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter
from torch.nn.utils.rnn import PackedSequence


def _swapped(indices, hidden):
    """States of the batch in another order."""
    return hidden if indices is None else hidden.index_select(1, indices)


class RNNBase(Module):
    """Layers of one kind of cell over sequences (T, B, input_size), or (B, T, input_size) with batch_first.

    Each layer and direction has weight_ih (gates * hidden, input), weight_hh (gates * hidden, hidden), bias_ih and bias_hh.

    >>> layer = nn.RNNBase('LSTM', 2, 3)
    >>> [tuple(weight.shape) for weight in layer.parameters()]
    [(12, 2), (12, 3), (12,), (12,)]
    """

    def __init__(
        self,
        mode,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        if isinstance(dropout, bool) or not isinstance(dropout, (int, float)) or not 0 <= dropout <= 1:
            raise ValueError(
                "dropout should be a number in range [0, 1] representing the probability of an element being zeroed"
            )
        if dropout > 0 and num_layers == 1:
            import warnings

            warnings.warn(
                "dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers "
                f"greater than 1, but got dropout={dropout} and num_layers={num_layers}"
            )
        kinds = {"bias": bool, "batch_first": bool, "input_size": int, "hidden_size": int}
        for name, kind in kinds.items():
            given = getattr(self, name)
            if not isinstance(given, kind):
                raise TypeError(f"{name} should be of type {kind.__name__}, got: {type(given).__name__}")
            if kind is int and given <= 0:
                raise ValueError(f"{name} must be greater than zero")
        if num_layers <= 0:
            raise ValueError("num_layers must be greater than zero")
        if proj_size < 0:
            raise ValueError("proj_size should be a positive integer or zero to disable projections")
        if proj_size >= hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")
        gates = {"LSTM": 4, "GRU": 3}.get(mode, 1) * hidden_size
        state = proj_size if proj_size > 0 else hidden_size
        directions = 2 if bidirectional else 1
        self._all_weights = []
        for layer in range(num_layers):
            for direction in range(directions):
                size = input_size if layer == 0 else state * directions
                suffix = f"_l{layer}" + ("_reverse" if direction else "")
                shapes = {"weight_ih": (gates, size), "weight_hh": (gates, state)}
                if bias:
                    shapes.update({"bias_ih": (gates,), "bias_hh": (gates,)})
                if proj_size > 0:
                    shapes["weight_hr"] = (proj_size, hidden_size)
                for name, shape in shapes.items():
                    setattr(self, name + suffix, Parameter(torch.empty(shape, device=device, dtype=dtype)))
                self._all_weights.append([name + suffix for name in shapes])
        self.reset_parameters()

    @property
    def all_weights(self):
        """Every layer's and direction's parameters."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def flatten_parameters(self):
        """Does nothing: weights need not be contiguous."""

    def reset_parameters(self):
        """Uniform in +-1/sqrt(hidden_size)."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _start(self, batch, like):
        directions = self.num_layers * (2 if self.bidirectional else 1)
        size = self.proj_size if self.proj_size > 0 else self.hidden_size
        return torch.zeros(directions, batch, size, dtype=like.dtype, device=like.device)

    def _check_state(self, state, batch, size, what):
        expected = (self.num_layers * (2 if self.bidirectional else 1), batch, size)
        if tuple(state.shape) != expected:
            raise RuntimeError(f"Expected {what} size {expected}, got {list(state.shape)}")

    def _check_input(self, input):
        own = getattr(self, self._all_weights[0][0]).dtype
        if input.dtype != own and not torch.is_autocast_enabled(input.device.type):
            raise ValueError(
                f"RNN input dtype ({input.dtype}) does not match weight dtype ({own}). "
                f"Convert input: input.to({own}), or convert model: model.to({input.dtype})"
            )
        if self.input_size != input.shape[-1]:
            raise RuntimeError(f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.shape[-1]}")

    def _run(self, data, batch_sizes, hidden, cell):
        """All layers over packed data (total, input): the last layer's states, and each layer's last ones."""
        last, last_cells = [], []
        number = 0
        for layer in range(self.num_layers):
            results = []
            for direction in range(2 if self.bidirectional else 1):
                first = cell[number] if cell is not None else None
                arguments = (data, batch_sizes, hidden[number], first, self.all_weights_of(number), direction == 1)
                lstm = self.mode == "LSTM"
                states, h, c = _lstm_layer(*arguments) if lstm else _rnn_layer(self.mode, *arguments)
                results.append(states)
                last.append(h)
                last_cells.append(c)
                number += 1
            data = results[0] if len(results) == 1 else torch.cat(results, 1)
            if self.dropout and self.training and layer < self.num_layers - 1:
                data = self._dropped(data, batch_sizes)
        return data, torch.stack(last), torch.stack(last_cells) if cell is not None else None

    def _dropped(self, data, batch_sizes):
        return F.dropout(data, self.dropout, True)

    def all_weights_of(self, number):
        """Returns the parameters of one layer and direction, by the first part of their names."""
        found = {}
        for name in self._all_weights[number]:
            found[name[: name.index("_l")]] = getattr(self, name)
        return found

    def _prepared(self, input, hx):
        """Packed data with its batch sizes, and the first states; and how to bring results back."""
        lstm = self.mode == "LSTM"
        if isinstance(input, PackedSequence):
            self._check_input(input.data)
            sizes = input.batch_sizes.tolist()
            if hx is not None:
                hx = tuple(_swapped(input.sorted_indices, x) for x in hx) if lstm else _swapped(input.sorted_indices, hx)
            return input.data, sizes, sizes[0], hx, False
        if input.dim() not in (2, 3):
            raise ValueError(f"{self.mode.split('_')[0]}: Expected input to be 2D or 3D, got {input.dim()}D instead")
        alone = input.dim() == 2
        if alone:
            input = input.unsqueeze(0 if self.batch_first else 1)
            if hx is not None:
                for x in hx if lstm else [hx]:
                    if x.dim() != 2:
                        what = "hx and cx" if lstm else "hx"
                        found = ", ".join(f"{x.dim()}-D" for x in hx) if lstm else f"{x.dim()}-D"
                        if lstm:
                            found = "(" + found + ")"
                        raise RuntimeError(
                            f"For unbatched 2-D input, {what} should also be 2-D but got {found} tensor" + ("s" if lstm else "")
                        )
                hx = tuple(x.unsqueeze(1) for x in hx) if lstm else hx.unsqueeze(1)
        elif hx is not None:
            for x in hx if lstm else [hx]:
                if x.dim() != 3:
                    if lstm:
                        raise RuntimeError(
                            f"For batched 3-D input, hx and cx should also be 3-D but got ({hx[0].dim()}-D, {hx[1].dim()}-D) tensors"
                        )
                    raise RuntimeError(f"For batched 3-D input, hx should also be 3-D but got {x.dim()}-D tensor")
        self._check_input(input)
        if self.batch_first:
            input = input.transpose(0, 1)
        steps, batch = input.shape[0], input.shape[1]
        if steps == 0:
            raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
        return input.reshape(steps * batch, input.shape[2]), [batch] * steps, batch, hx, alone

    def _finished(self, input, data, sizes, alone):
        if isinstance(input, PackedSequence):
            return PackedSequence(data, input.batch_sizes, input.sorted_indices, input.unsorted_indices)
        output = data.view(len(sizes), sizes[0], data.shape[1])
        if self.batch_first:
            output = output.transpose(0, 1)
        return output.squeeze(0 if self.batch_first else 1) if alone else output

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        if self.proj_size != 0:
            text += f", proj_size={self.proj_size}"
        if self.num_layers != 1:
            text += f", num_layers={self.num_layers}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        if self.batch_first is not False:
            text += f", batch_first={self.batch_first}"
        if self.dropout != 0:
            text += f", dropout={self.dropout}"
        if self.bidirectional is not False:
            text += f", bidirectional={self.bidirectional}"
        return text


class _SimpleRNN(RNNBase):
    """Layers whose cells have one state."""

    def forward(self, input, hx=None):
        data, sizes, batch, hx, alone = self._prepared(input, hx)
        if hx is None:
            hx = self._start(batch, data)
        self._check_state(hx, batch, self.hidden_size, "hidden")
        data, last, _ = self._run(data, sizes, hx, None)
        if isinstance(input, PackedSequence):
            last = _swapped(input.unsorted_indices, last)
        return self._finished(input, data, sizes, alone), last.squeeze(1) if alone else last


class RNN(_SimpleRNN):
    """h' = tanh(W_ih x + b_ih + W_hh h + b_hh), or relu: (T, B, input) to (T, B, hidden), and the last h.

    Shapes: (T, B, input_size) -> (T, B, hidden_size) and the last state (num_layers, B,
            hidden_size)
    Errors: RuntimeError where the last size is not input_size:
            `nn.RNN(4, 8)(torch.ones(5, 2, 3))`

    >>> nn.RNN(4, 8)(torch.ones(5, 2, 4))[0].shape
    torch.Size([5, 2, 8])
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        nonlinearity="tanh",
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        device=None,
        dtype=None,
    ):
        self_mode = {"tanh": "RNN_TANH", "relu": "RNN_RELU"}.get(nonlinearity)
        if self_mode is None:
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__(
            self_mode, input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, 0, device, dtype
        )
        self.nonlinearity = nonlinearity


class GRU(_SimpleRNN):
    """Gated recurrent units: reset gate r, update gate z, candidate n; h' = (1 - z) * n + z * h.

    Shapes: (T, B, input_size) -> (T, B, hidden_size) and the last state (num_layers, B,
            hidden_size)
    Errors: RuntimeError where the last size is not input_size:
            `nn.GRU(4, 8)(torch.ones(5, 2, 3))`

    >>> nn.GRU(4, 8, batch_first=True)(torch.ones(2, 5, 4))[0].shape
    torch.Size([2, 5, 8])
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        device=None,
        dtype=None,
    ):
        super().__init__(
            "GRU", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, 0, device, dtype
        )


class LSTM(RNNBase):
    """Long short-term memory: gates i, f, g, o; c' = f * c + i * g, h' = o * tanh(c'). Gives (T, B, hidden), (h, c).

    Shapes: (T, B, input_size) -> (T, B, hidden_size) and the last states (h, c), (num_layers, B,
            hidden_size) each; B first with batch_first
    Errors: RuntimeError where the last size is not input_size:
            `nn.LSTM(4, 8)(torch.ones(5, 2, 3))`

    >>> output, (h, c) = nn.LSTM(4, 8, num_layers=2)(torch.ones(5, 2, 4))
    >>> output.shape, h.shape
    (torch.Size([5, 2, 8]), torch.Size([2, 2, 8]))
    """

    def __init__(
        self,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        super().__init__(
            "LSTM", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, proj_size, device, dtype
        )

    def forward(self, input, hx=None):
        data, sizes, batch, hx, alone = self._prepared(input, hx)
        if hx is None:
            layers = self.num_layers * (2 if self.bidirectional else 1)
            cell = torch.zeros(layers, batch, self.hidden_size, dtype=data.dtype, device=data.device)
            hx = (self._start(batch, data), cell)
        hidden, cell = hx
        state = self.proj_size if self.proj_size > 0 else self.hidden_size
        self._check_state(hidden, batch, state, "hidden[0]")
        self._check_state(cell, batch, self.hidden_size, "hidden[1]")
        data, last, last_cell = self._run(data, sizes, hidden, cell)
        if isinstance(input, PackedSequence):
            last, last_cell = _swapped(input.unsorted_indices, last), _swapped(input.unsorted_indices, last_cell)
        if alone:
            last, last_cell = last.squeeze(1), last_cell.squeeze(1)
        return self._finished(input, data, sizes, alone), (last, last_cell)


class RNNCellBase(Module):
    """One step of a recurrent layer: weight_ih, weight_hh, bias_ih, bias_hh."""

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        like = {"device": device, "dtype": dtype}
        self.weight_ih = Parameter(torch.empty(num_chunks * hidden_size, input_size, **like))
        self.weight_hh = Parameter(torch.empty(num_chunks * hidden_size, hidden_size, **like))
        if bias:
            self.bias_ih = Parameter(torch.empty(num_chunks * hidden_size, **like))
            self.bias_hh = Parameter(torch.empty(num_chunks * hidden_size, **like))
        else:
            self.register_parameter("bias_ih", None)
            self.register_parameter("bias_hh", None)
        self.reset_parameters()

    def reset_parameters(self):
        """Uniform in +-1/sqrt(hidden_size)."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _step(self, mode, input, hidden, cell=None):
        if input.dim() not in (1, 2):
            raise ValueError(f"{type(self).__name__}: Expected input to be 1D or 2D, got {input.dim()}D instead")
        if input.shape[-1] != self.input_size:
            raise RuntimeError(f"input has inconsistent input_size: got {input.shape[-1]} expected {self.input_size}")
        states = [state for state in (hidden, cell) if state is not None]
        for at, state in enumerate(states):
            if state.dim() not in (1, 2):
                what = f"hx[{at}]" if mode == "LSTM" else "hidden"
                raise ValueError(f"{type(self).__name__}: Expected {what} to be 1D or 2D, got {state.dim()}D instead")
        alone = input.dim() == 1
        if alone:
            input = input.unsqueeze(0)
        for at, state in enumerate(states):
            if not alone and state.shape[0] != input.shape[0]:
                raise RuntimeError(f"Input batch size {input.shape[0]} doesn't match hidden{at} batch size {state.shape[0]}")
            if state.shape[-1] != self.hidden_size:
                raise RuntimeError(
                    f"hidden{at} has inconsistent hidden_size: got {state.shape[-1]}, expected {self.hidden_size}"
                )
        zeros = None
        if hidden is None or (mode == "LSTM" and cell is None):
            zeros = torch.zeros(input.shape[0], self.hidden_size, dtype=input.dtype, device=input.device)
        hidden = zeros if hidden is None else (hidden.unsqueeze(0) if alone else hidden)
        if mode == "LSTM":
            cell = zeros if cell is None else (cell.unsqueeze(0) if alone else cell)
        parameters = (self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if mode == "LSTM":
            h, c = F.lstm_cell(input, (hidden, cell), *parameters)
        else:
            step = {"GRU": F.gru_cell, "RNN_TANH": F.rnn_tanh_cell, "RNN_RELU": F.rnn_relu_cell}[mode]
            h, c = step(input, hidden, *parameters), None
        if alone:
            h, c = h.squeeze(0), None if c is None else c.squeeze(0)
        return h, c

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        nonlinearity = self.__dict__.get("nonlinearity", "tanh")
        return text if nonlinearity == "tanh" else text + f", nonlinearity={nonlinearity}"


class RNNCell(RNNCellBase):
    """h' = tanh(W_ih x + b_ih + W_hh h + b_hh), or relu: (B, input), (B, hidden) to (B, hidden).

    >>> nn.RNNCell(4, 8)(torch.ones(2, 4)).shape
    torch.Size([2, 8])
    """

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._step("RNN_TANH" if self.nonlinearity == "tanh" else "RNN_RELU", input, hx)[0]


class GRUCell(RNNCellBase):
    """One step of a GRU: (B, input), (B, hidden) to (B, hidden).

    >>> nn.GRUCell(4, 8)(torch.ones(2, 4)).shape
    torch.Size([2, 8])
    """

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        return self._step("GRU", input, hx)[0]


class LSTMCell(RNNCellBase):
    """One step of an LSTM: (B, input), (h, c) to (h', c').

    >>> [state.shape for state in nn.LSTMCell(4, 8)(torch.ones(2, 4))]
    [torch.Size([2, 8]), torch.Size([2, 8])]
    """

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        hidden, cell = (None, None) if hx is None else hx
        return self._step("LSTM", input, hidden, cell)
