# Sequence models: an LSTM step by step and in one call, then a part-of-speech tagger with a character LSTM.
import torch
import torch.nn as nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(1)
lstm = nn.LSTM(3, 3)
inputs = [torch.randn(1, 3) for _ in range(5)]
hidden = (torch.randn(1, 1, 3), torch.randn(1, 1, 3))
lstm = lstm.to(device)
inputs = [i.to(device) for i in inputs]
start = tuple(h.to(device) for h in hidden)
hidden = start
for i in inputs:
    out, hidden = lstm(i.view(1, 1, -1), hidden)
whole, last = lstm(torch.cat(inputs).view(len(inputs), 1, -1), start)
print([f"{v:.4f}" for v in out.flatten().tolist()], [f"{v:.4f}" for v in whole[-1].flatten().tolist()])
print([f"{v:.4f}" for v in last[1].flatten().tolist()], torch.allclose(hidden[0], last[0]))

training = [
    ("a bird sings".split(), ["DET", "NN", "V"]),
    ("every child read the page".split(), ["DET", "NN", "V", "DET", "NN"]),
    ("the page sings".split(), ["DET", "NN", "V"]),
]
words, chars, tags = {}, {}, {"DET": 0, "NN": 1, "V": 2}
for sent, _ in training:
    for word in sent:
        words.setdefault(word, len(words))
        for c in word:
            chars.setdefault(c, len(chars))


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(len(words), 6)
        self.chars = nn.Embedding(len(chars), 4)
        self.spell = nn.LSTM(4, 5)
        self.lstm = nn.LSTM(11, 8)
        self.hidden2tag = nn.Linear(8, len(tags))

    def forward(self, sentence):
        rows = []
        for word in sentence:
            letters = torch.tensor([chars[c] for c in word], device=device)
            _, (h, _) = self.spell(self.chars(letters).unsqueeze(1))
            rows.append(torch.cat([self.words(torch.tensor(words[word], device=device)), h.view(-1)]))
        out, _ = self.lstm(torch.stack(rows).view(len(sentence), 1, -1))
        return F.log_softmax(self.hidden2tag(out.view(len(sentence), -1)), dim=1)


model = Tagger().to(device)
print(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss_function = nn.NLLLoss()
for epoch in range(60):
    total = 0
    for sentence, tagged in training:
        model.zero_grad()
        scores = model(sentence)
        loss = loss_function(scores, torch.tensor([tags[t] for t in tagged], device=device))
        loss.backward()
        optimizer.step()
        total += loss.item()
    if epoch % 20 == 19:
        print(epoch, f"{total:.3f}")
with torch.no_grad():
    names = list(tags)
    for sentence, tagged in training:
        print(sentence, [names[i] for i in model(sentence).argmax(1).tolist()], tagged)
