"""Fourier transforms of short stretches of a signal, and the signal that they are of."""

import warnings

import torch
from torch._tensorcell.checks import _scalar_name
from torch.nn import functional

__name__ = "torch._operations"

_NO_WINDOW = (
    "A window was not provided. A rectangular window will be applied,which is known to cause spectral leakage. "
    "Other windows such as torch.hann_window or torch.hamming_window are recommended to reduce spectral leakage."
    "To suppress this warning and use a rectangular window, explicitly set `window=torch.ones(n_fft, device=<device>)`."
)
_REAL_PAIRS = (
    "stft with return_complex=False is deprecated. In a future pytorch release, stft will return complex tensors for "
    "all inputs, and return_complex=False will raise an error.\n"
    "Note: you can still call torch.view_as_real on the complex output to recover the old return format."
)
_warned = set()


def _warn_once(text):
    if text not in _warned:
        _warned.add(text)
        warnings.warn(text, stacklevel=3)


def _type_name(x):
    return f"{x.type()}{list(x.shape)}"


def _kind(x):
    return f"{'CUDA' if x.is_cuda else 'CPU'}{_scalar_name(x.dtype)}Type"


def _shown_window(window):
    return "None" if window is None else f"{window.type()}{{{list(window.shape)}}}"


def _shown(value):
    return "None" if value is None else str(int(value))


def _centred(window, win_length, n_fft, like):
    """The window in the middle of `n_fft` points."""
    if window is None:
        window = torch.ones(win_length, dtype=like.dtype, device=like.device)
    left = (n_fft - win_length) // 2
    return functional.pad(window, (left, n_fft - win_length - left))


def stft(
    input,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    pad_mode="reflect",
    normalized=False,
    onesided=None,
    return_complex=None,
    align_to_window=None,
):
    """The transforms of windows that slide over a signal.

    Shapes: (L) or (batch, L) gives (frequencies, windows) or (batch, frequencies, windows)

    >>> torch.stft(torch.arange(8.), 4, window=torch.ones(4), return_complex=True).shape
    torch.Size([3, 9])
    """
    if center and align_to_window is not None:
        raise RuntimeError("stft align_to_window should only be set when center = false.")
    if window is None:
        _warn_once(_NO_WINDOW)
    hop = n_fft >> 2 if hop_length is None else hop_length
    width = n_fft if win_length is None else win_length
    has_complex = input.is_complex() or (window is not None and window.is_complex())
    if center:
        extended = input.reshape([1] * (3 - input.dim()) + list(input.shape))
        pad = n_fft // 2
        extended = _padded(extended, pad, pad_mode)
        input = extended.reshape(extended.shape[-input.dim() :])
    call = (
        f"stft({_type_name(input)}, n_fft={n_fft}, hop_length={hop}, win_length={width}, window="
        f"{_shown_window(window)}, normalized={int(normalized)}, onesided={_shown(onesided)}, "
        f"return_complex={_shown(return_complex)}, align_to_window={_shown(align_to_window)}) "
    )
    gives_complex = has_complex if return_complex is None else return_complex
    if not gives_complex:
        if return_complex is None:
            raise RuntimeError(
                "stft requires the return_complex parameter be given for real inputs, and will further require that "
                "return_complex=True in a future PyTorch release."
            )
        _warn_once(_REAL_PAIRS)
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(f"{call}: expected a tensor of floating point or complex values")
    if input.dim() not in (1, 2):
        raise RuntimeError(f"{call}: expected a 1D or 2D tensor")
    signal = input.unsqueeze(0) if input.dim() == 1 else input
    length = signal.size(1)
    if not 0 < n_fft <= length:
        raise RuntimeError(f"{call}: expected 0 < n_fft < {length}, but got n_fft={width}")
    if hop <= 0:
        raise RuntimeError(f"{call}: expected hop_length > 0, but got hop_length={hop}")
    if not 0 < width <= n_fft:
        raise RuntimeError(f"{call}: expected 0 < win_length <= n_fft, but got win_length={width}")
    if window is not None and (window.dim() != 1 or window.size(0) != width):
        raise RuntimeError(
            f"{call}: expected a 1D window tensor of size equal to win_length={width}, but got window with size "
            f"{list(window.shape)}"
        )
    frames = signal.unfold(1, n_fft, hop)
    if window is not None or width < n_fft:
        frames = frames * _centred(window, width, n_fft, signal)
    norm = "ortho" if normalized else None
    if frames.dtype in (torch.float16, torch.bfloat16):
        raise RuntimeError(f"MKL FFT doesn't support tensors of type: {_scalar_name(frames.dtype)}")
    if frames.is_complex():
        if onesided:
            raise RuntimeError("Cannot have onesided output if window or input is complex")
        found = torch.fft.fft(frames, norm=norm)
    elif onesided is None or onesided:
        found = torch.fft.rfft(frames, norm=norm)
    else:
        found = torch.fft.fft(frames, norm=norm)
    found = found.transpose(1, 2)
    if input.dim() == 1:
        found = found.squeeze(0)
    return found if gives_complex else torch.view_as_real(found)


