# Matrices of two rows and columns: their vectors have closed forms, with LAPACK's signs.
import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")


def show(*tensors):
    for x in tensors:
        print([[round(n, 4) for n in row] for row in x.reshape(-1, 2).tolist()])


for rows in (
    [[2.0, 1.0], [1.0, 2.0]], [[3.0, 0.0], [0.0, 2.0]], [[1.0, 0.0], [0.0, 1.0]], [[2.0, 0.0], [0.0, 3.0]], [[4.0, -2.0], [-2.0, 1.5]],
    [[0.0, 1.0], [1.0, 0.0]], [[-1.0, 2.0], [2.0, -3.0]], [[1.0, -0.5], [-0.5, 4.0]],
):
    x = torch.tensor(rows)
    values, vectors = torch.linalg.eigh(x)
    print(values.round(decimals=4))
    show(vectors, torch.linalg.eigh(x, "U").eigenvectors)
for rows in (
    [[1.0, 2.0], [3.0, 4.0]], [[3.0, 0.0], [0.0, 2.0]], [[2.0, 0.0], [0.0, 3.0]], [[1.0, 1.0], [0.0, 1.0]],
    [[2.0, -1.0], [0.5, 3.0]], [[4.0, 0.0], [3.0, -5.0]], [[-1.0, 2.0], [2.0, 1.5]],
):
    x = torch.tensor(rows, dtype=torch.float64)
    U, S, Vh = torch.linalg.svd(x)
    show(U, S, Vh)
    print(torch.allclose(U @ torch.diag(S) @ Vh, x))
U, S, Vh = torch.linalg.svd(torch.tensor([[1.0, 2.0], [2.0, 4.0]]))
print(S.abs().round(decimals=4))
values, vectors = torch.linalg.eigh(torch.stack([torch.eye(2), torch.ones(2, 2)]))
print(values.round(decimals=4).abs())
show(vectors)
