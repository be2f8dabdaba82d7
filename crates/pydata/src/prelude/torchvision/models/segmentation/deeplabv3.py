"""DeepLabV3 (Chen et al., 2017): dilated windows of several reaches side by side."""

import torch
from torch import nn
from torch.nn import functional as F
from torchvision.models._api import register_model, weights_of
from torchvision.models._utils import IntermediateLayerGetter
from torchvision.models.mobilenetv3 import MobileNet_V3_Large_Weights, mobilenet_v3_large
from torchvision.models.resnet import ResNet101_Weights, ResNet50_Weights, resnet101, resnet50
from torchvision.models.segmentation._utils import _SimpleSegmentationModel
from torchvision.models.segmentation.fcn import FCNHead, backbone_of

DeepLabV3_ResNet50_Weights, DeepLabV3_ResNet101_Weights, DeepLabV3_MobileNet_V3_Large_Weights = weights_of(
    "DeepLabV3_ResNet50_Weights", "DeepLabV3_ResNet101_Weights", "DeepLabV3_MobileNet_V3_Large_Weights"
)


class DeepLabV3(_SimpleSegmentationModel):
    """Classes of pixels from features of several reaches."""


class ASPPConv(nn.Sequential):
    """A dilated convolution."""

    def __init__(self, in_channels, out_channels, dilation):
        super().__init__(
            nn.Conv2d(in_channels, out_channels, 3, padding=dilation, dilation=dilation, bias=False),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(),
        )


class ASPPPooling(nn.Sequential):
    """The mean of the whole picture, at each place."""

    def __init__(self, in_channels, out_channels):
        super().__init__(
            nn.AdaptiveAvgPool2d(1),
            nn.Conv2d(in_channels, out_channels, 1, bias=False),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(),
        )

    def forward(self, x):
        size = x.shape[-2:]
        for layer in self:
            x = layer(x)
        return F.interpolate(x, size=size, mode="bilinear", align_corners=False)


class ASPP(nn.Module):
    """Several reaches, joined and projected."""

    def __init__(self, in_channels, atrous_rates, out_channels=256):
        super().__init__()
        first = nn.Sequential(
            nn.Conv2d(in_channels, out_channels, 1, bias=False), nn.BatchNorm2d(out_channels), nn.ReLU()
        )
        reaches = [ASPPConv(in_channels, out_channels, rate) for rate in tuple(atrous_rates)]
        self.convs = nn.ModuleList([first, *reaches, ASPPPooling(in_channels, out_channels)])
        self.project = nn.Sequential(
            nn.Conv2d(len(self.convs) * out_channels, out_channels, 1, bias=False),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(),
            nn.Dropout(0.5),
        )

    def forward(self, x):
        return self.project(torch.cat([conv(x) for conv in self.convs], dim=1))


class DeepLabHead(nn.Sequential):
    """Reaches, then two convolutions."""

    def __init__(self, in_channels, num_classes, atrous_rates=(12, 24, 36)):
        super().__init__(
            ASPP(in_channels, atrous_rates),
            nn.Conv2d(256, 256, 3, padding=1, bias=False),
            nn.BatchNorm2d(256),
            nn.ReLU(),
            nn.Conv2d(256, num_classes, 1),
        )


def _deeplabv3(build, backbone_weights, num_classes=21, aux_loss=None):
    backbone = backbone_of(build, backbone_weights, aux_loss)
    aux = FCNHead(1024, num_classes) if aux_loss else None
    return DeepLabV3(backbone, DeepLabHead(2048, num_classes), aux)


def narrowing_places(features):
    """The blocks of a MobileNet that halve the size, and its last one."""
    return [0] + [i for i, block in enumerate(features) if getattr(block, "_is_cn", False)] + [len(features) - 1]


@register_model()
def deeplabv3_resnet50(weights_backbone=ResNet50_Weights.IMAGENET1K_V1, **kwargs):
    """DeepLabV3 over a residual network of 50 layers."""
    return _deeplabv3(resnet50, weights_backbone, **kwargs)


@register_model()
def deeplabv3_resnet101(weights_backbone=ResNet101_Weights.IMAGENET1K_V1, **kwargs):
    """DeepLabV3 over a residual network of 101 layers."""
    return _deeplabv3(resnet101, weights_backbone, **kwargs)


@register_model()
def deeplabv3_mobilenet_v3_large(
    weights_backbone=MobileNet_V3_Large_Weights.IMAGENET1K_V1, num_classes=21, aux_loss=None, **kwargs
):
    """DeepLabV3 over a MobileNetV3."""
    features = mobilenet_v3_large(weights=weights_backbone, dilated=True).features
    places = narrowing_places(features)
    last, middle = places[-1], places[-4]
    layers = {str(last): "out"}
    if aux_loss:
        layers[str(middle)] = "aux"
    backbone = IntermediateLayerGetter(features, return_layers=layers)
    aux = FCNHead(features[middle].out_channels, num_classes) if aux_loss else None
    return DeepLabV3(backbone, DeepLabHead(features[last].out_channels, num_classes), aux)
