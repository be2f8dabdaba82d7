# cpu only: pictures are on the processor
import torch
from PIL import Image
from torchvision.transforms import v2
from torchvision.transforms.v2 import functional as F


def show(name, values):
    print(name, tuple(values.shape), values.dtype, [round(v, 4) for v in values.double().flatten().tolist()][:24])


picture = (torch.arange(3 * 8 * 10).reshape(3, 8, 10) * 7 % 256).to(torch.uint8)
pil = v2.ToPILImage()(picture)
print(pil.size, pil.mode)
show("image", v2.ToImage()(pil))
show("scaled", v2.ToDtype(torch.float32, scale=True)(picture))
show("cast", v2.ToDtype(torch.float32)(picture))
usual = v2.Compose([
    v2.ToImage(), v2.Resize((6, 6), antialias=True), v2.ToDtype(torch.float32, scale=True), v2.Normalize(mean=[0.5, 0.4, 0.3], std=[0.2, 0.2, 0.1])
])
show("usual", usual(pil))
image, label = usual(pil, 3)
print(image.shape, label)
sample = v2.CenterCrop(4)({"image": picture, "label": 2, "name": "x"})
print(sample["image"].shape, sample["label"], sample["name"])
torch.manual_seed(0)
for transform in (v2.RandomHorizontalFlip(), v2.RandomVerticalFlip(0.9), v2.RandomCrop(5), v2.RandomCrop((4, 6), padding=2),
                  v2.RandomGrayscale(0.5), v2.Grayscale(), v2.Pad(1), v2.RandomApply([v2.CenterCrop(4)], 0.5), v2.RandomChoice([v2.CenterCrop(3), v2.CenterCrop(5)]),
                  v2.RandomOrder([v2.CenterCrop(4), v2.Pad(1)]), v2.Identity(), v2.ConvertImageDtype(torch.float32)):
    for _ in range(3):
        result, label = transform(picture, 7)
        print(type(transform).__name__, tuple(result.shape), round(result.double().sum().item(), 3), label)
for _ in range(3):
    show("resized crop", v2.RandomResizedCrop(5, antialias=True)(picture / 255.0))
noisy = v2.GaussianNoise(0.1, 0.2)(picture / 255.0)
show("noise", noisy)


class Halved(v2.Transform):
    def make_params(self, flat_inputs):
        return {"factor": 0.5, "count": len(flat_inputs)}

    def transform(self, inpt, params):
        return inpt * params["factor"] if params["count"] == 1 else inpt


show("own", Halved()(picture.float(), 1)[0])
images, labels = torch.rand(4, 3, 8, 8), torch.tensor([0, 1, 2, 1])
for mixing in (v2.MixUp(num_classes=3), v2.CutMix(num_classes=3)):
    mixed, shares = mixing(images, labels)
    show(type(mixing).__name__, mixed)
    show("labels", shares)
print(v2.Compose([v2.CenterCrop(4), v2.RandomHorizontalFlip(p=0.5), v2.ToDtype(torch.float32, scale=True), v2.Normalize([0.5], [0.5])]))
show("flip", F.horizontal_flip(picture))
show("to_image", F.to_image(pil))
for wrong in (lambda: v2.Compose([]), lambda: v2.RandomChoice([v2.Identity()], p=[0.5, 0.5]), lambda: v2.GaussianNoise()(picture.int())):
    try:
        wrong()
    except ValueError as error:
        print(error)
