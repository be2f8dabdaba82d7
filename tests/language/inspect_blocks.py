"""inspect.getblock and BlockFinder: the lines of a definition."""
import inspect
import tokenize

SOURCES = [
    "def f(x):\n    return x\n\n\nprint(1)\n",
    "@first\n@second(1,\n        2)\ndef f():\n    # inside\n    pass\n    # still inside\n# outside\nx = 1\n",
    "class A:\n    def m(self):\n        pass\n\n    y = 2\nz = 3\n",
    "f = lambda x: (x,\n    1)\ng = 2\n",
    "key=lambda v: v),\n    other=2)\n",
    "def one(): return 1\ndef two(): return 2\n",
    "async def a():\n    await b\nawait c\n",
    "def f():\n    if a:\n        pass\n    else:\n        pass\n",
    "x = 1\ny = 2\n",
]
for source in SOURCES:
    try:
        print(inspect.getblock(source.splitlines(True)))
    except Exception as error:
        print(type(error).__name__, error)
finder = inspect.BlockFinder()
lines = iter(["    if x:\n", "        pass\n", "y = 1\n"])
finder.started = True
try:
    for token in tokenize.generate_tokens(lambda: next(lines)):
        finder.tokeneater(*token)
except (inspect.EndOfBlock, IndentationError) as error:
    print(type(error).__name__)
print(finder.last, finder.indent, finder.islambda)
