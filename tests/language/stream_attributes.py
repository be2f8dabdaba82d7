# Open files take attributes, which go before methods and after what their classes hold themselves.
import io
import os
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "file")
for mode in ("w", "wb", "r", "rb", "r+b"):
    with open(path, mode) as file:
        file.size = 3
        file.note = [file]
        print(mode, file.size, sorted(file.__dict__.keys() - {"mode"}), vars(file) is file.__dict__)
        print(hasattr(file, "other"), getattr(file, "other", None), file.note[0] is file)
        del file.size, file.note
        try:
            print(file.size)
        except AttributeError as error:
            print(error.name, error.obj is file)
        try:
            del file.size
        except AttributeError as error:
            print(type(error).__name__)

with open(path, "rb", buffering=0) as file:
    file.extra = "raw"
    print(file.extra, vars(file)["extra"])

# A method of its own goes before the class's, in a loop as well.
written = []
with open(path, "w") as file:
    for turn in range(6):
        if turn == 2:
            file.write = written.append
        if turn == 4:
            del file.write
        file.write(str(turn))
print(written, open(path).read())

with open(path) as file:
    for name in ("encoding", "closed", "buffer"):
        try:
            setattr(file, name, 1)
        except AttributeError as error:
            print(type(error).__name__)
    file.__dict__["put"] = 1
    print(file.put)

for stream in (io.StringIO("x"), io.BytesIO(b"x"), io.BufferedReader(io.BytesIO(b"x")), io.TextIOWrapper(io.BytesIO(b"x"))):
    stream.size = 4
    stream.read = lambda: "own"
    print(stream.size, stream.read())
