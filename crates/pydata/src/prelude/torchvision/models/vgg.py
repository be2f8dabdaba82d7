"""VGG (Simonyan and Zisserman, 2014): many convolutions of 3 by 3, then three linear layers."""

import torch
from torch import nn
from torchvision.models._api import register_model, weights_of
from torchvision.models._utils import _draw_small, _initialize

VGG11_Weights, VGG13_Weights, VGG16_Weights, VGG19_Weights = weights_of(
    "VGG11_Weights", "VGG13_Weights", "VGG16_Weights", "VGG19_Weights"
)
VGG11_BN_Weights, VGG13_BN_Weights, VGG16_BN_Weights, VGG19_BN_Weights = weights_of(
    "VGG11_BN_Weights", "VGG13_BN_Weights", "VGG16_BN_Weights", "VGG19_BN_Weights"
)

# Channels of convolutions, and "M" where the size is halved.
cfgs = {
    "A": [64, "M", 128, "M", 256, 256, "M", 512, 512, "M", 512, 512, "M"],
    "B": [64, 64, "M", 128, 128, "M", 256, 256, "M", 512, 512, "M", 512, 512, "M"],
    "D": [64, 64, "M", 128, 128, "M", 256, 256, 256, "M", 512, 512, 512, "M", 512, 512, 512, "M"],
    "E": [64, 64, "M", 128, 128, "M", 256, 256, 256, 256, "M", 512, 512, 512, 512, "M", 512, 512, 512, 512, "M"],
}


class VGG(nn.Module):
    """Features of a picture, and the classes that they speak for."""

    def __init__(self, features, num_classes=1000, init_weights=True, dropout=0.5):
        super().__init__()
        self.features = features
        self.avgpool = nn.AdaptiveAvgPool2d((7, 7))
        self.classifier = nn.Sequential(
            nn.Linear(512 * 7 * 7, 4096),
            nn.ReLU(True),
            nn.Dropout(p=dropout),
            nn.Linear(4096, 4096),
            nn.ReLU(True),
            nn.Dropout(p=dropout),
            nn.Linear(4096, num_classes),
        )
        if init_weights:
            _initialize(self, _draw_small)

    def forward(self, x):
        x = self.avgpool(self.features(x))
        return self.classifier(torch.flatten(x, 1))


def make_layers(cfg, batch_norm=False):
    """The convolutions that a list of channels describes."""
    layers, channels = [], 3
    for entry in cfg:
        if entry == "M":
            layers.append(nn.MaxPool2d(kernel_size=2, stride=2))
            continue
        layers.append(nn.Conv2d(channels, entry, kernel_size=3, padding=1))
        if batch_norm:
            layers.append(nn.BatchNorm2d(entry))
        layers.append(nn.ReLU(inplace=True))
        channels = entry
    return nn.Sequential(*layers)


def _vgg(cfg, batch_norm, options):
    return VGG(make_layers(cfgs[cfg], batch_norm), **options)


@register_model()
def vgg11(**kwargs):
    """VGG of 11 layers."""
    return _vgg("A", False, kwargs)


@register_model()
def vgg11_bn(**kwargs):
    """VGG of 11 layers, with batch norms."""
    return _vgg("A", True, kwargs)


@register_model()
def vgg13(**kwargs):
    """VGG of 13 layers."""
    return _vgg("B", False, kwargs)


@register_model()
def vgg13_bn(**kwargs):
    """VGG of 13 layers, with batch norms."""
    return _vgg("B", True, kwargs)


@register_model()
def vgg16(**kwargs):
    """VGG of 16 layers."""
    return _vgg("D", False, kwargs)


@register_model()
def vgg16_bn(**kwargs):
    """VGG of 16 layers, with batch norms."""
    return _vgg("D", True, kwargs)


@register_model()
def vgg19(**kwargs):
    """VGG of 19 layers."""
    return _vgg("E", False, kwargs)


@register_model()
def vgg19_bn(**kwargs):
    """VGG of 19 layers, with batch norms."""
    return _vgg("E", True, kwargs)
