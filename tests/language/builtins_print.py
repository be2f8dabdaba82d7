print()
print(1, "a", None, 2.5, [1, "b"], sep="-", end="!\n")
print("no newline", end="")
print()
print(*range(5), sep=", ")
print("a", "b", sep="")
print("x", sep=None, end=None)
import sys
print("to stdout", file=sys.stdout, flush=True)
class W:
    def __init__(self): self.parts = []
    def write(self, s): self.parts.append(s)
w = W(); print("a", 1, file=w); print(w.parts)
for f in [lambda: print(1, sep=2), lambda: print(1, end=5), lambda: print(1, file=5)]:
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
