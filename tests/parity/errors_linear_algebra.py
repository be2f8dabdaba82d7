# cpu only: the texts of the CPU's kernels
import torch

def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
A, B, v = torch.ones(2, 3), torch.ones(2, 3), torch.ones(4)
attempt(lambda: A @ B)
attempt(lambda: torch.mm(A, v))
attempt(lambda: torch.matmul(A, v))
attempt(lambda: torch.mv(A, v))
attempt(lambda: torch.dot(torch.ones(2), torch.ones(3)))
attempt(lambda: torch.dot(A, A))
attempt(lambda: torch.bmm(A, B))
attempt(lambda: torch.bmm(torch.ones(2, 2, 3), torch.ones(2, 2, 2)))
attempt(lambda: torch.addmm(torch.ones(5), A, torch.ones(3, 2)))
attempt(lambda: torch.matmul(torch.tensor(1.0), A))
attempt(lambda: torch.ones(2, 3).mm(torch.ones(3, 2, dtype=torch.float64)))
attempt(lambda: torch.nn.functional.linear(torch.ones(2, 3), torch.ones(4, 5)))
attempt(lambda: torch.nn.Linear(3, 2)(torch.ones(4, 5)))
attempt(lambda: torch.linalg.inv(torch.ones(2, 3)))
attempt(lambda: torch.linalg.inv(torch.zeros(2, 2)))
attempt(lambda: torch.linalg.cholesky(-torch.eye(2)))
attempt(lambda: torch.linalg.solve(torch.zeros(2, 2), torch.ones(2)))
attempt(lambda: torch.outer(A, v))
attempt(lambda: torch.linalg.det(torch.ones(2, 3)))
