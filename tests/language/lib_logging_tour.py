"""logging: levels, handlers, formatters, hierarchy, exceptions, filters by level, basicConfig once, lazy arguments."""
import io
import logging

stream = io.StringIO()
log = logging.getLogger("app")
log.setLevel(logging.DEBUG)
log.propagate = False
handler = logging.StreamHandler(stream)
handler.setFormatter(logging.Formatter("%(levelname)-8s|%(name)s|%(message)s"))
log.addHandler(handler)
log.debug("debug %d", 1)
log.info("info %s and %s", "a", [1])
log.warning("warn %(x)s", {"x": 5})
log.error("plain")
log.critical("100%")
log.log(25, "between")
handler.setLevel(logging.ERROR)
log.warning("dropped")
log.error("kept")
handler.setLevel(logging.NOTSET)
child = logging.getLogger("app.db")
child.info("from the child")
child.setLevel(logging.ERROR)
child.warning("no")
print(stream.getvalue())
print(log.name, child.parent is log, logging.getLogger("app") is log, log.level, child.getEffectiveLevel(), logging.getLogger("app.db.deep").getEffectiveLevel(), log.isEnabledFor(10), child.isEnabledFor(30), logging.getLevelName(20), logging.getLevelName("ERROR"), logging.getLevelName(25), log.handlers == [handler], child.hasHandlers())
stream.truncate(0), stream.seek(0)
try:
    1 / 0
except ZeroDivisionError:
    log.exception("failed: %s", "division")
lines = stream.getvalue().splitlines()
print(lines[0], lines[1], lines[-1])
stream.truncate(0), stream.seek(0)
handler.setFormatter(logging.Formatter("{levelname}:{message}:{name}", style="{"))


def inside():
    log.info("in a function")


inside()
handler.setFormatter(logging.Formatter("$levelname $message", style="$"))
log.info("dollars")
handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", datefmt="%Y"))
log.info("year")
text = stream.getvalue()
print(text.splitlines()[:2], text.splitlines()[2][4:], len(text.splitlines()[2]))
log.setLevel("WARNING")
print(log.level, logging.WARNING, logging.DEBUG < logging.INFO, repr(log), logging.root.name)
for bad in (lambda: log.setLevel("LOUD"), lambda: log.setLevel(2.5), lambda: logging.Formatter("x", style="?")):
    try:
        bad()
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)


class Collect(logging.Handler):
    def __init__(self):
        super().__init__()
        self.records = []

    def emit(self, record):
        self.records.append((record.levelname, record.getMessage(), record.name))


c = Collect()
other = logging.getLogger("other")
other.addHandler(c)
other.setLevel(logging.INFO)
other.propagate = False
other.info("a %s", "b")
other.debug("never")
other.warning("w", extra={"user": "u"})
print(c.records)
other.removeHandler(c)
logging.disable(logging.CRITICAL)
other.critical("silenced")
logging.disable(logging.NOTSET)
print(len(c.records), other.disabled, other.handlers)
out = io.StringIO()
logging.basicConfig(stream=out, level=logging.INFO, format="%(levelname)s %(message)s", force=True)
logging.info("root %d", 1)
logging.debug("hidden")
logging.getLogger("new").warning("propagates")
print(out.getvalue())
