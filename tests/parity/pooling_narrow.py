# Windows as wide as the picture and wider, so that padding gives several of them the same elements.
import torch
from torch.nn import functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
for height, width in ((1, 1), (1, 2), (2, 2), (2, 3), (3, 1), (4, 2)):
    x = (torch.arange(2 * height * width, dtype=torch.float32) * 7 % 5 - 1).reshape(1, 2, height, width).to(device)
    for kernel, stride, padding, ceil in ((2, 1, 1, False), (3, 1, 1, True), (3, 1, 1, False), (3, 2, 1, True), (5, 1, 2, False), (2, 2, 1, False)):
        values, places = F.max_pool2d(x, kernel, stride, padding, ceil_mode=ceil, return_indices=True)
        means = F.avg_pool2d(x, kernel, stride, padding, ceil_mode=ceil, count_include_pad=False)
        print((height, width), kernel, stride, ceil, values.flatten().tolist(), places.flatten().tolist(), [round(v, 4) for v in means.flatten().tolist()])
        y = x.clone().requires_grad_()
        F.max_pool2d(y, kernel, stride, padding, ceil_mode=ceil).sum().backward()
        print(y.grad.flatten().tolist())
