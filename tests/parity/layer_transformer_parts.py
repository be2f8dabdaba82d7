# Encoder and decoder layers: before and after normalisation, masks, and their names.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(26)
source, target = torch.randn(2, 5, 8).to(device), torch.randn(2, 4, 8).to(device)
for first in (False, True):
    layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True, norm_first=first).to(device)
    y = layer(source)
    print(tuple(y.shape), f"{y.abs().sum().item():.4f} {y.norm().item():.4f}")
decoder = nn.TransformerDecoderLayer(8, 2, 16, dropout=0.0, batch_first=True, activation=torch.nn.functional.gelu).to(device)
mask = nn.Transformer.generate_square_subsequent_mask(4, device=device)
y = decoder(target, source, tgt_mask=mask)
print(tuple(y.shape), f"{y.norm().item():.4f}", mask.tolist()[1])
print([name for name, _ in decoder.named_parameters()])
memory_padding = torch.tensor([[False] * 5, [False, False, True, True, True]], device=device)
z = decoder(target, source, memory_key_padding_mask=memory_padding)
w = decoder(target, source[:, :2], None)
print(torch.allclose(z[1], w[1], atol=1e-5))
model = nn.Transformer(8, 2, 1, 1, 16, dropout=0.0, batch_first=True).to(device)
print(tuple(model(source, target).shape), sum(p.numel() for p in model.parameters()))
