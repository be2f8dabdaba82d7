# shutil: files and folders, copied, moved and removed.
import os
import shutil
import stat
import tempfile

top = tempfile.mkdtemp()
at = lambda *names: os.path.join(top, *names)


def make(name, text="text"):
    os.makedirs(os.path.dirname(at(name)), exist_ok=True)
    with open(at(name), "w") as f:
        f.write(text)


def tree(name):
    found = []
    for folder, folders, files in os.walk(at(name)):
        folders.sort()
        found += [os.path.relpath(os.path.join(folder, file), at(name)) for file in sorted(files)]
    return found


def tried(function, *args, **kwargs):
    try:
        print("no error", function(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, str(e).replace(top, "TOP"))


for name in ("src/a.txt", "src/b.py", "src/sub/c.txt", "src/sub/d.pyc", "src/deep/er/e.txt"):
    make(name, name)
os.chmod(at("src/b.py"), 0o750)
os.utime(at("src/a.txt"), (1000, 2000))
os.symlink("a.txt", at("src/link"))
mode = lambda name: oct(stat.S_IMODE(os.stat(at(name)).st_mode))

print(shutil.copyfile(at("src/a.txt"), at("copy.txt")) == at("copy.txt"), open(at("copy.txt")).read())
print(shutil.copy(at("src/b.py"), at("copy.py")) == at("copy.py"), mode("copy.py"))
print(shutil.copy2(at("src/a.txt"), at("copy2.txt")) == at("copy2.txt"), os.path.getmtime(at("copy2.txt")))
os.mkdir(at("into"))
print(os.path.relpath(shutil.copy(at("src/a.txt"), at("into")), top), os.listdir(at("into")))
shutil.copymode(at("src/b.py"), at("copy.txt"))
shutil.copystat(at("src/a.txt"), at("copy.py"))
print(mode("copy.txt"), os.path.getmtime(at("copy.py")))
tried(shutil.copyfile, at("src/a.txt"), at("src/a.txt"))
tried(shutil.copyfile, at("src/a.txt"), at("src/link"))
tried(shutil.copyfile, at("none"), at("x"))
tried(shutil.copyfile, at("src"), at("x"))
shutil.copyfile(at("src/link"), at("linked"), follow_symlinks=False)
print(os.path.islink(at("linked")), os.readlink(at("linked")))

print(os.path.relpath(shutil.copytree(at("src"), at("all")), top), tree("all"), os.path.islink(at("all/link")))
shutil.copytree(at("src"), at("links"), symlinks=True)
print(os.path.islink(at("links/link")))
shutil.copytree(at("src"), at("some"), ignore=shutil.ignore_patterns("*.py*", "deep"))
print(tree("some"))
tried(shutil.copytree, at("src"), at("all"))
shutil.copytree(at("src/sub"), at("all"), dirs_exist_ok=True)
print(tree("all"))
os.symlink("nowhere", at("src/broken"))
tried(lambda: [os.path.basename(a) for a, b, c in shutil.copytree(at("src"), at("broken"))])

print(os.path.relpath(shutil.move(at("copy.txt"), at("moved.txt")), top), os.path.exists(at("copy.txt")))
print(os.path.relpath(shutil.move(at("moved.txt"), at("into")), top), sorted(os.listdir(at("into"))))
print(os.path.relpath(shutil.move(at("some"), at("into")), top), sorted(os.listdir(at("into"))))
make("moved.txt")
tried(shutil.move, at("moved.txt"), at("into"))
tried(shutil.move, at("into"), at("into/some/x"))
tried(shutil.move, at("none"), at("x"))
shutil.rmtree(at("all"))
print(os.path.exists(at("all")))
tried(shutil.rmtree, at("all"))
tried(shutil.rmtree, at("moved.txt"))
shutil.rmtree(at("all"), ignore_errors=True)
os.symlink("src", at("to_src"))
tried(shutil.rmtree, at("to_src"))
problems = []
shutil.rmtree(at("none"), onerror=lambda function, path, info: problems.append(info[0].__name__))
print(problems, os.path.exists(at("src/a.txt")))
usage = shutil.disk_usage(top)
print(usage.total >= usage.used > 0, usage.free > 0, len(usage))
print(shutil.which("sh") in ("/bin/sh", "/usr/bin/sh"), shutil.which("no-such-program"), shutil.which("/bin/sh"))
print(shutil.which("b.py", path=at("src")) == at("src", "b.py"), shutil.which("a.txt", path=at("src")), shutil.which("sh", path=""))
print(type(shutil.get_terminal_size()).__name__, shutil.get_terminal_size().columns > 0)
shutil.rmtree(top)
