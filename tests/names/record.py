#!/usr/bin/env python3
"""Records the public names of PyTorch 2.11's torch, torch.Tensor, torch.linalg and torch.special in names.txt."""
import pathlib

import torch

OWNERS = [("torch", torch), ("torch.Tensor", torch.Tensor), ("torch.linalg", torch.linalg), ("torch.special", torch.special)]
lines = [f"{label} {name}" for label, owner in OWNERS for name in dir(owner) if not name.startswith("_")]
pathlib.Path(__file__).with_name("names.txt").write_text("\n".join(lines) + "\n")
