# cpu only: the models are on the processor, and large enough there
import torch
import torchvision
from torchvision import models
from torchvision.models import MobileNet_V2_Weights, ResNet18_Weights, mobilenet_v2, resnet18
from torchvision.models.resnet import BasicBlock, Bottleneck, ResNet


def tell(name, model, x):
    state = model.state_dict()
    print(name, len(state), sum(p.numel() for p in model.parameters()))
    for key in list(state)[:4] + list(state)[-4:]:
        value = state[key].double()
        print(" ", key, tuple(value.shape), f"{value.sum().item():.4f}", f"{value.norm().item():.4f}")
    model.train()
    model.zero_grad()
    y = model(x)
    y.square().mean().backward()
    print("  out", tuple(y.shape), f"{y.detach().norm().item():.3f}")
    first = next(model.parameters())
    print("  grad", f"{first.grad.norm().item():.3f}")
    model.eval()
    with torch.no_grad():
        print("  eval", f"{model(x).norm().item():.3f}")


torch.manual_seed(0)
x = torch.randn(2, 3, 64, 64)
tell("resnet18", resnet18(num_classes=10), x)
torch.manual_seed(1)
tell("small bottleneck", ResNet(Bottleneck, [1, 1, 1, 1], num_classes=5, groups=2, width_per_group=32), x)
torch.manual_seed(2)
tell("dilated", ResNet(Bottleneck, [1, 1, 1, 1], num_classes=3, replace_stride_with_dilation=[False, True, True], zero_init_residual=True), x)
torch.manual_seed(3)
tell("mobilenet_v2", mobilenet_v2(num_classes=4, width_mult=0.5, dropout=0.0), x)
torch.manual_seed(4)
tell("squeezenet", models.squeezenet1_1(num_classes=4, dropout=0.0), x)
torch.manual_seed(6)
dense = models.DenseNet(8, (2, 3), 16, bn_size=2, num_classes=3)
tell("densenet", dense, x)
torch.manual_seed(6)
tell("frugal", models.DenseNet(8, (2, 3), 16, bn_size=2, num_classes=3, memory_efficient=True), x)
print([name for name, _ in dense.features.named_children()], dense.features.denseblock2.denselayer3)
print(sum(p.numel() for p in models.densenet121().parameters()), "densenet201" in models.list_models())
torch.manual_seed(5)
features = models.vgg.make_layers(models.vgg.cfgs["A"], batch_norm=True)
print("vgg", list(features.state_dict())[:7], features(x).shape)
print(BasicBlock(8, 8))
print(models.mobilenetv2.InvertedResidual(8, 16, 2, 6))
print(models.get_model("resnet18", num_classes=2).fc, "resnet50" in models.list_models())
model = resnet18(weights=None)
model.fc = torch.nn.Linear(model.fc.in_features, 2)
for parameter in model.parameters():
    parameter.requires_grad = False
print(ResNet18_Weights.DEFAULT, ResNet18_Weights.IMAGENET1K_V1, MobileNet_V2_Weights.DEFAULT, torchvision.models.resnet18 is resnet18)
for wrong in (lambda: ResNet(BasicBlock, [1, 1, 1, 1], groups=2), lambda: models.squeezenet.SqueezeNet("2_0"), lambda: models.get_model("resnet19"), lambda: resnet18(num_classes=2, replace_stride_with_dilation=[True])):
    try:
        wrong()
    except ValueError as error:
        print(error)
