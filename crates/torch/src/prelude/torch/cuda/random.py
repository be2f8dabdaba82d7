"""`torch.cuda.random`: the generators of all devices at once, and their seeds."""

import torch
from torch._cuda_random import get_rng_state, manual_seed, manual_seed_all, set_rng_state


def get_rng_state_all():
    """The states of all devices' generators, in a list."""
    return [torch.cuda.get_rng_state(index) for index in range(torch.cuda.device_count())]


def set_rng_state_all(new_states):
    """Returns all devices' generators to states that `get_rng_state_all` gave."""
    for index, state in enumerate(new_states):
        torch.cuda.set_rng_state(state, index)


def initial_seed():
    """The seed of the current device's generator."""
    return torch.cuda.get_rng_state()[:8].clone().view(torch.int64).item() & 0xFFFF_FFFF_FFFF_FFFF


def _fresh():
    return torch.Generator().seed()


def seed():
    """Seeds the current device's generator with a random number."""
    torch.cuda.manual_seed(_fresh())


def seed_all():
    """Seeds all devices' generators with one random number."""
    torch.cuda.manual_seed_all(_fresh())
