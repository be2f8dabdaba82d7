"""ConvNeXt (Liu et al., 2022): convolutions put together as transformers are."""

from functools import partial

import torch
from torch import nn
from torch.nn import functional as F
from torchvision.models._api import register_model, weights_of
from torchvision.ops.misc import Conv2dNormActivation, Permute, StochasticDepth

ConvNeXt_Tiny_Weights, ConvNeXt_Small_Weights, ConvNeXt_Base_Weights, ConvNeXt_Large_Weights = weights_of(
    "ConvNeXt_Tiny_Weights", "ConvNeXt_Small_Weights", "ConvNeXt_Base_Weights", "ConvNeXt_Large_Weights"
)


class LayerNorm2d(nn.LayerNorm):
    """A norm over the channels of pictures."""

    def forward(self, x):
        x = F.layer_norm(x.permute(0, 2, 3, 1), self.normalized_shape, self.weight, self.bias, self.eps)
        return x.permute(0, 3, 1, 2)


class CNBlock(nn.Module):
    """Wide windows per channel, then two linear layers, scaled and added to the input."""

    def __init__(self, dim, layer_scale, stochastic_depth_prob, norm_layer=None):
        super().__init__()
        norm_layer = norm_layer or partial(nn.LayerNorm, eps=1e-6)
        self.block = nn.Sequential(
            nn.Conv2d(dim, dim, kernel_size=7, padding=3, groups=dim, bias=True),
            Permute([0, 2, 3, 1]),
            norm_layer(dim),
            nn.Linear(dim, 4 * dim, bias=True),
            nn.GELU(),
            nn.Linear(4 * dim, dim, bias=True),
            Permute([0, 3, 1, 2]),
        )
        self.layer_scale = nn.Parameter(torch.ones(dim, 1, 1) * layer_scale)
        self.stochastic_depth = StochasticDepth(stochastic_depth_prob, "row")

    def forward(self, input):
        result = self.layer_scale * self.block(input)
        result = self.stochastic_depth(result)
        result += input
        return result


class CNBlockConfig:
    """The channels and blocks of a stage, and the channels after it."""

    def __init__(self, input_channels, out_channels, num_layers):
        self.input_channels, self.out_channels, self.num_layers = input_channels, out_channels, num_layers


class ConvNeXt(nn.Module):
    """Stages of blocks, halved in size between them; then a norm and one linear layer."""

    def __init__(
        self, block_setting, stochastic_depth_prob=0.0, layer_scale=1e-6, num_classes=1000, block=None, norm_layer=None,
        **kwargs,
    ):
        super().__init__()
        if not block_setting:
            raise ValueError("The block_setting should not be empty")
        block, norm_layer = block or CNBlock, norm_layer or partial(LayerNorm2d, eps=1e-6)
        first, last = block_setting[0].input_channels, block_setting[-1]
        layers = [
            Conv2dNormActivation(
                3, first, kernel_size=4, stride=4, padding=0, norm_layer=norm_layer, activation_layer=None, bias=True
            )
        ]
        total, done = sum(cnf.num_layers for cnf in block_setting), 0
        for cnf in block_setting:
            stage = []
            for _ in range(cnf.num_layers):
                stage.append(block(cnf.input_channels, layer_scale, stochastic_depth_prob * done / (total - 1.0)))
                done += 1
            layers.append(nn.Sequential(*stage))
            if cnf.out_channels is not None:
                halved = nn.Conv2d(cnf.input_channels, cnf.out_channels, kernel_size=2, stride=2)
                layers.append(nn.Sequential(norm_layer(cnf.input_channels), halved))
        self.features = nn.Sequential(*layers)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        width = last.out_channels if last.out_channels is not None else last.input_channels
        self.classifier = nn.Sequential(norm_layer(width), nn.Flatten(1), nn.Linear(width, num_classes))
        for m in self.modules():
            if isinstance(m, (nn.Conv2d, nn.Linear)):
                nn.init.trunc_normal_(m.weight, std=0.02)
                if m.bias is not None:
                    nn.init.zeros_(m.bias)

    def forward(self, x):
        return self.classifier(self.avgpool(self.features(x)))


def _convnext(widths, depths, drop, options):
    setting = [CNBlockConfig(*row) for row in zip(widths, [*widths[1:], None], depths)]
    drop = options.pop("stochastic_depth_prob", drop)
    return ConvNeXt(setting, stochastic_depth_prob=drop, **options)


@register_model()
def convnext_tiny(**kwargs):
    """ConvNeXt, tiny."""
    return _convnext([96, 192, 384, 768], [3, 3, 9, 3], 0.1, kwargs)


@register_model()
def convnext_small(**kwargs):
    """ConvNeXt, small."""
    return _convnext([96, 192, 384, 768], [3, 3, 27, 3], 0.4, kwargs)


@register_model()
def convnext_base(**kwargs):
    """ConvNeXt, base."""
    return _convnext([128, 256, 512, 1024], [3, 3, 27, 3], 0.5, kwargs)


@register_model()
def convnext_large(**kwargs):
    """ConvNeXt, large."""
    return _convnext([192, 384, 768, 1536], [3, 3, 27, 3], 0.5, kwargs)
