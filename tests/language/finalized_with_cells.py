# Objects in a call's cells are finalized with the call, before its caller continues.
count = 0


class Counted:
    def __init__(self):
        global count
        count += 1

    def __del__(self):
        global count
        count -= 1


def captures():
    x = Counted()

    def inner():
        return x

    return inner() is x


for _ in range(3):
    print(captures(), count)


def given(x):
    return (lambda: x) and count


print(given(Counted()), count)


def outer():
    class Local:
        live = 0

        def __init__(self):
            Local.live += 1

        def __del__(self):
            Local.live -= 1

    def one():
        x = Local()
        (lambda: x)()

    for _ in range(100):
        one()
    return Local.live


print(outer())


def throws():
    """What is thrown into a generator keeps its context; the generator's frames stand on the stack meanwhile."""
    import sys

    def names(frame):
        found = []
        while frame is not None and len(found) < 2:
            found.append(frame.f_code.co_name)
            frame = frame.f_back
        return found

    def inner():
        try:
            yield 1
        except KeyError as error:
            print(names(sys._getframe()), repr(error.__context__))
        yield 2

    def around():
        yield from inner()

    generator = around()
    next(generator)
    try:
        raise ValueError("handled by the caller")
    except ValueError:
        print(generator.throw(KeyError("thrown")))


throws()
