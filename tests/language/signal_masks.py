# Signals that wait: pthread_sigmask, sigpending, sigwait. signal.signal( is used, so it runs in a process of its own.
import os
import signal
import threading
import time

came = []
signal.signal(signal.SIGUSR1, lambda number, frame: came.append(number))
print(signal.pthread_sigmask(signal.SIG_BLOCK, []))
print(signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1, signal.SIGUSR2]))
os.kill(os.getpid(), signal.SIGUSR1)
print(came, signal.sigpending())
print(sorted(signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})))
print(came, signal.sigpending())

# SIGUSR2 would end the process, but it waits.
signal.raise_signal(signal.SIGUSR2)
print(signal.sigpending())
number = signal.sigwait({signal.SIGUSR2, signal.SIGTERM})
print(repr(number), type(number).__name__, signal.sigpending())

signal.pthread_sigmask(signal.SIG_SETMASK, {signal.SIGUSR1})
threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGUSR1)).start()
print(repr(signal.sigwait([signal.SIGUSR1])), came)
signal.raise_signal(signal.SIGUSR1)
signal.raise_signal(signal.SIGUSR1)
signal.pthread_sigmask(signal.SIG_SETMASK, [])
print(came)

# Where the tests run in the background, SIGINT is ignored at first.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
signal.raise_signal(signal.SIGINT)
print(signal.sigpending())
try:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    time.sleep(5)
except KeyboardInterrupt:
    print("KeyboardInterrupt")
for how, mask in ((9, []), (signal.SIG_BLOCK, [0]), (signal.SIG_BLOCK, [65])):
    try:
        signal.pthread_sigmask(how, mask)
    except (OSError, ValueError) as error:
        print(type(error).__name__, error)
