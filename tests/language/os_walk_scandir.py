# os: folders, made, walked and removed.
import os
import tempfile

top = tempfile.mkdtemp()
at = lambda *names: os.path.join(top, *names)
rel = lambda path: os.path.relpath(path, top)
os.makedirs(at("a", "b", "c"))
os.makedirs(at("a", "b", "c"), exist_ok=True)
os.makedirs(at("d") + "/", exist_ok=True)
for name in ("a/one.txt", "a/b/two.txt", "a/b/c/three.txt", "d/four.txt", "five.txt"):
    with open(at(name), "w") as f:
        f.write(name)
os.symlink(at("d"), at("a", "to_d"))
os.symlink("nowhere", at("broken"))

for folder, folders, files in os.walk(top):
    folders.sort()
    print(rel(folder), folders, sorted(files))
print([rel(folder) for folder, *_ in sorted(os.walk(top, followlinks=True))])
print([rel(folder) for folder, *_ in os.walk(top, topdown=False)][-1])
for folder, folders, files in os.walk(top):
    folders[:] = [name for name in folders if name != "b"]
    print(sorted(files))
errors = []
print(list(os.walk(at("none"))), list(os.walk(at("none"), onerror=errors.append)), [e.errno for e in errors])

with os.scandir(top) as scan:
    for entry in sorted(scan, key=lambda entry: entry.name):
        print(entry.name, rel(entry.path), entry.is_dir(), entry.is_file(), entry.is_symlink(), entry)
        if not entry.is_symlink():
            print(entry.stat().st_size > 0, entry.inode() == os.stat(entry.path).st_ino, rel(os.fspath(entry)))
for entry in os.scandir(at("a")):
    if entry.is_symlink():
        print(entry.name, entry.is_dir(), entry.is_dir(follow_symlinks=False))
print([type(entry.name).__name__ for entry in os.scandir(os.fsencode(at("d")))])
scan = os.scandir(top)
next(scan)
scan.close()
print(list(scan))
for folder, folders, files, fd in os.fwalk(at("a")):
    print(rel(folder), sorted(folders), sorted(files), os.fstat(fd).st_ino == os.stat(folder).st_ino)


def tried(function, *args, **kwargs):
    try:
        print("no error", function(*args, **kwargs))
    except OSError as e:
        print(type(e).__name__, e.errno, rel(e.filename))


tried(os.makedirs, at("a", "b"))
tried(os.makedirs, at("five.txt", "x"))
tried(os.makedirs, at("five.txt"), exist_ok=True)
tried(os.scandir, at("five.txt"))
tried(os.scandir, at("none"))
tried(os.listdir, at("none"))
tried(os.removedirs, at("a"))
os.makedirs(at("x", "y", "z"))
os.removedirs(at("x", "y", "z"))
print(os.path.exists(at("x")), os.path.exists(top))
os.renames(at("five.txt"), at("n", "m", "six.txt"))
print(os.path.exists(at("five.txt")), os.listdir(at("n", "m")))
os.renames(at("n", "m", "six.txt"), at("five.txt"))
print(os.path.exists(at("n")))
import shutil

shutil.rmtree(top)
print(os.path.exists(top))
