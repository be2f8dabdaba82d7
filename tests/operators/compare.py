"""Runs every case of operators.pt (see record.py), and prints a line for each result that differs from PyTorch's:

    operator | what differs | kind of case | the call | both answers

    compare.py FILE [DEVICE]

On a device other than the processor, errors are not compared: PyTorch's name the kernels of its processor.
"""
import json
import math
import sys
import warnings

import torch

warnings.simplefilter("ignore")
recorded = torch.load(sys.argv[1])
device = sys.argv[2] if len(sys.argv) > 2 else "cpu"
# What two orders of summation may differ by: relative, absolute.
CLOSE = {"float64": (1e-8, 1e-10), "float32": (2e-5, 4e-6), "float16": (4e-3, 2e-3), "bfloat16": (3e-2, 1e-2)}


def elements(kept):
    dtype, shape, stride, first, _ = kept
    return recorded["data"][dtype][first : first + math.prod(shape)].view(shape)


def tensor(kept):
    _, shape, stride, _, requires_grad = kept
    made = elements(kept)
    if made.numel() and 0 not in stride:
        made = torch.empty_strided(shape, stride, dtype=made.dtype).copy_(made)
    else:
        made = made.clone()
    return made.to(device).requires_grad_(requires_grad)


DECODED = {
    "tensor": tensor,
    "of torch": lambda name: getattr(torch, name),
    "of nn.functional": lambda name: getattr(torch.nn.functional, name),
    "device": lambda name: torch.device(device),
    "size": torch.Size,
    "slice": lambda limits: slice(*limits),
    "ellipsis": lambda _: ...,
    "float": float,
    "tuple": lambda items: tuple(decoded(x) for x in items),
    "dict": lambda items: {key: decoded(x) for key, x in items},
}


def decoded(value):
    if isinstance(value, list):
        return [decoded(x) for x in value]
    if isinstance(value, dict):
        (kind, inner), = value.items()
        return DECODED[kind](inner)
    return value


def tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [x for item in value for x in tensors(item)] if isinstance(value, (list, tuple)) else []


def shown(value):
    if isinstance(value, torch.Tensor):
        return f"{str(value.dtype)[6:]}{list(value.shape)}"
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(shown(x) for x in value) + ")"
    if isinstance(value, dict):
        return ", ".join(f"{key}={shown(x)}" for key, x in value.items())
    return repr(value)


def unlike_tensor(found, kept):
    dtype, shape, stride, _, requires_grad = kept
    if not isinstance(found, torch.Tensor):
        return "value", type(found).__name__, "a tensor"
    if str(found.dtype) != f"torch.{dtype}" or list(found.shape) != shape:
        return "value", shown(found), f"{dtype}{shape}"
    wanted, own = elements(kept), found.detach().cpu()
    if wanted.is_floating_point():
        relative, absolute = CLOSE[dtype]
        good = torch.isclose(own.double(), wanted.double(), rtol=relative, atol=absolute, equal_nan=True)
    else:
        good = own == wanted
    if not good.all():
        at = int((~good).flatten().nonzero()[0])
        return "value", repr(own.flatten()[at].item()), repr(wanted.flatten()[at].item())
    if found.requires_grad != requires_grad:
        return "gradient", f"requires_grad={found.requires_grad}", requires_grad
    # The stride of a dimension of one element does not matter.
    layouts = [[step for step, size in zip(strides, shape) if size > 1] for strides in (found.stride(), stride)]
    if wanted.numel() and layouts[0] != layouts[1]:
        return "layout", found.stride(), tuple(stride)


def unlike(found, wanted):
    """Returns how a result differs: (what, ours, PyTorch's), or None."""
    if isinstance(wanted, dict) and "tensor" in wanted:
        return unlike_tensor(found, wanted["tensor"])
    inner = wanted["tuple"] if isinstance(wanted, dict) and "tuple" in wanted else wanted if isinstance(wanted, list) else None
    if inner is not None:
        if not isinstance(found, list if isinstance(wanted, list) else tuple) or len(found) != len(inner):
            return "value", shown(found), f"{len(inner)} of them"
        return next(filter(None, (unlike(x, y) for x, y in zip(found, inner))), None)
    wanted = decoded(wanted)
    if isinstance(wanted, float) and isinstance(found, float):
        same = math.isclose(found, wanted, rel_tol=1e-5) or found != found and wanted != wanted
    else:
        same = type(found) == type(wanted) and found == wanted
    return None if same else ("value", repr(found), repr(wanted))


