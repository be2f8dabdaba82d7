"""Defaults of groups of processes."""

from torch.distributed._c10d.groups import default_pg_timeout

default_pg_nccl_timeout = default_pg_timeout
