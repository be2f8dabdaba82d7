# Differences of sequences and texts.
import difflib

one = "one\ntwo\nthree\nfour\nfive\n".splitlines(True)
two = "one\ntwo and a half\nthree\nfive\nsix\n".splitlines(True)
print("".join(difflib.ndiff(one, two)))
print("".join(difflib.unified_diff(one, two, "a.txt", "b.txt", "then", "now")))
print("".join(difflib.context_diff(one, two, "a.txt", "b.txt", n=1)))
delta = list(difflib.ndiff(one, two))
print(list(difflib.restore(delta, 1)) == one, list(difflib.restore(delta, 2)) == two)
matcher = difflib.SequenceMatcher(None, "qabxcd", "abycdf")
print(matcher.get_matching_blocks(), matcher.get_opcodes())
print(round(matcher.ratio(), 4), round(matcher.quick_ratio(), 4), round(matcher.real_quick_ratio(), 4))
print(matcher.find_longest_match(0, 6, 0, 6), matcher.find_longest_match())
for a, b in (("", ""), ("a", ""), ("abc", "abc"), ("private Thread currentThread;", "private volatile Thread currentThread;")):
    matcher = difflib.SequenceMatcher(lambda x: x == " ", a, b)
    print(round(matcher.ratio(), 3), matcher.get_opcodes())
print(difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"]))
print(difflib.get_close_matches("wheel", ["while", "where", "well", "heel", "wheels"], n=2, cutoff=0.5))
print(difflib.get_close_matches("zzz", ["a", "b"]))
long_one, long_two = [str(i) for i in range(60)], [str(i) for i in range(60) if i not in (5, 30, 31)] + ["end"]
print("\n".join(difflib.unified_diff(long_one, long_two, lineterm="", n=2)))
for group in difflib.SequenceMatcher(None, long_one, long_two).get_grouped_opcodes(1):
    print(group)
print(difflib.IS_LINE_JUNK("\n"), difflib.IS_LINE_JUNK("  #   \n"), difflib.IS_LINE_JUNK("x"), difflib.IS_CHARACTER_JUNK(" "), difflib.IS_CHARACTER_JUNK("x"))
text = ["abcdefghijklmnop", "same", "changes here"]
other = ["abcdefgXijklmnop", "same", "change is here", "new"]
print("\n".join(line.rstrip("\n") for line in difflib.Differ().compare(text, other)))
print(list(difflib.diff_bytes(difflib.unified_diff, [b"a\n", b"\xe9\n"], [b"a\n", b"\xe8\n"], b"x", b"y")))
popular = difflib.SequenceMatcher(None, "b" * 300 + "a", "a" + "b" * 300)
print(popular.ratio(), popular.bpopular, difflib.SequenceMatcher(None, "b" * 300 + "a", "a" + "b" * 300, autojunk=False).ratio())
for wrong in (lambda: difflib.get_close_matches("a", [], n=0), lambda: difflib.get_close_matches("a", [], cutoff=2)):
    try:
        wrong()
    except ValueError as error:
        print(error)
