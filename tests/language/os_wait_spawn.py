# Waiting for children by all calls, and posix_spawn with what it does to descriptors.
import os
import signal
import sys


def ended(code):
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        os._exit(code)
    return pid


pid = ended(1)
print(os.waitpid(pid, 0) == (pid, 256))
pid = ended(2)
print(os.wait() == (pid, 512))
pid = ended(3)
found, status, usage = os.wait4(pid, 0)
print(found == pid, status, type(usage).__name__, usage.ru_utime >= 0, len(usage))
pid = ended(4)
print(os.wait3(0)[:2] == (pid, 1024))
pid = ended(5)
record = os.waitid(os.P_PID, pid, os.WEXITED)
print(record.si_pid == pid, record.si_status, record.si_code == os.CLD_EXITED, record.si_signo == signal.SIGCHLD)
pid = ended(6)
print(os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT).si_status, os.waitpid(pid, 0)[1])
for call in (os.wait, lambda: os.waitpid(-1, os.WNOHANG), lambda: os.wait3(0)):
    try:
        call()
    except ChildProcessError as error:
        print(type(error).__name__, error)

# One that runs, is stopped, and is killed.
read, write = os.pipe()
sys.stdout.flush()
pid = os.fork()
if pid == 0:
    os.close(write)
    os.read(read, 1)
    os._exit(0)
print(os.waitpid(pid, os.WNOHANG), os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG))
os.kill(pid, signal.SIGSTOP)
status = os.waitpid(pid, os.WUNTRACED)[1]
print(os.WIFSTOPPED(status), os.WSTOPSIG(status) == signal.SIGSTOP)
os.kill(pid, signal.SIGCONT)
print(os.WIFCONTINUED(os.waitpid(pid, os.WCONTINUED)[1]))
os.kill(pid, signal.SIGKILL)
status = os.waitpid(pid, 0)[1]
print(os.WIFSIGNALED(status), os.WTERMSIG(status), os.waitstatus_to_exitcode(status))


def spawned(*words, **settings):
    pid = os.posix_spawn("/bin/sh", ["sh", "-c", *words], os.environ, **settings)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


print(spawned("exit 7"))
path = f"/tmp/spawn-{os.getpid()}.txt"
flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
print(spawned("echo to the file", file_actions=[(os.POSIX_SPAWN_OPEN, 1, path, flags, 0o600)]), open(path).read())
print(spawned("echo twice >&5", file_actions=[(os.POSIX_SPAWN_DUP2, write, 5)]), os.read(read, 100))
print(spawned("echo x >&1", file_actions=[(os.POSIX_SPAWN_CLOSE, 1), (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)]))
print(spawned("test $$ = $(ps -o pgid= -p $$)", setpgroup=0) in (0, 2))
print(spawned("kill -TERM $$; exit 3", setsigmask=[signal.SIGTERM]), spawned("kill -TERM $$", setsigmask=[]))
os.unlink(path)
pid = os.posix_spawnp("sh", ["sh", "-c", 'test "$A" = b'], {"A": "b"})
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
for call in (
    lambda: os.posix_spawn("/no/such/program", ["x"], {}),
    lambda: os.posix_spawn("/bin/sh", [], {}),
    lambda: os.posix_spawn("/bin/sh", ["sh"], {}, file_actions=[(9,)]),
    lambda: os.posix_spawn("/bin/sh", ["sh"], {}, file_actions=[(os.POSIX_SPAWN_CLOSE,)]),
):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
