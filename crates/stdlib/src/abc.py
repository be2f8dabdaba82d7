# abc: abstract base classes. A class whose `__abstractmethods__` are not empty makes no objects.


def abstractmethod(funcobj):
    """Marks a method that subclasses must define."""
    funcobj.__isabstractmethod__ = True
    return funcobj


def _is_abstract(member):
    if getattr(member, "__isabstractmethod__", False):
        return True
    for inner in ("fget", "__func__"):
        if getattr(getattr(member, inner, None), "__isabstractmethod__", False):
            return True
    return False


def _abstract_names(cls):
    seen = set()
    names = []
    for base in cls.__mro__:
        for name, member in base.__dict__.items():
            if name not in seen:
                seen.add(name)
                if _is_abstract(member):
                    names.append(name)
    return sorted(names)


def update_abstractmethods(cls):
    """Looks the abstract methods of a class up anew; gives the class."""
    if isinstance(cls, ABCMeta):
        cls.__abstractmethods__ = frozenset(_abstract_names(cls))
    return cls


class ABCMeta(type):
    """Metaclass of abstract base classes."""

    def __new__(mcls, name, bases, namespace, /, **keywords):
        cls = super().__new__(mcls, name, bases, namespace, **keywords)
        return update_abstractmethods(cls)

    def register(cls, subclass):
        """Makes a class count as a subclass, for isinstance and issubclass."""
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError("Refusing to create an inheritance cycle")
        if "_abc_registry" not in cls.__dict__:
            cls._abc_registry = []
        cls._abc_registry.append(subclass)
        return subclass

    def __instancecheck__(cls, instance):
        kind = type(instance)
        if type.__subclasscheck__(cls, kind) or cls.__subclasscheck__(kind):
            return True
        named = instance.__class__
        return named is not kind and cls.__subclasscheck__(named)

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError("issubclass() arg 1 must be a class")
        hook = getattr(cls, "__subclasshook__", None)
        answer = NotImplemented if hook is None else hook(subclass)
        if answer is not NotImplemented:
            return bool(answer)
        if type.__subclasscheck__(cls, subclass):
            return True
        if any(issubclass(subclass, known) for known in cls.__dict__.get("_abc_registry", ())):
            return True
        return any(issubclass(subclass, below) for below in cls.__subclasses__())


class ABC(metaclass=ABCMeta):
    """Base of abstract classes."""

    __slots__ = ()


abstractproperty = property
abstractclassmethod = classmethod
abstractstaticmethod = staticmethod


def get_cache_token():
    return 0
