# What sys tells of the interpreter, the names of sessions, math's new functions, and signals that are waited for.
import builtins
import inspect
import math
import os
import signal
import sys
import time


def failing(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


print(sys.is_finalizing(), isinstance(sys.orig_argv, list), sys.thread_info.name, len(sys.thread_info))
print(isinstance(sys.getallocatedblocks(), int), isinstance(sys.getunicodeinternedsize(), int))
print(sys.getdlopenflags() == os.RTLD_NOW, sys.setdlopenflags(os.RTLD_LAZY), sys.getdlopenflags() == os.RTLD_LAZY)
print(failing(sys.setdlopenflags, "x"), failing(sys.setdlopenflags, 2**40))
print(sys.get_coroutine_origin_tracking_depth(), failing(sys.set_coroutine_origin_tracking_depth, -1))
print(sys.is_stack_trampoline_active(), sys.deactivate_stack_trampoline())
print([name in dir(builtins) for name in ("True", "False", "None", "copyright", "credits", "license")], getattr(builtins, "None"))

print(math.fma(2.0, 3.0, 4.0), math.fma(0.1, 10.0, -1.0), math.fma(1e308, 10, -math.inf), math.fma(math.nan, 1, 2))
print(failing(math.fma, math.inf, 0, 1), failing(math.fma, math.inf, 1, -math.inf), failing(math.fma, 1e308, 10, 0), failing(math.fma, "x", 1, 2))
for x, y, steps in [(1.0, 2.0, 3), (1.0, -1.0, 2**62), (0.0, -1.0, 1), (-0.0, 5.0, 2), (1.0, 1.5, 10**30), (1.0, 9.0, 0), (2.0, 1.0, 4)]:
    print(math.nextafter(x, y, steps=steps), end=" ")
print(math.nextafter(math.nan, 1, steps=2), failing(math.nextafter, 1.0, 2.0, steps=-1), failing(math.nextafter, 1.0, 2.0, steps=1.5))

signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1, signal.SIGUSR2])
os.kill(os.getpid(), signal.SIGUSR1)
found = signal.sigwaitinfo({signal.SIGUSR1})
print(found.si_signo == signal.SIGUSR1, found.si_code, found.si_pid == os.getpid(), found.si_uid == os.getuid(), len(found))
print(signal.sigtimedwait([signal.SIGUSR2], 0), failing(signal.sigtimedwait, [signal.SIGUSR2], -1))
os.kill(os.getpid(), signal.SIGUSR2)
print(signal.sigtimedwait([signal.SIGUSR2], 100).si_signo, type(found).__name__)
print(failing(signal.pidfd_send_signal, 0, signal.SIGUSR1, 5))
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1, signal.SIGUSR2])

# Receivers and other first parameters are given by position, so that keywords may have their names.
print("{self}".format(self=1), "{format}".format(format=2), "a-b".replace("-", "+", count=1))
for method in (str.split, str.format, str.encode, str.replace, bytes.decode, bytearray.split, set.union, frozenset.difference, set.update):
    print(method.__qualname__, inspect.signature(method))
for call in (lambda: "x".split(self="y"), lambda: "x".encode(self="y"), lambda: set().union(self=set())):
    print(failing(call).partition(":")[0])
