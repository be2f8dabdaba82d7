# A page on text: tokens, n-grams, vocabularies, tf-idf, edit distance, regular expressions.
import re, math, string, collections, itertools
docs = ["The cat sat on the mat.", "The dog ate my homework!", "Cats & dogs: friends? (yes)", "don't stop me now; it's 10:30 p.m."]
def tokenize(s):
    s = s.lower()
    s = re.sub(r"[^\w\s']", " ", s)
    return s.split()
tokens = [tokenize(d) for d in docs]
print(tokens)
vocab = {w: i for i, w in enumerate(sorted(set(itertools.chain.from_iterable(tokens))), start=2)}
vocab.update({"<pad>": 0, "<unk>": 1})
itos = {i: w for w, i in vocab.items()}
encode = lambda s: [vocab.get(w, vocab["<unk>"]) for w in tokenize(s)]
decode = lambda ids: " ".join(itos[i] for i in ids)
print(encode("the cat ate the moon"), decode(encode("the cat ate the moon")))
def pad(seqs, value=0):
    n = max(map(len, seqs))
    return [s + [value] * (n - len(s)) for s in seqs]
for row in pad([encode(d) for d in docs]): print(row)
ngrams = lambda seq, n: zip(*(itertools.islice(seq, i, None) for i in range(n)))
print([" ".join(g) for g in ngrams(tokens[0], 2)], list(ngrams("abcd", 3)))
tf = [collections.Counter(t) for t in tokens]
df = collections.Counter(w for t in tokens for w in set(t))
tfidf = [{w: round(c / len(t) * math.log(len(docs) / df[w]), 4) for w, c in f.items()} for f, t in zip(tf, tokens)]
print(sorted(tfidf[0].items(), key=lambda kv: (-kv[1], kv[0])))
def levenshtein(a, b):
    prev = list(range(len(b) + 1))
    for i, ca in enumerate(a, 1):
        cur = [i]
        for j, cb in enumerate(b, 1):
            cur.append(min(prev[j] + 1, cur[-1] + 1, prev[j - 1] + (ca != cb)))
        prev = cur
    return prev[-1]
print(levenshtein("kitten", "sitting"), levenshtein("", "abc"))
pat = re.compile(r"""
    (?P<user>[\w.+-]+) @ (?P<host>[\w-]+ (?:\.[\w-]+)+)   # an address
""", re.VERBOSE | re.IGNORECASE)
text = "Write to ann@example.com or BOB.smith+x@mail.co.uk, not to @nobody."
for m in pat.finditer(text): print(m.group("user", "host"), m.span(), m.start("host"), m.lastgroup)
print(pat.sub(lambda m: m["user"][0] + "***", text), pat.subn(r"\g<host>", text, count=1))
print(re.split(r"([,;])\s*", "a, b;c,d"), re.split(r"\s+", "  a b ", maxsplit=1), re.findall(r"(\d+)(?:px|em)", "10px 2em 3cm"))
print(re.match(r"(?i)hello\b", "HELLO world"), re.fullmatch(r"\d{3}-\d{4}", "555-1234"), re.search(r"(?<=\$)\d+(?!\d*%)", "cost $45, $5%"))
print(re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world"), re.sub("", "-", "abc"), re.sub(r"\b", "|", "a bc"), re.escape("a.b*c[d]"))
print([m.group() for m in re.finditer(r"(?=(\w{3}))", "abcde")], re.findall(r"(?=(\w{3}))", "abcde"), re.findall("a*?", "aaa"))
print(re.sub(r"(?m)^", "> ", "line1\nline2"), re.sub(r"\s{2,}", " ", "a   b \n\n c"), re.findall(r"^\w", "a\nb", re.M), re.findall(r".", "a\nb", re.S))
for camel in ("someVariableName", "HTTPServer"): print(re.sub(r"(?<!^)(?=[A-Z])", "_", camel).lower())
print(re.sub(r"_([a-z])", lambda m: m.group(1).upper(), "snake_case_name"), "snake_case".title().replace("_", ""), string.capwords("the end of it"))
try: re.compile("(")
except re.error as e: print(e, e.pos, e.pattern, e.msg)
try: re.compile("a**")
except re.error as e: print(e)
try: re.compile("[z-a]")
except re.error as e: print(e)
try: re.sub("(a)", r"\2", "a")
except re.error as e: print(e)
table = str.maketrans("", "", string.punctuation)
print("it's (a) test!".translate(table), "tab\tsep".expandtabs(4), "ÀÉ".lower(), "straße".upper(), "ǅ".title(), "ﬁ".upper())
words = "one two three two one two".split()
groups = {k: list(g) for k, g in itertools.groupby(sorted(words, key=len), key=len)}
print(groups, collections.Counter(words).most_common(), max(words, key=words.count))
print("\n".join(f"{w:<8}|{n:>3}|{'#' * n}" for w, n in collections.Counter(words).items()))
print("a-b-c".rpartition("-"), "x=1;y=2".split(";"), dict(p.split("=") for p in "x=1;y=2".split(";")), "abc".zfill(5), "-5".zfill(4), "abc"[5:], "".join(sorted("hello")))
caesar = lambda s, k: "".join(chr((ord(c) - 97 + k) % 26 + 97) if c.isalpha() else c for c in s)
print(caesar("hello, world", 3), caesar(caesar("hello", 3), -3))
is_pal = lambda s: (t := re.sub(r"\W", "", s.lower())) == t[::-1]
print(is_pal("A man, a plan, a canal: Panama"), is_pal("nope"))
rle = lambda s: "".join(f"{c}{len(list(g))}" for c, g in itertools.groupby(s))
print(rle("aaabbc"), "".join(c * int(n) for c, n in re.findall(r"(\D)(\d+)", "a3b2c1")))
