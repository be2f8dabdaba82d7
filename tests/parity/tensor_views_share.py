# What shares memory and what does not.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.arange(12.0, device=device)
m = x.view(3, 4)
for name, view in (("view", m), ("t", m.t()), ("slice", m[1:]), ("narrow", m.narrow(1, 1, 2)), ("expand", x[:1].expand(4)), ("unfold", x.unfold(0, 4, 2)), ("diagonal", m.diagonal()),
                   ("select", m.select(1, 2)), ("permute", x.view(2, 3, 2).permute(2, 0, 1)), ("unsqueeze", x.unsqueeze(0)), ("flatten", m.flatten()), ("movedim", x.view(2, 3, 2).movedim(0, 2)), ("swapaxes", m.swapaxes(0, 1)), ("as_strided", x.as_strided((2, 2), (3, 1), 1))):
    print(name, tuple(view.shape), view.stride(), view.storage_offset(), view.is_contiguous(), view.untyped_storage().data_ptr() == x.untyped_storage().data_ptr())
m[0] = -1
print(x.tolist())
r = m.t().reshape(-1)
r[0] = 99
print(x[0].item(), m.t().contiguous().stride(), m.clone().data_ptr() == m.data_ptr())
try:
    m.t().view(-1)
except RuntimeError as error:
    print(error)
a, b = m.split(2, dim=1)
a.zero_()
print(m.tolist(), [c.shape[1] for c in m.chunk(3, 1)], [tuple(p.shape) for p in m.tensor_split(2, dim=1)], len(m.unbind(0)))
