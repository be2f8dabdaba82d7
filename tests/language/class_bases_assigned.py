# The bases of a class that is there already, and orders that a metaclass chooses.
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
class A:
    def who(self):
        return "A"


class B:
    def who(self):
        return "B" + super().who() if hasattr(super(), "who") else "B"


class C(A):
    pass


class D(C):
    pass


d = D()
print(d.who(), [k.__name__ for k in D.__mro__])
C.__bases__ = (B, A)
print(d.who(), [k.__name__ for k in D.__mro__], C.__base__, B.__subclasses__(), A.__subclasses__())
C.__bases__ = (B,)
print(d.who(), isinstance(d, A), issubclass(D, B), A.__subclasses__())
for wrong in ((), 1, (1,), (D,), (C,), (bool,), (B, B)):
    try:
        C.__bases__ = wrong
    except TypeError as error:
        print("TypeError", error)
print([k.__name__ for k in D.__mro__])


class Meta(type):
    def mro(cls):
        order = super().mro()
        return order[:1] + [Extra] + order[1:] if cls.__name__ != "Extra" else order


class Extra:
    extra = "from the order"


class E(metaclass=Meta):
    pass


print(E.extra, [k.__name__ for k in E.__mro__], E().extra)


class Failing(type):
    fails = False

    def mro(cls):
        if Failing.fails:
            raise RuntimeError("no order")
        return super().mro()


class F(metaclass=Failing):
    pass


class G(F):
    pass


class H(metaclass=Failing):
    pass


Failing.fails = True
try:
    G.__bases__ = (H,)
except RuntimeError as error:
    print(error, [k.__name__ for k in G.__mro__], G.__bases__)
