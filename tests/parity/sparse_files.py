"""Sparse and meta tensors in files and copies."""

import copy
import io
import pickle

import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
dense = torch.tensor([[0.0, 1, 0, 2], [3, 0, 0, 0]])
tensors = {
    "coo": dense.to_sparse(),
    "uncoalesced": torch.sparse_coo_tensor([[1, 0, 1]], [1.0, 2.0, 3.0], (3,)),
    "csr": dense.to_sparse_csr(),
    "csc": dense.to_sparse_csc(),
    "bsr": dense.to_sparse_bsr((1, 2)),
}
file = io.BytesIO()
torch.save({**tensors, "meta": torch.empty(2, 3, device="meta"), "plain": dense}, file)
file.seek(0)
for name, loaded in torch.load(file).items():
    print(name, loaded)
    if loaded.layout == torch.sparse_coo:
        print(loaded.is_coalesced())
for name, tensor in tensors.items():
    again = pickle.loads(pickle.dumps(tensor))
    print(name, again.layout, torch.equal(again.to_dense(), tensor.to_dense()))
twin = copy.deepcopy(tensors["coo"])
print(twin, twin is tensors["coo"])
print(pickle.loads(pickle.dumps(torch.sparse_csr)), copy.deepcopy(torch.empty(2, device="meta")))
