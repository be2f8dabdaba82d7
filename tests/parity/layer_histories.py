# The functions of PyTorch's that results of layers come from, by name.
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(3)


def given(*shape):
    return torch.randn(*shape).to(device).requires_grad_()


def show(name, *results):
    print(name, [x.grad_fn.name() for x in results], [x.grad_fn.next_functions[0][0].name() for x in results])


row, image, volume = given(2, 4), given(1, 4, 4, 4), given(1, 2, 4, 4, 4)
show("activations", F.selu(row), F.glu(row), F.rrelu(row), F.threshold(row, 0.1, 2.0), F.celu(row))
print([F.elu_(row * 1).grad_fn.name(), F.selu_(row * 1).grad_fn.name(), F.rrelu_(row * 1).grad_fn.name()])
print(F.pairwise_distance(row, row.detach() + 1).grad_fn.name())
show("distances", F.pdist(row), F.cosine_similarity(row, row.detach() + 1))
target = torch.zeros(1, 4, 4, dtype=torch.long, device=device)
show("nll", F.nll_loss(row, target[0, 0, :2]), F.nll_loss(image, target), F.nll_loss(image, target, reduction="none"))
show("losses", F.multi_margin_loss(row, target[0, 0, :2]), F.soft_margin_loss(row, torch.ones_like(row)), F.triplet_margin_loss(row, row.detach() + 1, row.detach() - 1, reduction="none"))
sample = image[0]
show("one sample", F.max_pool2d(sample, 2), F.avg_pool2d(sample, 2), F.adaptive_avg_pool2d(sample, 2), F.adaptive_max_pool2d(sample, 2), F.adaptive_avg_pool3d(volume[0], 2), F.adaptive_max_pool3d(volume[0], 2), F.unfold(sample, 2), F.conv2d(sample, given(2, 4, 2, 2)))
show("rows", F.max_pool1d(row, 2), F.avg_pool1d(row, 2), F.adaptive_avg_pool1d(row, 2), F.adaptive_max_pool1d(row, 2))
values, places = F.max_pool2d(image, 2, return_indices=True)
show("back", F.max_unpool2d(values, places, 2), F.max_unpool1d(*F.max_pool1d(row, 2, return_indices=True), 2), F.max_unpool3d(*F.max_pool3d(volume, 2, return_indices=True), 2))
show("fractions", F.fractional_max_pool2d(image, 2, output_size=2), F.fractional_max_pool3d(volume, 2, output_size=2))
for mode in ("constant", "reflect", "replicate"):
    show(mode, F.pad(row, (1, 1), mode), F.pad(image, (1, 1, 1, 1), mode), F.pad(volume, (1,) * 6, mode))
print(F.pad(row, (1, 1), "circular").grad_fn.name())
show("shuffles", F.pixel_shuffle(image, 2), F.pixel_unshuffle(image, 2), F.channel_shuffle(image, 2))
show("sizes", F.interpolate(image, size=3, mode="nearest-exact"), F.interpolate(volume, size=3, mode="nearest-exact"), F.interpolate(image, size=4, mode="bilinear"), F.interpolate(image, size=3, mode="bicubic", antialias=True))
show("samples", F.grid_sample(volume, torch.zeros(1, 1, 1, 1, 3, device=device), align_corners=False), F.affine_grid(given(1, 2, 3), (1, 1, 2, 2), align_corners=False))
show("norms", F.instance_norm(image), F.group_norm(given(0, 4), 2, given(4)), F.rms_norm(row, (4,)), torch.native_batch_norm(image, None, None, None, None, True, 0.1, 1e-5)[0])
print([x.requires_grad for x in torch.native_layer_norm(row, (4,), None, None, 1e-5)])
print(F.pad(row, (0, 0)).grad_fn.name(), F.pad(row, (0, 0)) is row, F.interpolate(image, size=4, mode="bilinear") is image)
