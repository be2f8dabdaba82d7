# subprocess: text with encodings, errors and ends of lines.
import subprocess
from subprocess import PIPE, Popen

out = subprocess.check_output
print(out(["printf", "a\\r\\nb\\rc\\n"]))
print(repr(out(["printf", "a\\r\\nb\\rc\\n"], text=True)))
print(repr(out(["printf", "a\\r\\nb"], universal_newlines=True)))
print(repr(out(["printf", "\\303\\251"], encoding="utf-8")))
print(repr(out(["printf", "\\351"], encoding="latin-1")))
print(repr(out(["printf", "\\351x"], encoding="utf-8", errors="replace")))
print(repr(out(["printf", "\\351x"], encoding="utf-8", errors="ignore")))
print(repr(out(["printf", "\\351x"], encoding="utf-8", errors="backslashreplace")))
try:
    out(["printf", "\\351x"], encoding="utf-8")
except UnicodeDecodeError as e:
    print(e)
print(repr(out(["cat"], input="größe", encoding="latin-1")))
print(out(["cat"], input="größe".encode()))
print(repr(subprocess.run(["cat"], input="a\nb", capture_output=True, text=True).stdout))
try:
    subprocess.run(["cat"], input="text", stdout=PIPE)
except TypeError as e:
    print(e)
try:
    subprocess.run(["cat"], input=b"bytes", stdout=PIPE, text=True)
except AttributeError as e:
    print(e)
p = Popen(["cat"], stdin=PIPE, stdout=PIPE, encoding="utf-16-le", errors="strict")
print(p.stdin.encoding, p.stdout.encoding, p.stdout.errors, p.text_mode)
print(p.communicate("wide")[0])
p = Popen(["cat"], stdin=PIPE, stdout=PIPE)
print(p.encoding, p.errors, p.text_mode)
p.communicate()
with Popen(["printf", "one\\ntwo\\r\\nthree"], stdout=PIPE, text=True) as p:
    print(p.stdout.readlines())
with Popen(["printf", "one\\ntwo\\r\\nthree"], stdout=PIPE) as p:
    print(p.stdout.readline(), p.stdout.read(2), p.stdout.read())
with Popen(["printf", "peeked"], stdout=PIPE) as p:
    print(p.stdout.peek()[:3], p.stdout.read1(2), p.stdout.read())
with Popen(["cat"], stdin=PIPE, stdout=PIPE, bufsize=0) as p:
    print(type(p.stdin).__name__, type(p.stdout).__name__, p.stdin.write(b"raw"))
    p.stdin.close()
    print(p.stdout.read(10), p.stdout.read(10))
