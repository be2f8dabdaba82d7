"""What the modules of torch share and PyTorch does not have."""
