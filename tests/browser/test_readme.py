"""Takes the README's pictures of cells in JupyterLab: docs/*.png are copies of the files in SCREENSHOTS."""

import io
import os
from pathlib import Path

from conftest import assert_not_blank
from PIL import Image

TRAINING = """\
import torch, tensorcell
from torch import nn

torch.manual_seed(0)
x = torch.linspace(-3, 3, 512, device="cuda").unsqueeze(1)
y = torch.sin(2 * x) + 0.1 * torch.randn_like(x)
model = nn.Sequential(nn.Linear(1, 64), nn.Tanh(), nn.Linear(64, 1)).cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
curve = tensorcell.Curve("loss", title="A sine, learnt on cuda:0", log=True, smooth=0.9)

for step in range(400):
    loss = nn.functional.mse_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    curve(loss=loss.item())"""

ERROR = """\
encoder = nn.Sequential(nn.Linear(64, 32), nn.ReLU())
decoder = nn.Linear(30, 64)
decoder(encoder(torch.randn(8, 64)))"""

MEMORY = """\
batch = torch.empty(256, 1024, 1024, device="cuda")
activations = [torch.empty_like(batch) for layer in range(4)]"""

KERNEL = """\
%%cuda
extern "C" __global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a * x[i] + y[i];
}"""

LAUNCH = """\
x, y = torch.arange(6.0, device="cuda"), torch.ones(6, device="cuda")
out = torch.empty_like(x)
saxpy[1, 32](2.0, x, y, out, x.numel())
out"""


def keep(name, png):
    """A picture with few colours, which is small."""
    assert_not_blank(png, name)
    if folder := os.environ.get("SCREENSHOTS"):
        image = Image.open(io.BytesIO(png)).convert("RGB")
        image.quantize(64, dither=Image.Dither.NONE).save(Path(folder) / f"readme-{name}.png", optimize=True)


def test_the_pictures_of_the_readme(lab):
    cells = [TRAINING, ERROR, MEMORY, KERNEL, LAUNCH]
    # The last one is there to be the one that is chosen.
    page = lab("readme.ipynb", *cells, "None")
    # High enough that nothing scrolls.
    page.page.set_viewport_size({"width": 1180, "height": 2600})
    for n in range(len(cells) + 1):
        page.run(n)
        page.finished(n)
    page.expect_text(1, "mat1 and mat2 shapes cannot be multiplied (8x32 and 30x64)")
    page.expect_text(1, "self.weight: shape [64, 30]")
    page.expect_text(2, "OutOfMemoryError")
    page.expect_text(4, "tensor([ 1.,  3.,  5.,  7.,  9., 11.], device='cuda:0')")
    for name, first, last in [("training", 0, 0), ("error", 1, 1), ("memory", 2, 2), ("kernel", 3, 4)]:
        top, bottom = page.cell(first).bounding_box(), page.cell(last).bounding_box()
        # Without the border of the cell below.
        height = bottom["y"] + bottom["height"] - top["y"] - 3
        keep(name, page.page.screenshot(clip={**top, "height": height}))
