# cpu only: pictures are on the processor
import warnings
import torch
from torchvision.utils import draw_bounding_boxes, draw_keypoints, draw_segmentation_masks, flow_to_image


def show(name, picture):
    numbers = picture.double().flatten()
    print(name, tuple(picture.shape), picture.dtype, round(numbers.sum().item(), 1), round((numbers * torch.arange(numbers.numel()).double().sin()).sum().item(), 1))


picture = (torch.arange(3 * 40 * 50).reshape(3, 40, 50) * 37 % 256).to(torch.uint8)
boxes = torch.tensor([[2.0, 3.0, 20.0, 15.0], [10.0, 8.0, 45.0, 36.0], [30.0, 2.0, 44.0, 12.0]])
for name, options in (
    ("plain", {}), ("one colour", {"colors": "red"}), ("triplet", {"colors": (1, 200, 30)}), ("list", {"colors": ["blue", (9, 9, 9), "#FF00FF"]}),
    ("wide", {"width": 3}), ("filled", {"fill": True, "colors": "yellow"}), ("filled, wide", {"fill": True, "width": 2}),
):
    show(name, draw_bounding_boxes(picture, boxes, **options))
    show(name + ", floats", draw_bounding_boxes(picture / 255, boxes, **options))
show("grey", draw_bounding_boxes(picture[:1], boxes))
plain, labelled = draw_bounding_boxes(picture, boxes), draw_bounding_boxes(picture, boxes, labels=["a", "b", None], fill_labels=True)
print((plain != labelled).any().item(), (plain != labelled)[:, :, 30:][:, 13:].any().item())
masks = torch.zeros(3, 40, 50, dtype=torch.bool)
masks[0, 2:20, 3:30], masks[1, 10:30, 20:45], masks[2, 35:, :] = True, True, True
for name, options in (("plain", {}), ("light", {"alpha": 0.3}), ("colours", {"colors": ["red", "green", "blue"]}), ("one colour", {"colors": "orange"})):
    show(name + " masks", draw_segmentation_masks(picture, masks, **options))
    show(name + " masks, floats", draw_segmentation_masks(picture / 255, masks, **options))
show("one mask", draw_segmentation_masks(picture, masks[0]))
points = torch.tensor([[[5.0, 6.0], [20.0, 30.0], [40.0, 10.0]], [[10.0, 35.0], [30.0, 5.0], [45.0, 35.0]]])
for name, options in (("plain", {"colors": "blue"}), ("radius", {"colors": "red", "radius": 4}), ("lines", {"colors": "red", "connectivity": [(0, 1), (1, 2)]}), ("thin", {"connectivity": [(0, 2)], "width": 1, "colors": (1, 2, 3)}), ("hidden", {"colors": "red", "connectivity": [(0, 1), (1, 2)], "visibility": torch.tensor([[True, True, False], [False, True, True]])})):
    show(name + " points", draw_keypoints(picture, points, **options))
x, y = torch.meshgrid(torch.linspace(-0.97, 1.03, 9), torch.linspace(-1.1, 0.95, 7), indexing="ij")
show("flow", flow_to_image(torch.stack([x, y])))
show("flows", flow_to_image(torch.stack([torch.stack([x, y]), torch.stack([-y, x * 2])])))
for wrong in (
    lambda: draw_bounding_boxes(picture.tolist(), boxes), lambda: draw_bounding_boxes(picture.int(), boxes), lambda: draw_bounding_boxes(picture[None], boxes),
    lambda: draw_bounding_boxes(picture[:2], boxes), lambda: draw_bounding_boxes(picture, boxes[:, [2, 1, 0, 3]]), lambda: draw_bounding_boxes(picture, boxes, labels=["a"]),
    lambda: draw_bounding_boxes(picture, boxes, colors=["red"]), lambda: draw_bounding_boxes(picture, boxes, colors=3), lambda: draw_bounding_boxes(picture, boxes, colors=(1, 2)),
    lambda: draw_segmentation_masks(picture, masks.int()), lambda: draw_segmentation_masks(picture, masks[:, 1:]), lambda: draw_segmentation_masks(picture[:1], masks),
    lambda: draw_keypoints(picture, points[0]), lambda: flow_to_image(torch.ones(2, 3, 3).double()), lambda: flow_to_image(torch.ones(3, 3, 3)),
):
    try:
        wrong()
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
for empty in (lambda: draw_bounding_boxes(picture, torch.zeros(0, 4)), lambda: draw_segmentation_masks(picture, masks[:0])):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        print(torch.equal(empty(), picture), [str(warning.message) for warning in caught])
