# signal: handlers, alarms and the names of signals.
import os
import signal
import time

# The parent process may have ignored the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)


def tell(number, frame):
    print("got", signal.Signals(number).name)


print(signal.signal(signal.SIGUSR1, tell), signal.getsignal(signal.SIGUSR1) is tell)
os.kill(os.getpid(), signal.SIGUSR1)
signal.raise_signal(signal.SIGUSR1)
print(signal.signal(signal.SIGUSR1, signal.SIG_IGN) is tell, signal.getsignal(signal.SIGUSR1))
signal.raise_signal(signal.SIGUSR1)
print(repr(signal.signal(signal.SIGUSR1, signal.SIG_DFL)), repr(signal.getsignal(signal.SIGUSR1)))

try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt as e:
    print("interrupted", repr(e))
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
print(signal.signal(signal.SIGINT, tell) is signal.default_int_handler)
os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.raise_signal(signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)


class TooLong(Exception):
    pass


def give_up(number, frame):
    raise TooLong(number)


signal.signal(signal.SIGALRM, give_up)
print(signal.alarm(100), 99 <= signal.alarm(0) <= 100, signal.alarm(0))
signal.setitimer(signal.ITIMER_REAL, 0.05)
try:
    while True:
        pass
except TooLong as e:
    print("stopped", e.args)
signal.setitimer(signal.ITIMER_REAL, 0.05)
try:
    time.sleep(60)
except TooLong as e:
    print("woken")
signal.setitimer(signal.ITIMER_REAL, 0.03)
read, write = os.pipe()
try:
    os.read(read, 1)
except TooLong:
    print("read no more")
os.close(read)
os.close(write)
count = []
signal.signal(signal.SIGALRM, lambda number, frame: count.append(number))
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
while len(count) < 3:
    time.sleep(0.005)
left = signal.getitimer(signal.ITIMER_REAL)
print(count[:3], left[1], signal.setitimer(signal.ITIMER_REAL, 0)[1], signal.getitimer(signal.ITIMER_REAL))


def tried(function, *args):
    try:
        print("no error", function(*args))
    except Exception as e:
        print(type(e).__name__, e)


tried(signal.signal, signal.SIGKILL, tell)
tried(signal.signal, 0, tell)
tried(signal.signal, 1000, tell)
tried(signal.signal, signal.SIGTERM, "text")
tried(signal.getsignal, 0)
tried(signal.Signals, 200)
print(signal.SIGTERM, repr(signal.SIGTERM), signal.Signals.SIGHUP.value, signal.Signals(9).name, signal.Signals["SIGINT"])
print(signal.strsignal(signal.SIGSEGV), signal.strsignal(15), signal.strsignal(2))
print(signal.SIGINT in signal.valid_signals(), len(signal.valid_signals()), signal.NSIG)
print(repr(signal.SIG_DFL), repr(signal.SIG_IGN), isinstance(signal.SIGINT, int), signal.SIGINT == 2)