def _padded(x, pad, mode):
    if not x.is_complex():
        return functional.pad(x, (pad, pad), mode)
    return torch.complex(functional.pad(x.real, (pad, pad), mode), functional.pad(x.imag, (pad, pad), mode))


def _overlapped(frames, length, hop):
    """Adds frames at their positions in a signal."""
    batch, count, width = frames.shape
    places = torch.arange(count, device=frames.device).unsqueeze(1) * hop + torch.arange(width, device=frames.device)
    return frames.new_zeros(batch, length).index_add(1, places.flatten(), frames.reshape(batch, count * width))


def istft(
    input,
    n_fft,
    hop_length=None,
    win_length=None,
    window=None,
    center=True,
    normalized=False,
    onesided=None,
    length=None,
    return_complex=False,
):
    """The signal whose `stft` this is, where its windows overlap enough.

    >>> x = torch.arange(8.)
    >>> torch.istft(torch.stft(x, 4, window=torch.ones(4), return_complex=True), 4, window=torch.ones(4)).shape
    torch.Size([8])
    """
    if window is None:
        _warn_once(_NO_WINDOW)
    hop = n_fft >> 2 if hop_length is None else hop_length
    width = n_fft if win_length is None else win_length
    call = (
        f"istft({_kind(input)}{list(input.shape)}, n_fft={n_fft}, hop_length={hop}, win_length={width}, window="
        f"{_shown_window(window)}, center={int(center)}, normalized={int(normalized)}, onesided={_shown(onesided)}, "
        f"length={_shown(length)}, return_complex={int(return_complex)}) "
    )
    if not input.is_complex():
        raise RuntimeError(
            "istft requires a complex-valued input tensor matching the output from stft with return_complex=True."
        )
    if input.numel() == 0:
        raise RuntimeError(f"{call}: input tensor cannot be empty.")
    if input.dim() not in (2, 3):
        raise RuntimeError(f"{call}: expected a tensor with 3 or 4 dimensions, but got {input.dim() + 1}")
    frequencies, count = input.shape[-2:]
    halved = frequencies != n_fft if onesided is None else onesided
    wanted = n_fft // 2 + 1 if halved else n_fft
    if frequencies != wanted:
        what = "n_fft / 2 + 1 when onesided=True" if halved else "n_fft when onesided=False"
        raise RuntimeError(
            f"{call}: expected the frequency dimension (3rd to the last) of the input tensor to match {what}, but got "
            f"{frequencies}"
        )
    if not 0 < hop <= width:
        raise RuntimeError(f"{call}: expected 0 < hop_length <= win_length")
    if not 0 < width <= n_fft:
        raise RuntimeError(f"{call}: expected 0 < win_length <= n_fft")
    if window is not None and (window.dim() != 1 or window.size(0) != width):
        raise RuntimeError(f"{call}: Invalid window shape. window has to be 1D and length of `win_length`")
    spectra = input.unsqueeze(0) if input.dim() == 2 else input
    spectra = spectra.transpose(1, 2)
    norm = "ortho" if normalized else None
    if return_complex:
        if halved:
            raise RuntimeError("Cannot have onesided output if window or input is complex")
        frames = torch.fft.ifft(spectra, norm=norm)
    else:
        if window is not None and window.is_complex():
            raise RuntimeError("Complex windows are incompatible with return_complex=False")
        if not halved:
            spectra = spectra[..., : n_fft // 2 + 1]
        frames = torch.fft.irfft(spectra, n_fft, norm=norm)
    laid = _centred(window, width, n_fft, input.real)
    whole = n_fft + hop * (count - 1)
    signal = _overlapped(frames * laid, whole, hop)
    envelope = _overlapped(laid.pow(2).expand(1, count, n_fft), whole, hop)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else (-(n_fft // 2) if center else whole)
    signal, envelope = signal[:, start:end], envelope[:, start:end]
    lowest = envelope.abs().min()
    if lowest < 1e-11:
        raise RuntimeError(f"{call}window overlap add min: {(lowest < 1e-11).reshape(1)}")
    signal = signal / envelope
    if input.dim() == 2:
        signal = signal.squeeze(0)
    if end > whole:
        _warn_once(
            "The length of signal is shorter than the length parameter. Result is being padded with zeros in the tail. "
            "Please check your center and hop_length settings."
        )
        signal = functional.pad(signal, (0, end - whole))
    return signal
