# cpu only: the values of the CPU's generator
import torch

torch.set_printoptions(precision=6)
torch.manual_seed(0)
print(torch.empty(5).uniform_(-3, 7), torch.empty(3, dtype=torch.float64).uniform_(0, 1e-3), torch.empty(4, dtype=torch.float16).uniform_(), torch.empty(4, dtype=torch.bfloat16).uniform_(2, 3))
print(torch.empty(4).exponential_(), torch.empty(4, dtype=torch.float64).exponential_(2.5))
print(torch.empty(4).cauchy_(), torch.empty(3, dtype=torch.float64).cauchy_(1.0, 0.5))
print(torch.empty(4).log_normal_(), torch.empty(3, dtype=torch.float64).log_normal_(0.5, 0.25))
print(torch.empty(6).geometric_(0.3), torch.empty(4, dtype=torch.int64).geometric_(0.5))
print(torch.empty(5).random_(10), torch.empty(5, dtype=torch.int64).random_(), torch.empty(4, dtype=torch.uint8).random_(), torch.empty(4).random_(3, 9), torch.empty(3, dtype=torch.int32).random_(-5, 5))
print(torch.bernoulli(torch.tensor([0.1, 0.5, 0.9, 0.3])), torch.empty(6).bernoulli_(torch.full((6,), 0.5)))
print(torch.randint(3, 8, (6,)), torch.randint(-100, 100, (4,), dtype=torch.int16), torch.randint(0, 2 ** 40, (3,)), torch.randint(2, (3, 2)), torch.randint(0, 256, (4,), dtype=torch.uint8), torch.randint(5, (3,), dtype=torch.float32))
print(torch.randperm(10), torch.randperm(1), torch.randperm(0), torch.randperm(5, dtype=torch.int32))
print(torch.rand(3, dtype=torch.float64), torch.rand(3, dtype=torch.float16), torch.rand_like(torch.ones(2, 2)), torch.randint_like(torch.ones(3), 10))
print(torch.nn.init.trunc_normal_(torch.empty(5), std=0.02), torch.nn.init.trunc_normal_(torch.empty(5), 1.0, 2.0, -1.0, 1.5))
for f in (lambda: torch.empty(2).exponential_(0), lambda: torch.empty(2).normal_(0, -1), lambda: torch.empty(2).uniform_(2, 1), lambda: torch.empty(2).geometric_(0), lambda: torch.bernoulli(torch.tensor([1.5])), lambda: torch.empty(2, dtype=torch.int64).random_(5, 5)):
    try:
        f()
    except RuntimeError as e:
        print(e)
