"""and, or, not give operands; short circuits; conditional expressions nest; truth of every kind of object; any and all stop early."""
print(0 or "x", "" or [] or None, 1 and 2 and 3, [] and 1 / 0, 1 or 1 / 0, not "", not not [0], None or 0 or False, "a" and "b" or "c", (0 or 1) and 5)


class T:
    def __init__(self, truth): self.truth = truth
    def __bool__(self): print("asked", self.truth); return self.truth
    def __repr__(self): return f"T({self.truth})"


class L:
    def __init__(self, n): self.n = n
    def __len__(self): print("len", self.n); return self.n


yes, no = T(True), T(False)
print(yes and no, no and yes, yes or no, no or yes, not yes)
print("y" if yes else "n", "y" if no else "n" if no else "z", bool(L(0)), bool(L(2)), [bool(v) for v in (0, 0.0, -0.0, "", " ", (), (0,), [], [[]], {}, {0: 0}, set(), {0}, range(0), range(1), None, ..., len, object, b"", b"0", float("nan"), "False")])
if yes and not no:
    print("both")
elif no:
    print("never")
else:
    print("never either")
while no:
    print("never")
else:
    print("else of while")
print(any([0, "", yes, 1 / 1]), all([yes, no, yes]), any(x > 2 and print("seen", x) is None for x in range(10)), all(x < 3 for x in range(10)))


def grade(s):
    return "A" if s >= 90 else "B" if s >= 80 else "C" if s >= 70 else "F"


print([grade(s) for s in (95, 85, 75, 5)], (lambda v: "neg" if v < 0 else "zero" if not v else "pos")(0), [("fizz" * (not i % 3) + "buzz" * (not i % 5)) or i for i in range(1, 16)])
print(bool(T) and True, (yes is yes) is True, True + True, sum([True, False, True]), True == 1, True is 1 if False else "no", isinstance(True, int), "ab"[True], {True: "t"}[1], max(True, 2), True * "x", ~True, -True, True / 2, True // 2, divmod(True, True), f"{True:d} {True} {True!r:>6}", int(True), str(False), bool("False"))
x = None
print(x is None, x == None, x or "default", (x and x.attr), getattr(x, "attr", "none"), type(x).__name__, [] == False, 0 == False, "" == False, None == False, not None, None is not False)
for a in (False, True):
    for b in (False, True):
        print(int(a), int(b), int(a and b), int(a or b), int(a ^ b), int(not a), int(a <= b), int(a == b), a & b, a | b, end="; ")
print()
assert yes, "message not evaluated" + str(1 / 1)
try:
    assert no, f"failed {no!r}"
except AssertionError as error:
    print(error)
