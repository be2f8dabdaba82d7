# cpu only: the texts name the CPU's kernels, and numpy() is asked for
import torch
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)
a = torch.ones(2)
i = torch.tensor([1, 2])
attempt(lambda: i.mean())
attempt(lambda: a @ i.float().double())
attempt(lambda: torch.tensor([1, [2]]))
attempt(lambda: torch.tensor([[1, 2], [3]]))
attempt(lambda: torch.tensor("x"))
attempt(lambda: i.requires_grad_())
attempt(lambda: torch.device("gpu"))
attempt(lambda: a & a)
attempt(lambda: ~a)
attempt(lambda: torch.tensor([1, 2]).clone().normal_())
attempt(lambda: torch.ones(2, requires_grad=True).numpy())
attempt(lambda: a.nope)
attempt(lambda: torch.nope)
attempt(lambda: int(torch.tensor([1, 2])))
attempt(lambda: torch.softmax(i, 0))
attempt(lambda: torch.set_default_dtype(torch.int32))
attempt(lambda: torch.mm(torch.ones(2, 2), torch.ones(2, 2, dtype=torch.float64)))
attempt(lambda: a + "x")
attempt(lambda: torch.ones(2, 2).scatter(0, torch.tensor([[0.0]]), 1.0))
