# The debugger with scripted commands. Recorded from CPython 3.13, which stops at the line that calls breakpoint(), where 3.11
# stops at the next.
import bdb
import contextlib
import io
import os
import sys
import tempfile
import textwrap


def session(title, program, *commands):
    """Prints what the debugger says of a program."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "program.py")
        text = textwrap.dedent(program).lstrip()
        with open(file, "w") as written:
            written.write(text)
        said, stdin = io.StringIO(), sys.stdin
        sys.stdin = io.StringIO("".join([command + "\n" for command in commands]))
        try:
            with contextlib.redirect_stdout(said):
                exec(compile(text, file, "exec"), {"__name__": "program"})
        except BaseException as error:
            said.write(f"ended by {type(error).__name__}\n")
        finally:
            sys.settrace(None)
            sys.stdin = stdin
            bdb.Breakpoint.clearBreakpoints()
        print(f"--- {title}")
        print(said.getvalue().replace(os.path.realpath(folder), "."))


COUNT = """
    def count(limit):
        total = 0
        breakpoint()
        for step in range(limit):
            total += step
        return total

    def start():
        answer = count(3)
        print("answer", answer)

    start()
    print("end")
"""

session("next and values", COUNT, "n", "n", "p step, total", "n", "n", "p total", "pp {'total': total}", "c")
session("step and return", COUNT, "s", "r", "p __return__", "retval", "n", "n", "p answer", "c")
session("continue", COUNT, "c")
session("quit", COUNT, "q")
session("end of the input", COUNT, "n")
session("values are set", COUNT, "total = 100", "!limit = 2", "n", "p limit", "c")
session("frames", COUNT, "u", "p sorted(locals())", "d", "a", "d", "c")
session("until", COUNT, "n", "n", "unt 6", "p total", "c")
session("list", COUNT, "l", "l", "l 1", "l 2, 4", "ll", "l .", "c")
session("breakpoints", COUNT, "b 5", "b", "c", "p total", "c", "p total", "disable 1", "c")
session("conditions", COUNT, "b 5, step == 2", "c", "p step", "clear 1", "c")
session("temporary", COUNT, "tbreak 5", "c", "p step", "c")
session("ignore", COUNT, "b 5", "ignore 1 2", "c", "p step", "cl 1", "b", "c")
session("functions", COUNT, "b start", "c")
session("wrong commands", COUNT, "b 99", "b 7", "b nothing", "clear 99", "p nothing", "n 3", "enable x", "u x", "c")
session("commands of breakpoints", COUNT, "b 5", "commands", "silent", "p ('at', step)", "c", "c", "c", "c", "c", "c")
session("display", COUNT, "display total", "n", "n", "n", "n", "n", "undisplay total", "c")
session("aliases", COUNT, "alias show p %1 + %2", "show total 5", "alias", "unalias show", "show", "c")
session("several commands", COUNT, "n ;; n ;; p step", "c")
session("statements", COUNT, "for i in range(2): print(i)", "[total for i in range(2)]", "1 +", "raise ValueError(3)", "c")
session("types", COUNT, "whatis limit", "whatis count", "whatis str", "whatis 'x'.join", "c")
session("convenience variables", COUNT, "$mine = 5", "p $mine + 1", "p $_frame.f_lineno", "c")

RAISES = """
    def half(value):
        if value % 2:
            raise ValueError(f"odd: {value}")
        return value // 2

    def all_halves(values):
        return [half(value) for value in values]

    import pdb
    try:
        all_halves([2, 4, 5])
    except ValueError as error:
        pdb.post_mortem(error)
    print("after")
"""

session("post mortem", RAISES, "p value", "u", "u", "p values", "d", "l", "exceptions", "c")

CALLS = """
    import pdb

    def double(value):
        result = 2 * value
        return result

    print("gave", pdb.runcall(double, 4))
    print("gave", pdb.runeval("double(5)", globals()))
    pdb.run("print(double(6))", globals())
"""

session("runcall", CALLS, "n", "p value", "c", "s", "s", "a", "c", "n", "c")

GENERATORS = """
    def numbers():
        breakpoint()
        yield 1
        yield 2

    def collect():
        found = []
        for number in numbers():
            found.append(number)
        return found

    print(collect())
"""

session("generators", GENERATORS, "n", "n", "n", "n", "p found", "c")

TRIES = """
    def careful():
        try:
            breakpoint()
            1 / 0
        except ZeroDivisionError:
            value = "caught"
        finally:
            print("finally")
        with open("/dev/null") as file:
            value += "!"
        return value

    print(careful())
"""

session("exceptions in the frame", TRIES, "n", "n", "n", "n", "n", "n", "n", "n", "n", "p value", "c")
