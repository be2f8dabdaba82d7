"""logging: styles, filters, the tree of loggers, handlers, configuration, adapters, pickling."""
import io
import logging
import pickle
import sys
import warnings


def attempt(act):
    try:
        print(act())
    except Exception as error:
        print(type(error).__name__, error)


record = logging.LogRecord("a.b", logging.INFO, "/x/file.py", 7, "hi %s", ("you",), None, "func")
for style, formats in {
    "%": ["%(levelname)s %(message)s", "%(name)-5s|%(lineno)03d", "plain", "%(nope)s", None],
    "{": ["{levelname:>8} {message}", "{name!r} {lineno:03d}", "plain", "{nope}", "{a b}", "{name!x}", "{name:zz}", None],
    "$": ["${levelname} $message", "plain", "$ x", "$nope", None],
}.items():
    for fmt in formats:
        attempt(lambda: logging.Formatter(fmt, style=style).format(record))
attempt(lambda: logging.Formatter("x", style="?"))
attempt(lambda: logging.Formatter("%(x)s %(message)s", defaults={"x": "given"}).format(record))
attempt(lambda: logging.Formatter("{x} {message}", style="{", defaults={"x": "given"}).format(record))
print(logging.Formatter("%(asctime)s").usesTime(), logging.Formatter("$asctime", style="$").usesTime())
print(record, record.module, record.filename, record.getMessage(), record.processName, record.threadName)
print(logging.LogRecord("n", 10, "p", 1, "%(k)s", ({"k": "v"},), None).getMessage())
lines = logging.BufferingFormatter(logging.Formatter("<%(message)s>"))
print(repr(lines.format([record, record])), repr(lines.format([])))

print(logging.getLevelName(30), logging.getLevelName("INFO"), logging.getLevelName(31), sorted(logging.getLevelNamesMapping()))
logging.addLevelName(25, "NOTE")
print(logging.getLevelName(25), logging.getLevelName("NOTE"))
for level in ("NOTE", 7, "loud", 2.5, None):
    attempt(lambda: logging._checkLevel(level))

below = logging.getLogger("one.two.three")
print(below.parent, type(logging.root.manager.loggerDict["one"]).__name__)
middle, above = logging.getLogger("one.two"), logging.getLogger("one")
print(below.parent is middle, middle.parent is above, above.parent is logging.root, above.getChild("two") is middle)
print(below, logging.root)
attempt(lambda: logging.getLogger(5))
attempt(lambda: logging.setLoggerClass(int))
above.setLevel("ERROR")
print(below.isEnabledFor(logging.WARNING), below.getEffectiveLevel())
below.setLevel(logging.DEBUG)
print(below.isEnabledFor(logging.DEBUG), below.hasHandlers())

out = io.StringIO()
handler = logging.StreamHandler(out)
handler.setFormatter(logging.Formatter("%(levelname)s:%(name)s:%(funcName)s:%(message)s"))
above.addHandler(handler)
above.addHandler(handler)
print(len(above.handlers), below.hasHandlers())


def speaks(**options):
    below.info("spoken %d", 5, **options)


def calls():
    speaks(stacklevel=2)


speaks()
calls()
below.log(25, "a note")
attempt(lambda: below.log("x", "y"))
print(out.getvalue(), end="")
out.seek(0), out.truncate()


def only_short(record):
    return len(record.getMessage()) < 6


below.addFilter(only_short)
below.info("short"), below.info("much too long")
below.removeFilter(only_short)
handler.addFilter(logging.Filter("one.two"))
below.info("below"), above.error("above itself")
print(out.getvalue(), end="")
print([logging.Filter(name).filter(record) for name in ("", "a", "a.b", "a.b.c", "b")])
out.seek(0), out.truncate()

try:
    1 / 0
except ZeroDivisionError as error:
    below.exception("went wrong")
    below.error("as given", exc_info=error)
text = out.getvalue()
print(text.count("Traceback"), text.count("ZeroDivisionError: division by zero"), text.splitlines()[0])
out.seek(0), out.truncate()
below.error("with the stack", stack_info=True)
print(out.getvalue().splitlines()[1])
attempt(lambda: below.error("x", extra={"message": 1}))
out.seek(0), out.truncate()

adapter = logging.LoggerAdapter(below, {"user": "me"})
handler.setFormatter(logging.Formatter("%(user)s %(message)s"))
adapter.info("adapted"), adapter.critical("%s", "loud")
print(out.getvalue(), adapter, adapter.name, adapter.isEnabledFor(5))
handler.setFormatter(None)
print(pickle.loads(pickle.dumps(below)) is below, pickle.loads(pickle.dumps(logging.root)) is logging.root)

handler.set_name("mine")
print(handler.name, logging._handlers["mine"] is handler, handler, logging.NullHandler(), handler.setStream(out))
other = io.StringIO()
print(handler.setStream(other) is out, handler.stream is other)
logging.disable(logging.ERROR)
print(below.isEnabledFor(logging.ERROR), below.isEnabledFor(logging.CRITICAL))
logging.disable(logging.NOTSET)
below.disabled = True
print(below.isEnabledFor(50))
below.disabled = False

for options in (
    {"stream": out, "filename": "x"},
    {"handlers": [], "stream": out},
    {"style": "!"},
    {"nothing": 1},
):
    attempt(lambda: logging.basicConfig(**options))
stream = io.StringIO()
logging.basicConfig(stream=stream, level="DEBUG", format="{levelname}/{message}", style="{")
logging.basicConfig(level="ERROR")
logging.debug("set once"), logging.root.handlers[0].setLevel("INFO"), logging.debug("not shown"), logging.info("shown")
logging.basicConfig(stream=stream, level="WARNING", force=True)
logging.info("no"), logging.warning("again %s", [1])
logging.captureWarnings(True)
warnings.simplefilter("always")
warnings.warn("caught")
logging.captureWarnings(False)
shown = stream.getvalue().splitlines()
print(shown[:1], shown[1].startswith("WARNING:py.warnings:"), shown[1].endswith("UserWarning: caught"))


class Broken:
    def __str__(self):
        raise ValueError("no text")

    def __repr__(self):
        return "Broken()"


keep, sys.stderr = sys.stderr, io.StringIO()
logging.warning("%d", "no number")
logging.warning(Broken())
told, sys.stderr = sys.stderr.getvalue(), keep
print([line for line in told.splitlines() if line.startswith(("---", "TypeError", "ValueError", "Message", "Arguments"))])


class Ends(logging.Handler):
    def flush(self):
        print("flushed", self.level)

    def close(self):
        print("closed", self.level)
        super().close()


first, second = Ends(1), Ends(2)
logging.shutdown()
logging._handlerList.clear()
