"""`torchvision.models.segmentation`: networks that classify each pixel."""

from torchvision.models.segmentation.deeplabv3 import DeepLabV3, DeepLabV3_MobileNet_V3_Large_Weights
from torchvision.models.segmentation.deeplabv3 import DeepLabV3_ResNet101_Weights, DeepLabV3_ResNet50_Weights
from torchvision.models.segmentation.deeplabv3 import deeplabv3_mobilenet_v3_large, deeplabv3_resnet101, deeplabv3_resnet50
from torchvision.models.segmentation.fcn import FCN, FCN_ResNet101_Weights, FCN_ResNet50_Weights, fcn_resnet101, fcn_resnet50
from torchvision.models.segmentation.lraspp import LRASPP, LRASPP_MobileNet_V3_Large_Weights, lraspp_mobilenet_v3_large
