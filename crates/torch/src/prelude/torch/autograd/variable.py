"""The old name of tensors."""

import torch

Variable = torch.Tensor
