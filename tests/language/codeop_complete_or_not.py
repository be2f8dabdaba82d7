# Complete, incomplete and wrong texts; a console that reads them.
import code
import codeop

TEXTS = [
    "", "\n", "a = 1", "\na = 1", "a = 1\n", "if 1:", "if 1:\n  pass", "if 1:\n  pass\n", "def f():", "def f():\n  return 1",
    "def f():\n  return 1\n", "x = (1,", "x = (1,\n2)", "'''abc", "'''abc\n'''", "a = \\", "for i in x:", "while 1:\n  a",
    "class A:\n  x = 1", "try:\n  a", "with a:\n  b\n", "@d", "@d\ndef f(): pass\n", "a +", "a b", "1 = 2", "return 1",
    "x = [", "x = {'a': 1", "f(", "f(1)", "# comment", "lambda:", "del", "pass;", "if 1:\n  pass\nelse:",
    "if 1:\n  pass\nelse:\n  pass\n", "'abc", "a = 1; b = 2", ")",
]
for text in TEXTS:
    try:
        found = codeop.compile_command(text)
        print(repr(text), "incomplete" if found is None else "complete")
    except SyntaxError as error:
        print(repr(text), type(error).__name__)
for text in ("1 + 1", "(1 +", "1 +", "a = 1"):
    try:
        found = codeop.compile_command(text, "<x>", "eval")
        print(repr(text), "incomplete" if found is None else eval(found))
    except SyntaxError as error:
        print(repr(text), "SyntaxError")


class Console(code.InteractiveConsole):
    def __init__(self, lines, locals=None):
        super().__init__(locals)
        self.lines, self.written = list(lines), []

    def raw_input(self, prompt=""):
        print("prompt", repr(prompt))
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def write(self, data):
        self.written.append(data)


names = {}
console = Console(["x = 2", "for i in range(x):", "  print('turn', i)", "", "x + 40", "def f():", "  return x", "", "f()"], names)
console.interact("", "")
print(console.written, sorted(name for name in names if not name.startswith("_")))
console = Console([])
print(console.push("y = 5"), console.push("if y:"), console.push("  z = 6"), console.push(""), console.locals["z"])
print(console.push("1 2 3"), console.push("undefined"))
print([text.strip().splitlines()[-1].split(" (")[0] for text in console.written])
interpreter = code.InteractiveInterpreter({"k": 3})
print(interpreter.runsource("k * 2"), interpreter.runsource("if k:"), interpreter.runsource("m = k\n"), interpreter.locals["m"])
compiler = codeop.CommandCompiler()
print(compiler("if 1:") is None, compiler("q = 1") is not None)
