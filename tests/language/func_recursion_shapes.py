"""Recursion: mutual, nested, with memo and accumulators, over trees and lists, permutations, flattening, Ackermann, limits as RecursionError."""
import sys
from functools import lru_cache


def even(n): return True if n == 0 else odd(n - 1)
def odd(n): return False if n == 0 else even(n - 1)


def flatten(x):
    return [y for item in x for y in flatten(item)] if isinstance(x, (list, tuple)) else [x]


def power_set(s):
    if not s:
        return [[]]
    rest = power_set(s[1:])
    return rest + [[s[0], *r] for r in rest]


def ackermann(m, n):
    return n + 1 if m == 0 else ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))


def depth(x): return 1 + max(map(depth, x), default=0) if isinstance(x, list) else 0
def rev(s): return s if len(s) < 2 else rev(s[1:]) + s[0]
def gcd(a, b): return a if not b else gcd(b, a % b)
def digits(n): return n if n < 10 else digits(sum(map(int, str(n))))
def palindrome(s): return len(s) < 2 or s[0] == s[-1] and palindrome(s[1:-1])
def binary(n): return (binary(n // 2) if n > 1 else "") + str(n % 2)
def pascal(n): return [1] if n == 0 else [a + b for a, b in zip([0] + pascal(n - 1), pascal(n - 1) + [0])]
def zip_all(*ls): return [] if not all(ls) else [tuple(l[0] for l in ls)] + zip_all(*(l[1:] for l in ls))


def merge_sort(xs):
    if len(xs) < 2:
        return xs
    middle = len(xs) // 2
    left, right, out = merge_sort(xs[:middle]), merge_sort(xs[middle:]), []
    while left and right:
        out.append((left if left[0] <= right[0] else right).pop(0))
    return out + left + right


def quick(xs):
    return [] if not xs else quick([x for x in xs[1:] if x < xs[0]]) + [xs[0]] + quick([x for x in xs[1:] if x >= xs[0]])


def change(amount, kinds):
    if amount == 0:
        return [[]]
    return [[k, *rest] for i, k in enumerate(kinds) if k <= amount for rest in change(amount - k, kinds[i:])]


def parens(n, opened=0, text=""):
    if not n and not opened:
        yield text
    if n:
        yield from parens(n - 1, opened + 1, text + "(")
    if opened:
        yield from parens(n, opened - 1, text + ")")


@lru_cache(None)
def ways(r, c): return 1 if 0 in (r, c) else ways(r - 1, c) + ways(r, c - 1)


print(even(100), odd(77), flatten([1, [2, (3, [4, []])]]), power_set("abc"), ackermann(2, 3), depth([1, [2, [3]]]), rev("hello"), gcd(48, 36), digits(987654), palindrome("racecar"), binary(37))
print(pascal(6), zip_all([1, 2], "ab", (3, 4)), merge_sort([5, 2, 8, 1, 9, 3]), quick([3, 6, 1, 8, 2, 9, 2]), change(10, [5, 2, 1])[:3], len(change(20, [10, 5, 2, 1])), list(parens(3)), ways(16, 16))


def forever(n=0):
    return forever(n + 1)


class Node:
    def __getattr__(self, name): return getattr(self, name + "_")
    def __repr__(self): return repr(self)
    def __eq__(self, other): return self == other


for bad in (forever, lambda: Node().x, lambda: repr(Node()), lambda: Node() == 1, lambda: sorted([1, 2], key=lambda v: forever())):
    try:
        bad()
    except RecursionError as error:
        print(type(error).__name__, str(error).startswith("maximum recursion depth exceeded"), isinstance(error, RuntimeError))
print(sys.getrecursionlimit() >= 1000)


def countdown(n):
    return 0 if n == 0 else 1 + countdown(n - 1)


print(countdown(800))
tree = {"v": 1, "kids": [{"v": 2, "kids": []}, {"v": 3, "kids": [{"v": 4, "kids": []}]}]}
total = lambda t: t["v"] + sum(map(total, t["kids"]))
show = lambda t, level=0: "\n".join(["  " * level + str(t["v"]), *(show(k, level + 1) for k in t["kids"])])
walk = lambda t: [t["v"], *(v for k in t["kids"] for v in walk(k))]
print(total(tree), walk(tree), show(tree), sep="\n")


def koch(n): return "F" if n == 0 else koch(n - 1).join(["", "+", "-", "+", ""]) if False else koch(n - 1) + "+" + koch(n - 1) + "-" + koch(n - 1)


def gray(n): return [""] if n == 0 else ["0" + g for g in gray(n - 1)] + ["1" + g for g in reversed(gray(n - 1))]
def josephus(n, k): return 0 if n == 1 else (josephus(n - 1, k) + k) % n
def compositions(n): return [[]] if n == 0 else [[k, *rest] for k in range(1, n + 1) for rest in compositions(n - k)]


print(len(koch(4)), gray(3), josephus(41, 3), compositions(4), sep="\n")
