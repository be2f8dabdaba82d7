"""Pixels at places between pixels, as Pillow finds them for `Image.transform`."""

import math

import torch

_NEAREST, _BILINEAR, _BICUBIC = 0, 2, 3


def sampled(samples, data, size, filter):
    """The samples at the places of a transform, and where these are inside the picture."""
    height, width = samples.shape[:2]
    if filter == _NEAREST and len(data) == 6 and data[1] == data[3] == 0:
        x, y = _steps(data[0], data[2], size[0]), _steps(data[4], data[5], size[1]).unsqueeze(1)
    elif filter == _NEAREST and len(data) == 6:
        x, y = _fixed(data[:3], size), _fixed(data[3:], size)
    else:
        x, y = _places(data, size)
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    x, y = torch.broadcast_tensors(x, y)
    if filter == _NEAREST:
        picked = samples[y.floor().long().clamp(0, height - 1), x.floor().long().clamp(0, width - 1)]
    else:
        picked = _between(samples.double(), x - 0.5, y - 0.5, 2 if filter == _BILINEAR else 4)
    return picked, inside.unsqueeze(2)


def _steps(step, first, count):
    # Pillow adds up the steps.
    places, place = [], first + step * 0.5
    for _ in range(count):
        places.append(math.floor(place) if place >= 0 else -1)
        place += step
    return torch.tensor(places)


def _fixed(row, size):
    # 16 bits of fraction.
    fixed = lambda value: math.floor(value * 65536.0 + 0.5)
    across, down, first = fixed(row[0]), fixed(row[1]), fixed(row[2] + row[0] * 0.5 + row[1] * 0.5)
    return (first + torch.arange(size[0]) * across + torch.arange(size[1]).unsqueeze(1) * down) >> 16


def _places(data, size):
    x = torch.arange(size[0], dtype=torch.float64) + 0.5
    y = torch.arange(size[1], dtype=torch.float64).unsqueeze(1) + 0.5
    first, second = (data[at] * x + data[at + 1] * y + data[at + 2] for at in (0, 3))
    if len(data) == 6:
        return first, second
    below = data[6] * x + data[7] * y + 1
    return first / below, second / below


def _between(samples, x, y, count):
    """The mix of 2 or 4 neighbours in each direction: rows first, and a row beyond the picture is the one before."""
    height, width = samples.shape[:2]
    left, upper = x.floor(), y.floor()
    dx, dy = (x - left).unsqueeze(2), (y - upper).unsqueeze(2)
    left, upper = left.long() - (count // 2 - 1), upper.long() - (count // 2 - 1)
    mix = _lerp if count == 2 else _cubic
    rows = []
    for down in range(count):
        at = upper + down
        columns = [samples[at.clamp(0, height - 1), (left + across).clamp(0, width - 1)] for across in range(count)]
        row = mix(columns, dx)
        beyond = ((at < 0) | (at >= height)).unsqueeze(2)
        rows.append(row if down == 0 else torch.where(beyond, rows[-1], row))
    return mix(rows, dy).clamp(0, 255).to(torch.uint8)


def _lerp(values, part):
    return values[0] + (values[1] - values[0]) * part


def _cubic(values, part):
    v1, v2, v3, v4 = values
    return v2 + part * ((v3 - v1) + part * ((2 * (v1 - v2) + v3 - v4) + part * (-v1 + v2 - v3 + v4)))
