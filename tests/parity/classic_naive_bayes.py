import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
docs = torch.tensor([[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 3, 1], [0, 1, 1, 2]])
label = torch.tensor([0, 0, 1, 1])
counts = torch.zeros(2, 4).index_add_(0, label, docs.float())
log_like = torch.log((counts + 1) / (counts.sum(1, keepdim=True) + 4))
log_prior = torch.log(torch.bincount(label).float() / 4)
new = torch.tensor([[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0], [0.0, 1.0, 1.0, 0.0]])
joint = new @ log_like.t() + log_prior
print(counts, joint, joint.softmax(1), joint.argmax(1))
table = torch.zeros(2, 2, dtype=torch.long)
table.index_put_((label, (docs.float() @ log_like.t() + log_prior).argmax(1)), torch.tensor(1), accumulate=True)
print(table, table.diag().sum().item() / table.sum().item())
