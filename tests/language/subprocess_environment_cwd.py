# subprocess: the folder, the environment and the streams that programs get.
import os
import subprocess
import tempfile

out = lambda *args, **kwargs: subprocess.check_output(*args, text=True, **kwargs)

print(out("echo $GIVEN-$OTHER", shell=True, env={"GIVEN": "yes", "PATH": os.environ["PATH"]}))
os.environ["SEEN_BY_CHILDREN"] = "of course"
print(out("echo $SEEN_BY_CHILDREN", shell=True))
os.environ["SEEN_BY_CHILDREN"] += ", changed"
print(out(["sh", "-c", "echo $SEEN_BY_CHILDREN"]))
del os.environ["SEEN_BY_CHILDREN"]
print(out("echo [$SEEN_BY_CHILDREN]", shell=True))
print(out("env | sort", shell=True, env={"PATH": os.environ["PATH"], "B": "2", "A": "1"}).count("\n") >= 3)
print(out(["env"], env={b"BYTES": b"value", "PATH": "/bin:/usr/bin"}))

with tempfile.TemporaryDirectory() as folder:
    folder = os.path.realpath(folder)
    print(out(["pwd"], cwd=folder).strip() == folder)
    with open(os.path.join(folder, "script.sh"), "w") as f:
        f.write("#!/bin/sh\necho script got $# arguments: \"$@\"\nread line\necho and \"$line\"\n")
    os.chmod(os.path.join(folder, "script.sh"), 0o755)
    print(out(["./script.sh", "a b", "c"], cwd=folder, input="a line\n"))
    path = os.path.join(folder, "script.sh")
    print(out([path, "*", "$HOME", "'q'"], input=""))
    print(out([os.fsencode(path), b"bytes"], input=""))
    import pathlib

    print(out([pathlib.Path(path), pathlib.Path("x") / "y"], input="", cwd=pathlib.Path(folder)))
    os.chmod(path, 0o644)
    try:
        subprocess.run([path])
    except PermissionError as e:
        print(e.errno, e.filename == path)
    for mode in ("w", "a"):
        with open(os.path.join(folder, "out.txt"), mode) as f:
            print(subprocess.run("echo written; echo errors >&2", shell=True, stdout=f, stderr=f).returncode)
    print(open(os.path.join(folder, "out.txt")).read())
    print(sorted(os.listdir(folder)))

print(out(["sh", "-c", "umask"], umask=0o027))
print(out("exec 2>/dev/null; echo $$", shell=True).strip().isdigit())
print(out(["echo", "args"], executable="/bin/echo"))
print(out("echo $0", shell=True, executable="/bin/bash"))
print(os.system("exit 3"), os.waitstatus_to_exitcode(os.system("exit 4")), os.system("true"))
with os.popen("echo piped; echo more") as f:
    print(f.read())
with os.popen("cat > /dev/null", "w") as f:
    print(f.write("in"))
print(os.popen("exit 2").close(), os.popen("true").close(), list(os.popen("printf 'a\\nb'")))
