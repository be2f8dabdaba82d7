# Few directions of large matrices, windows, grids of counts.
import torch
from torch.signal import windows

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(name, values, digits=4):
    values = values.detach().cpu()
    print(name, tuple(values.shape), [round(v, digits) + 0.0 for v in values.double().flatten().tolist()])


torch.manual_seed(0)
A = torch.randn(12, 3, dtype=torch.float64) @ torch.randn(3, 7, dtype=torch.float64)
A = A.to(device)
U, S, V = torch.svd_lowrank(A, q=4)
show("svd", S[:3])
show("again", U @ torch.diag(S) @ V.mT - A, 6)
U, S, V = torch.svd_lowrank(A.mT, q=3, niter=3, M=torch.ones(1, 12, dtype=torch.float64, device=device))
print(U.shape, S.shape, V.shape)
U, S, V = torch.pca_lowrank(A, q=3)
show("pca", S)
show("principal", (A - A.mean(0)) @ V @ V.mT - (A - A.mean(0)), 6)
print([part.shape for part in torch.pca_lowrank(A, center=False)])
for wrong in (lambda: torch.pca_lowrank(A, q=9), lambda: torch.pca_lowrank(A, niter=-1), lambda: torch.lobpcg(torch.eye(4), 2)):
    try:
        wrong()
    except ValueError as error:
        print(error)
torch.manual_seed(1)
B = torch.randn(20, 20, dtype=torch.float64)
B = (B @ B.mT + 20 * torch.eye(20, dtype=torch.float64)).to(device)
for largest in (True, False):
    E, X = torch.lobpcg(B, k=2, largest=largest, niter=200, tol=1e-9)
    show("values", E, 3)
    show("residual", B @ X - X * E, 2)
mass = torch.diag(torch.arange(1.0, 21.0, dtype=torch.float64)).to(device)
E, X = torch.lobpcg(B, k=3, B=mass, niter=300, tol=1e-9)
show("values", E, 3)
points = torch.tensor([[0.0, 1.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.5, 1.5]])
for result in (torch.histogramdd(points, bins=[3, 2]), torch.histogramdd(points, bins=2, range=[0.0, 2.0, 0.0, 1.0]),
               torch.histogramdd(points, bins=[torch.tensor([0.0, 1.0, 2.0]), torch.tensor([0.0, 0.5, 2.0])], weight=torch.arange(5.0)),
               torch.histogramdd(points, bins=2, density=True)):
    show("counts", result.hist)
    for edges in result.bin_edges:
        show("edges", edges)
for sym in (True, False):
    for M in (0, 1, 2, 7):
        for name, options in [("bartlett", {}), ("blackman", {}), ("cosine", {}), ("exponential", {"tau": 2.0}), ("gaussian", {"std": 1.5}),
                              ("general_cosine", {"a": [0.5, 0.3, 0.2]}), ("general_hamming", {"alpha": 0.6}), ("hamming", {}), ("hann", {}),
                              ("kaiser", {"beta": 6.0}), ("nuttall", {})]:
            show(name, getattr(windows, name)(M, sym=sym, device=device, **options))
show("center", windows.exponential(5, center=1.0, sym=False, dtype=torch.float64))
for wrong in (lambda: windows.hann(-1), lambda: windows.gaussian(3, std=-1.0), lambda: windows.exponential(3, center=1.0), lambda: windows.kaiser(3, beta=-1.0), lambda: windows.general_cosine(3, a=[])):
    try:
        wrong()
    except ValueError as error:
        print(error)
