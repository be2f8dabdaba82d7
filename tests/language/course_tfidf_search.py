"""A search engine over a few texts: tokens, inverted index, tf-idf, cosine similarity, snippets."""
import math
import re
from collections import Counter, defaultdict

DOCS = {
    "cats": "Cats are small. Cats sleep, and cats hunt mice; a cat's whiskers are long.",
    "dogs": "Dogs are loyal. A dog barks at cats, and dogs chase the postman!",
    "mice": "Mice are small and quick. Mice fear cats -- not dogs.",
    "tensor": "A tensor is an array of numbers; tensors have a shape, a dtype and a device.",
}
STOP = frozenset("a an and are at is of the not have".split())


def tokens(text):
    for match in re.finditer(r"[a-z]+(?:'[a-z]+)?", text.lower()):
        word = match[0].removesuffix("'s")
        if word not in STOP:
            yield word.rstrip("s") if len(word) > 3 else word, match.span()


class Index:
    def __init__(self, docs):
        self.docs = docs
        self.postings = defaultdict(lambda: defaultdict(list))
        for name, text in docs.items():
            for word, span in tokens(text):
                self.postings[word][name].append(span)
        self.norms = {name: math.sqrt(sum(w * w for w in self.vector(name).values())) for name in docs}

    def idf(self, word):
        return math.log((1 + len(self.docs)) / (1 + len(self.postings.get(word, ())))) + 1

    def vector(self, name):
        tf = Counter(word for word, _ in tokens(self.docs[name]))
        return {word: n * self.idf(word) for word, n in tf.items()}

    def search(self, query, top=3):
        scores = Counter()
        q = Counter(word for word, _ in tokens(query))
        for word, n in q.items():
            for name in self.postings.get(word, {}):
                scores[name] += n * self.idf(word) ** 2 * len(self.postings[word][name])
        norm = math.sqrt(sum((n * self.idf(w)) ** 2 for w, n in q.items())) or 1
        ranked = sorted(((s / norm / self.norms[name], name) for name, s in scores.items()), reverse=True)
        return [(name, round(score, 4)) for score, name in ranked[:top]]

    def snippet(self, name, query, width=12):
        text = self.docs[name]
        for word, _ in tokens(query):
            for start, end in self.postings.get(word, {}).get(name, []):
                left, right = max(0, start - width), min(len(text), end + width)
                return ("…" if left else "") + text[left:start] + "[" + text[start:end] + "]" + text[end:right] + ("…" if right < len(text) else "")
        return None


index = Index(DOCS)
print(len(index.postings), sorted(index.postings)[:10])
for query in ("cats", "small mice", "dogs and cats", "tensor shapes", "bird", ""):
    found = index.search(query)
    print(f"{query!r:<16} {found}")
    for name, _ in found[:1]:
        print("   ", index.snippet(name, query))
print({word: round(index.idf(word), 3) for word in ("cat", "dog", "mice", "tensor", "absent")})
print("absent" in index.postings, {name: round(n, 3) for name, n in index.norms.items()})
print({w: {d: len(p) for d, p in docs.items()} for w, docs in index.postings.items() if len(docs) > 1})
