# The name of a raw file can be changed, and the streams above show it; theirs cannot.
import io
import os

descriptor, other = os.pipe()
raw = io.FileIO(descriptor, closefd=False)
print(raw.name == descriptor)
raw.name = "<input>"
above = io.BufferedReader(raw)
text = io.TextIOWrapper(above, encoding="utf-8")
print(raw.name, above.name, text.name)
raw.name = 7
print(raw.name, above.name, text.name)
for stream in above, text:
    try:
        stream.name = "other"
    except AttributeError as error:
        print(error)
text.mode = "r"
print(text.mode, repr(text).replace("cp1252", "utf-8"))
os.close(other)
print(repr(text.read()))
