# cpu only: the sizes are refused before a device is used
# Windows whose sizes fit into no 32 bits.
import torch
import torch.nn.functional as F

image, volume = torch.ones(1, 1, 8, 8), torch.ones(1, 1, 4, 4, 4)
huge = (2**31, 2**40, 2**61, 2**62, 2**63 - 1)
functions = {
    "max_pool2d kernel": lambda n: F.max_pool2d(image, n, 1, n // 2, 1, True),
    "max_pool2d stride": lambda n: F.max_pool2d(image, 2, n),
    "max_pool2d dilation": lambda n: F.max_pool2d(image, 2, 1, 0, n),
    "max_pool3d kernel": lambda n: F.max_pool3d(volume, n),
    "avg_pool2d kernel": lambda n: F.avg_pool2d(image, n, 1, n // 2),
    "avg_pool2d stride": lambda n: F.avg_pool2d(image, (1, 2), (n, 1)),
    "avg_pool3d kernel": lambda n: F.avg_pool3d(volume, (1, n, 1)),
}
for name, function in functions.items():
    for n in huge:
        try:
            print(name, n, tuple(function(n).shape))
        except RuntimeError as error:
            print(name, n, "RuntimeError:", str(error).splitlines()[0])

# Sums of sizes, and diagonals, beyond 64 bits.
most, matrix, row = 2**63 - 1, torch.arange(9.0).view(3, 3), torch.arange(3.0)
sums = {
    "narrow": lambda: row.narrow(0, 1, most),
    "split": lambda: row.split([most, most]),
    "diagonal": lambda: matrix.diagonal(-most - 1),
    "diagonal above": lambda: matrix.diagonal(most),
    "tril": lambda: matrix.tril(most),
    "tril below": lambda: matrix.tril(-most - 1),
    "triu": lambda: matrix.triu(-most - 1),
    "triu above": lambda: matrix.triu(most),
    "unflatten": lambda: row.unflatten(0, (most, most)),
    "stride": lambda: F.conv1d(torch.ones(1, 1, 8), torch.ones(1, 1, 2), stride=2**40),
}
for name, function in sums.items():
    try:
        print(name, function().tolist())
    except RuntimeError as error:
        print(name, "RuntimeError:", str(error).splitlines()[0])
