# cpu only: the values of the CPU's generator
import torch

torch.manual_seed(0)
w = torch.tensor([1.0, 2.0, 3.0, 4.0])
print(torch.multinomial(w, 3), torch.multinomial(w, 8, replacement=True))
p = torch.tensor([[0.2, 0.8, 0.0], [0.5, 0.25, 0.25]])
print(torch.multinomial(p, 2), torch.multinomial(p, 5, replacement=True))
print(torch.multinomial(p, 1), torch.multinomial(w.double(), 2), w.multinomial(1))
counts = torch.zeros(4)
for i in torch.multinomial(w, 1000, replacement=True):
    counts[i] += 1
print(counts)
for f in (lambda: torch.multinomial(torch.tensor([-1.0, 2.0]), 1), lambda: torch.multinomial(w, 5), lambda: torch.multinomial(torch.zeros(3), 1), lambda: torch.multinomial(torch.tensor([1, 2]), 1), lambda: torch.multinomial(w, 0)):
    try:
        print(f())
    except RuntimeError as e:
        print(e)
