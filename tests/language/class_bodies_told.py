# What a class body leaves in its namespace in 3.13: its first line, and the attributes that its methods give instances.
import doctest


class Meta(type):
    @classmethod
    def __prepare__(meta, name, bases, **kwargs):
        class Loud(dict):
            def __setitem__(self, key, value):
                print(f"d[{key!r}] = {value!r}")
                dict.__setitem__(self, key, value)

        return Loud()


class Told(metaclass=Meta):
    a = 1




class Fields:
    def __init__(self):
        self.x = 1
        self.y, self.z = 2, 3
        self.x += 1

        def inner():
            self.deep = 4

        class Other:
            def method(self):
                self.not_ours = 5

    def other(this):
        this.also_not = 6
        for self.each in ():
            pass


print(Fields.__firstlineno__, Fields.__static_attributes__ == tuple(Fields.__static_attributes__))
print(sorted(Fields.__static_attributes__))
print(sorted(vars(Fields)))
try:
    class Twice(metaclass=type, **{"metaclass": type}):
        pass
except TypeError as error:
    print(error)


class Spam:
    def f(self, *, __kw: 1):
        pass


print(Spam.f.__annotations__)
print(type(None)() is None, type(...)() is ..., type(NotImplemented)() is NotImplemented)
for kind in (type(None), type(...), type(NotImplemented)):
    try:
        kind(1)
    except TypeError as error:
        print(error)
print(None.__ne__(None), None.__ne__(0), hash(slice(1, 2)) == slice(1, 2).__hash__(), len.__call__([1]), len.__call__.__call__("ab"))
print(doctest.__annotations__)


def show(text):
    """
    >>> for each in "ab":
    ...     print(each, end="")
    ab
    """


print(doctest.testmod())
