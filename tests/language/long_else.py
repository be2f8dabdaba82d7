def grade(s):
    if s >= 90: return "A"
    elif s >= 80: return "B"
    elif s >= 70: return "C"
    else: return "F"
print([grade(x) for x in (95, 85, 75, 10)])
def find(xs, p):
    for i, x in enumerate(xs):
        if p(x): break
    else:
        return None
    return i
print(find([1, 2, 3], lambda x: x > 1), find([1], lambda x: x > 5))
def nested(n):
    out = []
    for i in range(n):
        for j in range(n):
            if (i + j) % 2: continue
            if i * j > 4: break
            out.append((i, j))
        else:
            out.append("full")
    return out
print(nested(4))
def tries(x):
    try:
        try:
            return 10 / x
        except TypeError:
            return "type"
        finally:
            print("f1")
    except ZeroDivisionError as e:
        return f"zero: {e}"
    finally:
        print("f2")
print(tries(2), tries(0), tries("a"))
def multi():
    for i in range(3):
        try:
            for j in range(3):
                try:
                    if j == 1: break
                    print(i, j)
                finally:
                    print("inner", i, j)
            if i == 1: return "early"
        finally:
            print("outer", i)
print(multi())
def overriding():
    for i in range(2):
        try: return "a"
        finally: break
    return "b"
print(overriding())
n = 0
while n < 5:
    n += 1
    try:
        if n == 2: continue
        if n == 4: break
    finally:
        print("n", n)
else:
    print("no break")
try: pass
except: print("never")
else: print("else")
finally: print("finally")
def raises_in_finally():
    try:
        try: raise ValueError("one")
        finally: raise KeyError("two")
    except KeyError as e: return repr(e), repr(e.__context__)
print(raises_in_finally())
def except_tuple(e):
    try: raise e
    except (KeyError, IndexError): return "lookup"
    except (OSError,): return "os"
    except: return "bare"
print(except_tuple(KeyError()), except_tuple(FileNotFoundError()), except_tuple(SystemExit()))
