def attempt(f):
    try:
        f()
        print("fine")
    except (MemoryError, OverflowError, ValueError, RecursionError) as e:
        print(type(e).__name__)
attempt(lambda: "x" * 10**15)
attempt(lambda: [0] * 10**15)
attempt(lambda: (0,) * 10**15)
attempt(lambda: b"x" * 10**15)
attempt(lambda: "x".center(10**15))
attempt(lambda: bytes(10**15))
attempt(lambda: str(10**5000))
attempt(lambda: int("9" * 5000))
attempt(lambda: 10.0**400)
attempt(lambda: 1.0 * 10**400)
def nested(n):
    a = []
    for _ in range(n):
        a = [a]
    return a
attempt(lambda: repr(nested(100000)))
