"""Fields of built-in exceptions."""
e = ValueError("a", 2, [3])
print(StopIteration(5).value, SystemExit(3).code, UnicodeDecodeError("utf-8", b"\xff", 0, 1, "why").reason, AttributeError("m", name="n", obj=3).name, NameError("x", name="y").name, ImportError("m", name="mod", path="p").path)
err = e.with_traceback(None)
print(err is e, e.__traceback__)
