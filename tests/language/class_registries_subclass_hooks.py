"""__init_subclass__, __class_getitem__, __set_name__, registries."""
class Plugin:
    registry = {}

    def __init_subclass__(cls, /, key=None, **rest):
        super().__init_subclass__(**rest)
        cls.registry[key or cls.__name__.lower()] = cls
        cls.order = len(cls.registry)


class Csv(Plugin):
    pass


class Json(Plugin, key="js"):
    pass


class Deep(Json, key="deep"):
    pass


print({k: (v.__name__, v.order) for k, v in Plugin.registry.items()})
try:
    class Wrong(Plugin, colour="red"):
        pass
except TypeError as error:
    print(error)


class Vec:
    def __class_getitem__(cls, item):
        return f"{cls.__name__}[{item!r}]"


print(Vec[3], Vec[int, ...], Vec["x":])
try:
    Plugin[int]
except TypeError as error:
    print(error)


class Named:
    def __set_name__(self, owner, name):
        self.where = f"{owner.__name__}.{name}"


class Has:
    one = Named()
    two = three = Named()


print(Has.one.where, Has.two.where, Has.three is Has.two)
