#!/usr/bin/env python3
"""Records the public names of PyTorch 2.11's modules, and of its tensors, in names.txt."""

import importlib
import pathlib
import types

import torch

MODULES = [
    "torch",
    "torch.Tensor",
    "torch.linalg",
    "torch.special",
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.init",
    "torch.nn.utils",
    "torch.nn.utils.rnn",
    "torch.nn.utils.prune",
    "torch.nn.utils.parametrize",
    "torch.nn.utils.parametrizations",
    "torch.optim",
    "torch.optim.lr_scheduler",
    "torch.optim.swa_utils",
    "torch.utils.data",
    "torch.utils.checkpoint",
    "torch.autograd",
    "torch.autograd.functional",
    "torch.func",
    "torch.random",
    "torch.distributions",
    "torch.distributions.constraints",
    "torch.distributions.transforms",
    "torch.cuda",
    "torch.cuda.memory",
    "torch.cuda.graphs",
    "torch.cuda.random",
    "torch.cuda.streams",
    "torch.accelerator",
]


def names(label):
    """Of a class or of torch itself all names, of a module those that it exports or defines."""
    if label in ("torch", "torch.Tensor"):
        owner = torch if label == "torch" else torch.Tensor
        return [name for name in dir(owner) if not name.startswith("_")]
    module = importlib.import_module(label)
    if hasattr(module, "__all__"):
        return [name for name in module.__all__ if not name.startswith("_")]

    def own(name):
        value = getattr(module, name)
        home = getattr(value, "__module__", None) or label
        return not name.startswith("_") and not isinstance(value, types.ModuleType) and home.startswith("torch")

    return [name for name in dir(module) if own(name)]


lines = sorted({f"{label} {name}" for label in MODULES for name in names(label)})
pathlib.Path(__file__).with_name("names.txt").write_text("\n".join(lines) + "\n")
