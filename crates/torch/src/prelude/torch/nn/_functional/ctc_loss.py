"""The loss of sequences that are not aligned, as a function."""

import math

import torch
from torch.nn._reduction import _reduced

__name__ = "torch.nn.functional"


class _Ctc(torch.autograd.Function):
    """The loss of each sample; its gradient is found with it."""

    @staticmethod
    def forward(ctx, log_probs, rows, lengths, blank):
        losses, gradients = torch._nn.ctc(log_probs, rows, lengths, blank, True)
        ctx.save_for_backward(gradients)
        return losses

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        return grad.unsqueeze(1) * ctx.saved_tensors[0], None, None, None


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    """Connectionist temporal classification (Graves et al., 2006): log_probs (T, N, C), targets (N, S) or all in a row.
    The sum over alignments is a recursion over time, in logarithms, on the host. Its gradient, as PyTorch's, is that of the
    input of the log-softmax that log_probs come from.

    >>> F.ctc_loss(torch.zeros(3, 1, 4), torch.tensor([[1, 2]]), torch.tensor([3]), torch.tensor([2]))
    tensor(-0.8047)
    """
    alone = log_probs.dim() == 2
    if alone:
        log_probs = log_probs.unsqueeze(1)
    steps, batch, classes = log_probs.shape
    torch._only_singles("ctc_loss_cpu", log_probs)
    input_lengths, target_lengths = _lengths(input_lengths, "input"), _lengths(target_lengths, "target")
    _check_ctc(log_probs.shape, targets, input_lengths, target_lengths, blank)
    if targets.dim() == 1:
        rows, start = [], 0
        for n in target_lengths:
            rows.append(targets[start : start + n])
            start += n
    else:
        rows = [targets[i, :n] for i, n in enumerate(target_lengths)]
    labels = [row.tolist() for row in rows]
    if torch.is_grad_enabled() and log_probs.requires_grad:
        loss = _Ctc.apply(log_probs, labels, input_lengths, blank)
    else:
        loss, _ = torch._nn.ctc(log_probs, labels, input_lengths, blank, False)
    if zero_infinity:
        loss = torch.where(loss == math.inf, torch.zeros_like(loss), loss)
    else:
        loss = torch._named(loss, "CtcLossBackward0", log_probs)
    if reduction == "mean":
        return (loss / torch.tensor(target_lengths, dtype=loss.dtype, device=loss.device).clamp_min(1)).mean()
    if reduction == "none" and alone:
        return loss.squeeze(0)
    return _reduced(loss, reduction)


def _lengths(given, what):
    if not isinstance(given, torch.Tensor):
        return [int(n) for n in (given if isinstance(given, (list, tuple)) else [given])]
    if given.is_floating_point():
        raise RuntimeError(f"{what}_lengths must be integral")
    return [int(n) for n in given.reshape(-1).tolist()]


def _check_ctc(shape, targets, input_lengths, target_lengths, blank):
    (steps, batch, classes), checking = shape, "(while checking arguments for ctc_loss_allocate_outputs)"
    if not 0 <= blank < classes:
        raise RuntimeError("blank must be in label range")
    for what, lengths in ("input", input_lengths), ("target", target_lengths):
        if len(lengths) != batch:
            raise RuntimeError(f"{what}_lengths must be of size batch_size")
    for n in target_lengths:
        if n < 0:
            raise RuntimeError(f"Expected target_lengths to have value at least 0, but got value {n} {checking}")
    if targets.dim() == 1:
        dim, given, least = 0, targets.shape[0], sum(target_lengths)
        fits, wanted = given == least, f"size {least}"
    else:
        dim, given = (0, targets.shape[0]) if targets.shape[0] != batch else (1, targets.shape[1])
        least = max(target_lengths) if target_lengths else 0
        fits, wanted = (False, f"size {batch}") if dim == 0 else (given >= least, f"size at least {least}")
    if not fits:
        raise RuntimeError(
            f"Expected tensor to have {wanted} at dimension {dim}, but got size {given} for argument #2 'targets' {checking}"
        )
    for n in input_lengths:
        if n < 0:
            raise RuntimeError(f"Expected input_lengths to have value at least 0, but got value {n} {checking}")
        if n > steps:
            raise RuntimeError(f"Expected input_lengths to have value at most {steps}, but got value {n} {checking}")
