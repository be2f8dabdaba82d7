# Pseudo-terminals: pty, tty and termios.
import os
import pty
import sys
import termios
import tty

master, slave = pty.openpty()
print(os.isatty(master), os.isatty(slave), os.ttyname(slave).startswith("/dev/pts/"))
mode = termios.tcgetattr(slave)
print(len(mode), len(mode[tty.CC]), bool(mode[tty.LFLAG] & termios.ECHO), mode[tty.CC][termios.VEOF])
os.write(slave, b"line\n")
print(os.read(master, 100))
tty.setraw(slave)
raw = termios.tcgetattr(slave)
print(bool(raw[tty.LFLAG] & (termios.ECHO | termios.ICANON)), raw[tty.CC][termios.VMIN])
os.write(slave, b"line\n")
print(os.read(master, 100))
os.write(master, b"ab")
print(os.read(slave, 10))
termios.tcsetattr(slave, termios.TCSANOW, mode)
print(termios.tcgetattr(slave) == mode)
if hasattr(termios, "tcsetwinsize"):
    termios.tcsetwinsize(slave, (30, 90))
    print(termios.tcgetwinsize(master), os.get_terminal_size(slave))
termios.tcflush(slave, termios.TCIOFLUSH)
termios.tcdrain(slave)
read, write = os.pipe()
for call in (lambda: termios.tcgetattr(read), lambda: termios.tcflush(read, 0), lambda: tty.setcbreak(read)):
    try:
        call()
    except termios.error as error:
        print(error.args)

sys.stdout.flush()
pid, fd = pty.fork()
if pid == pty.CHILD:
    os.write(1, b"%d %d" % (os.isatty(0), os.getsid(0) == os.getpid()))
    os._exit(5)
print(os.read(fd, 100), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))

# spawn() copies what the program writes to its terminal.
said = []


def keep(fd):
    data = os.read(fd, 1024)
    said.append(data)
    return data if data == b"" else b"."


sys.stdout.flush()
status = pty.spawn(["sh", "-c", "test -t 1 && echo terminal; exit 3"], keep)
print()
print(os.waitstatus_to_exitcode(status), b"".join(said))
