# What 3.13 says of numbers, type parameters, comprehensions and lines that are no program, and where; 3.11 knows no type parameters.
NUMBERS = """
0b12 0b1_2 0b2 0b1_ 0b 0o18 0o1_8 0o8 0o1_ 0o 0x1_ 0x 1_ 012 1.2_ 1e2_ 1e+ 0xfspam 1.spam 1jspam 0ospam 1__0 0_7 9spam 1e3spam
""".split()
PROGRAMS = [
    "0xfand x",
    "0or x",
    "x if 0xfelse y",
    "[0xfor x in ()]",
    "def f[**A, A](): ...",
    "class C[A, *A](): ...",
    "def f[T=int, U](): pass",
    "type A[T=int, U] = int",
    "def f[*A: str](): pass",
    "class X[*A: (int, str)]: pass",
    "type X[**A: str] = int",
    "def f[**A: (int, str)](): pass",
    "if 1: print foo",
    "if 1:\n    exec foo",
    "print (foo.)",
    "def g(): [(yield x) for x in ()]",
    "def g(): [x for x in () if not (yield x)]",
    "def g(): {(yield x): x for x in ()}",
    "def g(): {(yield x) for x in ()}",
    "class C: ((yield x) for x in ())",
    "[(yield from x) for x in ()]",
    "try: pass\nexcept* ValueError: pass\nexcept TypeError: pass",
    "try: pass\nexcept ValueError: pass\nexcept* TypeError: pass",
    "a = 3 \\ 4",
    "print\x17('Hello')",
    "'blech\\'",
    '"blech\\"',
    "'blech",
    "def f(x): global x",
    "def f(x):\n    y = 1\n    nonlocal x",
    "f'{a b}'",
]
for source in NUMBERS + PROGRAMS:
    try:
        compile(source, "program", "exec")
        print(repr(source), "is a program")
    except SyntaxError as error:
        print(repr(source), error.msg)
        if source.startswith(("try", "a =", "def f(x)")):
            print("   ", error.lineno, error.offset)


class Owner[__T](list[__T]):
    param = __T

    def method[__U](self, one: __T, other: __U):
        return __T, __U

    type Alias[__V] = (__T, __V)


(T,), (U,), (V,) = Owner.__type_params__, Owner.method.__type_params__, Owner.Alias.__type_params__
print(T, U, V, Owner.param is T, Owner().method(1, 2) == (T, U), Owner.Alias.__value__ == (T, V))
__Base = list


class Derived[T](__Base):
    pass


print(Derived.__bases__)
