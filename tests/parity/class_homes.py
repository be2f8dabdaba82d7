# Classes say that they are at home in the files that PyTorch keeps them in, and can be imported from there.
import importlib

import torch
import torch.distributions
import torch.utils.data
from torch import nn

print(type(nn.Linear(2, 3)), type(nn.Sequential()), nn.LSTM, nn.TransformerEncoderLayer)
for package, names in [
    (nn, "Module Linear Bilinear Identity ReLU GELU Softmax MultiheadAttention Conv1d Conv2d ConvTranspose2d LSTM GRUCell MaxPool2d "
         "AdaptiveAvgPool2d BatchNorm1d BatchNorm2d LayerNorm GroupNorm RMSNorm InstanceNorm2d Dropout Dropout2d Embedding EmbeddingBag "
         "Flatten Unflatten Fold Unfold Upsample PixelShuffle ChannelShuffle ZeroPad2d ReflectionPad1d CosineSimilarity Sequential "
         "ModuleList ModuleDict ParameterList Transformer TransformerDecoder CrossEntropyLoss MSELoss BCEWithLogitsLoss CTCLoss "
         "AdaptiveLogSoftmaxWithLoss"),
    (torch.optim, "Optimizer SGD Adam AdamW NAdam RAdam Adamax Adagrad Adadelta RMSprop Rprop ASGD LBFGS"),
    (torch.utils.data, "Dataset IterableDataset TensorDataset ConcatDataset Subset Sampler RandomSampler BatchSampler DataLoader"),
    (torch.distributions, "Distribution Normal Bernoulli Categorical Gamma Beta MultivariateNormal StudentT TransformedDistribution"),
    (torch.autograd, "Function"),
]:
    for name in names.split():
        kind = getattr(package, name)
        print(kind, kind.__name__, getattr(importlib.import_module(kind.__module__), name) is kind)
try:
    nn.Sequential(nn.ReLU)
except TypeError as error:
    print(error)
