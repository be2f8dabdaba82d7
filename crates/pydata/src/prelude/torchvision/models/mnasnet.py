"""MnasNet (Tan et al., 2018): inverted residuals that a search has chosen."""

from torch import nn
from torchvision.models._api import register_model, weights_of
from torchvision.models._utils import _initialize

MNASNet0_5_Weights, MNASNet0_75_Weights, MNASNet1_0_Weights, MNASNet1_3_Weights = weights_of(
    "MNASNet0_5_Weights", "MNASNet0_75_Weights", "MNASNet1_0_Weights", "MNASNet1_3_Weights"
)

# Statistics move slowly.
_BN_MOMENTUM = 1 - 0.9997


class _InvertedResidual(nn.Module):
    def __init__(self, in_ch, out_ch, kernel_size, stride, expansion_factor, bn_momentum=0.1):
        super().__init__()
        if stride not in [1, 2]:
            raise ValueError(f"stride should be 1 or 2 instead of {stride}")
        if kernel_size not in [3, 5]:
            raise ValueError(f"kernel_size should be 3 or 5 instead of {kernel_size}")
        wide = in_ch * expansion_factor
        self.apply_residual = in_ch == out_ch and stride == 1
        self.layers = nn.Sequential(
            nn.Conv2d(in_ch, wide, 1, bias=False),
            nn.BatchNorm2d(wide, momentum=bn_momentum),
            nn.ReLU(inplace=True),
            nn.Conv2d(wide, wide, kernel_size, padding=kernel_size // 2, stride=stride, groups=wide, bias=False),
            nn.BatchNorm2d(wide, momentum=bn_momentum),
            nn.ReLU(inplace=True),
            nn.Conv2d(wide, out_ch, 1, bias=False),
            nn.BatchNorm2d(out_ch, momentum=bn_momentum),
        )

    def forward(self, input):
        return self.layers(input) + input if self.apply_residual else self.layers(input)


def _stack(in_ch, out_ch, kernel_size, stride, exp_factor, repeats):
    if repeats < 1:
        raise ValueError(f"repeats should be >= 1, instead got {repeats}")
    first = _InvertedResidual(in_ch, out_ch, kernel_size, stride, exp_factor, bn_momentum=_BN_MOMENTUM)
    others = [
        _InvertedResidual(out_ch, out_ch, kernel_size, 1, exp_factor, bn_momentum=_BN_MOMENTUM) for _ in range(1, repeats)
    ]
    return nn.Sequential(first, *others)


def _round_to_multiple_of(val, divisor, round_up_bias=0.9):
    new = max(divisor, int(val + divisor / 2) // divisor * divisor)
    return new if new >= round_up_bias * val else new + divisor


def _get_depths(alpha):
    return [_round_to_multiple_of(depth * alpha, 8) for depth in [32, 16, 24, 40, 80, 96, 192, 320]]


def _draw_linear(weight):
    nn.init.kaiming_uniform_(weight, mode="fan_out", nonlinearity="sigmoid")


class MNASNet(nn.Module):
    """Six stacks of blocks between convolutions, `alpha` times as wide."""

    _version = 2

    def __init__(self, alpha, num_classes=1000, dropout=0.2):
        super().__init__()
        if alpha <= 0.0:
            raise ValueError(f"alpha should be greater than 0.0 instead of {alpha}")
        self.alpha, self.num_classes = alpha, num_classes
        depths = _get_depths(alpha)

        def norm(channels):
            return nn.BatchNorm2d(channels, momentum=_BN_MOMENTUM)

        self.layers = nn.Sequential(
            nn.Conv2d(3, depths[0], 3, padding=1, stride=2, bias=False),
            norm(depths[0]),
            nn.ReLU(inplace=True),
            nn.Conv2d(depths[0], depths[0], 3, padding=1, stride=1, groups=depths[0], bias=False),
            norm(depths[0]),
            nn.ReLU(inplace=True),
            nn.Conv2d(depths[0], depths[1], 1, padding=0, stride=1, bias=False),
            norm(depths[1]),
            _stack(depths[1], depths[2], 3, 2, 3, 3),
            _stack(depths[2], depths[3], 5, 2, 3, 3),
            _stack(depths[3], depths[4], 5, 2, 6, 3),
            _stack(depths[4], depths[5], 3, 1, 6, 2),
            _stack(depths[5], depths[6], 5, 2, 6, 4),
            _stack(depths[6], depths[7], 3, 1, 6, 1),
            nn.Conv2d(depths[7], 1280, 1, padding=0, stride=1, bias=False),
            norm(1280),
            nn.ReLU(inplace=True),
        )
        self.classifier = nn.Sequential(nn.Dropout(p=dropout, inplace=True), nn.Linear(1280, num_classes))
        _initialize(self, _draw_linear)

    def forward(self, x):
        return self.classifier(self.layers(x).mean([2, 3]))


@register_model()
def mnasnet0_5(**kwargs):
    """MnasNet, half as wide."""
    return MNASNet(0.5, **kwargs)


@register_model()
def mnasnet0_75(**kwargs):
    """MnasNet, three quarters as wide."""
    return MNASNet(0.75, **kwargs)


@register_model()
def mnasnet1_0(**kwargs):
    """MnasNet."""
    return MNASNet(1.0, **kwargs)


@register_model()
def mnasnet1_3(**kwargs):
    """MnasNet, wider by 30 %."""
    return MNASNet(1.3, **kwargs)
