#!/usr/bin/env python3
"""Records PyTorch's results for the samples of its own databases of operators and modules, as operators.pt.gz.

    python record.py [OPERATOR ...]

Wants PyTorch 2.11 with expecttest, hypothesis and scipy, which its test modules import. The database (OpInfo) has, for each
operator, samples of valid arguments and of invalid ones. Of these the smallest are kept, by operator and kind of case:
a few for each dtype, with gradients, in place, as a method, refused dtypes, errors. Modules (ModuleInfo) are made and called, while
they train and while they do not. `compare.py` asks the same of us.

The file holds {"cases": JSON, "data": {dtype: all elements of all tensors, one behind the other}}. A case names its
call, what it was given and what PyTorch gave: values, memory layout, gradients, names of graph nodes, or an error; of a module also
its form as text, its first state for a seed, and its state afterwards.
"""
import gzip
import io
import itertools
import json
import pathlib
import sys
import warnings

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.common_modules import module_db

HERE = pathlib.Path(__file__).parent
# Excludes complex numbers, Fourier transforms, sparse tensors, and PyTorch's own machinery.
LEFT_OUT = ("fft", "sparse", "to_sparse", "masked.", "complex", "polar", "cdouble", "cfloat", "chalf", "view_as_", "jiterator", "torch.", "_")
# Results that are not determined.
ARBITRARY = ("empty", "new_empty", "empty_like", "empty_strided", "empty_permuted", "new_empty_strided")
DTYPES = ("float64", "float32", "float16", "bfloat16", "int64", "int32", "uint8", "bool")
# Samples of each kind, and their total number of elements.
MANY, FEW, MODULES, ELEMENTS = 4, 2, 5, 120


class Skip(Exception):
    pass


class Elements:
    """All elements of all tensors, by dtype."""

    def __init__(self):
        self.parts, self.counts = {}, {}

    def keep(self, tensor):
        name = str(tensor.dtype)[6:]
        if tensor.is_complex() or tensor.layout is not torch.strided or name.startswith("uint") and name != "uint8":
            raise Skip
        if tensor.is_conj() or tensor.is_neg() or tensor.device.type != "cpu":
            raise Skip
        first = self.counts.get(name, 0)
        self.parts.setdefault(name, []).append(tensor.detach().contiguous().view(-1).clone())
        self.counts[name] = first + tensor.numel()
        return {"tensor": [name, list(tensor.shape), list(tensor.stride()), first, tensor.requires_grad]}

    def data(self):
        return {name: torch.cat(parts) for name, parts in self.parts.items()}


ELEMENTS_KEPT = Elements()


def encoded(value):
    """A value as JSON: what JSON lacks is a dict of one key."""
    if isinstance(value, torch.Tensor):
        return ELEMENTS_KEPT.keep(value)
    if isinstance(value, torch.dtype) or isinstance(value, torch.memory_format) or value is torch.strided:
        return {"of torch": str(value)[6:]}
    if isinstance(value, torch.device):
        return {"device": str(value)}
    if isinstance(value, torch.Size):
        return {"size": list(value)}
    if isinstance(value, slice):
        return {"slice": [value.start, value.stop, value.step]}
    if value is Ellipsis:
        return {"ellipsis": None}
    if type(value) is float and (value != value or value in (float("inf"), float("-inf"))):
        return {"float": str(value)}
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, tuple):
        return {"tuple": [encoded(x) for x in value]}
    if isinstance(value, list):
        return [encoded(x) for x in value]
    if isinstance(value, dict):
        return {"dict": [[key, encoded(x)] for key, x in value.items()]}
    if getattr(torch.nn.functional, getattr(value, "__name__", ""), None) is value:
        return {"of nn.functional": value.__name__}
    raise Skip


