# cpu only: PyTorch convolves and pools integers there
import torch
import torch.nn.functional as F


def show(name, make):
    try:
        x = make()
        print(name, x.dtype, x.tolist())
    except Exception as error:
        print(name, type(error).__name__, error)


row = torch.arange(12).view(1, 2, 6) % 5 - 2
image = torch.arange(50).view(1, 2, 5, 5) % 7 - 3
block = torch.arange(54).view(1, 2, 3, 3, 3) % 5 - 2

# Convolutions: of all integers by the plain kernels, of int64 with dilation and transposed too.
for dtype in (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool):
    weight = (torch.arange(8).view(2, 2, 2) % 3 - 1).to(dtype)
    bias = torch.tensor([1, -3]).to(dtype)
    show("row", lambda: F.conv1d(row.to(dtype), weight, bias, padding=1, stride=2))
    show("dilated", lambda: F.conv1d(row.to(dtype), weight, dilation=2))
    show("transposed", lambda: F.conv_transpose1d(row.to(dtype), weight, bias, stride=2, output_padding=1))
show("image", lambda: F.conv2d(image, torch.arange(36).view(2, 2, 3, 3) % 4, torch.tensor([100, -100]), padding="same"))
show("groups", lambda: F.conv2d(image, torch.arange(16).view(4, 1, 2, 2) - 8, groups=2, stride=2))
show("depthwise", lambda: F.conv2d(image[0], torch.arange(8).view(2, 1, 2, 2), groups=2, dilation=2))
show("block", lambda: F.conv3d(block, torch.arange(16).view(1, 2, 2, 2, 2), torch.tensor([7])))
show("transposed image", lambda: F.conv_transpose2d(image, torch.arange(16).view(2, 2, 2, 2), torch.tensor([1, 2]), dilation=2, groups=1).sum(-1))
show("transposed groups", lambda: F.conv_transpose2d(image, torch.arange(8).view(2, 1, 2, 2), groups=2, stride=2, padding=1).sum(-1))
show("transposed block", lambda: F.conv_transpose3d(block, torch.arange(16).view(2, 1, 2, 2, 2)).sum((-1, -2)))
show("large", lambda: F.conv1d(torch.tensor([[[2**53 + 1, 1]]]), torch.tensor([[[1, -1]]])))
show("wraps", lambda: F.conv2d(torch.full((1, 1, 2, 2), 100, dtype=torch.int8), torch.ones(1, 1, 2, 2, dtype=torch.int8)))
show("no batch", lambda: F.conv2d(image[:0], torch.ones(2, 2, 3, 3, dtype=torch.int64)))
show("mixed", lambda: F.conv2d(image, torch.ones(2, 2, 3, 3), torch.ones(2)))
show("bias", lambda: F.conv2d(image, torch.ones(2, 2, 3, 3, dtype=torch.int64), torch.ones(2)))

# Pools: the largest of all integers, means of int64, rounded towards zero.
for dtype in (torch.int64, torch.int32, torch.int8, torch.uint8, torch.bool):
    show("max 2", lambda: F.max_pool2d(image.to(dtype), 2, padding=1, ceil_mode=True))
    show("max 3", lambda: F.max_pool3d(block.to(dtype), 2))
    show("max 1", lambda: F.max_pool1d(row.to(dtype), 2))
    show("max 1 and places", lambda: F.max_pool1d(row.to(dtype), 3, 2, return_indices=True)[1])
    show("mean 1", lambda: F.avg_pool1d(row.to(dtype), 3, 2, 1))
    show("mean 2", lambda: F.avg_pool2d(image.to(dtype) * 3, 3, 2, 1, ceil_mode=True, count_include_pad=False))
    show("mean 3", lambda: F.avg_pool3d(block.to(dtype), 2, divisor_override=-3))
    show("adaptive", lambda: F.adaptive_max_pool2d(image.to(dtype), 2))
    show("adaptive 3", lambda: F.adaptive_avg_pool3d(block.to(dtype), 2))
show("halves", lambda: F.avg_pool3d(block.half(), 2))
show("places", lambda: F.max_pool2d(image, 3, 2, dilation=2, return_indices=True)[1])
show("neighbours", lambda: F.local_response_norm(row.abs() * 100, 3, alpha=3.0, beta=0.5).mul(1000).round())

# Patches: of floats and bool.
show("patches", lambda: F.unfold(image > 1, 3, padding=1, stride=2))
show("patches back", lambda: F.fold((torch.arange(16) % 3 > 1).view(1, 4, 4), (3, 3), 2))
show("patches of integers", lambda: F.unfold(image, 3))
show("patches of integers back", lambda: F.fold(torch.ones(1, 4, 4).int(), (3, 3), 2))

show("bilinear", lambda: F.bilinear(torch.tensor([1, 2], dtype=torch.int8), torch.tensor([3], dtype=torch.int8), torch.ones(1, 2, 1, dtype=torch.int8)))
