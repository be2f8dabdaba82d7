"""MobileNetV3 (Howard et al., 2019): inverted residuals, some of them with weighed channels."""

from functools import partial

from torch import nn
from torchvision.models._api import register_model, weights_of
from torchvision.models._utils import _draw_small, _initialize, _make_divisible
from torchvision.ops.misc import Conv2dNormActivation, SqueezeExcitation as SElayer

MobileNet_V3_Large_Weights, MobileNet_V3_Small_Weights = weights_of(
    "MobileNet_V3_Large_Weights", "MobileNet_V3_Small_Weights"
)


class InvertedResidualConfig:
    """What one block is made of."""

    def __init__(
        self, input_channels, kernel, expanded_channels, out_channels, use_se, activation, stride, dilation, width_mult
    ):
        self.input_channels = self.adjust_channels(input_channels, width_mult)
        self.kernel = kernel
        self.expanded_channels = self.adjust_channels(expanded_channels, width_mult)
        self.out_channels = self.adjust_channels(out_channels, width_mult)
        self.use_se = use_se
        self.use_hs = activation == "HS"
        self.stride = stride
        self.dilation = dilation

    @staticmethod
    def adjust_channels(channels, width_mult):
        return _make_divisible(channels * width_mult, 8)


class InvertedResidual(nn.Module):
    """Expands, filters per channel, weighs channels, projects; adds the input if the shapes are equal."""

    def __init__(self, cnf, norm_layer, se_layer=partial(SElayer, scale_activation=nn.Hardsigmoid)):
        super().__init__()
        if not 1 <= cnf.stride <= 2:
            raise ValueError("illegal stride value")
        self.use_res_connect = cnf.stride == 1 and cnf.input_channels == cnf.out_channels
        options = {"norm_layer": norm_layer, "activation_layer": nn.Hardswish if cnf.use_hs else nn.ReLU}
        wide, layers = cnf.expanded_channels, []
        if wide != cnf.input_channels:
            layers.append(Conv2dNormActivation(cnf.input_channels, wide, kernel_size=1, **options))
        layers.append(
            Conv2dNormActivation(
                wide, wide, kernel_size=cnf.kernel, stride=1 if cnf.dilation > 1 else cnf.stride, dilation=cnf.dilation,
                groups=wide, **options,
            )
        )
        if cnf.use_se:
            layers.append(se_layer(wide, _make_divisible(wide // 4, 8)))
        layers.append(
            Conv2dNormActivation(wide, cnf.out_channels, kernel_size=1, norm_layer=norm_layer, activation_layer=None)
        )
        self.block = nn.Sequential(*layers)
        self.out_channels = cnf.out_channels
        self._is_cn = cnf.stride > 1

    def forward(self, input):
        result = self.block(input)
        if self.use_res_connect:
            result += input
        return result


class MobileNetV3(nn.Module):
    """The blocks of `inverted_residual_setting`, and two linear layers."""

    def __init__(
        self, inverted_residual_setting, last_channel, num_classes=1000, block=None, norm_layer=None, dropout=0.2, **kwargs
    ):
        super().__init__()
        if not inverted_residual_setting:
            raise ValueError("The inverted_residual_setting should not be empty")
        block = block or InvertedResidual
        norm_layer = norm_layer or partial(nn.BatchNorm2d, eps=0.001, momentum=0.01)
        first, last = inverted_residual_setting[0].input_channels, inverted_residual_setting[-1].out_channels
        options = {"norm_layer": norm_layer, "activation_layer": nn.Hardswish}
        layers = [Conv2dNormActivation(3, first, kernel_size=3, stride=2, **options)]
        layers += [block(cnf, norm_layer) for cnf in inverted_residual_setting]
        layers.append(Conv2dNormActivation(last, 6 * last, kernel_size=1, **options))
        self.features = nn.Sequential(*layers)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(
            nn.Linear(6 * last, last_channel),
            nn.Hardswish(inplace=True),
            nn.Dropout(p=dropout, inplace=True),
            nn.Linear(last_channel, num_classes),
        )
        _initialize(self, _draw_small)

    def forward(self, x):
        return self.classifier(self.avgpool(self.features(x)).flatten(1))


# Input channels, kernel, expanded channels, output channels, whether channels are weighed, activation, stride;
# the blocks of the last stage are narrower if the tail is reduced.
_LARGE = [
    (16, 3, 16, 16, False, "RE", 1), (16, 3, 64, 24, False, "RE", 2), (24, 3, 72, 24, False, "RE", 1),
    (24, 5, 72, 40, True, "RE", 2), (40, 5, 120, 40, True, "RE", 1), (40, 5, 120, 40, True, "RE", 1),
    (40, 3, 240, 80, False, "HS", 2), (80, 3, 200, 80, False, "HS", 1), (80, 3, 184, 80, False, "HS", 1),
    (80, 3, 184, 80, False, "HS", 1), (80, 3, 480, 112, True, "HS", 1), (112, 3, 672, 112, True, "HS", 1),
    (112, 5, 672, 160, True, "HS", 2), (160, 5, 960, 160, True, "HS", 1), (160, 5, 960, 160, True, "HS", 1),
]
_SMALL = [
    (16, 3, 16, 16, True, "RE", 2), (16, 3, 72, 24, False, "RE", 2), (24, 3, 88, 24, False, "RE", 1),
    (24, 5, 96, 40, True, "HS", 2), (40, 5, 240, 40, True, "HS", 1), (40, 5, 240, 40, True, "HS", 1),
    (40, 5, 120, 48, True, "HS", 1), (48, 5, 144, 48, True, "HS", 1),
    (48, 5, 288, 96, True, "HS", 2), (96, 5, 576, 96, True, "HS", 1), (96, 5, 576, 96, True, "HS", 1),
]


def _mobilenet_v3_conf(arch, width_mult=1.0, reduced_tail=False, dilated=False, **kwargs):
    if arch not in ("mobilenet_v3_large", "mobilenet_v3_small"):
        raise ValueError(f"Unsupported model type {arch}")
    rows, last = (_LARGE, 1280) if arch == "mobilenet_v3_large" else (_SMALL, 1024)
    part = 2 if reduced_tail else 1
    setting = []
    for at, (channels, kernel, wide, out, use_se, activation, stride) in enumerate(rows):
        tail = len(rows) - 3
        if at >= tail:
            out //= part
        if at > tail:
            channels, wide = channels // part, wide // part
        dilation = 2 if dilated and at >= tail else 1
        setting.append(
            InvertedResidualConfig(channels, kernel, wide, out, use_se, activation, stride, dilation, width_mult)
        )
    return setting, InvertedResidualConfig.adjust_channels(last // part, width_mult)


def _mobilenet_v3(arch, width_mult=1.0, reduced_tail=False, dilated=False, **kwargs):
    setting, last = _mobilenet_v3_conf(arch, width_mult, reduced_tail, dilated)
    return MobileNetV3(setting, last, **kwargs)


@register_model()
def mobilenet_v3_large(**kwargs):
    """MobileNetV3, the larger one."""
    return _mobilenet_v3("mobilenet_v3_large", **kwargs)


@register_model()
def mobilenet_v3_small(**kwargs):
    """MobileNetV3, the smaller one."""
    return _mobilenet_v3("mobilenet_v3_small", **kwargs)
