# What recurrent layers and cells refuse, and in which words.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def tried(work):
    try:
        print(tuple(work().shape))
    except Exception as error:
        print(type(error).__name__, str(error))


x = torch.ones(3, 10, device=device)
for kind in (nn.RNNCell, nn.GRUCell):
    cell = kind(10, 20, device=device)
    tried(lambda: cell(x, torch.ones(3, 20, device=device)))
    tried(lambda: cell(x, torch.ones(3, 21, device=device)))
    tried(lambda: cell(x, torch.ones(5, 20, device=device)))
    tried(lambda: cell(x, torch.ones(3, 1, 20, device=device)))
    tried(lambda: cell(x[0], torch.ones(20, device=device)))
    tried(lambda: cell(torch.ones(3, 11, device=device)))
cell = nn.LSTMCell(10, 20, device=device)
good = torch.ones(3, 20, device=device)
tried(lambda: cell(x, (good, good))[1])
tried(lambda: cell(x, (good, torch.ones(3, 21, device=device)))[0])
tried(lambda: cell(x, (torch.ones(5, 20, device=device), good))[0])
tried(lambda: cell(x, (good, torch.ones(3, 1, 20, device=device)))[0])

for kind in (nn.RNN, nn.LSTM, nn.GRU):
    tried(lambda: kind(10, 20, bias=0))
    tried(lambda: kind(10, 20, batch_first=1))
    tried(lambda: kind(10.5, 20))
    tried(lambda: kind(0, 20))
    tried(lambda: kind(10, 20, device=device)(torch.ones(2, 3, 10, dtype=torch.float64, device=device))[0])
    tried(lambda: kind(10, 20, device=device)(torch.ones(2, 3, 10, device=device))[0])
