# A convolutional autoencoder, seeded.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
encoder = nn.Sequential(nn.Conv2d(1, 4, 3, stride=2, padding=1), nn.ReLU(), nn.Conv2d(4, 6, 3, stride=2, padding=1), nn.ReLU())
decoder = nn.Sequential(nn.ConvTranspose2d(6, 4, 3, stride=2, padding=1, output_padding=1), nn.ReLU(), nn.ConvTranspose2d(4, 1, 3, stride=2, padding=1, output_padding=1), nn.Sigmoid())
model = nn.Sequential(encoder, decoder).to(device)
x = torch.rand(8, 1, 8, 8).to(device)

optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(20):
    optimizer.zero_grad()
    loss = F.binary_cross_entropy(model(x), x)
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"{step} {loss.item():.4f}")
