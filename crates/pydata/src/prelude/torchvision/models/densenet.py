"""DenseNet (Huang et al., 2017): each layer receives the outputs of all layers before it in its block."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.checkpoint import checkpoint
from torchvision.models._api import register_model, weights_of

DenseNet121_Weights, DenseNet161_Weights, DenseNet169_Weights, DenseNet201_Weights = weights_of(
    "DenseNet121_Weights", "DenseNet161_Weights", "DenseNet169_Weights", "DenseNet201_Weights"
)


class _DenseLayer(nn.Module):
    def __init__(self, num_input_features, growth_rate, bn_size, drop_rate, memory_efficient=False):
        super().__init__()
        narrow = bn_size * growth_rate
        self.norm1 = nn.BatchNorm2d(num_input_features)
        self.relu1 = nn.ReLU(inplace=True)
        self.conv1 = nn.Conv2d(num_input_features, narrow, kernel_size=1, stride=1, bias=False)
        self.norm2 = nn.BatchNorm2d(narrow)
        self.relu2 = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(narrow, growth_rate, kernel_size=3, stride=1, padding=1, bias=False)
        self.drop_rate, self.memory_efficient = float(drop_rate), memory_efficient

    def bn_function(self, inputs):
        """The channels of all inputs, narrowed."""
        return self.conv1(self.relu1(self.norm1(torch.cat(inputs, 1))))

    def forward(self, input):
        inputs = [input] if isinstance(input, torch.Tensor) else input
        if self.memory_efficient and any([given.requires_grad for given in inputs]):
            narrowed = checkpoint(lambda *given: self.bn_function(given), *inputs, use_reentrant=False)
        else:
            narrowed = self.bn_function(inputs)
        made = self.conv2(self.relu2(self.norm2(narrowed)))
        return F.dropout(made, p=self.drop_rate, training=self.training) if self.drop_rate > 0 else made


class _DenseBlock(nn.ModuleDict):
    def __init__(self, num_layers, num_input_features, bn_size, growth_rate, drop_rate, memory_efficient=False):
        super().__init__()
        for at in range(num_layers):
            channels = num_input_features + at * growth_rate
            layer = _DenseLayer(channels, growth_rate, bn_size, drop_rate, memory_efficient)
            self.add_module(f"denselayer{at + 1}", layer)

    def forward(self, init_features):
        features = [init_features]
        for layer in self.values():
            features.append(layer(features))
        return torch.cat(features, 1)


class _Transition(nn.Sequential):
    def __init__(self, num_input_features, num_output_features):
        super().__init__()
        self.norm = nn.BatchNorm2d(num_input_features)
        self.relu = nn.ReLU(inplace=True)
        self.conv = nn.Conv2d(num_input_features, num_output_features, kernel_size=1, stride=1, bias=False)
        self.pool = nn.AvgPool2d(kernel_size=2, stride=2)


class DenseNet(nn.Module):
    """Dense blocks, between which channels and sizes are halved."""

    def __init__(
        self,
        growth_rate=32,
        block_config=(6, 12, 24, 16),
        num_init_features=64,
        bn_size=4,
        drop_rate=0,
        num_classes=1000,
        memory_efficient=False,
    ):
        super().__init__()
        self.features = nn.Sequential()
        self.features.add_module("conv0", nn.Conv2d(3, num_init_features, kernel_size=7, stride=2, padding=3, bias=False))
        self.features.add_module("norm0", nn.BatchNorm2d(num_init_features))
        self.features.add_module("relu0", nn.ReLU(inplace=True))
        self.features.add_module("pool0", nn.MaxPool2d(kernel_size=3, stride=2, padding=1))
        channels = num_init_features
        for at, layers in enumerate(block_config, 1):
            block = _DenseBlock(layers, channels, bn_size, growth_rate, drop_rate, memory_efficient)
            self.features.add_module(f"denseblock{at}", block)
            channels += layers * growth_rate
            if at < len(block_config):
                self.features.add_module(f"transition{at}", _Transition(channels, channels // 2))
                channels //= 2
        self.features.add_module("norm5", nn.BatchNorm2d(channels))
        self.classifier = nn.Linear(channels, num_classes)
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d):
                nn.init.kaiming_normal_(layer.weight)
        nn.init.constant_(self.classifier.bias, 0)

    def forward(self, x):
        pooled = F.adaptive_avg_pool2d(F.relu(self.features(x), inplace=True), (1, 1))
        return self.classifier(torch.flatten(pooled, 1))


@register_model()
def densenet121(**kwargs):
    """DenseNet of 121 layers."""
    return DenseNet(32, (6, 12, 24, 16), 64, **kwargs)


@register_model()
def densenet161(**kwargs):
    """DenseNet of 161 layers, which grow faster."""
    return DenseNet(48, (6, 12, 36, 24), 96, **kwargs)


@register_model()
def densenet169(**kwargs):
    """DenseNet of 169 layers."""
    return DenseNet(32, (6, 12, 32, 32), 64, **kwargs)


@register_model()
def densenet201(**kwargs):
    """DenseNet of 201 layers."""
    return DenseNet(32, (6, 12, 48, 32), 64, **kwargs)
