import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([-2.1, -1.9, -2.4, -1.6, 1.8, 2.2, 2.5, 1.4, 2.0, -2.0])
mu = torch.tensor([-1.0, 1.0])
sigma = torch.ones(2)
pi = torch.tensor([0.5, 0.5])
for step in range(6):
    log_p = -0.5 * ((x[:, None] - mu) / sigma) ** 2 - sigma.log() - 0.5 * torch.log(torch.tensor(2 * torch.pi)) + pi.log()
    evidence = torch.logsumexp(log_p, 1)
    r = (log_p - evidence[:, None]).exp()
    n = r.sum(0)
    mu = (r * x[:, None]).sum(0) / n
    sigma = ((r * (x[:, None] - mu) ** 2).sum(0) / n).sqrt()
    pi = n / len(x)
    print(step, f"{evidence.sum().item():.3f}")
print(mu, sigma, pi, r.argmax(1).tolist())
