"""`torch.utils`: see `torch.utils.data` and `torch.utils.checkpoint`."""
