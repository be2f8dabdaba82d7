# subprocess: Popen and its pipes.
import os
import subprocess
import tempfile
from subprocess import DEVNULL, PIPE, STDOUT, Popen

p = Popen(["sort"], stdin=PIPE, stdout=PIPE, text=True)
for word in ("pear", "apple", "fig"):
    p.stdin.write(word + "\n")
p.stdin.close()
print(p.stdout.read(), p.wait())
p.stdout.close()
print(p.args, p.pid > 0)

with Popen("for i in 1 2 3; do echo line $i; done", shell=True, stdout=PIPE) as p:
    for line in p.stdout:
        print(line)
print(p.returncode, p.stdout.closed)

a = Popen(["printf", "b\\na\\nc\\n"], stdout=PIPE)
b = Popen(["sort"], stdin=a.stdout, stdout=PIPE, text=True)
a.stdout.close()
print(b.communicate(), a.wait())

big = b"0123456789" * 50000
p = Popen(["cat"], stdin=PIPE, stdout=PIPE, stderr=PIPE)
out, err = p.communicate(big)
print(out == big, err, p.returncode)

p = Popen("yes | head -c 300000; yes no | head -c 300000 >&2", shell=True, stdout=PIPE, stderr=PIPE)
out, err = p.communicate()
print(len(out), len(err), p.returncode)

p = Popen(["head", "-c", "5"], stdin=PIPE, stdout=PIPE)
print(p.communicate(b"abcdefgh" * 100000))

p = Popen(["cat"], stdin=PIPE, stdout=PIPE, text=True, bufsize=1)
p.stdin.write("echo me\n")
print(p.stdout.readline())
p.stdin.write("and me\n")
p.stdin.flush()
print(p.stdout.readline())
print(p.communicate())

with tempfile.TemporaryFile() as f:
    print(subprocess.call(["echo", "to a file"], stdout=f))
    f.seek(0)
    print(f.read())
    f.seek(0)
    print(subprocess.check_output(["cat"], stdin=f))

read, write = os.pipe()
p = Popen(["sh", "-c", f"echo through > /dev/fd/{write}"], pass_fds=[write])
os.close(write)
p.wait()
print(os.read(read, 100))
os.close(read)

p = Popen("cat; echo err >&2", shell=True, stdin=PIPE, stdout=PIPE, stderr=STDOUT, encoding="utf-8")
print(p.communicate("in "), p.stdin.closed)
print(type(p.stdin).__name__, type(Popen(["true"], stdin=PIPE).stdin).__name__)
p = Popen(["true"], stdin=DEVNULL, stdout=DEVNULL)
print(p.wait(), p.stdin, p.stdout, p.stderr)
print(repr(p))
