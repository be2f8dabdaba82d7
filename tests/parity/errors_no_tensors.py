# cpu only: the texts name the CPU's kernels
import torch
from torch import nn
import torch.nn.functional as F


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", e)


a = torch.tensor([0.1, 0.2, 0.3])
i = torch.tensor([1, 2, 3])
w = torch.ones(2, 2)
v = torch.ones(2, 2, 2)
wide = v.double()

# Numbers where only tensors are taken.
attempt(lambda: torch.fmax(a, 1))
attempt(lambda: torch.fmax(1, a))
attempt(lambda: torch.fmin(a, [1.0]))
attempt(lambda: torch.gcd(i, 2))
attempt(lambda: torch.lcm(i, 2))
attempt(lambda: torch.nextafter(a, 1.0))
attempt(lambda: torch.igamma(a, 1.0))
attempt(lambda: torch.igammac(a, 1.0))
attempt(lambda: torch.dist(a, 1))
attempt(lambda: torch.ldexp(a, 2))
attempt(lambda: torch.heaviside(a, 1))
attempt(lambda: torch.logaddexp(a, 1))
attempt(lambda: torch.logaddexp2(a, 1))

# Layers' functions and losses.
attempt(lambda: F.hardtanh(1))
attempt(lambda: F.relu6(1))
attempt(lambda: F.prelu(1, a))
attempt(lambda: F.layer_norm(1, (2,)))
attempt(lambda: F.layer_norm(w, 2))
attempt(lambda: nn.LayerNorm(2)(1))
attempt(lambda: F.embedding(1, w))
attempt(lambda: F.embedding(i, 1))
attempt(lambda: F.pad(1, (1, 1)))
attempt(lambda: F.pad(a, 1))
attempt(lambda: F.cosine_similarity(1, a))
attempt(lambda: F.pairwise_distance(a, "x"))
attempt(lambda: F.mse_loss(1, a))
attempt(lambda: F.mse_loss(a, 1))
attempt(lambda: F.l1_loss(a, 1))
attempt(lambda: F.smooth_l1_loss(a, 1))
attempt(lambda: F.huber_loss(a, 1))
attempt(lambda: F.binary_cross_entropy(a, 1))
attempt(lambda: F.binary_cross_entropy_with_logits(1, a))
attempt(lambda: F.kl_div(1, a))
attempt(lambda: F.kl_div(a, 1))
attempt(lambda: F.nll_loss(1, 2))
attempt(lambda: F.cross_entropy(1, 2))
attempt(lambda: F.cross_entropy(w, 2))
attempt(lambda: nn.CrossEntropyLoss()(w, [0, 1]))

# What a loss cannot use.
classes = torch.tensor([0, 1])
attempt(lambda: F.cross_entropy(w, classes, weight=torch.ones(3)))
attempt(lambda: F.cross_entropy(w, w, weight=torch.ones(3)))
attempt(lambda: F.cross_entropy(v, torch.stack([classes, classes]), weight=torch.ones(2)))
attempt(lambda: F.cross_entropy(w, torch.stack([classes, classes])))
attempt(lambda: F.cross_entropy(w, classes, label_smoothing=2.0))
attempt(lambda: F.cross_entropy(w, w, label_smoothing=1.5))
attempt(lambda: F.nll_loss(w, classes, weight=torch.ones(3)))
attempt(lambda: nn.utils.rnn.pad_sequence([]))

# Two dtypes in one product.
attempt(lambda: F.linear(w.double(), w, a[:2]))
attempt(lambda: F.linear(wide, w, a[:2]))
attempt(lambda: F.linear(wide[0, 0], w, a[:2]))
attempt(lambda: F.linear(wide, w))
attempt(lambda: nn.Linear(2, 3)(torch.tensor([[[1, 2]]])))
attempt(lambda: wide @ v)
attempt(lambda: torch.bmm(v, wide))
