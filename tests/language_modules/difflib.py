# Differences in three formats, close matches, and how two texts match.
print("".join(unified_diff(["a\n", "b\n", "c\n"], ["a\n", "x\n", "c\n"], "from", "to")))
print("".join(context_diff(["a\n", "b\n", "c\n"], ["a\n", "x\n", "c\n"])))
print("\n".join(ndiff("one\ntwo\nthree".splitlines(), "ore\ntree\nemu".splitlines())))
print(get_close_matches("appel", ["ape", "apple", "peach", "puppy"]))
matcher = SequenceMatcher(None, "private volatile", "private Thread; volatile")
print(matcher.get_opcodes(), matcher.ratio(), matcher.quick_ratio(), matcher.find_longest_match())
