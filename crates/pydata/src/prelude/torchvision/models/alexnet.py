"""AlexNet (Krizhevsky, 2014)."""

import torch
from torch import nn
from torchvision.models._api import register_model, weights_of

AlexNet_Weights, = weights_of("AlexNet_Weights")


class AlexNet(nn.Module):
    """Five convolutions and three linear layers."""

    def __init__(self, num_classes=1000, dropout=0.5):
        super().__init__()
        layers = []
        for channels, features, kernel, stride, padding, halved in [
            (3, 64, 11, 4, 2, True), (64, 192, 5, 1, 2, True), (192, 384, 3, 1, 1, False),
            (384, 256, 3, 1, 1, False), (256, 256, 3, 1, 1, True),
        ]:
            layers += [nn.Conv2d(channels, features, kernel, stride, padding), nn.ReLU(inplace=True)]
            layers += [nn.MaxPool2d(kernel_size=3, stride=2)] if halved else []
        self.features = nn.Sequential(*layers)
        self.avgpool = nn.AdaptiveAvgPool2d((6, 6))
        self.classifier = nn.Sequential(
            nn.Dropout(p=dropout),
            nn.Linear(256 * 6 * 6, 4096),
            nn.ReLU(inplace=True),
            nn.Dropout(p=dropout),
            nn.Linear(4096, 4096),
            nn.ReLU(inplace=True),
            nn.Linear(4096, num_classes),
        )

    def forward(self, x):
        x = self.avgpool(self.features(x))
        return self.classifier(torch.flatten(x, 1))


@register_model()
def alexnet(**kwargs):
    """AlexNet."""
    return AlexNet(**kwargs)
