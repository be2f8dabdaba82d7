#!/usr/bin/env python3
"""Records the public names of NumPy 2.4's modules, arrays and generator in numpy.txt."""

import importlib
import pathlib

import numpy

MODULES = ["numpy", "numpy.fft", "numpy.linalg", "numpy.ma", "numpy.random", "numpy.exceptions"]
CLASSES = [numpy.ndarray, numpy.random.Generator]


def names(module):
    return getattr(importlib.import_module(module), "__all__", None) or [
        name for name in dir(importlib.import_module(module)) if not name.startswith("_")
    ]


lines = {f"{module} {name}" for module in MODULES for name in names(module)}
for owner in CLASSES:
    home = "numpy" if owner is numpy.ndarray else "numpy.random"
    lines |= {f"{home}.{owner.__name__} {name}" for name in dir(owner) if not name.startswith("_")}
pathlib.Path(__file__).with_name("numpy.txt").write_text("\n".join(sorted(lines)) + "\n")
