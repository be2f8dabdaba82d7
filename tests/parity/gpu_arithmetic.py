import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
a = torch.randn(4, 5).to(device)
b = torch.randn(5, 3).to(device)
c = (a @ b).relu() + a.sum(1, keepdim=True)
print(c.cpu(), c.mean().item() > 0, c.max(1).indices.cpu(), c.argmax().item())
print(a[1:3, ::2].cpu(), a.t()[0].cpu(), torch.cat([a, a], 1).shape, a.softmax(1).sum(1).cpu())
i = torch.tensor([0, 2], device=device)
print(a[i].cpu(), a.index_select(1, i).cpu(), (a > 0).sum().item(), a[a > 1].cpu())
print(torch.arange(5, device=device).cumsum(0).cpu(), a.std().item().__round__(4), a.sort(1).values.cpu())
x = torch.ones(3, device=device, requires_grad=True)
(x * torch.arange(3, device=device)).sum().backward()
print(x.grad.cpu(), x.double().dtype, torch.zeros(2, device=device).cpu(), torch.full((2,), 3, device=device).cpu())
print(a.half().float().cpu()[0], torch.where(a > 0, a, torch.zeros_like(a)).cpu()[0], a.tril().cpu())
