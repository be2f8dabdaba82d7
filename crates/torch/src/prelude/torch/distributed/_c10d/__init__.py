"""The parts of torch.distributed.distributed_c10d."""
