import warnings

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
r = torch.randn(5, dtype=torch.float64).to(device)
z = torch.randn(6, dtype=torch.complex128).to(device)
m = torch.randn(3, 4, dtype=torch.float64).to(device)
c = torch.randn(2, 3, 4, dtype=torch.complex128).to(device)


def numbers(x):
    parts = torch.view_as_real(x.detach().resolve_conj().contiguous()).flatten() if x.is_complex() else x.detach().flatten()
    digits = 5 if parts.dtype == torch.float64 else 3
    return [f"{value:.{digits}f}" if abs(value) > 0.5 * 10**-digits else "0" for value in parts.tolist()]


def show(name, x):
    print(name, x.dtype, tuple(x.shape), *numbers(x))


fft = torch.fft
for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
    one, two, all_ = getattr(fft, name), getattr(fft, name + "2"), getattr(fft, name + "n")
    line, plane = (r, m) if name in ("rfft", "ihfft") else (z, c)
    for norm in (None, "backward", "forward", "ortho"):
        show(f"{name} {norm}", one(line, norm=norm))
    for n in (1, 4, 7, 12):
        show(f"{name} {n}", one(line, n))
    show(name + " dim", one(plane, dim=0))
    show(name + "2", two(plane, norm="ortho"))
    show(name + "n", all_(plane))
    show(name + "n s", all_(plane, s=(2, 5)))
    show(name + "n dim", all_(plane, dim=(1, 0), norm="forward"))
    show(name + " real", one(r))
    show(name + " float", one(r.float()))
    show(name + " whole", one(torch.arange(4, device=device)))
    x = line.clone().requires_grad_()
    y = one(x, 5, norm="ortho")
    (y.abs() ** 2 * torch.arange(y.numel(), device=device)).sum().backward()
    print(y.grad_fn.name(), numbers(x.grad))
    x = plane.clone().requires_grad_()
    all_(x).abs().sum().backward()
    print(numbers(x.grad))
print(fft.fft(torch.arange(4.0, device=device)).cpu(), fft.fftfreq(5), fft.fftfreq(6, 0.1), fft.rfftfreq(5), fft.rfftfreq(6, 2.0))
print(fft.fftshift(torch.arange(5)), fft.ifftshift(torch.arange(5)), fft.fftshift(torch.arange(6).view(2, 3)), fft.ifftshift(torch.arange(6).view(2, 3), dim=1))
big = torch.arange(4096, dtype=torch.float64, device=device).sin()
print(f"{(fft.irfft(fft.rfft(big), 4096) - big).abs().max() < 1e-12}", f"{(fft.ifft(fft.fft(big)).real - big).abs().max() < 1e-12}")
out = torch.empty(5, dtype=torch.complex128, device=device)
print(fft.fft(r, out=out) is out)
for make in (
    lambda: fft.rfft(z), lambda: fft.ihfft(z), lambda: fft.fft(r, norm="x"), lambda: fft.fft(r, 0), lambda: fft.fft(r, dim=3), lambda: fft.fftn(m, s=(1, 2), dim=(0,)),
    lambda: fft.fftn(m, s=(1, 2, 3)), lambda: fft.fftn(m, dim=(0, 0)), lambda: fft.irfft(torch.ones(1, dtype=torch.complex64)), lambda: fft.rfftn(m, dim=()),
):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])

signal = torch.sin(torch.arange(16, dtype=torch.float64, device=device) * 0.7)
window = torch.hann_window(6, dtype=torch.float64, device=device)
s = torch.stft(signal, 8, hop_length=3, win_length=6, window=window, return_complex=True)
show("stft", s)
show("stft plain", torch.stft(signal.view(2, 8), 4, center=False, window=torch.ones(4, dtype=torch.float64, device=device), return_complex=True, normalized=True))
show("stft both sides", torch.stft(signal, 8, window=torch.ones(8, dtype=torch.float64, device=device), onesided=False, return_complex=True, pad_mode="constant"))
show("istft", torch.istft(torch.stft(signal, 8, 2, window=torch.hann_window(8, dtype=torch.float64, device=device), return_complex=True), 8, 2, window=torch.hann_window(8, dtype=torch.float64, device=device)))
show("istft length", torch.istft(torch.stft(signal, 8, 2, window=torch.ones(8, dtype=torch.float64, device=device), return_complex=True), 8, 2, window=torch.ones(8, dtype=torch.float64, device=device), length=12))
x = signal.clone().requires_grad_()
torch.stft(x, 8, 2, window=torch.hann_window(8, dtype=torch.float64, device=device), return_complex=True).abs().sum().backward()
print(numbers(x.grad))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    show("pairs", torch.stft(signal, 8, return_complex=False))
    print(*[str(warning.message).split(" (Triggered")[0] for warning in caught], sep="\n")
for make in (
    lambda: torch.stft(signal, 8, window=window), lambda: torch.stft(signal, 8, window=window, return_complex=True), lambda: torch.stft(signal, 40, center=False, window=torch.ones(40), return_complex=True),
    lambda: torch.istft(signal, 8, window=window), lambda: torch.istft(s, 8, 3, 6, window=window[:5]), lambda: torch.istft(s[1:], 8, 3, 6, window=window),
):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0].replace("torch.cuda.", "torch.").replace("CUDAComplex", "CPUComplex"))
