# Translation of digit words with an encoder, additive attention and a decoder that is sometimes given the right answer.
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
SOS, EOS = 0, 1


class Lang:
    def __init__(self, name):
        self.name = name
        self.word2index = {}
        self.word2count = {}
        self.index2word = {0: "SOS", 1: "EOS"}
        self.n_words = 2

    def add_sentence(self, sentence):
        for word in sentence.split(" "):
            if word not in self.word2index:
                self.word2index[word] = self.n_words
                self.word2count[word] = 1
                self.index2word[self.n_words] = word
                self.n_words += 1
            else:
                self.word2count[word] += 1


pairs = [("one two", "uno due"), ("two three", "due tre"), ("three one", "tre uno"), ("two one", "due uno"), ("one three", "uno tre")]
source, target = Lang("en"), Lang("it")
for a, b in pairs:
    source.add_sentence(a)
    target.add_sentence(b)
print(source.n_words, target.word2count)


class Encoder(nn.Module):
    def __init__(self, size, hidden):
        super().__init__()
        self.embedding = nn.Embedding(size, hidden)
        self.gru = nn.GRU(hidden, hidden, batch_first=True)
        self.dropout = nn.Dropout(0.0)

    def forward(self, input):
        return self.gru(self.dropout(self.embedding(input)))


class Attention(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.Wa = nn.Linear(hidden, hidden)
        self.Ua = nn.Linear(hidden, hidden)
        self.Va = nn.Linear(hidden, 1)

    def forward(self, query, keys):
        scores = self.Va(torch.tanh(self.Wa(query) + self.Ua(keys))).squeeze(2).unsqueeze(1)
        weights = F.softmax(scores, dim=-1)
        return torch.bmm(weights, keys), weights


class Decoder(nn.Module):
    def __init__(self, hidden, size):
        super().__init__()
        self.embedding = nn.Embedding(size, hidden)
        self.attention = Attention(hidden)
        self.gru = nn.GRU(2 * hidden, hidden, batch_first=True)
        self.out = nn.Linear(hidden, size)

    def forward(self, encoded, hidden, length, given=None):
        input = torch.full((encoded.size(0), 1), SOS, dtype=torch.long, device=device)
        outputs, attentions = [], []
        for i in range(length):
            query = hidden.permute(1, 0, 2)
            context, weights = self.attention(query, encoded)
            output, hidden = self.gru(torch.cat((self.embedding(input), context), dim=2), hidden)
            outputs.append(self.out(output))
            attentions.append(weights)
            input = given[:, i].unsqueeze(1) if given is not None else outputs[-1].topk(1)[1].squeeze(-1).detach()
        return F.log_softmax(torch.cat(outputs, dim=1), dim=-1), hidden, torch.cat(attentions, dim=1)


torch.manual_seed(9)
random.seed(9)
encoder, decoder = Encoder(source.n_words, 16).to(device), Decoder(16, target.n_words).to(device)
X = torch.tensor([[source.word2index[w] for w in a.split()] + [EOS] for a, _ in pairs]).to(device)
Y = torch.tensor([[target.word2index[w] for w in b.split()] + [EOS] for _, b in pairs]).to(device)
optimizers = [torch.optim.Adam(m.parameters(), lr=0.01) for m in (encoder, decoder)]
criterion = nn.NLLLoss()
for epoch in range(60):
    for o in optimizers:
        o.zero_grad()
    encoded, hidden = encoder(X)
    forced = random.random() < 0.5
    out, _, _ = decoder(encoded, hidden, 3, Y if forced else None)
    loss = criterion(out.view(-1, out.size(-1)), Y.view(-1))
    loss.backward()
    for o in optimizers:
        o.step()
    if epoch % 15 == 14:
        print(epoch, forced, f"{loss.item():.4f}")
with torch.no_grad():
    encoded, hidden = encoder(X)
    out, _, attention = decoder(encoded, hidden, 3)
    for row, (a, b) in zip(out.argmax(-1).tolist(), pairs):
        print(a, "->", " ".join(target.index2word[i] for i in row), "|", b)
    print(attention.shape, torch.allclose(attention.sum(-1), torch.ones_like(attention.sum(-1))))
