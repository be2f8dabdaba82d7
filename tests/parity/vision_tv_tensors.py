# cpu only: pictures are on the processor
import copy
import torch
from torchvision import tv_tensors as tv
from torchvision.transforms import v2
from torchvision.transforms.v2 import functional as F


def brief(value):
    if isinstance(value, dict):
        return {key: brief(part) for key, part in value.items()}
    if isinstance(value, (tuple, list)):
        return [brief(part) for part in value]
    if not torch.is_tensor(value):
        return getattr(value, "size", value)
    numbers = value.as_subclass(torch.Tensor).double().flatten()
    shown = [round(v, 3) + 0.0 for v in numbers.tolist()] if isinstance(value, tv.BoundingBoxes) else round((numbers * torch.arange(numbers.numel()).double().cos()).sum().item(), 1) + 0.0
    return type(value).__name__, tuple(value.shape), str(value.dtype), shown, getattr(value, "canvas_size", None)


picture = tv.Image((torch.arange(3 * 24 * 20).reshape(3, 24, 20) * 37 % 256).to(torch.uint8))
mask = tv.Mask((torch.arange(2 * 24 * 20).reshape(2, 24, 20) % 7 < 3).to(torch.uint8))
boxes = tv.BoundingBoxes([[2, 3, 9, 10], [0, 1, 19, 22], [12, 5, 17, 8]], format="XYXY", canvas_size=(24, 20))
sample = {"image": picture, "boxes": boxes, "masks": mask, "labels": torch.tensor([1, 2, 3]), "name": "x"}
print(boxes, boxes.to(torch.float32), boxes.clone())
print(tv.Image(torch.zeros(2, 2)), tv.Mask(torch.ones(1, 2)), tv.Video(torch.zeros(1, 1, 1, 1)))
for made in (picture + 1, picture.clone(), picture.to(torch.float32), picture.detach(), picture[0], torch.stack([picture, picture]), boxes * 2, boxes[:1], copy.deepcopy(boxes), tv.wrap(boxes + 1, like=boxes)):
    print(brief(made))
with tv.set_return_type("TVTensor"):
    print(brief(picture + 1), brief(boxes + 1))
print(isinstance(picture, torch.Tensor), picture.shape, boxes.format, boxes.canvas_size, F.get_size(boxes), F.get_size(picture), F.get_dimensions(picture))
for name in ("XYWH", "CXCYWH", "XYXY"):
    print(F.convert_bounding_box_format(boxes.to(torch.float32), new_format=name))
print(F.clamp_bounding_boxes(tv.BoundingBoxes([[-3, 4, 50, 9]], format="XYXY", canvas_size=(24, 20))))
fixed = (
    lambda x: F.horizontal_flip(x), lambda x: F.vertical_flip(x), lambda x: F.resize(x, [12, 30]), lambda x: F.resize(x, [8], max_size=9),
    lambda x: F.crop(x, 2, 3, 10, 9), lambda x: F.center_crop(x, [10, 11]), lambda x: F.pad(x, [1, 2, 3, 4]), lambda x: F.pad(x, 2),
    lambda x: F.resized_crop(x, 2, 3, 10, 9, [7, 8]), lambda x: F.rotate(x, 30), lambda x: F.rotate(x, -50, expand=True), lambda x: F.rotate(x, 90, center=[3, 4]),
    lambda x: F.affine(x, 20, [2, -3], 1.2, [5, -7]), lambda x: F.perspective(x, [[0, 0], [19, 0], [19, 23], [0, 23]], [[1, 2], [17, 1], [18, 20], [2, 22]]),
)
for i, change in enumerate(fixed):
    for part in (picture, mask, boxes, boxes.to(torch.float32), F.convert_bounding_box_format(boxes.to(torch.float32), new_format="CXCYWH")):
        print(i, brief(change(part)))
torch.manual_seed(0)
chances = (
    v2.RandomHorizontalFlip(), v2.RandomVerticalFlip(), v2.Resize(10), v2.Resize((9, 11)), v2.CenterCrop(12), v2.Pad(2, fill=3), v2.RandomCrop(10),
    v2.RandomCrop((30, 8), padding=1, pad_if_needed=True), v2.RandomResizedCrop(8), v2.RandomRotation(20), v2.RandomAffine(10, (0.1, 0.1), (0.8, 1.2), 5),
    v2.RandomPerspective(0.3, 0.9), v2.RandomZoomOut(p=0.9), v2.RandomIoUCrop(), v2.ScaleJitter((16, 16)), v2.RandomShortestSize([6, 9], 20), v2.RandomResize(6, 12),
    v2.RandomPhotometricDistort(), v2.ColorJitter(0.4, 0.3, 0.2, 0.1), v2.GaussianBlur(3), v2.RandomInvert(), v2.RandomPosterize(3), v2.RandomSolarize(100),
    v2.RandomAdjustSharpness(2.0), v2.RandomAutocontrast(), v2.RandomEqualize(), v2.RandomGrayscale(0.5), v2.Grayscale(3), v2.RandomChannelPermutation(), v2.RGB(),
    v2.RandomErasing(0.9), v2.SanitizeBoundingBoxes(min_size=4), v2.ToDtype(torch.float32, scale=True), v2.ToDtype({tv.Image: torch.float32, "others": None}, scale=True),
    v2.ToPureTensor(), v2.ConvertBoundingBoxFormat("XYWH"), v2.ClampBoundingBoxes(), v2.Identity(), v2.RandomApply([v2.CenterCrop(5)], 0.5),
)
for transform in chances:
    print(transform)
    for _ in range(3):
        print(brief(transform(sample)))
torch.manual_seed(1)
for transform in (v2.RandAugment(), v2.TrivialAugmentWide(), v2.AutoAugment(), v2.FiveCrop(6), v2.TenCrop(6)):
    for _ in range(4):
        print(type(transform).__name__, brief(transform(picture)))
image, target = v2.Compose([v2.ToImage(), v2.RandomHorizontalFlip(1.0), v2.ToDtype(torch.float32, scale=True), v2.Normalize([0.5] * 3, [0.5] * 3)])(F.to_pil_image(picture), {"boxes": boxes, "labels": torch.ones(3)})
print(brief(image), brief(target))
print(brief(v2.Lambda(lambda x: x + 1, tv.Image)(sample)), brief(v2.UniformTemporalSubsample(2)(tv.Video(torch.arange(16).reshape(4, 1, 2, 2)))))
for wrong in (
    lambda: F.adjust_brightness(boxes, 0.5), lambda: tv.BoundingBoxes(torch.zeros(1, 1, 4), format="XYXY", canvas_size=(2, 2)), lambda: tv.set_return_type("x"),
    lambda: F.pad(boxes, 1, padding_mode="reflect"), lambda: v2.ToDtype("float"), lambda: v2.RandomIoUCrop()(picture),
):
    try:
        print(wrong())
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
