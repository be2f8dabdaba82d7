# cpu only: PyTorch's reference is the processor's
import torch
from torchvision import ops


def show(name, x):
    print(name, tuple(x.shape), x.dtype, [round(v, 4) + 0.0 for v in x.detach().flatten().tolist()[:24]])


torch.manual_seed(0)
pictures = torch.randn(2, 3, 12, 10)
rows = torch.tensor([[0, 1.0, 2.0, 6.0, 9.0], [1, 0.0, 0.0, 9.0, 11.0], [1, 3.5, 2.5, 4.0, 3.0], [0, -3.0, 5.0, 20.0, 7.0]])
lists = [torch.tensor([[1.0, 2.0, 6.0, 9.0]]), torch.tensor([[0.0, 0.0, 9.0, 11.0], [3.0, 3.0, 8.0, 8.0]])]
for name, boxes in (("rows", rows), ("lists", lists), ("none", torch.zeros(0, 5))):
    for size in (2, (3, 2)):
        for scale in (1.0, 0.5):
            show(f"pool {name} {size} {scale}", ops.roi_pool(pictures, boxes, size, scale))
print(ops.RoIPool((2, 3), 0.5), ops.RoIAlign(3, 1.0, 2), ops.RoIAlign((3, 2), 0.25, -1, aligned=True))
show("layer", ops.RoIPool(2, 0.5)(pictures, rows))
show("aligned layer", ops.RoIAlign(2, 0.5, 2)(pictures, lists))
x = pictures.clone().requires_grad_()
ops.roi_pool(x, rows[:3], 2).sum().backward()
show("gradient", x.grad.sum((2, 3)))
first = torch.tensor([[0.0, 0.0, 4.0, 4.0], [1.0, 1.0, 3.0, 5.0], [0.0, 0.0, 1.0, 1.0], [2.0, 2.0, 6.0, 3.0]])
second = torch.tensor([[1.0, 1.0, 5.0, 6.0], [1.0, 1.0, 3.0, 5.0], [5.0, 5.0, 8.0, 9.0], [0.0, 2.0, 4.0, 8.0]])
for loss in (ops.distance_box_iou_loss, ops.complete_box_iou_loss):
    for reduction in ("none", "mean", "sum"):
        show(f"{loss.__name__} {reduction}", loss(first, second, reduction=reduction))
    x = first.clone().requires_grad_()
    loss(x, second, reduction="sum").backward()
    show("gradient", x.grad)
    try:
        loss(first, second, reduction="max")
    except ValueError as error:
        print(str(error).replace("\n", " "))
