"""logging as tutorials set it up."""
import io
import logging
import sys

stream = io.StringIO()
logging.basicConfig(stream=stream, level=logging.DEBUG, format="%(levelname)-8s|%(name)s|%(funcName)s|%(message)s")
logging.debug("start %d", 1)
log = logging.getLogger("app.model")
log.info("value %s and %r", "x", "y")
log.warning("warn %(a)s", {"a": 5})
log.error("percent %5.2f%%", 12.345)


def work():
    try:
        1 / 0
    except ZeroDivisionError:
        log.exception("failed in %s", "work")


work()
text = stream.getvalue()
print("\n".join(line for line in text.splitlines() if "File" not in line and "~" not in line and "^" not in line))
print(log.name, log.parent.name, log.level, log.getEffectiveLevel(), log.isEnabledFor(10), log.hasHandlers(), log.handlers, log.propagate)
print(logging.getLevelName(30), logging.getLevelName("ERROR"), logging.getLevelName(35), logging.INFO, logging.getLogger() is logging.root)
print(repr(log), logging.root)


class Upper(logging.Formatter):
    def format(self, record):
        return super().format(record).upper()


class Only(logging.Filter):
    def __init__(self, word):
        super().__init__()
        self.word = word

    def filter(self, record):
        return self.word in record.getMessage()


handler = logging.StreamHandler(sys.stdout)
handler.setLevel(logging.WARNING)
handler.setFormatter(Upper("{levelname}:{message}", style="{"))
train = logging.getLogger("train")
train.propagate = False
train.addHandler(handler)
train.setLevel("INFO")
train.info("not shown: handler")
train.warning("epoch %d loss %.3f", 3, 0.12345)
train.addFilter(Only("loss"))
train.error("no such word")
train.critical("the loss is nan")
train.log(logging.ERROR, "loss %s", None)
train.removeHandler(handler)
print(train.handlers)
logging.addLevelName(25, "NOTICE")
plain = logging.StreamHandler(sys.stdout)
plain.setFormatter(logging.Formatter("[%(levelname)s] %(message)s (%(name)s)"))
notes = logging.getLogger("notes")
notes.addHandler(plain)
notes.propagate = False
notes.log(25, "noted")
notes.setLevel(logging.ERROR)
notes.log(25, "hidden")
notes.error("shown %s %s", "a", "b")
notes.error("%s", [1, 2])
notes.error("%d items", 3, extra={"user": "ann"})
plain.setFormatter(logging.Formatter("%(user)s: %(message)s"))
notes.error("extra", extra={"user": "bob"})
adapter = logging.LoggerAdapter(notes, {"user": "cat"})
adapter.error("adapted")


class Tagged(logging.LoggerAdapter):
    def process(self, msg, kwargs):
        return f"<{self.extra['tag']}> {msg}", kwargs


plain.setFormatter(None)
Tagged(notes, {"tag": "t1"}).critical("tagged %d", 5)


class Lines(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append((record.levelno, record.name, record.getMessage(), record.args, record.funcName, record.lineno > 0))


lines = Lines()
notes.addHandler(lines)
notes.removeHandler(plain)


def caller():
    notes.error("from caller %s", 1)


caller()
print(lines.lines)
logging.disable(logging.ERROR)
notes.error("disabled")
print(len(lines.lines))
logging.disable(logging.NOTSET)
null = logging.getLogger("null")
null.addHandler(logging.NullHandler())
null.propagate = False
null.error("nothing")
print(logging.getLogger("a.b.c").parent.name, logging.getLogger("a").getChild("b").name)
try:
    notes.setLevel("LOUD")
except ValueError as e:
    print(e)
try:
    notes.setLevel(2.5)
except TypeError as e:
    print(e)
try:
    logging.Formatter("%(message)s", style="?")
except ValueError as e:
    print(e)
try:
    logging.Formatter("{message", style="{")
except ValueError as e:
    print(e)
try:
    logging.Formatter("no fields")
except ValueError as e:
    print(e)
record = logging.LogRecord("n", logging.INFO, "/x/y/file.py", 7, "hi %s", ("you",), None)
print(logging.Formatter("%(filename)s:%(lineno)d %(module)s %(message)s").format(record), record.getMessage(), record)
fmt = logging.Formatter("%(asctime)s %(message)s", datefmt="%Y")
print(len(fmt.format(record)), record.message)
print(logging.Formatter("%(asctime)s").format(record)[4], logging.Formatter("$message $levelname", style="$").format(record))
logging.basicConfig(force=True, handlers=[lines])
logging.getLogger("x").warning("to root")
print(lines.lines[-1][:3])
logging.captureWarnings(True)
logging.captureWarnings(False)
