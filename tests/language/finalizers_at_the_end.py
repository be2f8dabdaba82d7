# The order of what is called at the end of a program: the last that was registered is the first that is called, finalizers
# of objects that live to the end among them, one after the other.
import atexit
import weakref


class Thing:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


kept, other, gone = Thing("kept"), Thing("other"), Thing("gone")
atexit.register(print, "registered before any finalizer")
first = weakref.finalize(kept, print, "finalize kept")
atexit.register(print, "registered after the first finalizer")
second = weakref.finalize(other, print, "finalize other", 2, sep=" ")
silent = weakref.finalize(other, print, "never")
silent.atexit = False
at_once = weakref.finalize(gone, print, "finalize gone")
del gone
print(at_once.alive, first.alive, second.alive, silent.alive, silent.atexit, second.atexit)
called = weakref.finalize(kept, lambda *given: given, 1, 2)
print(called(), called(), called.alive)
detached = weakref.finalize(kept, print, "detached")
print(detached.peek()[2], detached.detach()[2], detached.detach(), detached.peek())


@atexit.register
def fails():
    print("fails next")
    1 / 0


def unregistered():
    print("never called")


atexit.register(unregistered)
atexit.unregister(unregistered)
print("end")
