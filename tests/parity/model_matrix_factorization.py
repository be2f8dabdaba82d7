# Ratings as products of user and film factors with biases, by gradient and in closed form.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(41)
users, films, k = 6, 5, 2
truth = torch.randn(users, k) @ torch.randn(films, k).T + 3
seen = torch.rand(users, films) < 0.7
rows, columns = seen.nonzero(as_tuple=True)
ratings = truth[seen]
print(len(ratings), rows[:5].tolist(), columns[:5].tolist())


class Factors(nn.Module):
    def __init__(self):
        super().__init__()
        self.user, self.film = nn.Embedding(users, k), nn.Embedding(films, k)
        self.user_bias, self.film_bias = nn.Embedding(users, 1), nn.Embedding(films, 1)
        self.mean = nn.Parameter(torch.tensor(3.0))

    def forward(self, u, f):
        return (self.user(u) * self.film(f)).sum(1) + self.user_bias(u).squeeze(1) + self.film_bias(f).squeeze(1) + self.mean


model = Factors().to(device)
rows, columns, ratings = rows.to(device), columns.to(device), ratings.to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05, weight_decay=1e-3)
for step in range(60):
    loss = nn.functional.mse_loss(model(rows, columns), ratings)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 15 == 0:
        print(step, f"{loss.item():.3f}")
u = torch.randn(films, k, dtype=torch.float64)
R = truth.double()
solved = torch.linalg.lstsq(u, R.T).solution
normal = torch.linalg.solve(u.T @ u, u.T @ R.T)
print(torch.allclose(solved, normal), solved.shape)
