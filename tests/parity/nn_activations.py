import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([-2.0, -0.5, 0.0, 0.5, 2.0])
for m in (nn.ReLU(), nn.LeakyReLU(), nn.ELU(), nn.GELU(), nn.GELU("tanh"), nn.SiLU(), nn.Tanh(), nn.Sigmoid(), nn.Softplus(), nn.Hardtanh(), nn.ReLU6(), nn.Mish(), nn.SELU(), nn.LogSigmoid()):
    x2 = x.clone().requires_grad_()
    y = m(x2)
    y.sum().backward()
    print(type(m).__name__, y.detach(), x2.grad)
print(F.softmax(x, dim=0), F.normalize(x, dim=0), F.relu(x), F.cosine_similarity(x, x + 1, dim=0))
