# abc: abstract base classes, without metaclasses: ABC refuses to make an object while methods are abstract.


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


class _Names:
    """The names of a class's abstract methods."""

    def __get__(self, instance, owner):
        return frozenset(_abstract_names(owner))


class ABC:
    """Base of abstract classes."""

    __abstractmethods__ = _Names()

    def __new__(cls, *args, **keywords):
        names = _abstract_names(cls)
        if names:
            plural = "" if len(names) == 1 else "s"
            raise TypeError(f"Can't instantiate abstract class {cls.__name__} with abstract method{plural} {', '.join(names)}")
        if cls.__init__ is object.__init__ and (args or keywords):
            raise TypeError(f"{cls.__name__}() takes no arguments")
        return object.__new__(cls)

    @classmethod
    def register(cls, subclass):
        """Makes a class count as a subclass, for isinstance and issubclass."""
        if "_registered" not in cls.__dict__:
            cls._registered = []
        cls._registered.append(subclass)
        return subclass

    @classmethod
    def __class_subclasscheck__(cls, kind):
        hook = cls.__dict__.get("__subclasshook__")
        if hook is not None:
            answer = cls.__subclasshook__(kind)
            if answer is not NotImplemented:
                return answer
        known = list(cls.__dict__.get("_registered", ())) + [base for base in cls.__subclasses__()]
        return any(issubclass(kind, other) for other in known)

    @classmethod
    def __class_instancecheck__(cls, value):
        return issubclass(type(value), cls)


abstractproperty = property
abstractclassmethod = classmethod
abstractstaticmethod = staticmethod


def update_abstractmethods(cls):
    """The class itself: its abstract methods are looked up when an object is made."""
    return cls


def get_cache_token():
    return 0
