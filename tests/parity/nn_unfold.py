# Patches as columns and back.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.arange(2 * 2 * 4 * 5.0, device=device).view(2, 2, 4, 5).requires_grad_()
columns = F.unfold(x, (2, 3), dilation=1, padding=1, stride=2)
print(tuple(columns.shape), columns[0, :, 1].tolist())
(columns * columns).sum().backward()
print(x.grad[1, 1].tolist())
back = F.fold(F.unfold(x, 2), (4, 5), 2)
print(tuple(back.shape), (back[0, 0] / x[0, 0].clamp(min=1)).tolist())
c = torch.arange(2 * 8 * 6.0, device=device).view(2, 8, 6).requires_grad_()
image = F.fold(c, (4, 6), 2, stride=2)
print(tuple(image.shape), image[0, 0].tolist())
(image * image).sum().backward()
print(c.grad[0, :2].tolist())
print(nn.Unfold(3, padding=1), nn.Fold((4, 5), 2))
for bad in (lambda: F.fold(c, (4, 5), 2), lambda: F.fold(c, (4, 6), 3), lambda: F.unfold(x, 9)):
    try:
        bad()
    except RuntimeError as error:
        print(error)
