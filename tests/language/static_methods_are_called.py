"""Static methods as objects: they can be called, and expose their function."""
import inspect

plain = staticmethod(lambda x, y=2: x + y)
print(callable(plain), plain(1), plain.__wrapped__(1, 1), inspect.signature(plain))


class Holder:
    @staticmethod
    def static(x: int) -> int:
        """Doc."""
        return x

    @classmethod
    def of_class(cls):
        return cls

    @property
    def read(self):
        return 1


for name in ("static", "of_class", "read"):
    print(name, callable(Holder.__dict__[name]))
held = Holder.__dict__["static"]
print(held.__name__, held.__doc__, inspect.signature(held), held(4), list(map(held, [1, 2])))
