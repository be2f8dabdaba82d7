# PyTorch's files by their names, as its users import from them.
import torch
from torch.nn.modules.batchnorm import _BatchNorm
from torch.nn.modules.loss import CrossEntropyLoss
from torch.nn.modules.conv import _ConvNd
from torch.distributions.normal import Normal
from torch.distributions.categorical import Categorical

model = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2), torch.nn.BatchNorm1d(2))
print([isinstance(m, torch.nn.modules.batchnorm._BatchNorm) for m in model], [isinstance(m, _ConvNd) for m in model], isinstance(model[1], _BatchNorm))
print(CrossEntropyLoss is torch.nn.CrossEntropyLoss, Normal is torch.distributions.Normal, Categorical(torch.ones(2)).probs.tolist(), torch.nn.modules.Linear is torch.nn.Linear)
