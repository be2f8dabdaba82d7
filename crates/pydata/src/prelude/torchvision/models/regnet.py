"""RegNet (Radosavovic et al., 2020): widths of blocks on a line, in steps."""

import math
from collections import OrderedDict
from functools import partial

import torch
from torch import nn
from torchvision.models._api import register_model, weights_of
from torchvision.models._utils import _make_divisible
from torchvision.ops.misc import Conv2dNormActivation, SqueezeExcitation

RegNet_Y_400MF_Weights, RegNet_Y_800MF_Weights, RegNet_Y_1_6GF_Weights, RegNet_Y_3_2GF_Weights = weights_of(
    "RegNet_Y_400MF_Weights", "RegNet_Y_800MF_Weights", "RegNet_Y_1_6GF_Weights", "RegNet_Y_3_2GF_Weights"
)
RegNet_Y_8GF_Weights, RegNet_Y_16GF_Weights, RegNet_Y_32GF_Weights, RegNet_Y_128GF_Weights = weights_of(
    "RegNet_Y_8GF_Weights", "RegNet_Y_16GF_Weights", "RegNet_Y_32GF_Weights", "RegNet_Y_128GF_Weights"
)
RegNet_X_400MF_Weights, RegNet_X_800MF_Weights, RegNet_X_1_6GF_Weights, RegNet_X_3_2GF_Weights = weights_of(
    "RegNet_X_400MF_Weights", "RegNet_X_800MF_Weights", "RegNet_X_1_6GF_Weights", "RegNet_X_3_2GF_Weights"
)
RegNet_X_8GF_Weights, RegNet_X_16GF_Weights, RegNet_X_32GF_Weights = weights_of(
    "RegNet_X_8GF_Weights", "RegNet_X_16GF_Weights", "RegNet_X_32GF_Weights"
)


class SimpleStemIN(Conv2dNormActivation):
    """The first convolution."""

    def __init__(self, width_in, width_out, norm_layer, activation_layer):
        super().__init__(
            width_in, width_out, kernel_size=3, stride=2, norm_layer=norm_layer, activation_layer=activation_layer
        )


class BottleneckTransform(nn.Sequential):
    """A convolution in groups between two of single pixels; channels are weighed if `se_ratio` says so."""

    def __init__(
        self, width_in, width_out, stride, norm_layer, activation_layer, group_width, bottleneck_multiplier, se_ratio
    ):
        layers = OrderedDict()
        width = int(round(width_out * bottleneck_multiplier))
        options = {"norm_layer": norm_layer, "activation_layer": activation_layer}
        layers["a"] = Conv2dNormActivation(width_in, width, kernel_size=1, stride=1, **options)
        layers["b"] = Conv2dNormActivation(
            width, width, kernel_size=3, stride=stride, groups=width // group_width, **options
        )
        if se_ratio:
            layers["se"] = SqueezeExcitation(
                input_channels=width, squeeze_channels=int(round(se_ratio * width_in)), activation=activation_layer
            )
        layers["c"] = Conv2dNormActivation(
            width, width_out, kernel_size=1, stride=1, norm_layer=norm_layer, activation_layer=None
        )
        super().__init__(layers)


class ResBottleneckBlock(nn.Module):
    """A bottleneck plus the input, projected if the shapes differ."""

    def __init__(
        self, width_in, width_out, stride, norm_layer, activation_layer, group_width=1, bottleneck_multiplier=1.0,
        se_ratio=None,
    ):
        super().__init__()
        self.proj = None
        if width_in != width_out or stride != 1:
            self.proj = Conv2dNormActivation(
                width_in, width_out, kernel_size=1, stride=stride, norm_layer=norm_layer, activation_layer=None
            )
        self.f = BottleneckTransform(
            width_in, width_out, stride, norm_layer, activation_layer, group_width, bottleneck_multiplier, se_ratio
        )
        self.activation = activation_layer(inplace=True)

    def forward(self, x):
        return self.activation((x if self.proj is None else self.proj(x)) + self.f(x))


class AnyStage(nn.Sequential):
    """Blocks of one width, the first of which changes the size."""

    def __init__(
        self, width_in, width_out, stride, depth, block_constructor, norm_layer, activation_layer, group_width,
        bottleneck_multiplier, se_ratio=None, stage_index=0,
    ):
        super().__init__()
        for i in range(depth):
            block = block_constructor(
                width_in if i == 0 else width_out, width_out, stride if i == 0 else 1, norm_layer, activation_layer,
                group_width, bottleneck_multiplier, se_ratio,
            )
            self.add_module(f"block{stage_index}-{i}", block)


class BlockParams:
    """The depths, widths, widths of groups and strides of the stages."""

    def __init__(self, depths, widths, group_widths, bottleneck_multipliers, strides, se_ratio=None):
        self.depths, self.widths, self.group_widths = depths, widths, group_widths
        self.bottleneck_multipliers, self.strides, self.se_ratio = bottleneck_multipliers, strides, se_ratio

    @classmethod
    def from_init_params(
        cls, depth, w_0, w_a, w_m, group_width, bottleneck_multiplier=1.0, se_ratio=None, **kwargs
    ):
        """The stages for widths that begin at `w_0`, grow by `w_a` and are rounded to powers of `w_m`, in eights."""
        if w_a < 0 or w_0 <= 0 or w_m <= 1 or w_0 % 8 != 0:
            raise ValueError("Invalid RegNet settings")
        continuous = torch.arange(depth) * w_a + w_0
        powers = torch.round(torch.log(continuous / w_0) / math.log(w_m))
        widths = (torch.round(torch.divide(w_0 * torch.pow(w_m, powers), 8)) * 8).int().tolist()
        stages = sorted(set(widths))
        depths = [widths.count(width) for width in stages]
        multipliers, strides = [bottleneck_multiplier] * len(stages), [2] * len(stages)
        groups = [group_width] * len(stages)
        stages, groups = cls._adjust_widths_groups_compatibilty(stages, multipliers, groups)
        return cls(depths, stages, groups, multipliers, strides, se_ratio)

    def _get_expanded_params(self):
        return zip(self.widths, self.strides, self.depths, self.group_widths, self.bottleneck_multipliers)

    @staticmethod
    def _adjust_widths_groups_compatibilty(stage_widths, bottleneck_ratios, group_widths):
        widths = [int(width * ratio) for width, ratio in zip(stage_widths, bottleneck_ratios)]
        groups = [min(group, width) for group, width in zip(group_widths, widths)]
        widths = [_make_divisible(width, group) for width, group in zip(widths, groups)]
        return [int(width / ratio) for width, ratio in zip(widths, bottleneck_ratios)], groups


