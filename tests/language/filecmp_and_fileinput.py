# filecmp and fileinput: files compared, and read one after the other.
import filecmp
import fileinput
import os
import tempfile

top = tempfile.mkdtemp()
at = lambda *names: os.path.join(top, *names)


def make(name, text):
    os.makedirs(os.path.dirname(at(name)), exist_ok=True)
    with open(at(name), "w") as f:
        f.write(text)


make("one/same", "equal")
make("two/same", "equal")
make("one/differs", "text a")
make("two/differs", "text bb")
make("one/only", "1")
make("two/other", "2")
make("one/sub/x", "x")
make("two/sub/x", "y")
make("two/sub/new", "n")
os.mkdir(at("one/funny"))
make("two/funny", "file")
print(filecmp.cmp(at("one/same"), at("two/same")), filecmp.cmp(at("one/same"), at("two/same"), shallow=False))
print(filecmp.cmp(at("one/differs"), at("two/differs"), False), filecmp.cmp(at("one"), at("two")))
print(filecmp.cmpfiles(at("one"), at("two"), ["same", "differs", "only", "none"], shallow=False))
d = filecmp.dircmp(at("one"), at("two"))
print(d.left_list, d.right_list, d.common, d.left_only, d.right_only)
print(d.common_dirs, d.common_files, d.common_funny, d.same_files, d.diff_files, d.funny_files)
print(sorted(d.subdirs), d.subdirs["sub"].right_only, type(d.subdirs["sub"]).__name__)
try:
    d.no_such
except AttributeError as e:
    print("AttributeError", e)
try:
    filecmp.cmp(at("none"), at("one/same"))
except FileNotFoundError as e:
    print(e.errno)
filecmp.clear_cache()
print(len(filecmp.DEFAULT_IGNORES) > 3)

make("a.txt", "a1\na2\n")
make("b.txt", "b1\nb2\nb3")
with fileinput.input(files=(at("a.txt"), at("b.txt")), encoding="utf-8") as f:
    for line in f:
        print(os.path.basename(f.filename()), f.lineno(), f.filelineno(), f.isfirstline(), f.isstdin(), repr(line))
for line in fileinput.input(at("a.txt")):
    print(fileinput.lineno(), line.strip(), fileinput.fileno() > 2)
    if fileinput.lineno() == 1:
        fileinput.nextfile()
fileinput.close()
with fileinput.input(at("a.txt"), inplace=True, backup=".orig") as f:
    for line in f:
        print(line.strip().upper())
print(open(at("a.txt")).read(), open(at("a.txt.orig")).read(), sorted(os.listdir(top)))
with fileinput.FileInput([at("b.txt")], mode="rb") as f:
    print(f.readline(), f.lineno(), list(f))
with fileinput.FileInput(at("b.txt"), openhook=fileinput.hook_encoded("latin-1")) as f:
    print(list(f))
for act in (fileinput.lineno, lambda: fileinput.FileInput(mode="w"), lambda: fileinput.FileInput(inplace=True, openhook=print)):
    try:
        print("no error", act())
    except Exception as e:
        print(type(e).__name__, e)
try:
    list(fileinput.input([at("none")]))
except FileNotFoundError as e:
    print("none", e.errno)
fileinput.close()
import shutil

shutil.rmtree(top)
