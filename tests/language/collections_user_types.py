"""UserDict, UserList and UserString as bases."""
from collections import ChainMap, OrderedDict, UserDict, UserList, UserString, defaultdict



class Lower(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)

    def __getitem__(self, key):
        return super().__getitem__(key.lower())

    def __contains__(self, key):
        return super().__contains__(key.lower())


low = Lower({"One": 1}, TWO=2)
low.update(Three=3)
print(low, low["ONE"], "two" in low, low.data, len(low), low.get("THREE"), low.pop("one"), isinstance(low, dict), low | {"X": 1})


class Stack(UserList):
    def push(self, item):
        self.append(item)
        return self


s = Stack([1, 2])
print(s.push(3), s + [4], s[1:], type(s[1:]).__name__, s == [1, 2, 3], s * 2, s.data, 2 in s, sorted(s, reverse=True), s.index(3), len(s))
s.sort(reverse=True)
s[0] = "z"
print(s, s.pop(), s.count(2), [0] + s)


class Shout(UserString):
    def __str__(self):
        return self.data.upper()


u = Shout("hello")
print(u, u + "!", u.title(), len(u), u == "hello", u[1], "ell" in u, repr(u), u.replace("l", "L"), type(u + "x").__name__)
