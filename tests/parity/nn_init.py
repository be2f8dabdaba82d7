# cpu only: the values of the CPU's generator
import torch
import torch.nn as nn
torch.manual_seed(0)
w = torch.empty(3, 4)
for f in (nn.init.kaiming_uniform_, nn.init.kaiming_normal_, nn.init.xavier_uniform_, nn.init.xavier_normal_, nn.init.uniform_, nn.init.normal_, nn.init.zeros_, nn.init.ones_):
    print(f.__name__, f(w))
print(nn.init.constant_(w, 0.3), nn.init.calculate_gain("relu"), nn.init.calculate_gain("leaky_relu", 0.2), nn.init.kaiming_uniform_(w, nonlinearity="relu", mode="fan_out"))
print(nn.Linear(4, 3).weight, nn.Embedding(2, 2).weight)
