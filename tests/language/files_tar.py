# tarfile: archives written, read and taken out.
import io
import os
import shutil
import tarfile
import tempfile

top = tempfile.mkdtemp()
at = lambda *names: os.path.join(top, *names)
os.makedirs(at("src", "sub"))
for name, text in (("a.txt", "alpha\n"), ("sub/b.txt", "beta\n" * 200), ("sub/empty", "")):
    with open(at("src", name), "w") as f:
        f.write(text)
os.chmod(at("src/a.txt"), 0o640)
os.utime(at("src/a.txt"), (1000000000, 1000000000))
os.symlink("a.txt", at("src/link"))

with tarfile.open(at("one.tar"), "w") as t:
    t.add(at("src"), arcname="src")
    info = tarfile.TarInfo("made.bin")
    info.size, info.mtime, info.mode = 5, 1500000000, 0o600
    t.addfile(info, io.BytesIO(b"12345"))
    t.add(at("src/a.txt"), arcname="n" * 150 + "/long.txt")
    t.add(at("src/a.txt"), arcname="größe.txt")
print(os.path.getsize(at("one.tar")) % 10240, tarfile.is_tarfile(at("one.tar")), tarfile.is_tarfile(at("src/a.txt")))
with tarfile.open(at("one.tar")) as t:
    print([name if len(name) < 50 else len(name) for name in t.getnames()])
    for m in t:
        print(m.name[-10:], m.size, m.isfile(), m.isdir(), m.issym(), m.linkname, m.type, oct(m.mode) if m.isfile() else "-")
    m = t.getmember("src/a.txt")
    print(m.mtime, oct(m.mode), m.uid == os.getuid(), m.path, m.isreg(), m.islnk(), m.isdev())
    print(t.extractfile("src/a.txt").read(), t.extractfile("src/link").readline(), t.extractfile("src"), t.extractfile(m).readlines())
    t.extractall(at("out"))
    print(sorted(os.path.relpath(os.path.join(d, x), at("out"))[:30] for d, _, files in os.walk(at("out")) for x in files))
    print(oct(os.stat(at("out/src/a.txt")).st_mode), os.path.getmtime(at("out/src/a.txt")), os.readlink(at("out/src/link")))
    t.extract("made.bin", at("single"))
    print(os.listdir(at("single")), open(at("single/made.bin")).read())
for mode, name in (("w:gz", "two.tar.gz"), ("w", "two.tar"), ("x:gz", "three.tgz")):
    with tarfile.open(at(name), mode) as t:
        t.add(at("src/sub"), "sub", filter=lambda m: None if "empty" in m.name else m)
    with tarfile.open(at(name)) as t:
        print(name, t.getnames(), t.getmember("sub/b.txt").size)
with tarfile.open(at("two.tar.gz"), "r:gz") as t:
    print(len(t.extractfile("sub/b.txt").read()))
with tarfile.open(at("two.tar"), "a") as t:
    t.add(at("src/a.txt"), "added")
with tarfile.open(at("two.tar"), "r:") as t:
    print(t.getnames())
memory = io.BytesIO()
with tarfile.open(fileobj=memory, mode="w", format=tarfile.GNU_FORMAT) as t:
    t.add(at("src/a.txt"), "g" * 120)
memory.seek(0)
with tarfile.open(fileobj=memory) as t:
    print(len(t.getnames()[0]), t.getmembers()[0].size)
    t.list(verbose=False)


def tried(act):
    try:
        print("no error", act())
    except Exception as e:
        print(type(e).__name__, e)


try:
    tarfile.open(at("src/sub/b.txt"))
except tarfile.ReadError as e:
    print("not an archive", issubclass(tarfile.ReadError, tarfile.TarError))
for name, mode in (("none.tar", "r"), ("two.tar", "x")):
    try:
        tarfile.open(at(name), mode)
    except OSError as e:
        print(type(e).__name__, e.errno)
tried(lambda: tarfile.open(at("two.tar")).getmember("none"))
tried(lambda: tarfile.open(at("two.tar")).add(at("src")))
tried(lambda: tarfile.open())
tried(lambda: tarfile.open(at("two.tar")).extractall(at("q"), filter="nosuch"))
evil = io.BytesIO()
with tarfile.open(fileobj=evil, mode="w") as t:
    info = tarfile.TarInfo("../outside")
    info.size = 1
    t.addfile(info, io.BytesIO(b"x"))
evil.seek(0)
try:
    tarfile.open(fileobj=evil).extractall(at("safe"), filter="data")
except tarfile.OutsideDestinationError as e:
    print("refused", e.tarinfo.name, os.path.exists(at("outside")))
made = shutil.make_archive(at("packed"), "gztar", at("src"))
shutil.unpack_archive(made, at("unpacked"))
print(os.path.basename(made), sorted(os.listdir(at("unpacked"))))
print([name for name, _ in shutil.get_archive_formats()][-1], len(shutil.get_unpack_formats()) >= 3)
tried(lambda: shutil.make_archive(at("x"), "nosuch", at("src")))
tried(lambda: shutil.unpack_archive("a.unknown"))
shutil.rmtree(top)
