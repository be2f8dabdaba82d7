"""EfficientNet (Tan and Le, 2019 and 2021): depth, width and size of pictures scaled together."""

import copy
import math
from functools import partial

import torch
from torch import nn
from torchvision.models._api import register_model, weights_of
from torchvision.models._utils import _initialize, _make_divisible
from torchvision.ops.misc import Conv2dNormActivation, SqueezeExcitation, StochasticDepth

EfficientNet_B0_Weights, EfficientNet_B1_Weights, EfficientNet_B2_Weights, EfficientNet_B3_Weights = weights_of(
    "EfficientNet_B0_Weights", "EfficientNet_B1_Weights", "EfficientNet_B2_Weights", "EfficientNet_B3_Weights"
)
EfficientNet_B4_Weights, EfficientNet_B5_Weights, EfficientNet_B6_Weights, EfficientNet_B7_Weights = weights_of(
    "EfficientNet_B4_Weights", "EfficientNet_B5_Weights", "EfficientNet_B6_Weights", "EfficientNet_B7_Weights"
)
EfficientNet_V2_S_Weights, EfficientNet_V2_M_Weights, EfficientNet_V2_L_Weights = weights_of(
    "EfficientNet_V2_S_Weights", "EfficientNet_V2_M_Weights", "EfficientNet_V2_L_Weights"
)


class _MBConvConfig:
    """What the blocks of one stage are made of."""

    def __init__(self, expand_ratio, kernel, stride, input_channels, out_channels, num_layers, block):
        self.expand_ratio, self.kernel, self.stride = expand_ratio, kernel, stride
        self.input_channels, self.out_channels = input_channels, out_channels
        self.num_layers, self.block = num_layers, block

    @staticmethod
    def adjust_channels(channels, width_mult, min_value=None):
        return _make_divisible(channels * width_mult, 8, min_value)


class MBConvConfig(_MBConvConfig):
    """A stage of `MBConv`, scaled."""

    def __init__(
        self, expand_ratio, kernel, stride, input_channels, out_channels, num_layers, width_mult=1.0, depth_mult=1.0,
        block=None,
    ):
        channels = self.adjust_channels(input_channels, width_mult)
        out = self.adjust_channels(out_channels, width_mult)
        depth = self.adjust_depth(num_layers, depth_mult)
        super().__init__(expand_ratio, kernel, stride, channels, out, depth, block or MBConv)

    @staticmethod
    def adjust_depth(num_layers, depth_mult):
        return int(math.ceil(num_layers * depth_mult))


class FusedMBConvConfig(_MBConvConfig):
    """A stage of `FusedMBConv`."""

    def __init__(self, expand_ratio, kernel, stride, input_channels, out_channels, num_layers, block=None):
        super().__init__(expand_ratio, kernel, stride, input_channels, out_channels, num_layers, block or FusedMBConv)


class _Residual(nn.Module):
    """Layers whose result is sometimes dropped, plus the input if the shapes are equal."""

    def __init__(self, cnf, layers, stochastic_depth_prob):
        super().__init__()
        if not 1 <= cnf.stride <= 2:
            raise ValueError("illegal stride value")
        self.use_res_connect = cnf.stride == 1 and cnf.input_channels == cnf.out_channels
        self.block = nn.Sequential(*layers)
        self.stochastic_depth = StochasticDepth(stochastic_depth_prob, "row")
        self.out_channels = cnf.out_channels

    def forward(self, input):
        result = self.block(input)
        if self.use_res_connect:
            result = self.stochastic_depth(result)
            result += input
        return result


