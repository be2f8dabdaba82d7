# Filters as convolutions: edges, blurs, sharpening, gradients in depth.
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
image = torch.zeros(1, 1, 7, 7, device=device)
image[..., 2:5, 2:5] = 1.0
sobel = torch.tensor([[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]], device=device)
gx, gy = F.conv2d(image, sobel[None, None], padding=1), F.conv2d(image, sobel.T[None, None], padding=1)
print(gx[0, 0, 3].tolist(), gy[0, 0, :, 3].tolist(), (gx ** 2 + gy ** 2).sqrt().max().item().__round__(4))
x = torch.arange(-2.0, 3.0, device=device)
gauss = torch.exp(-x ** 2 / 2)
gauss = gauss / gauss.sum()
blur = F.conv2d(F.conv2d(image, gauss.view(1, 1, 1, 5), padding=(0, 2)), gauss.view(1, 1, 5, 1), padding=(2, 0))
print([round(v, 4) for v in blur[0, 0, 3].tolist()], torch.allclose(blur, F.conv2d(image, torch.outer(gauss, gauss)[None, None], padding=2), atol=1e-6), round(blur.sum().item(), 4))
sharp = image + (image - blur)
print(round(sharp.max().item(), 4), F.max_pool2d(image, 3, 1, 1).sum().item(), (-F.max_pool2d(-image, 3, 1, 1)).sum().item())
rgb = torch.rand(2, 3, 4, 4, generator=torch.Generator().manual_seed(0)).to(device)
gray = (rgb * torch.tensor([0.299, 0.587, 0.114], device=device).view(1, 3, 1, 1)).sum(1, keepdim=True)
each = F.conv2d(rgb, sobel.expand(3, 1, 3, 3), padding=1, groups=3)
print(gray.shape, round(gray.mean().item(), 4), each.shape, round(each[0, 1].abs().sum().item(), 3))
