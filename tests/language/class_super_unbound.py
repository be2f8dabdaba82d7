# super of one argument: an object of its own, a descriptor, and the mistake that still works.
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
class Base:
    def __init__(self):
        print("Base.__init__")

    def who(self):
        return "Base.who of " + type(self).__name__


class Forgetful(Base):
    # What is meant is super(Forgetful, self): this makes the super object again, and Base hears nothing of it.
    def __init__(self):
        super(Forgetful).__init__()
        print("Forgetful.__init__")

    def who(self):
        return super(Forgetful, self).who()


class Later(Forgetful):
    def who(self):
        return "Later, then " + self._Later__super.who()


Later._Later__super = super(Later)

made = Forgetful()
unbound = super(Forgetful)
print(unbound, type(unbound).__name__)
print(unbound.__thisclass__, unbound.__self__, unbound.__self_class__)
print(unbound.__get__(made, Forgetful).who())
print(unbound.__get__(None, Forgetful) is unbound)
print(super(Forgetful, None))
print(Later().who())
bound = super(Forgetful, made)
print(bound.__thisclass__, bound.__self__ is made, bound.__self_class__)
for wrong in (lambda: unbound.who, lambda: super(1), lambda: super(Forgetful, 3), lambda: unbound.__get__(3)):
    try:
        print(wrong())
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)
