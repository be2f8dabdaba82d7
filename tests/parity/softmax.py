import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([[1.0, 2.0, 3.0], [0.0, 0.0, 1000.0]])
print(x.softmax(1), torch.softmax(x, dim=0), x.log_softmax(-1), torch.nn.functional.softmax(x, dim=1))
print(torch.logsumexp(x, 1), x[0].softmax(0).sum())
