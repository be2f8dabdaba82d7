# Names letter by letter: a category, the letter before and a hidden state give the next letter; dropout in evaluation is still.
import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
alphabet = "abcdefghijklmnopqrstuvwxyz"
n_letters = len(alphabet) + 1
END = n_letters - 1
corpus = {"tree": ["oak", "ash", "elm", "fir"], "fish": ["cod", "eel", "ide", "ray"]}
kinds = list(corpus)


class Writer(nn.Module):
    def __init__(self, hidden_size):
        super().__init__()
        self.hidden_size = hidden_size
        wide = len(kinds) + n_letters + hidden_size
        self.i2h = nn.Linear(wide, hidden_size)
        self.i2o = nn.Linear(wide, n_letters)
        self.o2o = nn.Linear(hidden_size + n_letters, n_letters)
        self.dropout = nn.Dropout(0.1)
        self.softmax = nn.LogSoftmax(dim=1)

    def forward(self, category, input, hidden):
        combined = torch.cat((category, input, hidden), 1)
        hidden = self.i2h(combined)
        output = self.o2o(torch.cat((hidden, self.i2o(combined)), 1))
        return self.softmax(self.dropout(output)), hidden


def category_tensor(k):
    tensor = torch.zeros(1, len(kinds))
    tensor[0][k] = 1
    return tensor.to(device)


def input_tensor(line):
    tensor = torch.zeros(len(line), 1, n_letters)
    for i, letter in enumerate(line):
        tensor[i][0][alphabet.find(letter)] = 1
    return tensor.to(device)


def target_tensor(line):
    return torch.LongTensor([alphabet.find(c) for c in line[1:]] + [END]).to(device)


torch.manual_seed(4)
model = Writer(32).to(device)
model.eval()
criterion = nn.NLLLoss()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(40):
    total = 0
    for k, kind in enumerate(kinds):
        for line in corpus[kind]:
            hidden = torch.zeros(1, 32, device=device)
            optimizer.zero_grad()
            loss = torch.tensor(0.0, device=device)
            target = target_tensor(line).unsqueeze(-1)
            for i, letter in enumerate(input_tensor(line)):
                output, hidden = model(category_tensor(k), letter, hidden)
                loss += criterion(output, target[i])
            loss.backward()
            optimizer.step()
            total += loss.item() / len(line)
    if epoch % 10 == 9:
        print(epoch, f"{total / 8:.3f}")


def write(k, start):
    with torch.no_grad():
        hidden = torch.zeros(1, 32, device=device)
        letter, name = input_tensor(start)[0], start
        for _ in range(6):
            output, hidden = model(category_tensor(k), letter, hidden)
            best = output.topk(1).indices[0][0]
            if best == END:
                break
            name += alphabet[best]
            letter = input_tensor(alphabet[best])[0]
        return name


for k, kind in enumerate(kinds):
    print(kind, [write(k, word[0]) for word in corpus[kind]])
