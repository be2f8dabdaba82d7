# zipfile: archives written, read and taken out.
import io
import os
import tempfile
import zipfile
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

top = tempfile.mkdtemp()
at = lambda *names: os.path.join(top, *names)
with open(at("a.txt"), "w") as f:
    f.write("text " * 100)
os.mkdir(at("sub"))
with open(at("sub", "b.bin"), "wb") as f:
    f.write(bytes(range(256)))

with ZipFile(at("one.zip"), "w") as z:
    z.write(at("a.txt"), "a.txt")
    z.write(at("sub"), "sub")
    z.write(at("sub", "b.bin"), "sub/b.bin", compress_type=ZIP_DEFLATED)
    z.writestr("made.txt", "größe\n")
    z.writestr(ZipInfo("old.txt", (1999, 12, 31, 23, 59, 58)), b"bytes")
    with z.open("streamed.txt", "w") as f:
        print(f.write(b"part one, "), f.write(b"part two"), f.writable())
    z.comment = b"a comment"
    print(z.namelist(), z.mode, z.fp is not None)
print(zipfile.is_zipfile(at("one.zip")), zipfile.is_zipfile(at("a.txt")), zipfile.is_zipfile(at("none")))
with ZipFile(at("one.zip")) as z:
    for info in z.infolist():
        print(info.filename, info.file_size, info.compress_type, info.is_dir(), info.CRC, info.create_system)
    print(z.read("a.txt") == b"text " * 100, z.read("made.txt").decode(), z.read("sub/b.bin") == bytes(range(256)))
    print(z.getinfo("old.txt").date_time, z.comment, z.testzip(), len(z.filelist))
    with z.open("streamed.txt") as f:
        print(f.read(4), f.readline(), f.read(), f.readable(), f.name)
    with z.open("made.txt") as f, io.TextIOWrapper(f, encoding="utf-8") as t:
        print(list(t))
    print(os.path.relpath(z.extract("made.txt", at("out")), top), sorted(os.listdir(at("out"))))
    z.extractall(at("all"))
    print(sorted(os.path.relpath(os.path.join(d, x), at("all")) for d, _, files in os.walk(at("all")) for x in files))
    print(open(at("all", "sub", "b.bin"), "rb").read() == bytes(range(256)))
    z.extractall(at("some"), members=["a.txt"])
    print(os.listdir(at("some")))
print(repr(z), z.fp)
with ZipFile(at("one.zip"), "a") as z:
    z.writestr("added.txt", "more", compress_type=ZIP_DEFLATED, compresslevel=9)
with ZipFile(at("one.zip")) as z:
    print(z.namelist()[-1], z.read("added.txt"), z.comment)

memory = io.BytesIO()
with ZipFile(memory, "w", ZIP_DEFLATED) as z:
    z.writestr("x/y/z.txt", "deep" * 1000)
    z.writestr("empty", "")
    z.mkdir("folder") if hasattr(z, "mkdir") else None
with ZipFile(memory) as z:
    info = z.getinfo("x/y/z.txt")
    print(info.file_size, info.compress_size < 100, z.read("empty"), z.namelist(), z.getinfo("folder/").is_dir())
    info = z.getinfo("empty")
    print(info.filename, info.external_attr >> 16)


def tried(act):
    try:
        print("no error", act())
    except Exception as e:
        print(type(e).__name__, e)


tried(lambda: ZipFile(at("a.txt")))
tried(lambda: ZipFile(io.BytesIO(b"")))
tried(lambda: ZipFile(memory).read("none"))
tried(lambda: ZipFile(memory, "q"))
tried(lambda: ZipFile(memory).write(at("a.txt")))
tried(lambda: ZipFile(memory, "r").open("empty", "x"))
tried(lambda: z.read("empty"))
tried(lambda: ZipInfo("x", (1970, 1, 1, 0, 0, 0)))
tried(lambda: ZipFile(io.BytesIO(), "w", 99))
damaged = open(at("one.zip"), "rb").read().replace(b"text text", b"test text")
z = ZipFile(io.BytesIO(damaged))
tried(lambda: z.read("a.txt"))
print(z.testzip())
info = ZipInfo.from_file(at("a.txt"), "renamed.txt")
print(info.filename, info.file_size, ZipInfo.from_file(at("sub"), "s").filename)
import shutil

made = shutil.make_archive(at("packed"), "zip", at("sub"))
print(os.path.basename(made), ZipFile(made).namelist())
shutil.unpack_archive(made, at("unpacked"))
print(os.listdir(at("unpacked")))
shutil.rmtree(top)
