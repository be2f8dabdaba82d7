# subprocess: programs that fail or do not exist, and invalid arguments.
import signal
import subprocess
from subprocess import PIPE, Popen, run


def tried(function, *args, **kwargs):
    try:
        print("no error:", function(*args, **kwargs))
    except Exception as e:
        print(f"{type(e).__name__}: {e}")


tried(run, ["no-such-program-here"])
tried(run, ["/no/such/path"])
tried(run, ["true"], cwd="/no/such/folder")
tried(run, ["/etc"])
tried(run, "true false")
tried(run, ["false"], check=True)
tried(run, ["sh", "-c", "kill -9 $$"], check=True)
tried(run, ["sh", "-c", "kill -TERM $$"], check=True)
tried(run, ["true"], capture_output=True, stdout=PIPE)
tried(run, ["true"], input=b"", stdin=PIPE)
tried(subprocess.check_output, ["true"], stdout=PIPE)
tried(subprocess.check_output, ["true"], check=False)
tried(Popen, ["true"], bufsize="1")
tried(Popen, [1, 2])
tried(Popen, [])
tried(Popen, ["true"], text=True, universal_newlines=False)
tried(run, ["true"], env={"a=b": "c"})
tried(run, ["echo", "a\0b"])

try:
    run(["no-such-program-here"])
except FileNotFoundError as e:
    print(e.errno, e.strerror, e.filename)

e = subprocess.CalledProcessError(3, ["a", "b"], output="out", stderr="err")
print(e, repr(e.stdout), e.args)
e.stdout = "changed"
print(e.output)
print(subprocess.CalledProcessError(-9, "x"))
print(subprocess.CalledProcessError(-99, "x"))
t = subprocess.TimeoutExpired("cmd", 1.5, output=b"o")
print(t, t.cmd, t.timeout, t.output, t.stdout, t.stderr)
print(issubclass(subprocess.CalledProcessError, subprocess.SubprocessError))
print(issubclass(subprocess.TimeoutExpired, subprocess.SubprocessError), subprocess.SubprocessError.__mro__[1])

p = Popen(["cat"], stdin=PIPE, stdout=PIPE)
p.communicate(b"x")
tried(p.communicate, b"again")
print(p.returncode, p.poll(), p.wait(), p.stdin.closed, p.stdout.closed)
p.kill()
p.send_signal(signal.SIGTERM)
print(p.returncode)
