# Pickles at the edges: depth, sharing, cycles through objects, changed classes, damaged bytes.
import io
import pickle
import random


class Node:
    def __init__(self, value):
        self.value, self.links = value, []


class Keyed:
    def __init__(self, key):
        self.key = key

    def __hash__(self):
        return hash(self.key)

    def __eq__(self, other):
        return self.key == other.key


deep = []
for _ in range(100):
    deep = [deep]
print(pickle.loads(pickle.dumps(deep)) == deep)
nodes = [Node(n) for n in range(50)]
for at, node in enumerate(nodes):
    node.links += [nodes[(at * 7 + 1) % 50], nodes[(at * 3 + 2) % 50]]
made = pickle.loads(pickle.dumps(nodes))
print(all(made[at].links[0] is made[(at * 7 + 1) % 50] for at in range(50)))
keyed = {Keyed(n): n for n in range(5)}
print(sorted(pickle.loads(pickle.dumps(keyed)).values()), Keyed(3) in pickle.loads(pickle.dumps(set(keyed))))
texts = ["a", "b", "ab"]
made = pickle.loads(pickle.dumps([texts, texts, texts[0]]))
print(made[0] is made[1], made)
data = pickle.dumps(Node(5))
Node.added = "on the class"
print(pickle.loads(data).added)
old, Kept = Node, Node
del Node
try:
    pickle.loads(data)
except AttributeError as error:
    print(type(error).__name__)
try:
    pickle.dumps(Kept(1))
except pickle.PicklingError as error:
    print(type(error).__name__)
Node = Kept
random.seed(7)
sample = {"list": [1, 2.5, None, True, "text", b"bytes", (1, 2), {3, 4}], "node": {"a": [1]}, "big": 2**100}
outcomes = set()
for protocol in range(6):
    data = pickle.dumps(sample, protocol)
    for attempt in range(60):
        damaged = bytearray(data)
        for _ in range(3):
            damaged[random.randrange(len(damaged))] = random.randrange(256)
        try:
            pickle.loads(bytes(damaged[: random.randrange(1, len(damaged) + 1)]))
        except MemoryError:
            print("MemoryError")
        except Exception as error:
            outcomes.add("an error")
print(sorted(outcomes))
for size in range(1, len(data)):
    try:
        pickle.loads(data[:size])
        print("complete at", size)
    except (EOFError, pickle.UnpicklingError):
        pass
LIES = [
    b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\x00N.", b"X\xff\xff\xff\xff.", b"B\xff\xff\xff\x7f..", b"T\xff\xff\xff\x7f.",
    b"\x8d\xff\xff\xff\xff\xff\x00\x00\x00.", b"\x8b\xff\xff\xff\x7f.",
]
for lie in LIES:
    try:
        pickle.loads(lie)
    except (pickle.UnpicklingError, MemoryError, OverflowError, ValueError) as error:
        print("refused")


class Short:
    """A file that gives fewer bytes than asked for at its end."""

    def __init__(self, data):
        self.inner = io.BytesIO(data)

    def read(self, size):
        return self.inner.read(size)

    def readline(self):
        return self.inner.readline()


print(pickle.load(Short(pickle.dumps([1, 2, 3]))), pickle.load(Short(pickle.dumps({"a": "b"}, 0))))
for wrong in (5, "x", object()):
    for use in (lambda: pickle.dump(1, wrong), lambda: pickle.load(wrong)):
        try:
            use()
        except TypeError as error:
            print(error)
print(pickle.loads(bytearray(pickle.dumps(1))), pickle.loads(memoryview(pickle.dumps((2,)))))
