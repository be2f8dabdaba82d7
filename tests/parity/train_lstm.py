# An LSTM that predicts a wave, seeded.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(1, 12, num_layers=2, batch_first=True)
        self.head = nn.Linear(12, 1)

    def forward(self, x):
        out, _ = self.lstm(x)
        return self.head(out)


model = Model().to(device)
wave = torch.sin(torch.arange(0, 6 * 25, dtype=torch.float32) * 0.3).view(6, 25, 1).to(device)

optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for step in range(20):
    optimizer.zero_grad()
    loss = F.mse_loss(model(wave[:, :-1]), wave[:, 1:])
    loss.backward()
    optimizer.step()
    if step % 4 == 0:
        print(f"{step} {loss.item():.4f}")
