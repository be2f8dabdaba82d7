# Common mistakes with layers and losses, and their errors.
import torch
import torch.nn as nn
import torch.nn.functional as F


def told(what, function):
    try:
        function()
        print(what, "-> no error")
    except Exception as error:
        print(f"{what}: {type(error).__name__}: {error}")


x = torch.zeros(4, 3)
told("linear in", lambda: nn.Linear(5, 2)(x))
told("linear 1d", lambda: nn.Linear(5, 2)(torch.zeros(3)))
told("linear 3d", lambda: nn.Linear(5, 2)(torch.zeros(2, 4, 3)))
told("linear long", lambda: nn.Linear(3, 2)(torch.zeros(4, 3, dtype=torch.long)))
told("linear double", lambda: nn.Linear(3, 2)(torch.zeros(4, 3, dtype=torch.double)))
told("linear list", lambda: nn.Linear(3, 2)([1.0, 2.0, 3.0]))
told("linear none", lambda: nn.Linear(3, 2)(None))
told("linear no arg", lambda: nn.Linear(3, 2)())
told("conv channels", lambda: nn.Conv2d(3, 8, 3)(torch.zeros(1, 1, 8, 8)))
told("conv 2d input", lambda: nn.Conv2d(3, 8, 3)(torch.zeros(8, 8)))
told("conv small", lambda: nn.Conv2d(1, 8, 5)(torch.zeros(1, 1, 3, 3)))
told("conv1d dims", lambda: nn.Conv1d(4, 2, 3)(torch.zeros(2, 3, 4, 5)))
told("conv dtype", lambda: nn.Conv2d(1, 2, 3)(torch.zeros(1, 1, 5, 5, dtype=torch.double)))
told("conv groups", lambda: nn.Conv2d(3, 8, 3, groups=2))
told("conv padding", lambda: nn.Conv2d(3, 8, 3, padding="big"))
told("conv same stride", lambda: nn.Conv2d(3, 8, 3, stride=2, padding="same"))
told("max_pool pad", lambda: F.max_pool2d(torch.zeros(1, 1, 4, 4), 2, padding=2))
told("max_pool empty", lambda: F.max_pool2d(torch.zeros(1, 1, 2, 2), 3))
told("embedding range", lambda: nn.Embedding(5, 2)(torch.tensor([5])))
told("embedding float", lambda: nn.Embedding(5, 2)(torch.tensor([1.0])))
told("embedding padding", lambda: nn.Embedding(5, 2, padding_idx=9))
told("ce batch", lambda: F.cross_entropy(torch.zeros(4, 3), torch.zeros(5, dtype=torch.long)))
told("ce range", lambda: F.cross_entropy(torch.zeros(2, 3), torch.tensor([0, 3])))
told("ce float target", lambda: F.cross_entropy(torch.zeros(2, 3), torch.zeros(2)))
told("ce int32 target", lambda: F.cross_entropy(torch.zeros(2, 3), torch.zeros(2, dtype=torch.int32)))
told("ce shapes", lambda: F.cross_entropy(torch.zeros(2, 3), torch.zeros(2, 2, dtype=torch.long)))
told("ce reduction", lambda: nn.CrossEntropyLoss(reduction="avg")(torch.zeros(2, 3), torch.tensor([0, 1])))
told("nll 1d", lambda: F.nll_loss(torch.zeros(2, 3), torch.tensor([[0, 1]])))
told("bce size", lambda: F.binary_cross_entropy(torch.full((3,), 0.5), torch.zeros(2)))
told("bce range", lambda: F.binary_cross_entropy(torch.tensor([1.5]), torch.zeros(1)))
told("bce logits size", lambda: F.binary_cross_entropy_with_logits(torch.zeros(3, 1), torch.zeros(3)))
told("bce long target", lambda: F.binary_cross_entropy(torch.full((2,), 0.5), torch.tensor([0, 1])))
told("bce logits long", lambda: F.binary_cross_entropy_with_logits(torch.zeros(2), torch.tensor([0, 1])).item())
told("mse dtype", lambda: F.mse_loss(torch.zeros(2), torch.tensor([0, 1])).item())
told("mse shapes", lambda: F.mse_loss(torch.zeros(2, 3), torch.zeros(4)))
told("kl", lambda: F.kl_div(torch.zeros(2), torch.zeros(3)))
told("batch_norm1", lambda: nn.BatchNorm1d(3)(torch.zeros(1, 3)))
told("batch_norm dims", lambda: nn.BatchNorm2d(3)(torch.zeros(2, 3)))
told("batch_norm channels", lambda: nn.BatchNorm2d(3)(torch.zeros(2, 4, 2, 2)))
told("layer_norm", lambda: nn.LayerNorm(5)(torch.zeros(2, 4)))
told("group_norm", lambda: nn.GroupNorm(3, 4))
told("lstm size", lambda: nn.LSTM(4, 5)(torch.zeros(3, 2, 6)))
told("lstm dims", lambda: nn.LSTM(4, 5)(torch.zeros(4)))
told("lstm hidden", lambda: nn.LSTM(4, 5)(torch.zeros(3, 2, 4), (torch.zeros(1, 3, 5), torch.zeros(1, 2, 5))))
told("rnn nonlinearity", lambda: nn.RNN(2, 3, nonlinearity="sigmoid"))
told("gru hidden", lambda: nn.GRU(4, 5)(torch.zeros(3, 2, 4), torch.zeros(2, 2, 5)))
told("mha heads", lambda: nn.MultiheadAttention(10, 3))
told("mha embed", lambda: nn.MultiheadAttention(8, 2)(torch.zeros(3, 1, 6), torch.zeros(3, 1, 6), torch.zeros(3, 1, 6)))
told("dropout p", lambda: nn.Dropout(1.5))
told("flatten", lambda: nn.Flatten(2)(torch.zeros(2, 3)))
told("softmax dim", lambda: F.softmax(torch.zeros(2), dim=1))
told("interpolate", lambda: F.interpolate(torch.zeros(1, 1, 4), scale_factor=2, mode="bilinear"))
told("pad", lambda: F.pad(torch.zeros(2, 2), (1, 1, 1)))
told("pad reflect", lambda: F.pad(torch.zeros(1, 1, 2), (2, 2), mode="reflect"))
told("one_hot", lambda: F.one_hot(torch.tensor([3]), num_classes=3))
told("one_hot float", lambda: F.one_hot(torch.tensor([1.0])))
told("pixel_shuffle", lambda: F.pixel_shuffle(torch.zeros(1, 3, 2, 2), 2))
told("sequential arg", lambda: nn.Sequential(nn.Linear(2, 2), F.relu))
told("sequential call", lambda: nn.Sequential(nn.Linear(2, 2))(torch.zeros(1, 2), 3))
told("modulelist call", lambda: nn.ModuleList([nn.Linear(2, 2)])(torch.zeros(1, 2)))
told("missing attribute", lambda: nn.Linear(2, 2).wieght)
told("parameter int", lambda: nn.Parameter(torch.tensor([1, 2])))
told("triplet", lambda: F.cosine_embedding_loss(torch.zeros(2, 3), torch.zeros(2, 3), torch.zeros(2, 2)))
told("unflatten", lambda: torch.zeros(2, 6).unflatten(1, (4, 2)))
told("sdpa", lambda: F.scaled_dot_product_attention(torch.zeros(1, 2, 3), torch.zeros(1, 2, 4), torch.zeros(1, 2, 4)))


class NoInit(nn.Module):
    def __init__(self):
        self.layer = nn.Linear(2, 2)


class NoForward(nn.Module):
    pass


class Renamed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.layer = 5


told("no super", NoInit)
told("no forward", lambda: NoForward()(x))
told("module by number", Renamed)
