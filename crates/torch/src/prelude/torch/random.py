"""`torch.random`: the states of the default generators."""

import contextlib

import torch
from torch import get_rng_state, initial_seed, manual_seed, seed, set_rng_state

default_generator = torch.default_generator


@contextlib.contextmanager
def fork_rng(devices=None, enabled=True):
    """A block whose draws do not change the default generators outside."""
    if not enabled:
        yield
        return
    if devices is None:
        devices = range(torch.cuda.device_count()) if torch.cuda.is_available() else ()
    devices = list(devices)
    cpu = torch.get_rng_state()
    cuda = [torch.cuda.get_rng_state(device) for device in devices]
    try:
        yield
    finally:
        torch.set_rng_state(cpu)
        for device, state in zip(devices, cuda):
            torch.cuda.set_rng_state(state, device)
