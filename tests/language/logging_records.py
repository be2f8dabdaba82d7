# The place in a log record: function and line. (The file is the cell, so its name is not the one that CPython shows.)
import logging, sys
class H(logging.Handler):
    def emit(self, r): print(r.levelname, r.funcName, r.lineno, r.name, r.getMessage())
log = logging.getLogger("x"); log.addHandler(H()); log.setLevel(logging.DEBUG); log.propagate=False
def work(): log.info("hi %s", 3)
class K:
    def m(self): log.warning("x")
work(); K().m(); log.debug("top")
