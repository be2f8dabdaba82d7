import torch
from torch import nn
from collections import OrderedDict

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
print(nn.Sequential(OrderedDict([("fc", nn.Linear(2, 3)), ("act", nn.Tanh()), ("inner", nn.Sequential(nn.Linear(3, 3), nn.GELU()))])))
for m in (nn.ReLU(), nn.ReLU(inplace=True), nn.LeakyReLU(0.2), nn.ELU(), nn.GELU(), nn.SiLU(), nn.Sigmoid(), nn.Softmax(dim=1), nn.LogSoftmax(dim=-1), nn.Flatten(), nn.Embedding(10, 3), nn.Embedding(10, 3, padding_idx=0), nn.LayerNorm(5), nn.LayerNorm((2, 3)), nn.BatchNorm1d(4), nn.Dropout(0.2), nn.Identity(), nn.CrossEntropyLoss(), nn.MSELoss(), nn.Softplus(), nn.PReLU(), nn.Hardtanh()):
    print(m)
