# What layers give where a dtype is narrow, a value is a limit or nothing is left.
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
inf, nan = float("inf"), float("nan")


def show(name, x):
    print(name, x.dtype, [f"{v + 0.0:.4g}" for v in x.detach().double().flatten().tolist()])


def slopes(name, function, x):
    x = x.to(device).requires_grad_()
    y = function(x)
    y.sum().backward()
    show(name, y)
    show("  its slopes", x.grad)


# Halves are normalised with float32's epsilon.
small = torch.full((2, 4), 1e-3, device=device)
for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
    show("root mean square", F.rms_norm(small.to(dtype), (4,)))
show("mixed", F.rms_norm(small, (4,), torch.tensor([1, 2, 3, 4.0], dtype=torch.float64, device=device)))
# Places where slopes are steep, or there are none.
slopes("bce", lambda x: F.binary_cross_entropy(x, torch.tensor([0.0, 1, 0, 1, 0.5], device=device), reduction="none"), torch.tensor([0.0, 1, 1, 0, 0.25]))
nothing = torch.full((2,), -100, device=device)
slopes("all ignored", lambda x: F.cross_entropy(x, nothing), torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
edge = torch.tensor([nan, -1.0, 0.0, 0.5, 1.0, 6.0])
for function in (F.relu, F.relu6, F.hardtanh, F.elu, F.selu, F.celu, F.softshrink):
    slopes(function.__name__, function, edge.clone())
slopes("threshold", lambda x: F.threshold(x, 0.5, 2.0), edge.clone())
slopes("no samples", lambda x: F.group_norm(x, 1, torch.ones(2, device=device)), torch.zeros(0, 2))
print(F.batch_norm(torch.zeros(0, device=device), torch.zeros(0, device=device), torch.zeros(0, device=device), training=True).shape)
print(F.ctc_loss(torch.zeros(4, 1, 4, device=device), torch.tensor([[1]], device=device), (0,), (1,), reduction="none").tolist())
# A pixel that is not read leaves no trace.
picture = torch.tensor([[[[nan, 1.0], [2.0, 3.0]]]], device=device)
show("outside", F.grid_sample(picture, torch.tensor([[[[-9.0, -9.0], [0.5, 0.5]]]], device=device), align_corners=False))
# A transposed convolution whose end no input reaches.
x = torch.arange(4.0, device=device).view(1, 1, 4).requires_grad_()
F.conv_transpose1d(x, torch.ones(1, 1, 2, device=device), stride=2, output_padding=3, dilation=4).pow(2).sum().backward()
show("transposed", x.grad)
# Borders that cut on one side go round on the other.
show("circular", F.pad(torch.arange(5.0, device=device).view(1, 1, 5), (-1, 2), "circular"))
show("circular 2", F.pad(torch.arange(9.0, device=device).view(1, 1, 3, 3), (1, -1, -1, 1), "circular"))
# Bags.
weight = torch.arange(8.0, device=device).view(4, 2)
index = torch.tensor([0, 1, 3, 2, 3], device=device)
show("last row", F.embedding_bag(index, weight, torch.tensor([0, 2], device=device), padding_idx=-1))
show("ends", F.embedding_bag(index, weight, torch.tensor([0, 2, 5], device=device), include_last_offset=True, mode="sum"))
show("marks", F.hinge_embedding_loss(torch.tensor([3, 5, 2], device=device), torch.tensor([1, -1, 0], device=device), margin=8.4, reduction="none"))
