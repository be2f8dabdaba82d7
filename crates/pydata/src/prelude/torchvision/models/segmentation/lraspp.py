"""Lite R-ASPP (Howard et al., 2019): classes of pixels from two depths of a MobileNet."""

from collections import OrderedDict

from torch import nn
from torch.nn import functional as F
from torchvision.models._api import register_model, weights_of
from torchvision.models._utils import IntermediateLayerGetter
from torchvision.models.mobilenetv3 import MobileNet_V3_Large_Weights, mobilenet_v3_large
from torchvision.models.segmentation.deeplabv3 import narrowing_places

LRASPP_MobileNet_V3_Large_Weights, = weights_of("LRASPP_MobileNet_V3_Large_Weights")


class LRASPPHead(nn.Module):
    """Weighed features of the end, and features of the middle, classified."""

    def __init__(self, low_channels, high_channels, num_classes, inter_channels):
        super().__init__()
        self.cbr = nn.Sequential(
            nn.Conv2d(high_channels, inter_channels, 1, bias=False), nn.BatchNorm2d(inter_channels), nn.ReLU(inplace=True)
        )
        self.scale = nn.Sequential(
            nn.AdaptiveAvgPool2d(1), nn.Conv2d(high_channels, inter_channels, 1, bias=False), nn.Sigmoid()
        )
        self.low_classifier = nn.Conv2d(low_channels, num_classes, 1)
        self.high_classifier = nn.Conv2d(inter_channels, num_classes, 1)

    def forward(self, input):
        low, high = input["low"], input["high"]
        x = self.cbr(high) * self.scale(high)
        x = F.interpolate(x, size=low.shape[-2:], mode="bilinear", align_corners=False)
        return self.low_classifier(low) + self.high_classifier(x)


class LRASPP(nn.Module):
    """Features of a network, and their classes at the pictures' size."""

    def __init__(self, backbone, low_channels, high_channels, num_classes, inter_channels=128):
        super().__init__()
        self.backbone = backbone
        self.classifier = LRASPPHead(low_channels, high_channels, num_classes, inter_channels)

    def forward(self, input):
        out = self.classifier(self.backbone(input))
        result = OrderedDict()
        result["out"] = F.interpolate(out, size=input.shape[-2:], mode="bilinear", align_corners=False)
        return result


@register_model()
def lraspp_mobilenet_v3_large(
    weights_backbone=MobileNet_V3_Large_Weights.IMAGENET1K_V1, num_classes=21, **kwargs
):
    """Lite R-ASPP over a MobileNetV3."""
    features = mobilenet_v3_large(weights=weights_backbone, dilated=True).features
    places = narrowing_places(features)
    low, high = places[-4], places[-1]
    backbone = IntermediateLayerGetter(features, return_layers={str(low): "low", str(high): "high"})
    return LRASPP(backbone, features[low].out_channels, features[high].out_channels, num_classes)
