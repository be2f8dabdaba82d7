"""Complex parameters are trained by their parts; statistics of complex variables."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
target = torch.tensor([1 + 2j, -0.5j, 3.0], dtype=torch.complex128, device=device)
for make in (
    lambda p: torch.optim.SGD(p, 0.1, momentum=0.9), lambda p: torch.optim.Adam(p, 0.1), lambda p: torch.optim.AdamW(p, 0.1), lambda p: torch.optim.RMSprop(p, 0.05),
    lambda p: torch.optim.Adagrad(p, 0.1),
):
    weight = torch.nn.Parameter(torch.ones(3, dtype=torch.complex128, device=device))
    optimizer = make([weight])
    for _ in range(5):
        optimizer.zero_grad()
        loss = (weight - target).abs().square().sum()
        loss.backward()
        optimizer.step()
    print(type(optimizer).__name__, f"{loss.item():.6f}", [f"{z.real:.6f},{z.imag:.6f}" for z in weight.tolist()], weight.grad.dtype)
weight.grad.mul_(100)
print(f"{torch.nn.utils.clip_grad_norm_([weight], 1.0).item():.5f}", f"{weight.grad.norm().item():.5f}")
m = torch.tensor([[1 + 1j, 2, -1j], [0.5, 1j, 3 - 1j]])
print(torch.cov(m), torch.corrcoef(m), torch.logspace(0, 1j, 3), torch.float_power(m, 2).dtype)
print(torch.nn.functional.linear(m, m), torch.nn.functional.l1_loss(m, m.conj()), torch.testing.assert_close(m, m.clone()))
layer = torch.nn.Linear(3, 2, dtype=torch.complex64)
print(layer.weight.dtype, layer(m).shape, layer(m).dtype, torch.nn.Linear(2, 2).to(torch.complex128).weight.dtype)
for make in (lambda: torch.nansum(m), lambda: torch.nanmean(m), lambda: torch.histc(m), lambda: torch.cdist(m, m)):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])