class RegNet(nn.Module):
    """A first convolution, the stages of `block_params`, one linear layer."""

    def __init__(
        self, block_params, num_classes=1000, stem_width=32, stem_type=None, block_type=None, norm_layer=None,
        activation=None,
    ):
        super().__init__()
        norm_layer, activation = norm_layer or nn.BatchNorm2d, activation or nn.ReLU
        self.stem = (stem_type or SimpleStemIN)(3, stem_width, norm_layer, activation)
        width, stages = stem_width, []
        for i, (out, stride, depth, group, multiplier) in enumerate(block_params._get_expanded_params(), 1):
            stage = AnyStage(
                width, out, stride, depth, block_type or ResBottleneckBlock, norm_layer, activation, group, multiplier,
                block_params.se_ratio, stage_index=i,
            )
            stages.append((f"block{i}", stage))
            width = out
        self.trunk_output = nn.Sequential(OrderedDict(stages))
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(in_features=width, out_features=num_classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                fan_out = m.kernel_size[0] * m.kernel_size[1] * m.out_channels
                nn.init.normal_(m.weight, mean=0.0, std=math.sqrt(2.0 / fan_out))
            elif isinstance(m, nn.BatchNorm2d):
                nn.init.ones_(m.weight)
                nn.init.zeros_(m.bias)
            elif isinstance(m, nn.Linear):
                nn.init.normal_(m.weight, mean=0.0, std=0.01)
                nn.init.zeros_(m.bias)

    def forward(self, x):
        return self.fc(self.avgpool(self.trunk_output(self.stem(x))).flatten(start_dim=1))


def _regnet(depth, w_0, w_a, w_m, group_width, options, se_ratio=None):
    params = BlockParams.from_init_params(depth, w_0, w_a, w_m, group_width, se_ratio=se_ratio)
    norm_layer = options.pop("norm_layer", partial(nn.BatchNorm2d, eps=1e-05, momentum=0.1))
    return RegNet(params, norm_layer=norm_layer, **options)


@register_model()
def regnet_y_400mf(**kwargs):
    """RegNetY of 400 million operations."""
    return _regnet(16, 48, 27.89, 2.09, 8, kwargs, 0.25)


@register_model()
def regnet_y_800mf(**kwargs):
    """RegNetY of 800 million operations."""
    return _regnet(14, 56, 38.84, 2.4, 16, kwargs, 0.25)


@register_model()
def regnet_y_1_6gf(**kwargs):
    """RegNetY of 1.6 billion operations."""
    return _regnet(27, 48, 20.71, 2.65, 24, kwargs, 0.25)


@register_model()
def regnet_y_3_2gf(**kwargs):
    """RegNetY of 3.2 billion operations."""
    return _regnet(21, 80, 42.63, 2.66, 24, kwargs, 0.25)


@register_model()
def regnet_y_8gf(**kwargs):
    """RegNetY of 8 billion operations."""
    return _regnet(17, 192, 76.82, 2.19, 56, kwargs, 0.25)


@register_model()
def regnet_y_16gf(**kwargs):
    """RegNetY of 16 billion operations."""
    return _regnet(18, 200, 106.23, 2.48, 112, kwargs, 0.25)


@register_model()
def regnet_y_32gf(**kwargs):
    """RegNetY of 32 billion operations."""
    return _regnet(20, 232, 115.89, 2.53, 232, kwargs, 0.25)


@register_model()
def regnet_y_128gf(**kwargs):
    """RegNetY of 128 billion operations."""
    return _regnet(27, 456, 160.83, 2.52, 264, kwargs, 0.25)


@register_model()
def regnet_x_400mf(**kwargs):
    """RegNetX of 400 million operations."""
    return _regnet(22, 24, 24.48, 2.54, 16, kwargs)


@register_model()
def regnet_x_800mf(**kwargs):
    """RegNetX of 800 million operations."""
    return _regnet(16, 56, 35.73, 2.28, 16, kwargs)


@register_model()
def regnet_x_1_6gf(**kwargs):
    """RegNetX of 1.6 billion operations."""
    return _regnet(18, 80, 34.01, 2.25, 24, kwargs)


@register_model()
def regnet_x_3_2gf(**kwargs):
    """RegNetX of 3.2 billion operations."""
    return _regnet(25, 88, 26.31, 2.25, 48, kwargs)


@register_model()
def regnet_x_8gf(**kwargs):
    """RegNetX of 8 billion operations."""
    return _regnet(23, 80, 49.56, 2.88, 120, kwargs)


@register_model()
def regnet_x_16gf(**kwargs):
    """RegNetX of 16 billion operations."""
    return _regnet(22, 216, 55.59, 2.1, 128, kwargs)


@register_model()
def regnet_x_32gf(**kwargs):
    """RegNetX of 32 billion operations."""
    return _regnet(23, 320, 69.86, 2.0, 168, kwargs)
