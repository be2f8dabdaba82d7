# difflib: matching, ratios and every kind of difference
import difflib
from difflib import SequenceMatcher

s = SequenceMatcher(None, "qabxcd", "abycdf")
print(s.get_opcodes(), s.get_matching_blocks(), s.ratio(), s.quick_ratio(), s.real_quick_ratio())
print(SequenceMatcher(lambda x: x == " ", " abcd", "abcd abcd").find_longest_match(0, 5, 0, 9))
print(SequenceMatcher(None, " abcd", "abcd abcd").find_longest_match())
print(SequenceMatcher(None, [1, 2, 3], [2, 3, 4]).ratio(), SequenceMatcher().ratio(), SequenceMatcher(None, "", "a").ratio())
long = SequenceMatcher(None, "b" * 300 + "a", "a" + "b" * 300)
print(long.bpopular, long.ratio(), SequenceMatcher(None, "b" * 300, "b" * 300, autojunk=False).ratio())
print(difflib.get_close_matches("appel", ["ape", "apple", "peach", "puppy"]))
print(difflib.get_close_matches("apple", ["ape", "apples", "maple"], n=1, cutoff=0.5), difflib.get_close_matches("x", ["y"]))
for n, cutoff in ((0, 0.5), (1, 2)):
    try:
        difflib.get_close_matches("a", ["a"], n, cutoff)
    except ValueError as error:
        print(error)
one = """  1. Beautiful is better than ugly.
  2. Explicit is better than implicit.
  3. Simple is better than complex.
  4. Complex is better than complicated.
""".splitlines(keepends=True)
two = """  1. Beautiful is better than ugly.
  3.   Simple is better than complex.
  4. Complicated is better than complex.
  5. Flat is better than nested.
""".splitlines(keepends=True)
print("".join(difflib.ndiff(one, two)))
print("".join(difflib.unified_diff(one, two, "before.py", "after.py", "2024-01-01", "2024-01-02")))
print("".join(difflib.context_diff(one, two, "before.py", "after.py")))
print("".join(difflib.unified_diff(one, two, n=0)))
delta = list(difflib.ndiff(one, two))
print("".join(difflib.restore(delta, 1)) == "".join(one), "".join(difflib.restore(delta, 2)) == "".join(two))
try:
    list(difflib.restore(delta, 3))
except ValueError as error:
    print(error)
print("".join(difflib.Differ().compare(["one\n", "two\n", "three\n"], ["ore\n", "tree\n", "emu\n"])))
print(list(difflib.unified_diff([], [])), list(difflib.unified_diff(["a"], ["b"], lineterm="")))
print(list(difflib.diff_bytes(difflib.unified_diff, [b"a\n"], [b"b\n"], b"x", b"y")))
print(difflib.IS_LINE_JUNK("  # \n"), difflib.IS_LINE_JUNK("a"), difflib.IS_CHARACTER_JUNK("\t"))
numbers = [str(i) + "\n" for i in range(30)]
changed = numbers[:5] + ["new\n"] + numbers[7:20] + numbers[22:]
print("".join(difflib.unified_diff(numbers, changed)))
for group in SequenceMatcher(None, numbers, changed).get_grouped_opcodes(2):
    print(group)
print("".join(difflib.ndiff(["abcdefghij\n", "same\n"], ["abcXefghiYj\n", "same\n", "\tmore text\n"])))
