# cpu only: the models are on the processor, and large enough there
import warnings

import torch
from torchvision import models
from torchvision.models import convnext, efficientnet, segmentation, swin_transformer, vision_transformer
from torchvision.models._utils import IntermediateLayerGetter
from torchvision.models.feature_extraction import create_feature_extractor, get_graph_node_names

warnings.simplefilter("ignore")
x = torch.linspace(-1, 1, 2 * 3 * 64 * 64).reshape(2, 3, 64, 64).sin()


def tell(name, make, size=64, train=True):
    torch.manual_seed(0)
    model = make()
    state = model.state_dict()
    print(name, len(state), sum(p.numel() for p in model.parameters()), f"{torch.rand(1).item():.6f}")
    for key in list(state)[:3] + list(state)[-3:]:
        value = state[key].double()
        print(" ", key, tuple(value.shape), f"{value.sum().item():.4f}", f"{value.abs().sum().item():.4f}")
    with torch.no_grad():
        y = model.eval()(x[:, :, :size, :size])
        for part, value in y.items() if isinstance(y, dict) else [("out", y)]:
            print("  eval", part, tuple(value.shape), f"{value.double().norm().item():.4g}")
        if train:
            torch.manual_seed(1)
            y = model.train()(x[:, :, :size, :size])
            print("  train", type(y).__name__, f"{(y if torch.is_tensor(y) else y[0]).double().norm().item():.3g}")


for name in ("mobilenet_v3_small", "efficientnet_b0", "shufflenet_v2_x0_5", "mnasnet0_5", "regnet_x_400mf", "regnet_y_400mf", "googlenet"):
    tell(name, lambda: models.get_model(name, num_classes=5))
tell("vit", lambda: models.VisionTransformer(32, 8, 2, 2, 16, 32, num_classes=4), 32)
tell("vit, stem", lambda: models.VisionTransformer(
    32, 8, 1, 2, 16, 32, num_classes=4, representation_size=8, dropout=0.1,
    conv_stem_configs=[vision_transformer.ConvStemConfig(4, 3, 2), vision_transformer.ConvStemConfig(8, 3, 2), vision_transformer.ConvStemConfig(8, 3, 2)],
), 32)
for name, options in (("swin", {}), ("swin 2", {"block": swin_transformer.SwinTransformerBlockV2, "downsample_layer": swin_transformer.PatchMergingV2})):
    tell(name, lambda: models.SwinTransformer([4, 4], 8, [2, 2], [2, 4], [4, 4], num_classes=3, **options), 56)
setting = [convnext.CNBlockConfig(8, 16, 2), convnext.CNBlockConfig(16, None, 1)]
tell("convnext", lambda: models.ConvNeXt(setting, stochastic_depth_prob=0.2, layer_scale=0.5, num_classes=3))
fused = [efficientnet.FusedMBConvConfig(1, 3, 1, 8, 8, 2), efficientnet.FusedMBConvConfig(4, 3, 2, 8, 16, 1), efficientnet.MBConvConfig(4, 3, 2, 16, 16, 2)]
tell("fused", lambda: models.EfficientNet(fused, 0.1, last_channel=32, num_classes=3))
tell("lraspp", lambda: segmentation.lraspp_mobilenet_v3_large(weights_backbone=None, num_classes=3), train=False)
tell("deeplab", lambda: segmentation.deeplabv3_mobilenet_v3_large(weights_backbone=None, num_classes=3, aux_loss=True), train=False)
tell("fcn head", lambda: torch.nn.Sequential(models.resnet.conv3x3(3, 16), segmentation.fcn.FCNHead(16, 2)))

# What is known of the weights agrees with what is built.
for name in ("resnet50", "wide_resnet101_2", "resnext101_64x4d", "vit_b_16", "swin_b", "swin_v2_t", "convnext_base", "efficientnet_v2_s", "efficientnet_b4",
             "densenet161", "inception_v3", "shufflenet_v2_x2_0", "mnasnet1_3", "vgg19_bn"):
    weights = models.get_model_weights(name)
    with torch.device("meta"):
        model = models.get_model(name)
    print(name, sum(p.numel() for p in model.parameters()), [(w.name, w.meta["num_params"], w.meta["min_size"]) for w in weights], weights.DEFAULT)
weights = models.ViT_B_16_Weights.IMAGENET1K_SWAG_E2E_V1
print(weights, weights.url, len(weights.meta["categories"]), weights.meta["categories"][::250], weights.meta["_metrics"])
print(weights.transforms())
print(segmentation.FCN_ResNet50_Weights.DEFAULT.meta["categories"], segmentation.FCN_ResNet50_Weights.DEFAULT.transforms())
picture = (x[0] * 127 + 127).to(torch.uint8)
changed = models.ResNet50_Weights.DEFAULT.transforms()(picture)
print(changed.shape, changed.dtype)
print(models.get_weight("ResNet18_Weights.IMAGENET1K_V1"), models.ResNet18_Weights["DEFAULT"], models.ResNet18_Weights.verify("IMAGENET1K_V1"))
print(models.list_models(include="*vit_*", exclude=["maxvit*", "mvit*"]), models.list_models(module=segmentation))
for wrong in (lambda: models.get_model("vit_x"), lambda: models.get_weight("ResNet18"), lambda: models.resnet18(weights=models.ResNet50_Weights.DEFAULT),
              lambda: models.resnet18(weights=models.ResNet18_Weights.DEFAULT, num_classes=10), lambda: models.vit_b_16(image_size=225),
              lambda: IntermediateLayerGetter(models.resnet18(), {"layer9": "x"}), lambda: create_feature_extractor(models.resnet18(), ["layer9"])):
    try:
        wrong()
    except (AssertionError, TypeError, ValueError) as error:
        print(type(error).__name__, error)

torch.manual_seed(3)
small = models.resnet.ResNet(models.resnet.BasicBlock, [1, 1, 1, 1], num_classes=3)
training, evaluating = get_graph_node_names(small)
print(training, training == evaluating)
middle = create_feature_extractor(small, {"layer1": "first", "layer4.0.relu_1": "last"})
print({name: tuple(value.shape) for name, value in middle(x).items()}, [name for name, _ in middle.named_children()], middle.training)
ends = create_feature_extractor(small.eval(), ["layer2", "flatten"])(x)
print({name: f"{value.norm().item():.3f}" for name, value in ends.items()})
layers = IntermediateLayerGetter(small, {"layer1": "a", "layer3": "b"})
print({name: tuple(value.shape) for name, value in layers(x).items()}, list(layers))
