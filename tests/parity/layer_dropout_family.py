# What is dropped: elements, channels, features; the rest is scaled; evaluation changes nothing.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(19)
x = torch.ones(4, 6, 5, 5, device=device)
for layer in (nn.Dropout(0.4), nn.Dropout2d(0.5), nn.Dropout(0.25, inplace=True)):
    y = layer(x.clone())
    values = sorted(set(round(v, 4) for v in y.flatten().tolist()))
    channels = (y.flatten(2).max(2).values == y.flatten(2).min(2).values).all().item()
    print(layer, values, channels, torch.equal(layer.eval()(x), x))
print(tuple(nn.Dropout1d(0.5)(torch.ones(2, 3, 4)).shape), tuple(nn.Dropout3d(0.5)(torch.ones(2, 3, 2, 2, 2)).shape))
alpha = nn.AlphaDropout(0.3).to(device)(torch.randn(20000).to(device))
print(abs(alpha.mean().item()) < 0.05, abs(alpha.std().item() - 1) < 0.05, nn.FeatureAlphaDropout(0.1))
print(torch.equal(nn.functional.dropout(x, 0.9, training=False), x), nn.Dropout(1.0)(x).sum().item(), torch.equal(nn.Dropout(0.0)(x), x))
for p in (-0.1, 1.5):
    try:
        nn.Dropout(p)
    except ValueError as error:
        print(error)
