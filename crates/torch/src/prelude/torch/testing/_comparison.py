"""Tensors that must be equal, or nearly."""

import numpy

import torch

_SCALARS = (bool, int, float)


def _tensor(x):
    """Numbers in their widest dtype."""
    return torch.as_tensor(x, dtype=torch.float64 if isinstance(x, float) else None)


# rtol and atol by dtype; integers and booleans must be equal.
_TOLERANCES = {
    torch.float16: (1e-3, 1e-5),
    torch.bfloat16: (1.6e-2, 1e-5),
    torch.float32: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7),
}


def _fail(text, msg):
    if msg is not None:
        text = msg(text) if callable(msg) else msg
    raise AssertionError(text)


def _pair(actual, expected, where, options):
    """Compares two things of one kind; containers element by element."""
    suffix = f"\n\nThe failure occurred for item {where}" if where else ""
    msg = options["msg"]
    if isinstance(expected, dict) and isinstance(actual, dict):
        if set(actual) != set(expected):
            missing, more = sorted(set(expected) - set(actual)), sorted(set(actual) - set(expected))
            _fail(
                "The keys of the mappings do not match:\nMissing keys in the actual mapping: "
                f"{missing}\nAdditional keys in the actual mapping: {more}" + suffix,
                msg,
            )
        for key in expected:
            _pair(actual[key], expected[key], f"{where}[{key!r}]", options)
        return
    if isinstance(expected, (list, tuple)) and isinstance(actual, (list, tuple)):
        if len(actual) != len(expected):
            _fail(f"The length of the sequences do not match: {len(actual)} != {len(expected)}" + suffix, msg)
        for i, (a, b) in enumerate(zip(actual, expected)):
            _pair(a, b, f"{where}[{i}]", options)
        return
    if actual is None and expected is None:
        return
    scalars = isinstance(actual, _SCALARS) and isinstance(expected, _SCALARS)
    alike = type(actual) is type(expected)
    related = options["allow_subclasses"] and (isinstance(actual, type(expected)) or isinstance(expected, type(actual)))
    if not scalars and not ((alike or related) and isinstance(actual, (torch.Tensor, numpy.ndarray))):
        raise TypeError(f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.")
    if scalars and not (alike or related) and options["check_dtype"]:
        _fail(f"The (d)types do not match: {type(actual)} != {type(expected)}." + suffix, msg)
    a, b = _tensor(actual), _tensor(expected)
    if a.shape != b.shape:
        _fail(f"The values for attribute 'shape' do not match: {a.shape} != {b.shape}." + suffix, msg)
    if options["check_device"] and a.device != b.device:
        _fail(f"The values for attribute 'device' do not match: {a.device} != {b.device}." + suffix, msg)
    if options["check_dtype"] and not scalars and a.dtype != b.dtype:
        _fail(f"The values for attribute 'dtype' do not match: {a.dtype} != {b.dtype}." + suffix, msg)
    if options["check_stride"] and a.stride() != b.stride():
        _fail(f"The values for attribute 'stride()' do not match: {a.stride()} != {b.stride()}." + suffix, msg)
    _values(a.detach().to(b.device), b.detach(), a.dim() == 0, suffix, options)


def _values(a, b, scalars, suffix, options):
    msg = options["msg"]
    rtol, atol = options["rtol"], options["atol"]
    if rtol is None:
        bounds = [_TOLERANCES.get(x.dtype, (0.0, 0.0)) for x in (a, b)]
        rtol, atol = max(bound[0] for bound in bounds), max(bound[1] for bound in bounds)
    common = torch.promote_types(a.dtype, b.dtype)
    a, b = a.to(common), b.to(common)
    close = torch.isclose(a, b, rtol=rtol, atol=atol, equal_nan=options["equal_nan"])
    if bool(close.all()):
        return
    exact = rtol == 0 and atol == 0
    if scalars:
        x, y = a.item(), b.item()
        kind = "Booleans mismatch: {} is not {}" if isinstance(x, bool) else None
        if kind:
            _fail(kind.format(x, y), msg)
        difference = abs(x - y)
        relative = difference / abs(y) if y else float("inf")
        lines = [f"Scalars are not {'equal' if exact else 'close'}!", "", f"Expected {y} but got {x}."]
        allowed = (lambda bound: "") if exact else (lambda bound: f" (up to {bound} allowed)")
        lines += [f"Absolute difference: {difference}{allowed(atol)}", f"Relative difference: {relative}{allowed(rtol)}"]
        _fail("\n".join(lines) + suffix, msg)
    wrong = int((~close).sum())
    lines = [
        f"Tensor-likes are not {'equal' if exact else 'close'}!",
        "",
        f"Mismatched elements: {wrong} / {a.numel()} ({wrong / a.numel():.1%})",
    ]
    if common.is_floating_point or common in (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8):
        wide = torch.float64 if not common.is_floating_point else common
        x, y = a.to(wide).flatten(), b.to(wide).flatten()
        absolute = (x - y).abs()
        absolute = torch.where(close.flatten(), torch.zeros_like(absolute), absolute)
        relative = absolute / y.abs()
        relative = torch.where(close.flatten(), torch.zeros_like(relative), relative)
        for name, values, bound in (("absolute", absolute, atol), ("relative", relative, rtol)):
            at = int(values.argmax())
            worst = values[at].item()
            if not common.is_floating_point and name == "absolute":
                worst = int(worst)
            place = tuple(int(i) for i in torch.unravel_index(torch.tensor(at), a.shape)) if a.dim() else ()
            allowed = "" if exact else f" (up to {bound} allowed)"
            lines.append(f"Greatest {name} difference: {worst}" + (f" at index {place}" if a.dim() else "") + allowed)
    _fail("\n".join(lines) + suffix, msg)


def assert_close(
    actual,
    expected,
    *,
    allow_subclasses=True,
    rtol=None,
    atol=None,
    equal_nan=False,
    check_device=True,
    check_dtype=True,
    check_layout=True,
    check_stride=False,
    msg=None,
):
    """AssertionError unless |actual - expected| <= atol + rtol * |expected|, for tensors, numbers, and containers of them."""
    if (rtol is None) != (atol is None):
        raise ValueError(
            f"Both 'rtol' and 'atol' must be either specified or unspecified, but got rtol={rtol} and atol={atol}."
        )
    options = {
        "allow_subclasses": allow_subclasses,
        "rtol": rtol,
        "atol": atol,
        "equal_nan": equal_nan,
        "check_device": check_device,
        "check_dtype": check_dtype,
        "check_stride": check_stride,
        "msg": msg,
    }
    _pair(actual, expected, "", options)
