"""Inception v3 (Szegedy et al., 2015): large windows as rows of small ones, side by side."""

import warnings
from collections import namedtuple

import torch
from torch import nn
from torch.nn import functional as F
from torchvision.models._api import knows_weights, register_model, weights_of
from torchvision.models.googlenet import BasicConv2d, _as_if_normalised_otherwise, _begin

Inception_V3_Weights, = weights_of("Inception_V3_Weights")

InceptionOutputs = namedtuple("InceptionOutputs", ["logits", "aux_logits"])


class InceptionA(nn.Module):
    """Windows of 1, 5 and twice 3."""

    def __init__(self, in_channels, pool_features, conv_block=None):
        super().__init__()
        conv = conv_block or BasicConv2d
        self.branch1x1 = conv(in_channels, 64, kernel_size=1)
        self.branch5x5_1 = conv(in_channels, 48, kernel_size=1)
        self.branch5x5_2 = conv(48, 64, kernel_size=5, padding=2)
        self.branch3x3dbl_1 = conv(in_channels, 64, kernel_size=1)
        self.branch3x3dbl_2 = conv(64, 96, kernel_size=3, padding=1)
        self.branch3x3dbl_3 = conv(96, 96, kernel_size=3, padding=1)
        self.branch_pool = conv(in_channels, pool_features, kernel_size=1)

    def forward(self, x):
        return torch.cat([
            self.branch1x1(x),
            self.branch5x5_2(self.branch5x5_1(x)),
            self.branch3x3dbl_3(self.branch3x3dbl_2(self.branch3x3dbl_1(x))),
            self.branch_pool(F.avg_pool2d(x, kernel_size=3, stride=1, padding=1)),
        ], 1)


class InceptionB(nn.Module):
    """Half the size."""

    def __init__(self, in_channels, conv_block=None):
        super().__init__()
        conv = conv_block or BasicConv2d
        self.branch3x3 = conv(in_channels, 384, kernel_size=3, stride=2)
        self.branch3x3dbl_1 = conv(in_channels, 64, kernel_size=1)
        self.branch3x3dbl_2 = conv(64, 96, kernel_size=3, padding=1)
        self.branch3x3dbl_3 = conv(96, 96, kernel_size=3, stride=2)

    def forward(self, x):
        return torch.cat([
            self.branch3x3(x),
            self.branch3x3dbl_3(self.branch3x3dbl_2(self.branch3x3dbl_1(x))),
            F.max_pool2d(x, kernel_size=3, stride=2),
        ], 1)


class InceptionC(nn.Module):
    """Windows of 7 by 7 as rows and columns."""

    def __init__(self, in_channels, channels_7x7, conv_block=None):
        super().__init__()
        conv, c7 = conv_block or BasicConv2d, channels_7x7
        row, column = {"kernel_size": (1, 7), "padding": (0, 3)}, {"kernel_size": (7, 1), "padding": (3, 0)}
        self.branch1x1 = conv(in_channels, 192, kernel_size=1)
        self.branch7x7_1 = conv(in_channels, c7, kernel_size=1)
        self.branch7x7_2 = conv(c7, c7, **row)
        self.branch7x7_3 = conv(c7, 192, **column)
        self.branch7x7dbl_1 = conv(in_channels, c7, kernel_size=1)
        self.branch7x7dbl_2 = conv(c7, c7, **column)
        self.branch7x7dbl_3 = conv(c7, c7, **row)
        self.branch7x7dbl_4 = conv(c7, c7, **column)
        self.branch7x7dbl_5 = conv(c7, 192, **row)
        self.branch_pool = conv(in_channels, 192, kernel_size=1)

    def forward(self, x):
        twice = self.branch7x7dbl_3(self.branch7x7dbl_2(self.branch7x7dbl_1(x)))
        return torch.cat([
            self.branch1x1(x),
            self.branch7x7_3(self.branch7x7_2(self.branch7x7_1(x))),
            self.branch7x7dbl_5(self.branch7x7dbl_4(twice)),
            self.branch_pool(F.avg_pool2d(x, kernel_size=3, stride=1, padding=1)),
        ], 1)


class InceptionD(nn.Module):
    """Half the size again."""

    def __init__(self, in_channels, conv_block=None):
        super().__init__()
        conv = conv_block or BasicConv2d
        self.branch3x3_1 = conv(in_channels, 192, kernel_size=1)
        self.branch3x3_2 = conv(192, 320, kernel_size=3, stride=2)
        self.branch7x7x3_1 = conv(in_channels, 192, kernel_size=1)
        self.branch7x7x3_2 = conv(192, 192, kernel_size=(1, 7), padding=(0, 3))
        self.branch7x7x3_3 = conv(192, 192, kernel_size=(7, 1), padding=(3, 0))
        self.branch7x7x3_4 = conv(192, 192, kernel_size=3, stride=2)

    def forward(self, x):
        return torch.cat([
            self.branch3x3_2(self.branch3x3_1(x)),
            self.branch7x7x3_4(self.branch7x7x3_3(self.branch7x7x3_2(self.branch7x7x3_1(x)))),
            F.max_pool2d(x, kernel_size=3, stride=2),
        ], 1)


