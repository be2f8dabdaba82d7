# How every layer shows itself.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)


def shown(t):
    return [round(v, 2) or 0.0 for v in t.detach().cpu().double().flatten()[:8].tolist()]


def rand(*shape):
    return torch.randn(*shape).to(device).requires_grad_()


def check(f, *operands):
    """The result, and the gradients of a weighted sum of it by operands and parameters."""
    if isinstance(f, nn.Module):
        f.to(device)
    y = f(*operands)
    print(tuple(y.shape), shown(y), y.grad_fn is not None)
    weights = torch.linspace(-1, 2, y.numel(), device=device, dtype=y.dtype).view(y.shape)
    parameters = list(f.parameters()) if isinstance(f, nn.Module) else []
    wanted = [x for x in list(operands) + parameters if isinstance(x, torch.Tensor) and x.requires_grad]
    for g in torch.autograd.grad((y * weights).sum(), wanted, allow_unused=True):
        print("   ", None if g is None else (tuple(g.shape), shown(g)))


def refused(f):
    try:
        f()
        print("nothing wrong")
    except Exception as error:
        print(type(error).__name__ + ":", error)


for layer in (nn.Linear(2, 3, bias=False), nn.Conv1d(1, 2, 3, padding=1), nn.LSTM(2, 3, 2, dropout=0.5, bidirectional=True, batch_first=True), nn.GRU(2, 3, bias=False), nn.RNN(2, 3, nonlinearity="relu"), nn.LSTMCell(2, 3), nn.GRUCell(2, 3, bias=False), nn.RNNCell(2, 3, nonlinearity="relu"), nn.Embedding(3, 2, padding_idx=0), nn.EmbeddingBag(3, 2, mode="max"), nn.MultiheadAttention(4, 2), nn.BatchNorm3d(2, momentum=None), nn.LayerNorm([2, 3]), nn.GroupNorm(1, 2), nn.Upsample(scale_factor=(2, 3), mode="bilinear"), nn.ReflectionPad2d(1), nn.ConstantPad1d((1, 2), 3), nn.ZeroPad2d(2), nn.Softmax(dim=1), nn.PReLU(3), nn.RReLU(), nn.Threshold(1, 2), nn.Softplus(), nn.Hardshrink(), nn.CELU(), nn.GLU(), nn.LogSoftmax(dim=0), nn.Fold((2, 2), 1), nn.PixelShuffle(2), nn.Flatten(0, 1), nn.Dropout2d(0.1), nn.AlphaDropout(0.2, inplace=True), nn.CrossEntropyLoss(), nn.BCEWithLogitsLoss(), nn.CTCLoss(), nn.SmoothL1Loss(), nn.TripletMarginLoss(), nn.CosineSimilarity(), nn.MaxPool3d((1, 2, 2)), nn.AdaptiveMaxPool2d(3), nn.AvgPool3d(2), nn.LPPool1d(2, 3), nn.LocalResponseNorm(2), nn.InstanceNorm2d(3, affine=True), nn.Tanhshrink(), nn.SiLU(inplace=True), nn.Transformer(4, 2, 1, 1, 8).encoder):
    print(layer)
