"""warnings: filters, catching, categories, decorators."""
import warnings, sys, io
def old(): warnings.warn("old is deprecated", DeprecationWarning, stacklevel=2); return 1
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always"); old(); old(); warnings.warn("plain"); warnings.warn(RuntimeWarning("instance"))
    print(len(w), [(x.category.__name__, str(x.message), type(x.message).__name__, x.lineno > 0) for x in w])
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("ignore"); old(); print(len(w))
with warnings.catch_warnings():
    warnings.simplefilter("error")
    for c in (UserWarning, DeprecationWarning, FutureWarning, RuntimeWarning):
        try: warnings.warn("boom", c)
        except Warning as e: print(type(e).__name__, e)
with warnings.catch_warnings(record=True) as w:
    warnings.resetwarnings(); warnings.simplefilter("default")
    for i in range(3): warnings.warn("same place")
    warnings.filterwarnings("ignore", message="skip.*"); warnings.warn("skip me"); warnings.warn("keep me")
    warnings.filterwarnings("error", category=FutureWarning)
    try: warnings.warn("f", FutureWarning)
    except FutureWarning as e: print("raised", e)
    print([str(x.message) for x in w])
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("once")
    for i in range(3): warnings.warn("once only"); warnings.warn(f"n {i}")
    print([str(x.message) for x in w])
class Mine(UserWarning): pass
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always"); warnings.warn("m", Mine); print(w[0].category is Mine, issubclass(Mine, Warning), w[-1].message.args)
for bad in (lambda: warnings.simplefilter("loud"), lambda: warnings.warn("x", int), lambda: warnings.warn("x", "y"), lambda: warnings.filterwarnings("ignore", message=5)):
    try: bad(); print("no error")
    except (AssertionError, TypeError, ValueError) as e: print(type(e).__name__, e)
err = io.StringIO(); keep = sys.stderr; sys.stderr = err
warnings.simplefilter("always"); warnings.showwarning(UserWarning("shown"), UserWarning, "file.py", 7); warnings.warn_explicit("explicit", UserWarning, "g.py", 9)
sys.stderr = keep; print(err.getvalue().splitlines()[0], err.getvalue().count("explicit"))
print(warnings.formatwarning("m", UserWarning, "f.py", 3, "line"), end="")
def deco(msg):
    def wrap(f):
        def inner(*a):
            warnings.warn(f"{f.__name__}: {msg}", DeprecationWarning, stacklevel=2); return f(*a)
        return inner
    return wrap
@deco("use new")
def legacy(x): return x
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always"); print(legacy(3), w[0].message)
