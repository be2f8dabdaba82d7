import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
model = nn.Linear(10, 3).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
criterion = nn.CrossEntropyLoss()
for epoch in range(2):
    epoch_loss = 0
    optimizer.zero_grad()
    for step in range(8):
        x = torch.randn(16, 10).to(device)
        y = torch.randint(0, 3, (16,)).to(device)
        loss = criterion(model(x), y) / 4
        loss.backward()
        if (step + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
        epoch_loss += loss.item() * 4
    print(f"Epoch {epoch + 1}: Loss = {epoch_loss / 8:.4f}")
