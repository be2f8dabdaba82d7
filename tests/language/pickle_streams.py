# Pickler and Unpickler: files, memos, persistent ids, overriding, errors.
import io
import pickle

file = io.BytesIO()
pickle.dump([1, 2], file)
pickle.dump("second", file, 2)
pickler = pickle.Pickler(file, protocol=4)
shared = ["shared"]
pickler.dump(shared)
pickler.dump(shared)
pickler.clear_memo()
pickler.dump((shared, shared))
file.seek(0)
print(pickle.load(file), pickle.load(file))
unpickler = pickle.Unpickler(file)
first, second, third = unpickler.load(), unpickler.load(), unpickler.load()
print(first, second is first, third, third[0] is third[1])
try:
    pickle.load(file)
except EOFError as error:
    print(error)


class Record:
    def __init__(self, key):
        self.key = key


class ByKey(pickle.Pickler):
    def persistent_id(self, obj):
        return ("record", obj.key) if isinstance(obj, Record) else None


class FromKey(pickle.Unpickler):
    def persistent_load(self, pid):
        kind, key = pid
        if kind != "record":
            raise pickle.UnpicklingError("unknown")
        return f"loaded {key}"


for protocol in range(1, 6):
    file = io.BytesIO()
    ByKey(file, protocol).dump([Record(7), {"r": Record("x")}])
    print(protocol, file.getvalue())
    print(FromKey(io.BytesIO(file.getvalue())).load())
try:
    pickle.loads(file.getvalue())
except pickle.UnpicklingError as error:
    print(str(error).split(",")[0])


class Restricted(pickle.Unpickler):
    def find_class(self, module, name):
        if module == "builtins" and name in ("range", "set"):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"global '{module}.{name}' is forbidden")


print(Restricted(io.BytesIO(pickle.dumps([1, range(3)]))).load())
try:
    Restricted(io.BytesIO(b"cos\nsystem\n(S'echo hello'\ntR.")).load()
except pickle.UnpicklingError as error:
    print(error)


class Overriding(pickle.Pickler):
    def reducer_override(self, obj):
        if getattr(obj, "__name__", "") == "special":
            return int, (42,)
        return NotImplemented


def special():
    pass


file = io.BytesIO()
Overriding(file).dump([special, len])
print(pickle.loads(file.getvalue()))


class Table(pickle.Pickler):
    dispatch_table = {Record: lambda record: (Record, ("from the table",))}


file = io.BytesIO()
Table(file).dump(Record(1))
print(pickle.loads(file.getvalue()).key)

buffers = []
data = pickle.dumps([pickle.PickleBuffer(b"out of band"), 1], protocol=5, buffer_callback=buffers.append)
print(data, len(buffers), bytes(buffers[0].raw()))
print([bytes(part) if not isinstance(part, int) else part for part in pickle.loads(data, buffers=buffers)])
print(pickle.loads(pickle.dumps(pickle.PickleBuffer(bytearray(b"in band")), 5)))
BAD = [
    b"", b".", b"(", b"N", b"I", b"Ix\n.", b"\x80\x09.", b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\x7f.", b"K", b"q\x00.", b"h\x05.",
    b"X\xff\xff\xff\x7f.", b"B\xff\xff\xff\xff.", b"]a.", b"t.", b"0.", b"R.", b"N)R.",
    b"S'abc.", b"Sabc\n.", b"\x8c\x05ab.", b"cnothing\nhere\n.", b"cbuiltins\nmissing\n.", b"\x93.", b"K\x01K\x02\x93.",
    b"\x8a\x05a.", b"\x8b\xff\xff\xff\xff.", b"}N.", b"}(K\x01u.", b"(d.", b"\xff.", b"\x80\x04N", b"\x82\x01.", b"Nb.", b"2.", b"P\n.",
    b"NQ.", b"\x85.", b"(K\x01\x90.", b"GABC.", b"Fabc\n.", b"p-1\n.", b"Np-1\n.", b"\x81.", b"NN\x81.",
]
for bad in BAD:
    try:
        print(bad, pickle.loads(bad))
    except Exception as error:
        print(bad, type(error).__name__)
for wrong in ("text", 5, None):
    try:
        pickle.loads(wrong)
    except TypeError:
        print("TypeError")
for options in ({"protocol": 9}, {"protocol": 3, "buffer_callback": print}):
    try:
        pickle.dumps(1, **options)
    except ValueError as error:
        print(error)
print(pickle.HIGHEST_PROTOCOL, pickle.DEFAULT_PROTOCOL, pickle.dumps(1, -1), issubclass(pickle.PicklingError, pickle.PickleError))
print(pickle.loads(b"\x80\x02U\x04text."), pickle.loads(b"U\x02\xe9\xe8.", encoding="latin1"), pickle.loads(b"U\x02ab.", encoding="bytes"))
print(pickle.loads(b"c__builtin__\nxrange\n(I1\nI5\ntR."), pickle.loads(b"cexceptions\nValueError\n(S'x'\ntR."))
print(pickle.loads(b"(S'a'\nI1\nS'b'\n(lp0\nI2\naI01\nad."), pickle.loads(b"L12345678901234567890L\n."), pickle.loads(b"V\\u65e5x\n."))
big = {"numbers": list(range(3000)), "texts": {str(n): n for n in range(1500)}, "blob": b"z" * 100000, "long": "t" * 70000, "set": set(range(1200))}
for protocol in range(6):
    data = pickle.dumps(big, protocol)
    print(protocol, len(data), hash(data) is not None, sum(data) % 65521, pickle.loads(data) == big)