def mapped(value, change):
    """A value with its tensors changed."""
    if isinstance(value, torch.Tensor):
        return change(value)
    if type(value) in (tuple, list):
        return type(value)(mapped(x, change) for x in value)
    if type(value) is dict:
        return {key: mapped(x, change) for key, x in value.items()}
    return value


def tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [x for item in value for x in tensors(item)] if isinstance(value, (list, tuple)) else []


def fresh(tensor):
    """A copy that lies as the tensor does."""
    copy = torch.empty_strided(tensor.shape, tensor.stride(), dtype=tensor.dtype)
    copy = copy.copy_(tensor.detach()) if tensor.numel() and 0 not in tensor.stride() else tensor.detach().clone()
    return copy.requires_grad_(tensor.requires_grad)


def resolved(name):
    found = torch
    for part in name.split("."):
        found = getattr(found, part)
    return found


def weighed(outputs):
    """A number that every element of the results has its own part in."""
    weights = (torch.cos(torch.arange(x.numel(), dtype=torch.float64)).view(x.shape) for x in outputs)
    return sum((x.double() * weight).sum() for x, weight in zip(outputs, weights))


def answer(call, sample, kind):
    """One case: None where it cannot be written down."""
    args, kwargs = mapped((sample.input, *sample.args), fresh), mapped(dict(sample.kwargs), fresh)
    how, name = call
    try:
        case = {"kind": kind, "call": list(call), "args": encoded(args)["tuple"], "kwargs": encoded(kwargs)["dict"]}
    except Skip:
        return None
    inputs = [x for x in tensors(args) + tensors(kwargs) if x.requires_grad]
    torch.manual_seed(0)
    try:
        out = resolved(name)(*args, **kwargs) if how == "function" else getattr(args[0], name)(*args[1:], **kwargs)
    except Exception as error:
        return {**case, "error": [type(error).__name__, str(error)]}
    try:
        case["out"] = encoded(out)
        outputs = [x for x in tensors(out) if x.requires_grad]
        if outputs and inputs:
            case["nodes"] = [x.grad_fn.name() if x.grad_fn is not None else None for x in outputs]
            case["gradients"] = [encoded(x) for x in torch.autograd.grad(weighed(outputs), inputs, allow_unused=True)]
    except Skip:
        return None
    except RuntimeError:  # no gradient of it
        return None
    return case


def is_small(sample):
    given = tensors((getattr(sample, "input", None), *sample.args)) + tensors(sample.kwargs)
    return sum(x.numel() for x in given) <= ELEMENTS and all(x.device.type == "cpu" for x in given)


def smallest(samples, count):
    """Different ones, of few elements."""
    return spread([sample for sample in itertools.islice(samples, 300) if is_small(sample)], count)


