# cpu only: numbers to the last bit
# What optimizers remember, while they train: counters are tensors.
import torch
from torch import nn

for name, options in {
    "SGD": dict(lr=0.1, momentum=0.9),
    "Adam": {},
    "AdamW": {},
    "Adagrad": {},
    "Adadelta": {},
    "Adamax": {},
    "NAdam": {},
    "RAdam": {},
    "RMSprop": {},
    "Rprop": {},
    "ASGD": {},
    "Adafactor": {},
}.items():
    p, q = nn.Parameter(torch.ones(2, 2)), nn.Parameter(torch.ones(2))
    optimizer = getattr(torch.optim, name)([p, q], **options)
    for step in range(3):
        optimizer.zero_grad()
        loss = (p * p).sum() + ((q * q).sum() if step else 0)
        loss.backward()
        optimizer.step()
    for parameter in (p, q):
        state = optimizer.state[parameter]
        print(name, {key: value if value.dim() == 0 else tuple(value.shape) for key, value in state.items()})
    if "step" in optimizer.state[p]:
        print(optimizer.state[p]["step"].dtype, optimizer.state[p]["step"] is optimizer.state[q]["step"])
        again = getattr(torch.optim, name)([p, q], **options)
        again.load_state_dict(optimizer.state_dict())
        print(again.state[p]["step"], again.state[q]["step"])
    print(p.data[0], q.data)
