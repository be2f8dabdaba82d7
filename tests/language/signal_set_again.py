# A handler that is set again after the default: a signal from outside still reaches it.
import os
import signal
import time

child = os.fork()
if not child:
    came = []
    for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGUSR1):
        signal.signal(number, lambda number, frame: came.append(number))
        sender = os.posix_spawn("/bin/sh", ["sh", "-c", f"kill -{int(number)} {os.getpid()}"], os.environ)
        os.waitpid(sender, 0)
        while not came or came[-1] != number or len(came) < 1:
            time.sleep(0.01)
        came.clear()
        signal.signal(number, signal.SIG_DFL)
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
