"""Extremes with their places, products, medians and insertion places of tensors that go the quick ways."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(1)
x = torch.randint(-50, 50, (60, 40, 17), device="cpu").float()
x[3, 4, 5] = x[9, 4, 5] = float("nan")
x[0, 0, 0] = -0.0
for dtype in (torch.float32, torch.float64, torch.float16, torch.int64, torch.uint8):
    y = x.nan_to_num(0).abs().to(dtype) if dtype in (torch.int64, torch.uint8) else x.to(dtype)
    y = y.to(device)
    for dim in (0, 1, 2, -2):
        for values, places in (y.max(dim), y.min(dim)):
            print(dtype, dim, values.double().nansum().item(), values.isnan().sum().item(), (places * 3 % 7).sum().item())
        print(y.transpose(0, 2).max(dim).indices.sum().item(), y[::2].min(dim).indices.sum().item())
f = (torch.rand(50, 300, device="cpu") + 0.5).to(device)
for dim in (0, 1):
    print([f"{value:.4e}" for value in f.prod(dim)[:4].tolist()])
print(f"{(f[:20, :20]).prod().item():.4e}", torch.arange(1, 30, device=device).prod().item(), torch.full((99,), 3, device=device).prod().item())
print(torch.full((200,), 10.0, device=device).prod().item(), torch.full((200,), 0.01, device=device).prod().item())
flat = x.to(device)
print(flat.nanmedian().item(), flat.median().isnan().item(), flat[20:].median().item(), flat[20:41].long().median().item())
sorted_ = torch.tensor([1.0, 3.0, 3.0, 7.0, float("nan")], device=device)
asked = torch.tensor([[0.0, 1.0, 3.0], [7.0, 9.0, float("nan")]], device=device)
for right in (False, True):
    print(torch.searchsorted(sorted_, asked, right=right).tolist(), torch.bucketize(asked, sorted_[:4], right=right).tolist())
rows = torch.tensor([[1, 2, 2, 9], [4, 5, 6, 6]], device=device)
places = torch.searchsorted(rows, torch.tensor([[2, 10], [6, 0]], device=device), right=True, out_int32=True)
print(places.tolist(), places.dtype)
print(torch.searchsorted(torch.tensor([4, 1, 3, 2], device=device), torch.tensor([2, 3], device=device)).tolist())
a, b = torch.randn(2, 40, 9, device="cpu").to(device), torch.randn(1, 30, 9, device="cpu").to(device)
for p in (1, 2, 3, float("inf")):
    distances = torch.cdist(a, b, p)
    print(list(distances.shape), f"{distances.sum().item():.2f} {distances.min().item():.4f} {distances.max().item():.4f}")
wide = torch.cdist(torch.linspace(-1, 1, 1200, device=device).reshape(2, 600), torch.zeros(300, 600, device=device))
print(list(wide.shape), f"{wide[0, 0].item():.4f} {wide[1, 299].item():.4f}")
print(torch.cdist(a[:, :0], b).shape, torch.cdist(a[..., :0], b[..., :0]).abs().sum().item())