class MBConv(_Residual):
    """Expands, filters per channel, weighs channels, projects."""

    def __init__(self, cnf, stochastic_depth_prob, norm_layer, se_layer=SqueezeExcitation):
        wide = cnf.adjust_channels(cnf.input_channels, cnf.expand_ratio)
        options, layers = {"norm_layer": norm_layer, "activation_layer": nn.SiLU}, []
        if wide != cnf.input_channels:
            layers.append(Conv2dNormActivation(cnf.input_channels, wide, kernel_size=1, **options))
        layers.append(Conv2dNormActivation(wide, wide, kernel_size=cnf.kernel, stride=cnf.stride, groups=wide, **options))
        layers.append(se_layer(wide, max(1, cnf.input_channels // 4), activation=partial(nn.SiLU, inplace=True)))
        layers.append(
            Conv2dNormActivation(wide, cnf.out_channels, kernel_size=1, norm_layer=norm_layer, activation_layer=None)
        )
        super().__init__(cnf, layers, stochastic_depth_prob)


class FusedMBConv(_Residual):
    """Expands and filters in one convolution, then projects."""

    def __init__(self, cnf, stochastic_depth_prob, norm_layer):
        wide = cnf.adjust_channels(cnf.input_channels, cnf.expand_ratio)
        options = {"norm_layer": norm_layer, "activation_layer": nn.SiLU}
        first = {"kernel_size": cnf.kernel, "stride": cnf.stride, **options}
        if wide != cnf.input_channels:
            layers = [
                Conv2dNormActivation(cnf.input_channels, wide, **first),
                Conv2dNormActivation(wide, cnf.out_channels, kernel_size=1, norm_layer=norm_layer, activation_layer=None),
            ]
        else:
            layers = [Conv2dNormActivation(cnf.input_channels, cnf.out_channels, **first)]
        super().__init__(cnf, layers, stochastic_depth_prob)


def _draw_linear(weight):
    reach = 1.0 / math.sqrt(len(weight))
    nn.init.uniform_(weight, -reach, reach)


class EfficientNet(nn.Module):
    """The stages of `inverted_residual_setting`, and one linear layer."""

    def __init__(
        self, inverted_residual_setting, dropout, stochastic_depth_prob=0.2, num_classes=1000, norm_layer=None,
        last_channel=None,
    ):
        super().__init__()
        if not inverted_residual_setting:
            raise ValueError("The inverted_residual_setting should not be empty")
        norm_layer = norm_layer or nn.BatchNorm2d
        options = {"norm_layer": norm_layer, "activation_layer": nn.SiLU}
        first, last = inverted_residual_setting[0].input_channels, inverted_residual_setting[-1].out_channels
        layers = [Conv2dNormActivation(3, first, kernel_size=3, stride=2, **options)]
        total, done = sum(cnf.num_layers for cnf in inverted_residual_setting), 0
        for cnf in inverted_residual_setting:
            stage = []
            for _ in range(cnf.num_layers):
                block = copy.copy(cnf)
                if stage:
                    block.input_channels, block.stride = block.out_channels, 1
                stage.append(block.block(block, stochastic_depth_prob * float(done) / total, norm_layer))
                done += 1
            layers.append(nn.Sequential(*stage))
        wide = last_channel if last_channel is not None else 4 * last
        layers.append(Conv2dNormActivation(last, wide, kernel_size=1, **options))
        self.features = nn.Sequential(*layers)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(nn.Dropout(p=dropout, inplace=True), nn.Linear(wide, num_classes))
        _initialize(self, _draw_linear)

    def forward(self, x):
        return self.classifier(torch.flatten(self.avgpool(self.features(x)), 1))


# Expansion, kernel, stride, channels before and after, blocks; those of `FusedMBConv` stand first.
_V1 = [
    (1, 3, 1, 32, 16, 1), (6, 3, 2, 16, 24, 2), (6, 5, 2, 24, 40, 2), (6, 3, 2, 40, 80, 3), (6, 5, 1, 80, 112, 3),
    (6, 5, 2, 112, 192, 4), (6, 3, 1, 192, 320, 1),
]
_V2 = {
    "s": (
        [(1, 3, 1, 24, 24, 2), (4, 3, 2, 24, 48, 4), (4, 3, 2, 48, 64, 4)],
        [(4, 3, 2, 64, 128, 6), (6, 3, 1, 128, 160, 9), (6, 3, 2, 160, 256, 15)],
    ),
    "m": (
        [(1, 3, 1, 24, 24, 3), (4, 3, 2, 24, 48, 5), (4, 3, 2, 48, 80, 5)],
        [(4, 3, 2, 80, 160, 7), (6, 3, 1, 160, 176, 14), (6, 3, 2, 176, 304, 18), (6, 3, 1, 304, 512, 5)],
    ),
    "l": (
        [(1, 3, 1, 32, 32, 4), (4, 3, 2, 32, 64, 7), (4, 3, 2, 64, 96, 7)],
        [(4, 3, 2, 96, 192, 10), (6, 3, 1, 192, 224, 19), (6, 3, 2, 224, 384, 25), (6, 3, 1, 384, 640, 7)],
    ),
}


def _scaled(width_mult, depth_mult, dropout, options, norm_layer=None):
    setting = [MBConvConfig(*row, width_mult=width_mult, depth_mult=depth_mult) for row in _V1]
    dropout = options.pop("dropout", dropout)
    return EfficientNet(setting, dropout, **{"norm_layer": norm_layer, **options})


def _second(size, dropout, options):
    fused, plain = _V2[size]
    setting = [FusedMBConvConfig(*row) for row in fused] + [MBConvConfig(*row) for row in plain]
    options = {"last_channel": 1280, "norm_layer": partial(nn.BatchNorm2d, eps=1e-03), **options}
    dropout = options.pop("dropout", dropout)
    return EfficientNet(setting, dropout, **options)


_SLOW = partial(nn.BatchNorm2d, eps=0.001, momentum=0.01)


@register_model()
def efficientnet_b0(**kwargs):
    """EfficientNet B0."""
    return _scaled(1.0, 1.0, 0.2, kwargs)


@register_model()
def efficientnet_b1(**kwargs):
    """EfficientNet B1."""
    return _scaled(1.0, 1.1, 0.2, kwargs)


@register_model()
def efficientnet_b2(**kwargs):
    """EfficientNet B2."""
    return _scaled(1.1, 1.2, 0.3, kwargs)


@register_model()
def efficientnet_b3(**kwargs):
    """EfficientNet B3."""
    return _scaled(1.2, 1.4, 0.3, kwargs)


@register_model()
def efficientnet_b4(**kwargs):
    """EfficientNet B4."""
    return _scaled(1.4, 1.8, 0.4, kwargs)


@register_model()
def efficientnet_b5(**kwargs):
    """EfficientNet B5."""
    return _scaled(1.6, 2.2, 0.4, kwargs, _SLOW)


@register_model()
def efficientnet_b6(**kwargs):
    """EfficientNet B6."""
    return _scaled(1.8, 2.6, 0.5, kwargs, _SLOW)


@register_model()
def efficientnet_b7(**kwargs):
    """EfficientNet B7."""
    return _scaled(2.0, 3.1, 0.5, kwargs, _SLOW)


@register_model()
def efficientnet_v2_s(**kwargs):
    """EfficientNetV2, small."""
    return _second("s", 0.2, kwargs)


@register_model()
def efficientnet_v2_m(**kwargs):
    """EfficientNetV2, medium."""
    return _second("m", 0.3, kwargs)


@register_model()
def efficientnet_v2_l(**kwargs):
    """EfficientNetV2, large."""
    return _second("l", 0.4, kwargs)
