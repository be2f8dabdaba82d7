# A second backward pass without retain_graph: only saved tensors are missing.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def twice(f):
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], device=device, requires_grad=True)
    total = f(x)
    total.backward()
    try:
        total.backward()
        print(x.grad.tolist())
    except RuntimeError as e:
        print(str(e)[:61])


twice(lambda x: x.sum())
twice(lambda x: x.mean())
twice(lambda x: (x + 1).sum())
twice(lambda x: (x + x).sum())
twice(lambda x: (3 - x).sum())
twice(lambda x: (-x).sum())
twice(lambda x: x.view(-1).sum())
twice(lambda x: x.t().reshape(-1).sum())
twice(lambda x: x.permute(1, 0).unsqueeze(0).sum())
twice(lambda x: x.expand(2, 2, 2).sum())
twice(lambda x: x[0].sum())
twice(lambda x: x[:, 1].sum())
twice(lambda x: torch.cat([x, x]).sum())
twice(lambda x: torch.stack([x, x]).sum())
twice(lambda x: x.clone().double().sum())
twice(lambda x: x.cumsum(0).sum())
twice(lambda x: x.flip(0).sum())
twice(lambda x: x.squeeze().diagonal().sum())
twice(lambda x: (x * 2).sum())
twice(lambda x: (2 * x).sum())
twice(lambda x: (x / 2).sum())
twice(lambda x: (x * x).sum())
twice(lambda x: (x / x).sum())
twice(lambda x: x.exp().sum())
twice(lambda x: x.pow(2).sum())
twice(lambda x: (x @ x).sum())
twice(lambda x: x.relu().sum())
twice(lambda x: x.softmax(0).sum())
twice(lambda x: x[torch.tensor([0], device=device)].sum())
twice(lambda x: x.max())
twice(lambda x: x.prod())
