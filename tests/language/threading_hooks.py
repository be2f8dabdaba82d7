# Exceptions that leave a thread: excepthook.
import io
import re
import sys
import threading


def boom(kind=ValueError):
    raise kind("boom")


def caught(target, *args, **more):
    """What a thread writes to stderr."""
    stderr, sys.stderr = sys.stderr, io.StringIO()
    try:
        thread = threading.Thread(target=target, args=args, **more)
        thread.start()
        thread.join()
        return sys.stderr.getvalue()
    finally:
        sys.stderr = stderr


text = caught(boom, name="worker")
lines = text.splitlines()
print(lines[0])
print(lines[1])
print(lines[-1])
print([re.sub(r".*, in ", "in ", line) for line in lines if ", in " in line][-1])
print(caught(boom, SystemExit) == "", caught(sys.exit, 3) == "", caught(lambda: None) == "")
print(caught(boom, KeyboardInterrupt, name="k").splitlines()[0])
print(caught(lambda: [][1], name="i").splitlines()[-1])

told = []


def hook(args):
    told.append(args)
    print("hook:", args.exc_type.__name__, args.exc_value, args.exc_traceback is not None, args.thread.name)


threading.excepthook = hook
print(caught(boom, name="hooked") == "")
args = told.pop()
print(len(args), args[0] is args.exc_type, args[3] is args.thread, isinstance(args, threading.ExceptHookArgs))
print(args.thread.is_alive(), args.exc_value.__traceback__ is not None)
del args
caught(boom, SystemExit, name="exits")
threading.excepthook = threading.__excepthook__

# A hook that fails itself.
threading.excepthook = lambda args: 1 / 0
text = caught(boom)
print(text.splitlines()[0], text.splitlines()[-1], sep="\n")
threading.excepthook = threading.__excepthook__

# Called by hand.
stderr, sys.stderr = sys.stderr, io.StringIO()
try:
    boom()
except ValueError as error:
    threading.excepthook(threading.ExceptHookArgs((ValueError, error, error.__traceback__, threading.current_thread())))
text, sys.stderr = sys.stderr.getvalue(), stderr
print(text.splitlines()[0], text.splitlines()[-1], sep="\n")


# A chain.
def chained():
    try:
        boom(KeyError)
    except KeyError as error:
        raise RuntimeError("worse") from error


text = caught(chained)
print([line for line in text.splitlines() if "Error" in line or "cause" in line])


class Careful(threading.Thread):
    """Keeps what its target raised, for join to raise again."""

    error = None

    def run(self):
        try:
            super().run()
        except BaseException as error:
            self.error = error

    def join(self, timeout=None):
        super().join(timeout)
        if self.error:
            raise self.error


thread = Careful(target=boom, args=(LookupError,))
thread.start()
try:
    thread.join()
except LookupError as error:
    print("joined", error)
