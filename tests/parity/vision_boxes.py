# Boxes and what of them overlaps.
import torch
from torchvision import ops
from torchvision.ops import box_convert, box_iou, nms

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(name, values):
    values = values.detach().cpu()
    print(name, tuple(values.shape), [round(v, 4) for v in values.double().flatten().tolist()])


a = torch.tensor([[0.0, 0.0, 10.0, 10.0], [5.0, 5.0, 15.0, 20.0], [20.0, 20.0, 30.0, 25.0]], device=device)
b = torch.tensor([[0.0, 0.0, 5.0, 5.0], [6.0, 4.0, 14.0, 18.0]], device=device)
show("area", ops.box_area(a))
show("iou", box_iou(a, b))
show("whole numbers", box_iou(a.long(), b.long()))
show("generalized", ops.generalized_box_iou(a, b))
show("distance", ops.distance_box_iou(a, b))
show("complete", ops.complete_box_iou(a, b))
for fmt in ("xywh", "cxcywh", "xyxy"):
    other = box_convert(a, "xyxy", fmt)
    show(fmt, other)
    print(torch.equal(box_convert(other, fmt, "xyxy"), a))
show("from one to the other", box_convert(box_convert(a, "xyxy", "xywh"), "xywh", "cxcywh"))
show("clipped", ops.clip_boxes_to_image(a - 3, (12, 16)))
show("large", ops.remove_small_boxes(a, 6))
boxes = torch.cat([a, a + 1, b])
scores = torch.tensor([0.9, 0.75, 0.6, 0.95, 0.5, 0.65, 0.3, 0.8], device=device)
for threshold in (0.1, 0.5, 0.9):
    show("nms", nms(boxes, scores, threshold))
show("batched", ops.batched_nms(boxes, scores, torch.tensor([0, 0, 0, 1, 1, 1, 0, 1], device=device), 0.3))
masks = torch.zeros(2, 6, 8, dtype=torch.bool, device=device)
masks[0, 1:4, 2:7] = True
masks[1, 5, 0] = True
show("masks", ops.masks_to_boxes(masks))
picture = torch.arange(2 * 2 * 8 * 8, dtype=torch.float32, device=device).reshape(2, 2, 8, 8).sin()
rois = torch.tensor([[0.0, 1.0, 1.0, 5.0, 6.5], [1.0, 0.0, 2.0, 7.0, 7.5]], device=device)
show("aligned", ops.roi_align(picture, rois, (2, 3), 1.0, 2, True))
show("not aligned", ops.roi_align(picture, [rois[:1, 1:], rois[1:, 1:]], 2, 0.5))
x = torch.tensor([0.5, -2.0, 3.0], device=device, requires_grad=True)
y = torch.tensor([1.0, 0.0, 0.0], device=device)
show("focal", ops.sigmoid_focal_loss(x, y))
loss = ops.sigmoid_focal_loss(x, y, alpha=-1, gamma=1, reduction="mean")
loss.backward()
show("grad", x.grad)
show("giou loss", ops.generalized_box_iou_loss(a[:2], b))
torch.manual_seed(0)
layer = ops.Conv2dNormActivation(3, 4, kernel_size=3, stride=2)
print(layer, layer.out_channels)
print(ops.MLP(4, [8, 2], dropout=0.1))
print(ops.SqueezeExcitation(8, 2), ops.FrozenBatchNorm2d(4), ops.StochasticDepth(0.2, "row"), ops.Permute([1, 0]))
torch.manual_seed(0)
frozen = ops.FrozenBatchNorm2d(2)
frozen.running_mean += 1
show("frozen", frozen(torch.ones(1, 2, 1, 1) * 3))
torch.manual_seed(3)
show("depth", ops.stochastic_depth(torch.ones(6, 1), 0.5, "row"))
for wrong in (lambda: box_convert(a, "xyxy", "yxyx"), lambda: ops.stochastic_depth(a, 2.0, "row"), lambda: ops.stochastic_depth(a, 0.5, "rows")):
    try:
        wrong()
    except ValueError as error:
        print(error)
