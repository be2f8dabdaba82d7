"""Runs the cases of operators.pt that work on float64 (see record.py) over a batch: `torch.vmap` of a call must give what the calls give
for each slice, stacked, and so must its gradients. The first slice is the case itself, whose answer is PyTorch's. Prints a line for each
that does not, as compare.py does, and how many were asked.

    vmap.py FILE
"""
import json

import torch

import compare
from compare import decoded, recorded, resolved, shown, tensors, unlike, weighed

# The slices: the case, and others close by, which are in the domain of an operator if that is.
FACTORS = (1.0, 0.9, 0.8)


def batch_of(x):
    """Stacks an argument for each slice: numbers differ, indices and truth values do not."""
    x = x.detach()
    return torch.stack([x * factor if x.is_floating_point() else x for factor in FACTORS])


def called(case, args, kwargs):
    how, name = case["call"]
    return resolved(name)(*args, **kwargs) if how == "function" else getattr(args[0], name)(*args[1:], **kwargs)


def replaced(value, new):
    """Replaces the tensors of a value by those of an iterator."""
    if isinstance(value, torch.Tensor):
        return next(new)
    if isinstance(value, (tuple, list)):
        return type(value)([replaced(x, new) for x in value])
    return {key: replaced(x, new) for key, x in value.items()} if isinstance(value, dict) else value


def close(a, b):
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    return torch.allclose(a, b, 1e-7, 1e-9, True) if a.is_floating_point() else bool((a == b).all())


def slices_of(case, given, batches, mapped):
    """Returns the result for each slice, and whether they can be stacked."""
    results = []
    for at in range(len(FACTORS)):
        new = iter([batch[at].clone() if is_mapped else x for x, batch, is_mapped in zip(tensors(given), batches, mapped)])
        args, kwargs = replaced(given, new)
        results.append(tensors(called(case, args, kwargs)))
    return results


def difference(case, given, mapped):
    batches = [batch_of(x).requires_grad_(x.requires_grad) for x in tensors(given)]
    loop = slices_of(case, given, batches, mapped)
    if not loop[0] or any([x.shape for x in one] != [x.shape for x in loop[0]] for one in loop):
        return None
    wanted = [torch.stack(column) for column in zip(*loop)]

    def one(*own):
        args, kwargs = replaced(given, iter([x.clone() for x in own]))
        return tuple(tensors(called(case, args, kwargs)))

    whole = [batch if is_mapped else x for x, batch, is_mapped in zip(tensors(given), batches, mapped)]
    try:
        found = torch.vmap(one, tuple(0 if is_mapped else None for is_mapped in mapped))(*whole)
    except Exception as raised:
        return "refused", f"{type(raised).__name__}: {compare.first_line(str(raised))}", "an answer"
    for own, theirs in zip(found, wanted):
        if not close(own, theirs):
            return "value", f"{shown(own)} {own.flatten()[:4].tolist()}", f"{shown(theirs)} {theirs.flatten()[:4].tolist()}"
    first = unlike(found[0][0].detach(), case["out"]) if len(found) == 1 else None
    if first and first[0] == "value" and "tensor" in case["out"]:
        return ("PyTorch",) + first[1:]
    return gradients_differ(found, wanted, [x for x in whole if x.requires_grad])


def gradients_differ(found, wanted, inputs):
    pairs = [(a, b) for a, b in zip(found, wanted) if b.requires_grad]
    if not pairs or not inputs:
        return None
    try:
        own = torch.autograd.grad(weighed([a for a, _ in pairs]), inputs, allow_unused=True)
    except Exception as raised:
        return "gradient", f"{type(raised).__name__}: {compare.first_line(str(raised))}", "one"
    theirs = torch.autograd.grad(weighed([b for _, b in pairs]), inputs, allow_unused=True)
    for a, b in zip(own, theirs):
        a, b = (torch.zeros(()) if x is None else x for x in (a, b))
        if not torch.allclose(a.double(), b.double(), 1e-6, 1e-8, True):
            return "gradient", f"{shown(a)} {a.flatten()[:4].tolist()}", f"{shown(b)} {b.flatten()[:4].tolist()}"
    return None


def main():
    asked = 0
    for case in json.loads(recorded["cases"]):
        if "error" in case or case["call"][0] == "module" or "out" not in case:
            continue
        given = (list(decoded(case["args"])), decoded({"dict": case["kwargs"]}))
        kinds = [x.dtype for x in tensors(given)]
        if torch.float64 not in kinds or "out" in given[1]:
            continue
        alone = kinds.index(torch.float64)
        for mapped in {tuple(True for _ in kinds), tuple(i == alone for i in range(len(kinds)))}:
            asked += 1
            try:
                found = difference(case, given, mapped)
            except RuntimeError:
                continue  # No answer for other slices.
            if found:
                what, own, theirs = found
                call = f"{case['call'][1]}{shown(tuple(given[0]))} {shown(given[1])}".strip()
                print(f"{case['operator']} | {what} | {case['kind']} | {call} | {own} | {theirs}", flush=True)
    print(f"{asked} cases asked")


if __name__ == "__main__":
    main()