def spread(items, count):
    return [items[i * len(items) // count] for i in range(count)] if len(items) > count else items


def cases_of(op):
    """(call, sample, kind) of an operator."""
    name = op.name
    own = getattr(torch.Tensor, name.split(".")[-1], None) if op.method_variant else None
    try:
        function = resolved(name) is op.op or own is None
    except AttributeError:
        function = False
    call = ("function", name) if function else ("method", name)
    if not function and own is None and not name.startswith("__"):
        return

    def samples(dtype, count, **more):
        torch.manual_seed(1)
        return smallest(op.sample_inputs("cpu", dtype, **more), count)

    for dtype_name in DTYPES:
        dtype = getattr(torch, dtype_name)
        if op.supports_dtype(dtype, "cpu"):
            found = samples(dtype, MANY if dtype_name in ("float32", "int64") else FEW, requires_grad=False)
            for sample in found:
                yield call, sample, dtype_name
            if not found or not isinstance(found[0].input, torch.Tensor) or dtype_name not in ("float32", "int64"):
                continue
            if own is not None and function:
                yield ("method", name.split(".")[-1]), found[0], "method"
            if op.inplace_variant and hasattr(torch.Tensor, name.split(".")[-1] + "_"):
                for sample in found[:FEW]:
                    yield ("method", name.split(".")[-1] + "_"), sample, "in place"
        elif op.supports_dtype(torch.float32, "cpu"):
            cast = lambda x: x.to(dtype) if x.is_floating_point() else x
            for sample in samples(torch.float32, 1, requires_grad=False):
                sample.input, sample.args, sample.kwargs = (mapped(x, cast) for x in (sample.input, sample.args, sample.kwargs))
                yield call, sample, "refused"
    if op.supports_autograd and op.supports_dtype(torch.float64, "cpu"):
        for sample in samples(torch.float64, MANY, requires_grad=True):
            yield call, sample, "gradient"
    if op.error_inputs_func:
        for refused in op.error_inputs("cpu"):
            if is_small(refused.sample_input):
                yield call, refused.sample_input, "error"


def of_module(info, given, dtype, training):
    """One case of a module: None where it cannot be written down."""
    made, called = given.constructor_input, given.forward_input
    asks = lambda x: fresh(x).requires_grad_() if x.dtype == dtype and x.is_floating_point() else fresh(x)
    args, kwargs = mapped(tuple(called.args), asks), mapped(dict(called.kwargs), asks)
    kind = f"{str(dtype)[6:]}, {'training' if training else 'evaluating'}"
    try:
        case = {"operator": info.name, "kind": kind, "call": ["module", info.name], "dtype": str(dtype)[6:], "training": training}
        case["made"] = [encoded(tuple(made.args))["tuple"], encoded(dict(made.kwargs))["dict"]]
        case["args"], case["kwargs"] = encoded(args)["tuple"], encoded(kwargs)["dict"]
        torch.manual_seed(0)
        module = info.module_cls(*made.args, **made.kwargs).train(training).to(dtype)
        case["repr"], case["state"] = repr(module), encoded(dict(module.state_dict()))
        torch.manual_seed(1)
        out = module(*args, **kwargs)
        case["out"] = encoded(out)
        outputs = [x for x in tensors(out) if x.requires_grad]
        if outputs:
            inputs = [x for x in tensors(args) + tensors(kwargs) if x.requires_grad] + list(module.parameters())
            case["nodes"] = [x.grad_fn.name() for x in outputs]
            case["gradients"] = [encoded(x) for x in torch.autograd.grad(weighed(outputs), inputs, allow_unused=True)]
        return {**case, "after": encoded(dict(module.state_dict()))}
    except (Skip, RuntimeError, ValueError):  # a lazy module has no state yet; some take no gradient
        return None


def modules():
    for info in module_db:
        modes = (True, False) if info.train_and_eval_differ else (True,)
        for dtype, training in itertools.product((torch.float32, torch.float64), modes):
            if dtype in info.dtypes:
                torch.manual_seed(1)
                given = info.module_inputs_func(info, device="cpu", dtype=dtype, requires_grad=False, training=training)
                for one in spread([x for x in given if x.forward_input and is_small(x.forward_input)], MODULES):
                    yield of_module(info, one, dtype, training)


def main():
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    only, cases = sys.argv[1:], []
    for op in op_db:
        if op.name.startswith(LEFT_OUT) and not op.name.startswith("__") or op.name in ARBITRARY or only and op.name not in only:
            continue
        variant = f"{op.name}/{op.variant_test_name}" if op.variant_test_name else op.name
        try:
            for call, sample, kind in cases_of(op):
                case = answer(call, sample, kind)
                if case is not None:
                    cases.append({"operator": variant, **case})
        except Exception as error:
            print(f"{variant}: {error}")
    if not only:
        cases += filter(None, modules())
    file = io.BytesIO()
    torch.save({"cases": json.dumps(cases), "data": ELEMENTS_KEPT.data()}, file)
    (HERE / "operators.pt.gz").write_bytes(gzip.compress(file.getvalue(), mtime=0))
    print(len(cases), "cases")


if __name__ == "__main__":
    main()
