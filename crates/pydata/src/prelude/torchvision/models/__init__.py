"""`torchvision.models`: networks for pictures, with PyTorch's names of their parameters and its initial values."""

from torchvision.models import convnext, densenet, efficientnet, inception, mnasnet, mobilenet
from torchvision.models import mobilenetv2, mobilenetv3, regnet, resnet, segmentation, shufflenetv2, swin_transformer, vgg
from torchvision.models import vision_transformer
from torchvision.models._api import Weights, WeightsEnum, get_model, get_model_builder, get_model_weights, get_weight, list_models
from torchvision.models.alexnet import AlexNet, AlexNet_Weights, alexnet
from torchvision.models.convnext import ConvNeXt, ConvNeXt_Tiny_Weights, ConvNeXt_Small_Weights, ConvNeXt_Base_Weights
from torchvision.models.convnext import ConvNeXt_Large_Weights, convnext_tiny, convnext_small, convnext_base
from torchvision.models.convnext import convnext_large
from torchvision.models.densenet import DenseNet, DenseNet121_Weights, DenseNet161_Weights, DenseNet169_Weights
from torchvision.models.densenet import DenseNet201_Weights, densenet121, densenet161, densenet169, densenet201
from torchvision.models.efficientnet import EfficientNet, EfficientNet_B0_Weights, EfficientNet_B1_Weights
from torchvision.models.efficientnet import EfficientNet_B2_Weights, EfficientNet_B3_Weights, EfficientNet_B4_Weights
from torchvision.models.efficientnet import EfficientNet_B5_Weights, EfficientNet_B6_Weights, EfficientNet_B7_Weights
from torchvision.models.efficientnet import EfficientNet_V2_S_Weights, EfficientNet_V2_M_Weights
from torchvision.models.efficientnet import EfficientNet_V2_L_Weights, efficientnet_b0, efficientnet_b1, efficientnet_b2
from torchvision.models.efficientnet import efficientnet_b3, efficientnet_b4, efficientnet_b5, efficientnet_b6
from torchvision.models.efficientnet import efficientnet_b7, efficientnet_v2_s, efficientnet_v2_m, efficientnet_v2_l
from torchvision.models.googlenet import GoogLeNet, GoogLeNetOutputs, GoogLeNet_Weights, googlenet
from torchvision.models.inception import Inception3, InceptionOutputs, Inception_V3_Weights, inception_v3
from torchvision.models.mnasnet import MNASNet, MNASNet0_5_Weights, MNASNet0_75_Weights, MNASNet1_0_Weights
from torchvision.models.mnasnet import MNASNet1_3_Weights, mnasnet0_5, mnasnet0_75, mnasnet1_0, mnasnet1_3
from torchvision.models.mobilenetv2 import MobileNetV2, MobileNet_V2_Weights, mobilenet_v2
from torchvision.models.mobilenetv3 import MobileNetV3, MobileNet_V3_Large_Weights, MobileNet_V3_Small_Weights
from torchvision.models.mobilenetv3 import mobilenet_v3_large, mobilenet_v3_small
from torchvision.models.regnet import RegNet, RegNet_Y_400MF_Weights, RegNet_Y_800MF_Weights, RegNet_Y_1_6GF_Weights
from torchvision.models.regnet import RegNet_Y_3_2GF_Weights, RegNet_Y_8GF_Weights, RegNet_Y_16GF_Weights
from torchvision.models.regnet import RegNet_Y_32GF_Weights, RegNet_Y_128GF_Weights, RegNet_X_400MF_Weights
from torchvision.models.regnet import RegNet_X_800MF_Weights, RegNet_X_1_6GF_Weights, RegNet_X_3_2GF_Weights
from torchvision.models.regnet import RegNet_X_8GF_Weights, RegNet_X_16GF_Weights, RegNet_X_32GF_Weights, regnet_y_400mf
from torchvision.models.regnet import regnet_y_800mf, regnet_y_1_6gf, regnet_y_3_2gf, regnet_y_8gf, regnet_y_16gf
from torchvision.models.regnet import regnet_y_32gf, regnet_y_128gf, regnet_x_400mf, regnet_x_800mf, regnet_x_1_6gf
from torchvision.models.regnet import regnet_x_3_2gf, regnet_x_8gf, regnet_x_16gf, regnet_x_32gf
from torchvision.models.resnet import ResNet, ResNet18_Weights, ResNet34_Weights, ResNet50_Weights, ResNet101_Weights
from torchvision.models.resnet import ResNet152_Weights, ResNeXt50_32X4D_Weights, ResNeXt101_32X8D_Weights
from torchvision.models.resnet import ResNeXt101_64X4D_Weights, Wide_ResNet50_2_Weights, Wide_ResNet101_2_Weights
from torchvision.models.resnet import resnet18, resnet34, resnet50, resnet101, resnet152, resnext50_32x4d
from torchvision.models.resnet import resnext101_32x8d, resnext101_64x4d, wide_resnet50_2, wide_resnet101_2
from torchvision.models.shufflenetv2 import ShuffleNetV2, ShuffleNet_V2_X0_5_Weights, ShuffleNet_V2_X1_0_Weights
from torchvision.models.shufflenetv2 import ShuffleNet_V2_X1_5_Weights, ShuffleNet_V2_X2_0_Weights, shufflenet_v2_x0_5
from torchvision.models.shufflenetv2 import shufflenet_v2_x1_0, shufflenet_v2_x1_5, shufflenet_v2_x2_0
from torchvision.models.squeezenet import SqueezeNet, SqueezeNet1_0_Weights, SqueezeNet1_1_Weights, squeezenet1_0
from torchvision.models.squeezenet import squeezenet1_1
from torchvision.models.swin_transformer import SwinTransformer, Swin_T_Weights, Swin_S_Weights, Swin_B_Weights
from torchvision.models.swin_transformer import Swin_V2_T_Weights, Swin_V2_S_Weights, Swin_V2_B_Weights, swin_t, swin_s
from torchvision.models.swin_transformer import swin_b, swin_v2_t, swin_v2_s, swin_v2_b
from torchvision.models.vgg import VGG, VGG11_Weights, VGG13_Weights, VGG16_Weights, VGG19_Weights, VGG11_BN_Weights
from torchvision.models.vgg import VGG13_BN_Weights, VGG16_BN_Weights, VGG19_BN_Weights, vgg11, vgg11_bn, vgg13
from torchvision.models.vgg import vgg13_bn, vgg16, vgg16_bn, vgg19, vgg19_bn
from torchvision.models.vision_transformer import VisionTransformer, ViT_B_16_Weights, ViT_B_32_Weights
from torchvision.models.vision_transformer import ViT_L_16_Weights, ViT_L_32_Weights, ViT_H_14_Weights, vit_b_16
from torchvision.models.vision_transformer import vit_b_32, vit_l_16, vit_l_32, vit_h_14
