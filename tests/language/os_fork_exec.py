# fork and exec: the child continues where the parent was, and ends with its own exit code.
import os
import sys
import threading


def child(body):
    """The exit code of a child that runs a function and ends as a program does."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        code = 70
        try:
            code = body() or 0
        except SystemExit as error:
            code = error.code
        finally:
            sys.stdout.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


print(child(lambda: 3), child(lambda: sys.exit(4)), child(lambda: None))

# Memory is a copy, pipes are shared.
numbers = [1, 2]
read, write = os.pipe()
print(child(lambda: numbers.append(3) or os.write(write, b"%d" % len(numbers)) and 0), os.read(read, 10), numbers)

# A program in the child's place.
print(child(lambda: os.execvp("sh", ["sh", "-c", "exit 9"])))
print(child(lambda: os.execve("/bin/sh", ["sh", "-c", "test $WORD = here"], {"WORD": "here"})))
print(child(lambda: os.execl("/bin/sh", "sh", "-c", "exit 6")), child(lambda: os.execlp("true", "true")))
for call in (
    lambda: os.execv("/no/such/program", ["x"]),
    lambda: os.execvp("no-such-program-anywhere", ["x"]),
    lambda: os.execv("/bin/sh", []),
    lambda: os.execv("/bin/sh", "text"),
    lambda: os.execve("/bin/sh", ["sh"], None),
):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)

# What is called around a fork.
seen = []
os.register_at_fork(
    before=lambda: seen.append("before"),
    after_in_parent=lambda: seen.append("parent"),
    after_in_child=lambda: seen.append("child"),
)
print(child(lambda: os.write(write, ",".join(seen).encode()) and 0), os.read(read, 100), seen)
try:
    os.register_at_fork()
except TypeError as error:
    print(error)
try:
    os.register_at_fork(before=1)
except TypeError:
    print("TypeError")

# The thread that forks is the child's main thread, and its only one.
import warnings

warnings.simplefilter("ignore")


def in_thread():
    def report():
        main = threading.main_thread() is threading.current_thread()
        os.write(write, b"%d %d" % (main, threading.active_count()))

    print(child(report), os.read(read, 100))


stop = threading.Event()
other = threading.Thread(target=stop.wait)
other.start()
thread = threading.Thread(target=in_thread)
thread.start()
thread.join()


def with_new_thread():
    started = threading.Thread(target=lambda: os.write(write, b"new"))
    started.start()
    started.join()
    # The other thread is not here.
    return other.is_alive()


print(child(with_new_thread), os.read(read, 100))
stop.set()
other.join()

# Children of children.
print(child(lambda: child(lambda: child(lambda: 5) + 1) + 1))

# What spawn*() answers.
print(os.spawnv(os.P_WAIT, "/bin/sh", ["sh", "-c", "exit 8"]), os.spawnlp(os.P_WAIT, "true", "true"))
pid = os.spawnvp(os.P_NOWAIT, "sh", ["sh", "-c", "exit 2"])
print(os.waitpid(pid, 0)[1] >> 8, os.spawnv(os.P_WAIT, "/no/such", ["x"]))
