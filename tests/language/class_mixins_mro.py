"""Cooperative multiple inheritance, mixins, C3 order and its failure."""
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.


class Base:
    def __init__(self, **kwargs):
        if kwargs:
            raise TypeError(f"unexpected {sorted(kwargs)}")
        self.trail = ["Base"]

    def save(self):
        return ["Base.save"]


class Named(Base):
    def __init__(self, *, name, **kwargs):
        super().__init__(**kwargs)
        self.name = name
        self.trail.append("Named")


class Timed(Base):
    def __init__(self, *, at=0, **kwargs):
        super().__init__(**kwargs)
        self.at = at
        self.trail.append("Timed")

    def save(self):
        return ["Timed.save", *super().save()]


class Comparable:
    key = "name"

    def __eq__(self, other):
        return getattr(self, self.key) == getattr(other, self.key)

    def __lt__(self, other):
        return getattr(self, self.key) < getattr(other, self.key)

    def __hash__(self):
        return hash(getattr(self, self.key))


class ReprMixin:
    def __repr__(self):
        body = ", ".join(f"{k}={v!r}" for k, v in sorted(vars(self).items()) if k != "trail")
        return f"{self.__class__.__qualname__}({body})"


class Event(ReprMixin, Comparable, Named, Timed):
    def save(self):
        return ["Event.save"] + super().save()


e, f = Event(name="start", at=3), Event(name="end")
print(e, f, e.trail, e.save(), sorted([e, f]), e == Event(name="start"), len({e, f, Event(name="end")}))
print([c.__name__ for c in Event.__mro__], Event.__bases__, Event.mro()[-1])
try:
    Event(name="x", colour="red")
except TypeError as error:
    print(error)
try:
    Event()
except TypeError as error:
    print(error)


class A: pass
class B(A): pass
try:
    class C(A, B): pass
except TypeError as error:
    print(str(error).splitlines())


class Loud:
    def speak(self): return "!"
class Left(Loud):
    def speak(self): return "L" + super().speak()
class Right(Loud):
    def speak(self): return "R" + super().speak()
class Both(Left, Right):
    def speak(self): return "B" + super(Both, self).speak()
print(Both().speak(), super(Left, Both()).speak(), Left.speak(Both()), Right().speak())
print(isinstance(Both(), (int, Right)), issubclass(Both, Loud), Both.__base__, Both.speak.__qualname__)


class Parent:
    def __init__(self): self.setup()
    def setup(self): self.kind = "parent"
    @classmethod
    def make(cls): return cls()
    @staticmethod
    def rule(x): return x * 2


class Child(Parent):
    def setup(self):
        super().setup()
        self.kind += "/child"
    @classmethod
    def make(cls):
        made = super().make()
        made.made = True
        return made
    @staticmethod
    def rule(x): return Parent.rule(x) + 1


print(Child.make().kind, Child.make().made, Child.rule(4), Child().rule(1), Parent.make().kind)
