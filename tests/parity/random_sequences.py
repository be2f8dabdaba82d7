# Seeds, generators, states, forks: the same numbers again.
import torch

torch.manual_seed(42)
print([round(v, 4) for v in torch.rand(3).tolist()], [round(v, 4) for v in torch.randn(3).tolist()], torch.randint(0, 100, (4,)).tolist(), torch.randperm(6).tolist())
state = torch.get_rng_state()
first = torch.rand(2)
torch.set_rng_state(state)
print(torch.equal(first, torch.rand(2)), torch.initial_seed())
g = torch.Generator().manual_seed(7)
print([round(v, 4) for v in torch.rand(2, generator=g).tolist()], torch.randint(5, (3,), generator=g).tolist(), g.initial_seed())
h = torch.Generator()
h.set_state(g.get_state())
print(torch.equal(torch.randn(20, generator=g), torch.randn(20, generator=h)))
with torch.random.fork_rng():
    torch.manual_seed(0)
    inside = torch.rand(1)
after = torch.rand(1)
torch.set_rng_state(state)
torch.rand(2)
print(torch.equal(after, torch.rand(1)), [round(v, 4) for v in torch.empty(3).uniform_(-1, 1).tolist()], [round(v, 4) for v in torch.empty(2).exponential_().tolist()], [round(v, 4) for v in torch.normal(torch.zeros(2), torch.ones(2)).tolist()])
print(torch.multinomial(torch.tensor([0.1, 0.9]), 5, replacement=True).tolist(), torch.rand_like(torch.zeros(2, dtype=torch.float64)).dtype, torch.randn(17).sum().item().__round__(3))
