# `__package__` of built-in modules and packages, and the abstract classes of the standard streams.
# As CPython 3.13 has it.
import importlib
import io
import sys

for name in ("itertools", "math", "sys", "json", "json.decoder", "time", "operator", "os", "collections", "io", "random"):
    print(name, repr(importlib.import_module(name).__package__))
for stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__, io.StringIO(), io.BytesIO(), open("/dev/null"), open("/dev/null", "rb", 0)):
    print([isinstance(stream, kind) for kind in (io.IOBase, io.TextIOBase, io.BufferedIOBase, io.RawIOBase)])
