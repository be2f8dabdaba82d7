import operator, string
from operator import itemgetter, attrgetter, methodcaller, add, mul
print(add(1, 2), mul(3, 4), operator.truediv(1, 2), operator.floordiv(7, 2), operator.mod(7, 3), operator.pow(2, 3), operator.neg(5), operator.not_(0), operator.eq(1, 1), operator.lt(1, 2), operator.contains([1], 1), operator.getitem([5, 6], 1), operator.and_(6, 3), operator.or_(6, 3), operator.xor(6, 3), operator.invert(5), operator.is_(None, None), operator.concat([1], [2]), operator.countOf([1, 1, 2], 1), operator.indexOf([1, 2], 2), operator.index(True), operator.abs(-3))
print(itemgetter(1)([5, 6]), itemgetter(0, 2)("abc"), itemgetter("k")({"k": 1}), sorted([("b", 1), ("a", 2)], key=itemgetter(0)), attrgetter("real")(5), attrgetter("real", "imag")(5), methodcaller("upper")("a"), methodcaller("replace", "a", "b")("aa"))
x = [1, 2]; operator.setitem(x, 0, 9); operator.delitem(x, 1); print(x)
print(string.ascii_lowercase, string.ascii_uppercase, string.digits, string.hexdigits, string.punctuation, repr(string.whitespace), string.capwords("hello  big world"), len(string.printable))
t = string.Template("$who likes ${what} for $$5"); print(t.substitute(who="tim", what="kung"), t.safe_substitute(who="x"))
try: t.substitute(who="a")
except KeyError as e: print(e)
