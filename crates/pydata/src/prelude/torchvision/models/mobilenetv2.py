"""MobileNetV2 (Sandler et al., 2018): convolutions of single channels between ones of single pixels."""

from torch import nn
from torchvision.models._api import register_model, weights_of
from torchvision.models._utils import _draw_small, _initialize, _make_divisible
from torchvision.ops.misc import Conv2dNormActivation

MobileNet_V2_Weights, = weights_of("MobileNet_V2_Weights")


class InvertedResidual(nn.Module):
    """Expands, filters per channel, projects; adds the input if the shapes are equal."""

    def __init__(self, inp, oup, stride, expand_ratio, norm_layer=None):
        super().__init__()
        if stride not in (1, 2):
            raise ValueError(f"stride should be 1 or 2 insted of {stride}")
        self.stride = stride
        norm_layer = norm_layer or nn.BatchNorm2d
        hidden = int(round(inp * expand_ratio))
        self.use_res_connect = stride == 1 and inp == oup
        options = {"norm_layer": norm_layer, "activation_layer": nn.ReLU6}
        layers = [Conv2dNormActivation(inp, hidden, kernel_size=1, **options)] if expand_ratio != 1 else []
        layers += [
            Conv2dNormActivation(hidden, hidden, stride=stride, groups=hidden, **options),
            nn.Conv2d(hidden, oup, 1, 1, 0, bias=False),
            norm_layer(oup),
        ]
        self.conv = nn.Sequential(*layers)
        self.out_channels = oup
        self._is_cn = stride > 1

    def forward(self, x):
        return x + self.conv(x) if self.use_res_connect else self.conv(x)


class MobileNetV2(nn.Module):
    """Blocks of `inverted_residual_setting`: expansion, channels, how many, stride of the first."""

    def __init__(
        self, num_classes=1000, width_mult=1.0, inverted_residual_setting=None, round_nearest=8, block=None, norm_layer=None,
        dropout=0.2,
    ):
        super().__init__()
        block, norm_layer = block or InvertedResidual, norm_layer or nn.BatchNorm2d
        setting = inverted_residual_setting
        if setting is None:
            setting = [
                [1, 16, 1, 1], [6, 24, 2, 2], [6, 32, 3, 2], [6, 64, 4, 2], [6, 96, 3, 1], [6, 160, 3, 2], [6, 320, 1, 1]
            ]
        if len(setting) == 0 or len(setting[0]) != 4:
            raise ValueError(f"inverted_residual_setting should be non-empty or a 4-element list, got {setting}")
        options = {"norm_layer": norm_layer, "activation_layer": nn.ReLU6}
        channels = _make_divisible(32 * width_mult, round_nearest)
        self.last_channel = _make_divisible(1280 * max(1.0, width_mult), round_nearest)
        features = [Conv2dNormActivation(3, channels, stride=2, **options)]
        for expansion, width, count, stride in setting:
            width = _make_divisible(width * width_mult, round_nearest)
            for i in range(count):
                features.append(block(channels, width, stride if i == 0 else 1, expand_ratio=expansion, norm_layer=norm_layer))
                channels = width
        features.append(Conv2dNormActivation(channels, self.last_channel, kernel_size=1, **options))
        self.features = nn.Sequential(*features)
        self.classifier = nn.Sequential(nn.Dropout(p=dropout), nn.Linear(self.last_channel, num_classes))
        _initialize(self, _draw_small)

    def forward(self, x):
        x = nn.functional.adaptive_avg_pool2d(self.features(x), (1, 1))
        return self.classifier(x.flatten(1))


@register_model()
def mobilenet_v2(**kwargs):
    """MobileNetV2."""
    return MobileNetV2(**kwargs)
