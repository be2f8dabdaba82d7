"""Recurrent cells and layers as functions."""

import torch
from torch._nn import linear

__name__ = "torch.nn.functional"


def _gates(mode, x, h, cell):
    """A step from its input product x and hidden product h, both with biases: the new state, and for LSTM the cell."""
    if mode == "LSTM":
        i, f, g, o = (x + h).chunk(4, 1)
        cell = f.sigmoid() * cell + i.sigmoid() * g.tanh()
        return o.sigmoid() * cell.tanh(), cell
    return ((x + h).tanh() if mode == "RNN_TANH" else (x + h).relu()), None


def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of a recurrent cell: the new state."""
    return _cell("RNN_TANH", input, hx, None, w_ih, w_hh, b_ih, b_hh)[0]


def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of a recurrent cell: the new state."""
    return _cell("RNN_RELU", input, hx, None, w_ih, w_hh, b_ih, b_hh)[0]


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of a GRU: the new state."""
    return _cell("GRU", input, hx, None, w_ih, w_hh, b_ih, b_hh)[0]


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """One step of an LSTM from its state (h, c): the new one."""
    return _cell("LSTM", input, hx[0], hx[1], w_ih, w_hh, b_ih, b_hh)


def _cell(mode, input, hidden, cell, weight_ih, weight_hh, bias_ih, bias_hh):
    """One step of a recurrent cell."""
    x, h = linear(input, weight_ih, bias_ih), linear(hidden, weight_hh, bias_hh)
    if mode != "GRU":
        return _gates(mode, x, h, cell)
    xr, xz, xn = x.chunk(3, 1)
    hr, hz, hn = h.chunk(3, 1)
    reset, update = (xr + hr).sigmoid(), (xz + hz).sigmoid()
    candidate = (xn + reset * hn).tanh()
    return (hidden - candidate) * update + candidate, None


def _lstm_layer(data, batch_sizes, hidden, cell, weights, reverse):
    return _recurrent("LSTM", data, batch_sizes, hidden, cell, weights, reverse)


def _rnn_layer(mode, data, batch_sizes, hidden, cell, weights, reverse):
    return _recurrent(mode, data, batch_sizes, hidden, cell, weights, reverse)


def _recurrent(mode, data, batch_sizes, hidden, cell, weights, reverse):
    """One layer and direction over packed data (total, input): states (total, hidden), the last state and cell.

    The input's products are one for the whole sequence, and the steps are one operation; with projections, and on CUDA while
    torch.backends.cudnn.enabled is False, they are taken one after the other.
    """
    bias_ih, bias_hh = weights.get("bias_ih"), weights.get("bias_hh")
    weight_hh, weight_hr = weights["weight_hh"], weights.get("weight_hr")
    if mode != "GRU" and bias_ih is not None:
        x, bias_hh = linear(data, weights["weight_ih"], bias_ih + bias_hh), None
    else:
        x = linear(data, weights["weight_ih"], bias_ih)
    if weight_hr is None and x.dtype == weight_hh.dtype:
        other = cell if mode == "LSTM" else bias_hh
        fused = torch._nn.recurrent(mode, x, weight_hh, hidden, other, batch_sizes, reverse)
        if fused is not None:
            return fused
    starts, total = [], 0
    for count in batch_sizes:
        starts.append(total)
        total += count
    first, first_cell = hidden, cell
    results = [None] * len(batch_sizes)
    ended, ended_cells = [], []
    # Backwards, the shortest sequences begin later; forwards, they end earlier.
    order = range(len(batch_sizes) - 1, -1, -1) if reverse else range(len(batch_sizes))
    active = batch_sizes[-1] if reverse else batch_sizes[0]
    hidden = hidden[:active]
    cell = None if cell is None else cell[:active]
    for t in order:
        count = batch_sizes[t]
        if count > active:
            hidden = torch.cat([hidden, first[active:count]])
            cell = None if cell is None else torch.cat([cell, first_cell[active:count]])
        elif count < active:
            ended.append(hidden[count:])
            hidden = hidden[:count]
            if cell is not None:
                ended_cells.append(cell[count:])
                cell = cell[:count]
        active = count
        step = x[starts[t] : starts[t] + count]
        h = linear(hidden, weight_hh, bias_hh)
        if mode == "GRU":
            xr, xz, xn = step.chunk(3, 1)
            hr, hz, hn = h.chunk(3, 1)
            update = (xz + hz).sigmoid()
            candidate = (xn + (xr + hr).sigmoid() * hn).tanh()
            hidden = (hidden - candidate) * update + candidate
        else:
            hidden, cell = _gates(mode, step, h, cell)
        if weight_hr is not None:
            hidden = linear(hidden, weight_hr)
        results[t] = hidden
    if ended:
        hidden = torch.cat([hidden] + ended[::-1])
        cell = None if cell is None else torch.cat([cell] + ended_cells[::-1])
    return torch.cat(results), hidden, cell


# Dtype names in attention's errors.
_SPOKEN = {
    torch.uint8: "unsigned char",
    torch.int8: "signed char",
    torch.int16: "short int",
    torch.int32: "int",
    torch.int64: "long int",
    torch.bool: "bool",
    torch.float16: "c10::Half",
    torch.bfloat16: "c10::BFloat16",
    torch.float32: "float",
    torch.float64: "double",
}
