# subprocess with preexec_fn: a function that the child calls before the program begins.
import os
import subprocess

run = subprocess.run(["sh", "-c", "pwd; umask; exit 3"], preexec_fn=lambda: os.chdir("/tmp"), stdout=subprocess.PIPE, umask=0o27)
print(run.returncode, run.stdout)
try:
    subprocess.run(["true"], preexec_fn=lambda: 1 / 0)
except subprocess.SubprocessError as error:
    print(repr(error))
try:
    subprocess.run(["/no/such/program"], preexec_fn=lambda: None)
except OSError as error:
    print(repr(error), error.filename)
program = subprocess.Popen(
    ["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=os.setsid, text=True
)
print(program.communicate("hello"), program.returncode)
read, write = os.pipe()
run = subprocess.run(["sh", "-c", f"echo passed > /proc/self/fd/{write}"], preexec_fn=lambda: None, pass_fds=[write])
print(run.returncode, os.read(read, 10))
