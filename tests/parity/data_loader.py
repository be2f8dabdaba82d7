# cpu only: loaders shuffle and gather on the CPU
import torch
from torch.utils.data import DataLoader, Dataset, Subset, TensorDataset, ConcatDataset, random_split
class Squares(Dataset):
    def __len__(self):
        return 7

    def __getitem__(self, i):
        return {"x": torch.tensor([float(i)]), "y": i * i}

torch.manual_seed(0)
for batch in DataLoader(Squares(), batch_size=3):
    print(batch)
print([b["y"].tolist() for b in DataLoader(Squares(), batch_size=2, shuffle=True)])
print([b["y"].tolist() for b in DataLoader(Squares(), batch_size=2, shuffle=True, drop_last=True)])
ds = TensorDataset(torch.arange(6.0).view(6, 1), torch.arange(6))
print(ds[2], len(ds))
for xb, yb in DataLoader(ds, batch_size=4, shuffle=True):
    print(xb.shape, yb)
print([y.tolist() for x, y in DataLoader(ConcatDataset([ds, ds]), batch_size=5)])
a, b = random_split(ds, [4, 2])
print(a.indices, b.indices, [y.item() for _, y in Subset(ds, [1, 3])])
g = torch.Generator().manual_seed(1)
print([y.tolist() for x, y in DataLoader(ds, batch_size=2, shuffle=True, generator=g)])
print(next(iter(DataLoader([(1, 2.0, "a"), (3, 4.0, "b")], batch_size=2))))
print([b for b in DataLoader(range(5), batch_size=2, collate_fn=lambda items: sum(items))])
print(torch.rand(1))
