"""ShuffleNetV2 (Ma et al., 2018): half of the channels go on as they are, then both halves are shuffled."""

import torch
from torch import nn
from torchvision.models._api import register_model, weights_of

ShuffleNet_V2_X0_5_Weights, ShuffleNet_V2_X1_0_Weights = weights_of("ShuffleNet_V2_X0_5_Weights", "ShuffleNet_V2_X1_0_Weights")
ShuffleNet_V2_X1_5_Weights, ShuffleNet_V2_X2_0_Weights = weights_of("ShuffleNet_V2_X1_5_Weights", "ShuffleNet_V2_X2_0_Weights")


def channel_shuffle(x, groups):
    """The channels of the groups by turns."""
    batch, channels, height, width = x.size()
    x = x.view(batch, groups, channels // groups, height, width)
    return torch.transpose(x, 1, 2).contiguous().view(batch, channels, height, width)


def _narrow(channels, out, stride):
    return [
        nn.Conv2d(channels, channels, kernel_size=3, stride=stride, padding=1, groups=channels, bias=False),
        nn.BatchNorm2d(channels),
        nn.Conv2d(channels, out, kernel_size=1, stride=1, padding=0, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(inplace=True),
    ]


class InvertedResidual(nn.Module):
    """Two branches, joined and shuffled."""

    def __init__(self, inp, oup, stride):
        super().__init__()
        if not 1 <= stride <= 3:
            raise ValueError("illegal stride value")
        self.stride = stride
        half = oup // 2
        if stride == 1 and inp != half << 1:
            raise ValueError(
                f"Invalid combination of stride {stride}, inp {inp} and oup {oup} values. If stride == 1 then inp should be "
                "equal to oup // 2 << 1."
            )
        self.branch1 = nn.Sequential(*_narrow(inp, half, stride)) if stride > 1 else nn.Sequential()
        self.branch2 = nn.Sequential(
            nn.Conv2d(inp if stride > 1 else half, half, kernel_size=1, stride=1, padding=0, bias=False),
            nn.BatchNorm2d(half),
            nn.ReLU(inplace=True),
            *_narrow(half, half, stride),
        )

    def forward(self, x):
        if self.stride == 1:
            kept, changed = x.chunk(2, dim=1)
            out = torch.cat((kept, self.branch2(changed)), dim=1)
        else:
            out = torch.cat((self.branch1(x), self.branch2(x)), dim=1)
        return channel_shuffle(out, 2)


class ShuffleNetV2(nn.Module):
    """Three stages between two convolutions."""

    def __init__(self, stages_repeats, stages_out_channels, num_classes=1000, inverted_residual=InvertedResidual):
        super().__init__()
        if len(stages_repeats) != 3:
            raise ValueError("expected stages_repeats as list of 3 positive ints")
        if len(stages_out_channels) != 5:
            raise ValueError("expected stages_out_channels as list of 5 positive ints")
        self._stage_out_channels = stages_out_channels
        channels = stages_out_channels[0]
        self.conv1 = nn.Sequential(
            nn.Conv2d(3, channels, 3, 2, 1, bias=False), nn.BatchNorm2d(channels), nn.ReLU(inplace=True)
        )
        self.maxpool = nn.MaxPool2d(kernel_size=3, stride=2, padding=1)
        for name, repeats, out in zip(("stage2", "stage3", "stage4"), stages_repeats, stages_out_channels[1:]):
            blocks = [inverted_residual(channels, out, 2)]
            blocks += [inverted_residual(out, out, 1) for _ in range(repeats - 1)]
            setattr(self, name, nn.Sequential(*blocks))
            channels = out
        out = stages_out_channels[-1]
        self.conv5 = nn.Sequential(nn.Conv2d(channels, out, 1, 1, 0, bias=False), nn.BatchNorm2d(out), nn.ReLU(inplace=True))
        self.fc = nn.Linear(out, num_classes)

    def forward(self, x):
        x = self.stage4(self.stage3(self.stage2(self.maxpool(self.conv1(x)))))
        return self.fc(self.conv5(x).mean([2, 3]))


def _shufflenet(widths, last, options):
    return ShuffleNetV2([4, 8, 4], [24, *widths, last], **options)


@register_model()
def shufflenet_v2_x0_5(**kwargs):
    """ShuffleNetV2, half as wide."""
    return _shufflenet([48, 96, 192], 1024, kwargs)


@register_model()
def shufflenet_v2_x1_0(**kwargs):
    """ShuffleNetV2."""
    return _shufflenet([116, 232, 464], 1024, kwargs)


@register_model()
def shufflenet_v2_x1_5(**kwargs):
    """ShuffleNetV2, wider by half."""
    return _shufflenet([176, 352, 704], 1024, kwargs)


@register_model()
def shufflenet_v2_x2_0(**kwargs):
    """ShuffleNetV2, twice as wide."""
    return _shufflenet([244, 488, 976], 2048, kwargs)
