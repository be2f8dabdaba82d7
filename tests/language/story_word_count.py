# Counting words of a text in several ways, with a table at the end.
from collections import Counter, defaultdict
import re
import string

TEXT = """The quick brown fox jumps over the lazy dog. The dog barks; the fox runs away!
"Why," asked the dog, "does the fox run?" It's a mystery -- no one knows."""
words = re.findall(r"[a-z']+", TEXT.lower())
counts = Counter(words)
print(counts.most_common(4))
by_length = defaultdict(list)
for word in sorted(set(words)):
    by_length[len(word)].append(word)
for length in sorted(by_length):
    print(f"{length:>3}: {', '.join(by_length[length])}")
table = str.maketrans("", "", string.punctuation)
print(TEXT.translate(table).split()[:6], len(TEXT.splitlines()), TEXT.count("the"))
letters = Counter(c for c in TEXT.lower() if c.isalpha())
total = sum(letters.values())
for letter, n in letters.most_common(5):
    print(f"{letter} {n:3d} {n / total:6.2%} {'#' * n}")
print(counts["dog"], counts["cat"], counts & Counter(dog=1, fox=9), sum((counts - Counter(the=3)).values()))
print(Counter("abca") + Counter("bcd"), Counter(a=3) - Counter(a=1, b=2), Counter(a=1) | Counter(a=2), +Counter(a=0, b=1))
first = {}
for i, word in enumerate(words):
    first.setdefault(word, i)
print(sorted(first.items(), key=lambda item: item[1])[:5])
print(" ".join(w.capitalize() for w in words[:5]), "-".join(reversed(words[-3:])))
print(max(words, key=len), min(words, key=lambda w: (len(w), w)), sorted(counts, key=lambda w: (-counts[w], w))[:3])
