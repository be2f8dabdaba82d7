"""Counts and merges byte pairs, as a tokenizer is trained: tuples as keys, max by a dict's get."""

TEXT = "the quick brown fox jumps over the lazy dog while the other foxes sleep under the old tree " * 12


def counts(ids):
    d = {}
    for pair in zip(ids, ids[1:]):
        d[pair] = d.get(pair, 0) + 1
    return d


def merge(ids, pair, idx):
    out = []
    i = 0
    while i < len(ids):
        if i < len(ids) - 1 and ids[i] == pair[0] and ids[i + 1] == pair[1]:
            out.append(idx)
            i += 2
        else:
            out.append(ids[i])
            i += 1
    return out


def main():
    ids = list(TEXT.encode("utf-8"))
    merges = {}
    for i in range(30):
        d = counts(ids)
        pair = max(d, key=d.get)
        ids = merge(ids, pair, 256 + i)
        merges[pair] = 256 + i
    vocab = {i: bytes([i]) for i in range(256)}
    for (a, b), idx in merges.items():
        vocab[idx] = vocab[a] + vocab[b]
    return len(ids), len(merges), vocab[285].decode()
