# A student learns from a teacher's softened answers.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(89)
teacher = nn.Sequential(nn.Linear(5, 32), nn.ReLU(), nn.Linear(32, 4)).to(device).eval().requires_grad_(False)
student = nn.Linear(5, 4).to(device)
x, y = torch.randn(20, 5).to(device), torch.randint(0, 4, (20,)).to(device)
optimizer = torch.optim.SGD(student.parameters(), lr=0.5)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)
T, alpha = 3.0, 0.7
for step in range(10):
    logits = student(x)
    soft = F.kl_div(F.log_softmax(logits / T, 1), F.softmax(teacher(x) / T, 1), reduction="batchmean") * T * T
    loss = alpha * soft + (1 - alpha) * F.cross_entropy(logits, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
    if step % 3 == 0:
        print(step, f"{loss.item():.4f} {soft.item():.4f} {scheduler.get_last_lr()[0]:.4f}")
print(any(p.requires_grad for p in teacher.parameters()), teacher.training)
