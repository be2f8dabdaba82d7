# Slices of bytearrays and arrays that change while their bounds are evaluated, where CPython reads freed memory: what is left is what
# is left of a list.
import array


class Changing:
    """An index that changes a sequence when it is asked."""

    def __init__(self, sequence, value, act):
        self.sequence, self.value, self.act = sequence, value, act

    def __index__(self):
        self.act(self.sequence)
        return self.value


def clear(sequence):
    del sequence[:]


def fill(sequence):
    sequence.extend(sequence[:1] * 4)


def cut(sequence):
    del sequence[-1:]


def read_to(x, i):
    return x[:i]


def read_from(x, i):
    return x[i:]


def read_by(x, i):
    return x[::i]


def read_back(x, i):
    return x[i::-1]


def write_to(x, i):
    x[:i] = x[:1]


def write_from(x, i):
    x[i:] = x[:1]


def write_by(x, i):
    x[::i] = x[:2]


def delete_to(x, i):
    del x[:i]


def delete_from(x, i):
    del x[i:]


def delete_by(x, i):
    del x[::i]


def delete_back(x, i):
    del x[i::-2]


def shown(action):
    try:
        return action()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


USES = [read_to, read_from, read_by, read_back, write_to, write_from, write_by, delete_to, delete_from, delete_by, delete_back]


def left(make, use, act, value):
    """Returns the result and the sequence, as lists of integers."""
    x = make([1, 2, 3])
    result = shown(lambda: use(x, Changing(x, value, act)))
    return [result if result is None or isinstance(result, str) else list(result), list(x)]


for make in bytearray, lambda items: array.array("i", items):
    for use in USES:
        for act in clear, fill, cut:
            for value in 1, 2, -1, 5:
                found, wanted = left(make, use, act, value), left(list, use, act, value)
                # Messages name the type.
                for kind in "array", "bytes":
                    found[0] = found[0] and (found[0].replace(kind, "sequence") if isinstance(found[0], str) else found[0])
                print(use.__name__, act.__name__, value, "equal" if found == wanted else (found, wanted))