def resolved(name):
    found = torch
    for part in name.split("."):
        found = getattr(found, part)
    return found


def weighed(outputs):
    weights = (torch.cos(torch.arange(x.numel(), dtype=torch.float64, device=x.device)).view(x.shape) for x in outputs)
    return sum((x.double() * weight).sum() for x, weight in zip(outputs, weights))


def first_line(text):
    return text.strip().split("\n")[0]


def module_of(case):
    """Makes a module with the seed, and compares it with PyTorch's."""
    args, kwargs = case["made"]
    torch.manual_seed(0)
    module = resolved(case["call"][1])(*decoded({"tuple": args}), **decoded({"dict": kwargs}))
    module = module.to(getattr(torch, case["dtype"])).to(device).train(case["training"])
    if repr(module) != case["repr"]:
        return module, ("repr", repr(module), case["repr"])
    return module, unlike_state(module, case["state"])


def unlike_state(module, wanted):
    found, names = module.state_dict(), [name for name, _ in wanted["dict"]]
    if list(found) != names:
        return "state", list(found), names
    differ = ((name, unlike(found[name], value)) for name, value in wanted["dict"])
    return next((("state", name, differs) for name, differs in differ if differs and differs[0] == "value"), None)


def difference(case, args, kwargs):
    how, name = case["call"]
    error = module = None
    if how == "module":
        module, differs = module_of(case)
        if differs:
            return differs
    torch.manual_seed(0 if module is None else 1)
    try:
        if module is not None:
            out = module(*args, **kwargs)
        else:
            out = resolved(name)(*args, **kwargs) if how == "function" else getattr(args[0], name)(*args[1:], **kwargs)
    except Exception as raised:
        error = f"{type(raised).__name__}: {first_line(str(raised))}"
    if "error" in case:
        wanted = f"{case['error'][0]}: {first_line(case['error'][1])}"
        return None if error == wanted else ("error" if error else "accepted", error, wanted)
    if error:
        return "refused", error, "an answer"
    found = unlike(out, case["out"]) or "after" in case and unlike_state(module, case["after"])
    if found or "gradients" not in case:
        return found
    outputs = [x for x in tensors(out) if x.requires_grad]
    inputs = [x for x in tensors(args) + tensors(kwargs) if x.requires_grad]
    inputs += [] if module is None else list(module.parameters())
    names = [x.grad_fn.name() if x.grad_fn is not None else None for x in outputs]
    try:
        gradients = torch.autograd.grad(weighed(outputs), inputs, allow_unused=True)
    except Exception as raised:
        return "gradient", f"{type(raised).__name__}: {first_line(str(raised))}", "one"
    for found, wanted in zip(gradients, case["gradients"]):
        if (found is None) != (wanted is None):
            return "gradient", shown(found), shown(wanted)
        differs = found is not None and unlike(found, wanted)
        if differs and differs[0] == "value":
            return ("gradient",) + differs[1:]
    return None if names == case["nodes"] else ("grad_fn", names, case["nodes"])


def main():
    asked = 0
    for case in json.loads(recorded["cases"]):
        if device != "cpu" and "error" in case:
            continue
        asked += 1
        args, kwargs = decoded(case["args"]), decoded({"dict": case["kwargs"]})
        call = f"{case['call'][1]}{shown(args)} {shown(kwargs)}".strip()
        found = difference(case, args, kwargs)
        if found:
            what, ours, theirs = found
            print(f"{case['operator']} | {what} | {case['kind']} | {call} | {ours} | {theirs}", flush=True)
    print(f"{asked} cases asked")


if __name__ == "__main__":
    main()
