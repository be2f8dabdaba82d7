"""`torchvision.models.mobilenet`: both kinds of MobileNet."""

from torchvision.models.mobilenetv2 import MobileNetV2, MobileNet_V2_Weights, mobilenet_v2
from torchvision.models.mobilenetv3 import MobileNetV3, MobileNet_V3_Large_Weights, MobileNet_V3_Small_Weights
from torchvision.models.mobilenetv3 import mobilenet_v3_large, mobilenet_v3_small
