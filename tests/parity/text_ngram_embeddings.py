# Word vectors from context: an n-gram model and a continuous bag of words over a short text.
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
word_to_ix = {"hello": 0, "world": 1}
torch.manual_seed(1)
embeds = nn.Embedding(2, 5)
print(embeds, embeds(torch.tensor([word_to_ix["hello"]], dtype=torch.long)))

text = """the river takes the colour of the sky and the sky takes the colour of the hour
so the hour runs like a river and the river keeps the hour""".split()
CONTEXT, DIM = 2, 10
ngrams = [([text[i - j - 1] for j in range(CONTEXT)], text[i]) for i in range(CONTEXT, len(text))]
print(ngrams[:3])
vocab = sorted(set(text))
word_to_ix = {word: i for i, word in enumerate(vocab)}


class NGram(nn.Module):
    def __init__(self, vocab_size, embedding_dim, context_size):
        super(NGram, self).__init__()
        self.embeddings = nn.Embedding(vocab_size, embedding_dim)
        self.linear1 = nn.Linear(context_size * embedding_dim, 32)
        self.linear2 = nn.Linear(32, vocab_size)

    def forward(self, inputs):
        embeds = self.embeddings(inputs).view((1, -1))
        return F.log_softmax(self.linear2(F.relu(self.linear1(embeds))), dim=1)


losses = []
loss_function = nn.NLLLoss()
model = NGram(len(vocab), DIM, CONTEXT).to(device)
optimizer = optim.SGD(model.parameters(), lr=0.05)
for epoch in range(5):
    total_loss = 0
    for context, target in ngrams:
        ids = torch.tensor([word_to_ix[w] for w in context], dtype=torch.long, device=device)
        model.zero_grad()
        loss = loss_function(model(ids), torch.tensor([word_to_ix[target]], dtype=torch.long, device=device))
        loss.backward()
        optimizer.step()
        total_loss += loss.item()
    losses.append(total_loss)
print([f"{loss:.3f}" for loss in losses])
vector = model.embeddings.weight[word_to_ix["river"]]
print([f"{v:.4f}" for v in vector.tolist()])


class CBOW(nn.Module):
    def __init__(self, vocab_size, dim):
        super().__init__()
        self.table = nn.EmbeddingBag(vocab_size, dim, mode="mean")
        self.out = nn.Linear(dim, vocab_size, bias=False)

    def forward(self, ids):
        return self.out(self.table(ids))


cbow = CBOW(len(vocab), 8).to(device)
rows = [[text[i - 2], text[i - 1], text[i + 1], text[i + 2]] for i in range(2, len(text) - 2)]
ids = torch.tensor([[word_to_ix[w] for w in row] for row in rows]).to(device)
targets = torch.tensor([word_to_ix[text[i]] for i in range(2, len(text) - 2)]).to(device)
optimizer = optim.Adagrad(cbow.parameters(), lr=0.3)
for epoch in range(10):
    optimizer.zero_grad()
    loss = F.cross_entropy(cbow(ids), targets)
    loss.backward()
    optimizer.step()
print(f"{loss.item():.4f}", (cbow(ids).argmax(1) == targets).sum().item(), "of", len(targets))
near = F.cosine_similarity(cbow.table.weight[word_to_ix["river"]].unsqueeze(0), cbow.table.weight)
print([vocab[i] for i in near.topk(3).indices.tolist()])
