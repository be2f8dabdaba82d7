# Categories by probabilities or logits: draws, logarithms, entropy, batches.
import torch
from torch.distributions import Categorical, OneHotCategorical, kl_divergence

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
d = Categorical(probs=torch.tensor([[1.0, 2.0, 1.0], [0.2, 0.3, 0.5]]))
print(d, d.sample().tolist(), d.sample((6,)).tolist(), d.batch_shape, d.param_shape)
logits = torch.randn(4, 3).to(device).requires_grad_()
e = Categorical(logits=logits)
actions = torch.tensor([0, 2, 1, 1], device=device)
print([round(v, 5) for v in e.log_prob(actions).tolist()], [round(v, 5) for v in e.entropy().tolist()])
(e.log_prob(actions).sum() + 0.1 * e.entropy().mean()).backward()
print([[round(v, 5) for v in row] for row in logits.grad.tolist()], e)
print(e.mode.tolist(), d.enumerate_support().tolist(), d.probs.tolist(), [[round(v, 4) for v in r] for r in d.logits.tolist()])
print([round(v, 5) for v in kl_divergence(d, Categorical(probs=torch.ones(3))).tolist()])
o = OneHotCategorical(probs=torch.tensor([0.2, 0.8]))
print(o, o.sample((3,)).tolist(), o.log_prob(torch.tensor([0.0, 1.0])).item(), o.mean.tolist())
for f in (lambda: Categorical(), lambda: Categorical(probs=torch.tensor([-1.0, 2.0])), lambda: d.log_prob(torch.tensor([3, 0])), lambda: Categorical(probs=torch.tensor(1.0))):
    try:
        f()
    except ValueError as error:
        print(error)
