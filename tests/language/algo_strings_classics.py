"""Edit distance, longest common subsequence, KMP, palindromes, anagrams, run lengths, roman numerals, Caesar, Luhn."""
from collections import Counter, defaultdict
from itertools import groupby


def edit(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


def lcs(a, b):
    table = [[""] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + x if x == y else max(table[i][j + 1], table[i + 1][j], key=len)
    return table[-1][-1]


def failure(p):
    out, k = [0], 0
    for c in p[1:]:
        while k and p[k] != c:
            k = out[k - 1]
        k += p[k] == c
        out.append(k)
    return out


def kmp(text, p):
    table, k, found = failure(p), 0, []
    for i, c in enumerate(text):
        while k and (k == len(p) or p[k] != c):
            k = table[k - 1]
        k += p[k] == c
        if k == len(p):
            found.append(i - k + 1)
    return found


def longest_palindrome(s):
    best = ""
    for middle in range(len(s)):
        for lo, hi in ((middle, middle), (middle, middle + 1)):
            while lo >= 0 and hi < len(s) and s[lo] == s[hi]:
                lo, hi = lo - 1, hi + 1
            best = max(best, s[lo + 1:hi], key=len)
    return best


def roman(n):
    out = ""
    for value, letters in zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1), "M CM D CD C XC L XL X IX V IV I".split()):
        count, n = divmod(n, value)
        out += letters * count
    return out


def from_roman(s):
    values = [{"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}[c] for c in s]
    return sum(-v if v < after else v for v, after in zip(values, values[1:] + [0]))


def caesar(text, k):
    return "".join(chr((ord(c) - base + k) % 26 + base) if c.isalpha() else c for c in text for base in [65 if c.isupper() else 97])


def luhn(number):
    digits = [int(c) for c in reversed(number)]
    return sum(d if i % 2 == 0 else sum(divmod(d * 2, 10)) for i, d in enumerate(digits)) % 10 == 0


def pack(s):
    return "".join(f"{len(list(g))}{c}" for c, g in groupby(s))


def anagrams(words):
    groups = defaultdict(list)
    for w in words:
        groups["".join(sorted(w))].append(w)
    return sorted((g for g in groups.values() if len(g) > 1), key=len, reverse=True)


def spell(n):
    ones = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
    tens = "twenty thirty forty fifty sixty seventy eighty ninety".split()
    if n < 20:
        return ones[n]
    if n < 100:
        return tens[n // 10 - 2] + ("-" + ones[n % 10] if n % 10 else "")
    for unit, name in ((10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if n >= unit:
            return spell(n // unit) + " " + name + (" " + spell(n % unit) if n % unit else "")


print(edit("kitten", "sitting"), edit("", "abc"), lcs("AGGTAB", "GXTXAYB"), failure("aabaaab"), kmp("ababcababcab", "abc"), kmp("aaaa", "aa"))
print(longest_palindrome("forgeeksskeegfor"), [roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1994, 3999)], from_roman("MCMXCIV"))
print(caesar("Hello, World!", 3), caesar(caesar("xyz", 5), -5), luhn("4539578763621486"), luhn("1234567812345678"), pack("aaabccd"))
print(anagrams("listen silent enlist google elgoog abc cba bca xyz".split()), Counter("abracadabra").most_common(2))
print([spell(n) for n in (0, 13, 21, 100, 342, 1001, 12345, 7000000)])
print(all(from_roman(roman(n)) == n for n in range(1, 500)), "".join(dict.fromkeys("mississippi")), " ".join(w[::-1] for w in "the quick fox".split()))
print(max("the quick brown fox jumped".split(), key=len), sorted({c for c in "hello" if c in "aeiou"}), "racecar" == "racecar"[::-1], sorted("banana", key="banana".rindex))
