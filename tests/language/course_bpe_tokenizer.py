"""A byte-pair tokenizer from scratch: pairs counted, merged, and text encoded and decoded with the merges."""
from collections import Counter

TEXT = """the quick brown fox jumps over the lazy dog. the dog sleeps; the fox laughs.
naïve café – ünïcödé 🙂 the end of the beginning of the end"""


def pairs_of(ids):
    counts = {}
    for pair in zip(ids, ids[1:]):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def merge(ids, pair, new):
    out, i = [], 0
    while i < len(ids):
        if i < len(ids) - 1 and (ids[i], ids[i + 1]) == pair:
            out.append(new)
            i += 2
        else:
            out.append(ids[i])
            i += 1
    return out


class Tokenizer:
    def __init__(self):
        self.merges = {}
        self.vocab = {i: bytes([i]) for i in range(256)}

    def train(self, text, vocab_size, verbose=False):
        assert vocab_size >= 256, "bytes come first"
        ids = list(text.encode("utf-8"))
        for step in range(vocab_size - 256):
            counts = pairs_of(ids)
            if not counts:
                break
            best = max(counts, key=lambda p: (counts[p], -p[0], -p[1]))
            if counts[best] < 2:
                break
            index = 256 + step
            ids = merge(ids, best, index)
            self.merges[best] = index
            self.vocab[index] = self.vocab[best[0]] + self.vocab[best[1]]
            if verbose:
                print(f"{step + 1:>3}: {best} -> {index} {self.vocab[index]!r:<12} seen {counts[best]} times")
        return len(ids)

    def encode(self, text):
        ids = list(text.encode("utf-8"))
        while len(ids) >= 2:
            counts = pairs_of(ids)
            pair = min(counts, key=lambda p: self.merges.get(p, float("inf")))
            if pair not in self.merges:
                break
            ids = merge(ids, pair, self.merges[pair])
        return ids

    def decode(self, ids):
        return b"".join(self.vocab[i] for i in ids).decode("utf-8", errors="replace")


tokenizer = Tokenizer()
left = tokenizer.train(TEXT, 286, verbose=True)
before = len(TEXT.encode())
print(f"{before} bytes became {left} tokens: {before / left:.2f}x")
for sample in ("the dog", "café 🙂", "", "x", "the the the"):
    ids = tokenizer.encode(sample)
    print(f"{sample!r:<14} {len(ids):>2} {ids} {tokenizer.decode(ids) == sample}")
print(repr(tokenizer.decode([128, 104, 105])))
try:
    Tokenizer().train("abc", 10)
except AssertionError as error:
    print("AssertionError:", error)
lengths = Counter(len(token) for token in tokenizer.vocab.values())
print(sorted(lengths.items()), max(tokenizer.vocab.values(), key=len))
