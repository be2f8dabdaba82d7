"""A type parameter that inner functions declare nonlocal, with and without a variable of that name."""

for src in [
    "def f[T]():\n T = 1\n def g():\n  nonlocal T\n  T = 2\n g()\n return T\nprint(f())",
    "def f[T]():\n def g():\n  nonlocal T\n  T = 2\n T = 1\n g()\n return T\nprint(f())",
    "def f[T]():\n def g():\n  nonlocal T\n",
    "def o():\n T = 1\n def f[T]():\n  nonlocal T\n",
    "class C[T]:\n def g(self):\n  nonlocal T\n",
]:
    try:
        exec(src)
    except SyntaxError as e:
        print(e.msg)
