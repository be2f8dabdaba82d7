import os
name = "test_file_of_builtins.txt"
with open(name, "w") as f:
    print(f.write("line 1\nline 2\n"), f.closed)
    f.writelines(["é 3\n", "last"])
print(f.closed)
with open(name) as f:
    print(repr(f.read(4)), repr(f.readline()), f.readlines())
with open(name, encoding="utf-8") as f:
    for i, line in enumerate(f):
        print(i, line.rstrip())
with open(name, "a") as f:
    f.write("!")
print(open(name).read().splitlines()[-1], os.path.exists(name), os.path.getsize(name))
with open(name, "rb") as f:
    print(f.read(6), f.tell(), f.seek(0), f.readline(), f.read()[-5:])
with open(name, "wb") as f:
    f.write(b"\x00\x01")
print(open(name, "rb").read())
with open(name, "w+") as f:
    f.write("abc"); f.seek(0); print(f.read(), f.name == name, f.mode, f.readable(), f.writable())
try:
    open(name, "x")
except FileExistsError as e:
    print(e)
os.remove(name)
for g in [lambda: open("no_such_file.txt"), lambda: open("a", "q"), lambda: open("a", "rw"), lambda: f.read(), lambda: open(name, "rb", encoding="utf-8"), lambda: os.remove(name), lambda: open(5.5)]:
    try:
        g()
    except Exception as e:
        print(type(e).__name__, e)
