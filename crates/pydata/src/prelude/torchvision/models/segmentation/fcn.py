"""Fully convolutional networks (Long et al., 2014) over residual networks."""

from torch import nn
from torchvision.models._api import register_model, weights_of
from torchvision.models._utils import IntermediateLayerGetter
from torchvision.models.resnet import ResNet101_Weights, ResNet50_Weights, resnet101, resnet50
from torchvision.models.segmentation._utils import _SimpleSegmentationModel

FCN_ResNet50_Weights, FCN_ResNet101_Weights = weights_of("FCN_ResNet50_Weights", "FCN_ResNet101_Weights")


class FCN(_SimpleSegmentationModel):
    """Classes of pixels from the last features."""


class FCNHead(nn.Sequential):
    """Two convolutions."""

    def __init__(self, in_channels, channels):
        inner = in_channels // 4
        super().__init__(
            nn.Conv2d(in_channels, inner, 3, padding=1, bias=False),
            nn.BatchNorm2d(inner),
            nn.ReLU(),
            nn.Dropout(0.1),
            nn.Conv2d(inner, channels, 1),
        )


def backbone_of(build, weights, aux, **options):
    """A residual network without its last layer, dilated: its features are `out`, those before them `aux`."""
    network = build(weights=weights, replace_stride_with_dilation=[False, True, True], **options)
    layers = {"layer4": "out", "layer3": "aux"} if aux else {"layer4": "out"}
    return IntermediateLayerGetter(network, return_layers=layers)


def _fcn(build, backbone_weights, num_classes=21, aux_loss=None):
    backbone = backbone_of(build, backbone_weights, aux_loss)
    aux = FCNHead(1024, num_classes) if aux_loss else None
    return FCN(backbone, FCNHead(2048, num_classes), aux)


@register_model()
def fcn_resnet50(weights_backbone=ResNet50_Weights.IMAGENET1K_V1, **kwargs):
    """FCN over 50 layers."""
    return _fcn(resnet50, weights_backbone, **kwargs)


@register_model()
def fcn_resnet101(weights_backbone=ResNet101_Weights.IMAGENET1K_V1, **kwargs):
    """FCN over 101 layers."""
    return _fcn(resnet101, weights_backbone, **kwargs)
