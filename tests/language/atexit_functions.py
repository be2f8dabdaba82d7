# atexit: functions called at the end of a program, the last one first.
import atexit


def tell(*args, **kwargs):
    print("ends", args, kwargs)


print(atexit.register(tell, 1, key="v") is tell)
atexit.register(tell, 2)
atexit.register(print, "third")
atexit.unregister(print)


@atexit.register
def decorated():
    print("decorated")


try:
    atexit.register(3)
except TypeError as error:
    print(error)


class Holder:
    def __del__(self):
        print("the global goes after them")


holder = Holder()
print("last line")
