"""The parts of torch.optim.lr_scheduler."""
