# ASGD keeps its rates in float32, which parameters of float64 show.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
for options in ({}, {"lambd": 0.1}, {"lr": 0.02, "t0": 3}, {"maximize": True, "weight_decay": 0.1}):
    p = torch.tensor([1.5, -0.25, 3.0], dtype=torch.float64, device=device, requires_grad=True)
    optimizer = torch.optim.ASGD([p], **options)
    for step in range(8):
        optimizer.zero_grad()
        (p.sin() + p * p).sum().backward()
        optimizer.step()
    print(options, [f"{x:.11f}" for x in p.tolist()], [f"{x:.11f}" for x in optimizer.state[p]["ax"].tolist()])
