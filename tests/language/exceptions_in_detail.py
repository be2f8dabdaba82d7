# Exceptions: texts, fields, notes, causes, finally.
import traceback
class MyErr(Exception):
    def __init__(self, code, msg="default"):
        super().__init__(msg); self.code = code
    def __str__(self): return f"[{self.code}] {super().__str__()}"
try: raise MyErr(5)
except MyErr as e: print(e, repr(e), e.args, e.code)
e = ValueError("a", 1); print(e, repr(e), str(e), e.args)
print(repr(KeyError("k")), str(KeyError("k")), str(OSError(2, "No such", "f")), repr(OSError(2, "No")))
try: {}["missing"]
except KeyError as e: print(e, e.args)
try: int("3.5")
except ValueError as e: print(e)
try: [].pop()
except IndexError as e: print(e)
try: "a" + 1
except TypeError as e: print(e)
try: 1 + "a"
except TypeError as e: print(e)
try: [1] + (2,)
except TypeError as e: print(e)
try: {}[[]]
except TypeError as e: print(e)
try: None.x
except AttributeError as e: print(e, e.name, e.obj)
try: undefined_name
except NameError as e: print(e, e.name)
try: raise StopIteration(5)
except StopIteration as e: print(e.value)
try:
    try: 1/0
    except ZeroDivisionError as z: raise ValueError("v") from z
except ValueError as e: print(repr(e.__cause__), e.__context__ is e.__cause__, e.__suppress_context__, e.__traceback__ is not None)
e = ValueError("x"); e.add_note("note 1"); e.add_note("note 2"); print(e.__notes__)
try: raise e
except ValueError: print(traceback.format_exc().splitlines()[-3:])
try: raise ValueError from None
except ValueError as e: print(e.__suppress_context__, e.__cause__)
def f():
    try: return 1
    finally: print("fin")
print(f())
def g():
    for i in range(3):
        try: continue
        finally: print("c", i)
g()
def h():
    try: raise KeyError(1)
    except (ValueError, KeyError) as e: return type(e)
    else: return "else"
    finally: print("finally")
print(h())
try:
    raise Exception
except: print("bare", traceback.format_exc().splitlines()[-1])
print(issubclass(ModuleNotFoundError, ImportError), issubclass(FileNotFoundError, OSError), IOError is OSError, EnvironmentError is OSError, issubclass(NotImplementedError, RuntimeError), issubclass(RecursionError, RuntimeError), issubclass(UnicodeDecodeError, ValueError))
try: raise "x"
except TypeError as e: print(e)
try: raise int
except TypeError as e: print(e)
try: assert 1 == 2, ("tuple", 1)
except AssertionError as e: print(e.args)
import sys
try: sys.exit(3)
except SystemExit as e: print(e.code, repr(e))
try: exit()
except SystemExit as e: print("exit", e.code)
with_exc = ExceptionGroup if "ExceptionGroup" in dir(__builtins__) else None
