"""Searching text: KMP, anagrams, palindromes, rotation, n-grams, Levenshtein suggestions."""
from collections import Counter, defaultdict


def kmp(text, pattern):
    table = [0] * len(pattern)
    k = 0
    for i in range(1, len(pattern)):
        while k and pattern[k] != pattern[i]:
            k = table[k - 1]
        k += pattern[k] == pattern[i]
        table[i] = k
    k, hits = 0, []
    for i, ch in enumerate(text):
        while k and pattern[k] != ch:
            k = table[k - 1]
        if pattern[k] == ch:
            k += 1
        if k == len(pattern):
            hits.append(i - k + 1)
            k = table[k - 1]
    return hits, table


print(kmp("abababcababab", "abab"))
groups = defaultdict(list)
for word in "listen silent enlist google elgoog abc cab bca".split():
    groups["".join(sorted(word))].append(word)
print(dict(groups))
clean = lambda s: "".join(filter(str.isalnum, s.casefold()))
for text in ("A man, a plan, a canal: Panama!", "not one", "Was it a car or a cat I saw?"):
    print(text, clean(text) == clean(text)[::-1])
text = "to be or not to be that is the question"
words = text.split()
print(Counter(words).most_common(3), Counter(text.replace(" ", "")).most_common(4))
print(Counter(zip(words, words[1:])).most_common(1))
print({n: ["".join(g) for g in zip(*(text[i:] for i in range(n)))][:3] for n in (1, 2, 3)})
print(text.title(), text.count("be"), text.find("not"), text.partition("or")[0], text.rsplit(None, 2))
print("-".join(text.upper().split()[::2]), text.translate(str.maketrans("aeiou", "AEIOU", "t")))