class InceptionE(nn.Module):
    """Rows and columns of 3 side by side."""

    def __init__(self, in_channels, conv_block=None):
        super().__init__()
        conv = conv_block or BasicConv2d
        row, column = {"kernel_size": (1, 3), "padding": (0, 1)}, {"kernel_size": (3, 1), "padding": (1, 0)}
        self.branch1x1 = conv(in_channels, 320, kernel_size=1)
        self.branch3x3_1 = conv(in_channels, 384, kernel_size=1)
        self.branch3x3_2a = conv(384, 384, **row)
        self.branch3x3_2b = conv(384, 384, **column)
        self.branch3x3dbl_1 = conv(in_channels, 448, kernel_size=1)
        self.branch3x3dbl_2 = conv(448, 384, kernel_size=3, padding=1)
        self.branch3x3dbl_3a = conv(384, 384, **row)
        self.branch3x3dbl_3b = conv(384, 384, **column)
        self.branch_pool = conv(in_channels, 192, kernel_size=1)

    def forward(self, x):
        once = self.branch3x3_1(x)
        twice = self.branch3x3dbl_2(self.branch3x3dbl_1(x))
        return torch.cat([
            self.branch1x1(x),
            torch.cat([self.branch3x3_2a(once), self.branch3x3_2b(once)], 1),
            torch.cat([self.branch3x3dbl_3a(twice), self.branch3x3dbl_3b(twice)], 1),
            self.branch_pool(F.avg_pool2d(x, kernel_size=3, stride=1, padding=1)),
        ], 1)


class InceptionAux(nn.Module):
    """Classes from the middle of the network."""

    def __init__(self, in_channels, num_classes, conv_block=None):
        super().__init__()
        conv = conv_block or BasicConv2d
        self.conv0 = conv(in_channels, 128, kernel_size=1)
        self.conv1 = conv(128, 768, kernel_size=5)
        self.conv1.stddev = 0.01
        self.fc = nn.Linear(768, num_classes)
        self.fc.stddev = 0.001

    def forward(self, x):
        x = self.conv1(self.conv0(F.avg_pool2d(x, kernel_size=5, stride=3)))
        return self.fc(torch.flatten(F.adaptive_avg_pool2d(x, (1, 1)), 1))


class Inception3(nn.Module):
    """Eleven blocks; while training, classes of its own follow the eighth."""

    def __init__(
        self, num_classes=1000, aux_logits=True, transform_input=False, inception_blocks=None, init_weights=None,
        dropout=0.5,
    ):
        super().__init__()
        conv, a, b, c, d, e, aux = inception_blocks or [
            BasicConv2d, InceptionA, InceptionB, InceptionC, InceptionD, InceptionE, InceptionAux
        ]
        if init_weights is None:
            warnings.warn(
                "The default weight initialization of inception_v3 will be changed in future releases of torchvision. If you "
                "wish to keep the old behavior (which leads to long initialization times due to scipy/scipy#11299), please set "
                "init_weights=True.",
                FutureWarning,
            )
            init_weights = True
        self.aux_logits, self.transform_input = aux_logits, transform_input
        self.Conv2d_1a_3x3 = conv(3, 32, kernel_size=3, stride=2)
        self.Conv2d_2a_3x3 = conv(32, 32, kernel_size=3)
        self.Conv2d_2b_3x3 = conv(32, 64, kernel_size=3, padding=1)
        self.maxpool1 = nn.MaxPool2d(kernel_size=3, stride=2)
        self.Conv2d_3b_1x1 = conv(64, 80, kernel_size=1)
        self.Conv2d_4a_3x3 = conv(80, 192, kernel_size=3)
        self.maxpool2 = nn.MaxPool2d(kernel_size=3, stride=2)
        self.Mixed_5b = a(192, pool_features=32)
        self.Mixed_5c = a(256, pool_features=64)
        self.Mixed_5d = a(288, pool_features=64)
        self.Mixed_6a = b(288)
        self.Mixed_6b = c(768, channels_7x7=128)
        self.Mixed_6c = c(768, channels_7x7=160)
        self.Mixed_6d = c(768, channels_7x7=160)
        self.Mixed_6e = c(768, channels_7x7=192)
        self.AuxLogits = aux(768, num_classes) if aux_logits else None
        self.Mixed_7a = d(768)
        self.Mixed_7b = e(1280)
        self.Mixed_7c = e(2048)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.dropout = nn.Dropout(p=dropout)
        self.fc = nn.Linear(2048, num_classes)
        if init_weights:
            _begin(self.modules(), 0.1)

    def forward(self, x):
        x = _as_if_normalised_otherwise(x) if self.transform_input else x
        x = self.maxpool1(self.Conv2d_2b_3x3(self.Conv2d_2a_3x3(self.Conv2d_1a_3x3(x))))
        x = self.maxpool2(self.Conv2d_4a_3x3(self.Conv2d_3b_1x1(x)))
        x = self.Mixed_6a(self.Mixed_5d(self.Mixed_5c(self.Mixed_5b(x))))
        x = self.Mixed_6e(self.Mixed_6d(self.Mixed_6c(self.Mixed_6b(x))))
        aux = self.AuxLogits(x) if self.AuxLogits is not None and self.training else None
        x = self.Mixed_7c(self.Mixed_7b(self.Mixed_7a(x)))
        x = self.fc(torch.flatten(self.dropout(self.avgpool(x)), 1))
        return InceptionOutputs(x, aux) if self.training and self.aux_logits else x


@register_model()
@knows_weights
def inception_v3(weights=None, **kwargs):
    """Inception v3."""
    if weights is not None:
        kwargs = {"transform_input": True, "aux_logits": True, "init_weights": False, **kwargs}
    return Inception3(**kwargs)
