"""SqueezeNet (Iandola et al., 2016): few channels, widened by convolutions of two sizes."""

import torch
from torch import nn
from torchvision.models._api import register_model, weights_of

SqueezeNet1_0_Weights, SqueezeNet1_1_Weights = weights_of(
    "SqueezeNet1_0_Weights", "SqueezeNet1_1_Weights"
)


class Fire(nn.Module):
    """Narrowed to `squeeze_planes` channels, then widened by pixels and by windows of 3 by 3, side by side."""

    def __init__(self, inplanes, squeeze_planes, expand1x1_planes, expand3x3_planes):
        super().__init__()
        self.inplanes = inplanes
        self.squeeze = nn.Conv2d(inplanes, squeeze_planes, kernel_size=1)
        self.squeeze_activation = nn.ReLU(inplace=True)
        self.expand1x1 = nn.Conv2d(squeeze_planes, expand1x1_planes, kernel_size=1)
        self.expand1x1_activation = nn.ReLU(inplace=True)
        self.expand3x3 = nn.Conv2d(squeeze_planes, expand3x3_planes, kernel_size=3, padding=1)
        self.expand3x3_activation = nn.ReLU(inplace=True)

    def forward(self, x):
        x = self.squeeze_activation(self.squeeze(x))
        return torch.cat([self.expand1x1_activation(self.expand1x1(x)), self.expand3x3_activation(self.expand3x3(x))], 1)


# The narrow and wide channels of each fire module; None where the size is halved.
_FIRES = {
    "1_0": [None, (16, 64), (16, 64), (32, 128), None, (32, 128), (48, 192), (48, 192), (64, 256), None, (64, 256)],
    "1_1": [None, (16, 64), (16, 64), None, (32, 128), (32, 128), None, (48, 192), (48, 192), (64, 256), (64, 256)],
}


class SqueezeNet(nn.Module):
    """Fire modules, and a convolution that classifies."""

    def __init__(self, version="1_0", num_classes=1000, dropout=0.5):
        super().__init__()
        if version not in _FIRES:
            raise ValueError(f"Unsupported SqueezeNet version {version}: 1_0 or 1_1 expected")
        self.num_classes = num_classes
        channels, kernel = (96, 7) if version == "1_0" else (64, 3)
        features = [nn.Conv2d(3, channels, kernel_size=kernel, stride=2), nn.ReLU(inplace=True)]
        for fire in _FIRES[version]:
            if fire is None:
                features.append(nn.MaxPool2d(kernel_size=3, stride=2, ceil_mode=True))
            else:
                narrow, wide = fire
                features.append(Fire(channels, narrow, wide, wide))
                channels = 2 * wide
        self.features = nn.Sequential(*features)
        last = nn.Conv2d(512, num_classes, kernel_size=1)
        self.classifier = nn.Sequential(nn.Dropout(p=dropout), last, nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d((1, 1)))
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                if m is last:
                    nn.init.normal_(m.weight, mean=0.0, std=0.01)
                else:
                    nn.init.kaiming_uniform_(m.weight)
                nn.init.constant_(m.bias, 0)

    def forward(self, x):
        return torch.flatten(self.classifier(self.features(x)), 1)


@register_model()
def squeezenet1_0(**kwargs):
    """SqueezeNet 1.0."""
    return SqueezeNet("1_0", **kwargs)


@register_model()
def squeezenet1_1(**kwargs):
    """SqueezeNet 1.1, at less than half the cost."""
    return SqueezeNet("1_1", **kwargs)
