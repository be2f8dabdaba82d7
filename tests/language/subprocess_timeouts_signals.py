# subprocess: programs that take long, and signals to them.
import os
import signal
import subprocess
from subprocess import PIPE, Popen, TimeoutExpired

try:
    subprocess.run(["sleep", "20"], timeout=0.1)
except TimeoutExpired as e:
    print(e.cmd, round(e.timeout, 2), e.output, e.stderr)

try:
    subprocess.run("echo begin; sleep 20", shell=True, timeout=0.5, stdout=PIPE)
except TimeoutExpired as e:
    print(e.cmd, e.timeout, e.output)

try:
    subprocess.check_output(["sleep", "20"], timeout=0.1)
except TimeoutExpired as e:
    print(e, e.output)

p = Popen(["sleep", "20"])
print(p.poll(), p.returncode)
try:
    p.wait(timeout=0.05)
except TimeoutExpired as e:
    print(e.timeout)
p.terminate()
print(p.wait(), p.returncode, p.poll())

p = Popen(["sleep", "20"])
p.kill()
print(p.wait(timeout=10), signal.Signals(-p.returncode).name)

p = Popen(["sleep", "20"], start_new_session=True)
os.killpg(p.pid, signal.SIGTERM)
print(p.wait())

script = "trap 'echo trapped; exit 5' USR1; echo ready; while :; do sleep 0.01; done"
p = Popen(["sh", "-c", script], stdout=PIPE, text=True)
print(p.stdout.readline())
p.send_signal(signal.SIGUSR1)
print(p.stdout.readline(), p.wait())
p.stdout.close()

# The child waits for a line, so that it is too soon on any machine.
ours, its = os.pipe()
p = Popen(f"read line <&{ours}; cat", shell=True, stdin=PIPE, stdout=PIPE, pass_fds=[ours])
try:
    p.communicate(b"kept", timeout=0.05)
except TimeoutExpired as e:
    print("too soon", e.output)
os.write(its, b"go\n")
print(p.communicate())
os.close(ours)
os.close(its)

p = Popen(["sleep", "0.05"])
pid, status = os.waitpid(p.pid, 0)
print(pid == p.pid, status, os.waitstatus_to_exitcode(status))

p = Popen("exit 9", shell=True)
print(os.waitstatus_to_exitcode(os.waitpid(p.pid, 0)[1]))
print([Popen(["sh", "-c", f"exit {n}"]).wait() for n in (0, 1, 127, 255)])
