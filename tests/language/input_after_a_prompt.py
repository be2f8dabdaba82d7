# `input` shows its prompt, flushed, before it reads from a stream that the program has set.
import io
import sys


class Reading(io.StringIO):
    def readline(self, *args):
        sys.__stdout__.write(f"read after {shown.getvalue()!r}\n")
        return super().readline(*args)


class Closed:
    def write(self, text):
        log.append(text)

    def flush(self):
        raise ValueError("cannot flush")


shown, log = io.BytesIO(), []
kept = sys.stdin, sys.stdout, sys.stderr
sys.stdin = Reading("first\nsecond")
sys.stdout = wrapper = io.TextIOWrapper(shown, encoding="utf-8")
answers = [input("one? "), input()]
try:
    input("three? ")
except EOFError as error:
    answers.append(error)
sys.stdin, sys.stdout, sys.stderr = io.StringIO("x\n"), Closed(), Closed()
answers.append(input("four? "))
sys.stdin, sys.stdout, sys.stderr = kept
print(answers, shown.getvalue(), log)
