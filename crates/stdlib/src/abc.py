# abc: abstract base classes. A class whose `__abstractmethods__` are not empty makes no objects.

from _tensorcell.abc import _forget, _is_instance, _is_subclass, _registered, get_cache_token


def abstractmethod(funcobj):
    """Marks a method that subclasses must define."""
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractclassmethod(classmethod):
    """An abstract class method; `classmethod` and `abstractmethod` together say the same."""

    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractstaticmethod(staticmethod):
    """An abstract static method; `staticmethod` and `abstractmethod` together say the same."""

    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractproperty(property):
    """An abstract property; `property` and `abstractmethod` together say the same."""

    __isabstractmethod__ = True


def _is_abstract(member):
    return getattr(member, "__isabstractmethod__", False)


def _abstract_names(cls, own):
    """The names of a class's own members, and of those of its bases that it leaves abstract."""
    names = {name for name, member in own.items() if _is_abstract(member)}
    for base in cls.__bases__:
        names.update([name for name in getattr(base, "__abstractmethods__", ()) if _is_abstract(getattr(cls, name, None))])
    return frozenset(names)


def update_abstractmethods(cls):
    """Looks the abstract methods of a class up anew; gives the class."""
    if hasattr(cls, "__abstractmethods__"):
        cls.__abstractmethods__ = _abstract_names(cls, cls.__dict__)
    return cls


class ABCMeta(type):
    """Metaclass of abstract base classes."""

    def __new__(mcls, name, bases, namespace, /, **keywords):
        cls = super().__new__(mcls, name, bases, namespace, **keywords)
        cls.__abstractmethods__ = _abstract_names(cls, namespace)
        return cls

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
        _registered()
        return subclass

    def _abc_registry_clear(cls):
        """Forgets the registered classes."""
        cls.__dict__.get("_abc_registry", []).clear()

    def _abc_caches_clear(cls):
        """Forgets the answers about the class."""
        _forget(cls)

    def _dump_registry(cls, file=None):
        """Prints what is known of the class, for debugging."""
        print(f"Class: {cls.__module__}.{cls.__qualname__}", file=file)
        print(f"_abc_registry: {set(cls.__dict__.get('_abc_registry', ()))!r}", file=file)

    def __instancecheck__(cls, instance):
        return _is_instance(cls, instance)

    def __subclasscheck__(cls, subclass):
        return _is_subclass(cls, subclass)

    def _abc_derives(cls, subclass):
        """Finds out whether a class is a subclass."""
        if not isinstance(subclass, type):
            raise TypeError("issubclass() arg 1 must be a class")
        answer = cls.__subclasshook__(subclass)
        if answer is not NotImplemented:
            assert isinstance(answer, bool), (
                f"__subclasshook__ must return either False, True, or NotImplemented; got {answer!r}"
            )
            return answer
        if type.__subclasscheck__(cls, subclass):
            return True
        if any(issubclass(subclass, known) for known in cls.__dict__.get("_abc_registry", ())):
            return True
        return any(issubclass(subclass, below) for below in cls.__subclasses__())


class ABC(metaclass=ABCMeta):
    """Base of abstract classes."""

    __slots__ = ()
