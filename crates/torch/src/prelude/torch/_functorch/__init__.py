"""The parts of `torch.func` that are too long for its own file."""
