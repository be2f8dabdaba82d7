"""Shared code of torch's modules that PyTorch does not have."""
