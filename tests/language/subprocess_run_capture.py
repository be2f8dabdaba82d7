# subprocess: run and its result in every form.
import subprocess
from subprocess import PIPE, STDOUT, DEVNULL, CompletedProcess

r = subprocess.run(["echo", "hello", "world"], capture_output=True)
print(r)
print(r.args, r.returncode, r.stdout, r.stderr)
r.check_returncode()

r = subprocess.run(["echo", "text"], capture_output=True, text=True)
print(r, repr(r.stdout), repr(r.stderr))

r = subprocess.run("echo out; echo err >&2; exit 3", shell=True, capture_output=True, text=True)
print(r.returncode, repr(r.stdout), repr(r.stderr))
try:
    r.check_returncode()
except subprocess.CalledProcessError as e:
    print(e, e.returncode, e.cmd, repr(e.output), repr(e.stdout), repr(e.stderr))

print(subprocess.run(["cat"], input=b"bytes in", stdout=PIPE).stdout)
print(subprocess.run(["cat"], input="text in\n", stdout=PIPE, text=True).stdout)
print(subprocess.run(["tr", "a-z", "A-Z"], input="shout", capture_output=True, encoding="utf-8").stdout)
print(subprocess.run("echo one; echo two >&2", shell=True, stdout=PIPE, stderr=STDOUT, text=True).stdout)
print(subprocess.run("echo gone", shell=True, stdout=DEVNULL))
print(subprocess.run("echo gone >&2", shell=True, stderr=DEVNULL, stdout=PIPE))
print(subprocess.run(["cat"], stdin=DEVNULL, stdout=PIPE).stdout)

print(subprocess.call(["true"]), subprocess.call(["false"]), subprocess.call("exit 7", shell=True))
print(subprocess.check_call(["true"]))
try:
    subprocess.check_call("exit 5", shell=True)
except subprocess.CalledProcessError as e:
    print(e, e.cmd, e.output)
print(subprocess.check_output(["echo", "checked"]))
print(subprocess.check_output("echo $0 $1", shell=True, text=True))
print(subprocess.check_output(["sh", "-c", "echo $0 $1", "zero", "one"], universal_newlines=True))
print(subprocess.check_output(["cat"], input="given", text=True))
try:
    subprocess.check_output("echo partial; exit 2", shell=True)
except subprocess.CalledProcessError as e:
    print(e.returncode, e.output)
print(subprocess.getoutput("echo got; echo more"))
print(subprocess.getstatusoutput("echo status; exit 4"))
print(subprocess.getstatusoutput("true"))

c = CompletedProcess(["a"], 0)
print(c, CompletedProcess("b", 1, stdout="o"), CompletedProcess("b", -9, stderr=b"e"))
print(subprocess.list2cmdline(["a b", 'c"d', "", "e\\", "f g\\"]))
