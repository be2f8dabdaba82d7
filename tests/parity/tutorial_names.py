# cpu only: a program as a tutorial has it, without devices
# A recurrent network that predicts the origin of names, and one that tags words.
import string, unicodedata, random
import torch
import torch.nn as nn
torch.manual_seed(1); random.seed(1)
all_letters = string.ascii_letters + " .,;'-"
n_letters = len(all_letters) + 1
def unicode_to_ascii(s):
    return "".join(c for c in unicodedata.normalize("NFD", s) if unicodedata.category(c) != "Mn" and c in all_letters)
names = {"Italian": ["Abelló", "Rossi", "Bianchi", "Élan"], "Dutch": ["Aalst", "Bakker", "de Vries"], "Polish": ["Ślusarski", "Nowak"]}
names = {k: [unicode_to_ascii(n) for n in v] for k, v in names.items()}
print(names)
cats = list(names)
def letter_tensor(line):
    t = torch.zeros(len(line), 1, n_letters)
    for li, letter in enumerate(line):
        t[li][0][all_letters.find(letter)] = 1
    return t
class RNN(nn.Module):
    def __init__(self, input_size, hidden_size, output_size):
        super().__init__()
        self.hidden_size = hidden_size
        self.i2h = nn.Linear(input_size + hidden_size, hidden_size)
        self.h2o = nn.Linear(hidden_size, output_size)
        self.softmax = nn.LogSoftmax(dim=1)
    def forward(self, input, hidden):
        combined = torch.cat((input, hidden), 1)
        hidden = torch.tanh(self.i2h(combined))
        return self.softmax(self.h2o(hidden)), hidden
    def init_hidden(self):
        return torch.zeros(1, self.hidden_size)
rnn = RNN(n_letters, 16, len(cats))
criterion = nn.NLLLoss()
def category_from_output(output):
    top_n, top_i = output.topk(1)
    i = top_i[0].item()
    return cats[i], i
learning_rate = 0.05
current, losses = 0.0, []
for it in range(1, 61):
    cat = random.choice(cats); line = random.choice(names[cat])
    ct = torch.tensor([cats.index(cat)], dtype=torch.long)
    hidden = rnn.init_hidden()
    rnn.zero_grad()
    for ch in letter_tensor(line):
        output, hidden = rnn(ch, hidden)
    loss = criterion(output, ct)
    loss.backward()
    for p in rnn.parameters():
        p.data.add_(p.grad.data, alpha=-learning_rate)
    current += loss.item()
    if it % 20 == 0:
        guess, gi = category_from_output(output)
        print("%d %.4f %s / %s %s" % (it, loss, line, guess, "ok" if guess == cat else "no (%s)" % cat))
        losses.append(current / 20); current = 0
print([f"{l:.3f}" for l in losses])
class LSTMTagger(nn.Module):
    def __init__(self, e, h, v, t):
        super().__init__()
        self.emb, self.lstm, self.out = nn.Embedding(v, e), nn.LSTM(e, h, num_layers=2, dropout=0.0), nn.Linear(h, t)
    def forward(self, s):
        o, (hn, cn) = self.lstm(self.emb(s).view(len(s), 1, -1))
        return torch.log_softmax(self.out(o.view(len(s), -1)), dim=1)
training = [("The dog ate the apple".split(), ["DET", "NN", "V", "DET", "NN"]), ("Everybody read that book".split(), ["NN", "V", "DET", "NN"])]
w2i = {}
for sent, tags in training:
    for w in sent:
        w2i.setdefault(w, len(w2i))
t2i = {"DET": 0, "NN": 1, "V": 2}
m = LSTMTagger(6, 6, len(w2i), 3)
opt = torch.optim.SGD(m.parameters(), lr=0.3)
for epoch in range(30):
    for sent, tags in training:
        m.zero_grad()
        loss = nn.NLLLoss()(m(torch.tensor([w2i[w] for w in sent])), torch.tensor([t2i[t] for t in tags]))
        loss.backward(); opt.step()
with torch.no_grad():
    print(m(torch.tensor([w2i[w] for w in training[0][0]])).argmax(1), f"{loss:.3f}")
