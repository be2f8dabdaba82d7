# cpu only: NumPy's arrays lie in the host's memory
# genfromtxt and fromregex: records of a text file, with names, types, white space and missing values.
import io

import numpy as np

TEXT = "A,B b,c-1\n1,2.5,abc\n3, 4,d e\n"


def tell(text, **options):
    try:
        print(options if "converters" not in options else "converters", repr(np.genfromtxt(io.StringIO(text), delimiter=",", **options)))
    except Exception as error:
        print(type(error).__name__, error)


tell(TEXT, names=True)
tell(TEXT, names=True, dtype=None)
tell(TEXT, names="a,b,c", skip_header=1)
tell(TEXT, dtype=None, skip_header=1)
tell(TEXT, names=True, dtype=None, usecols=("B b", "A"))
tell(TEXT, names=True, dtype=None, usecols=("B_b", "A"))
tell(TEXT, names=True, dtype=None, usecols=(2, 0))
tell(TEXT, names=True, dtype=None, case_sensitive=False)
tell(TEXT, names=True, case_sensitive="lower")
tell(TEXT, names=True, deletechars="b")
tell(TEXT, names=True, replace_space="-")
tell(TEXT, dtype=None, skip_header=1, defaultfmt="v%02i")
tell(TEXT, dtype=[("p", "i8"), ("q", "f8"), ("r", "U4")], skip_header=1)
tell(TEXT, names=True, dtype=("i8", "f8", "U3"))
tell(TEXT, names=["x", "y"], skip_header=1, dtype=None)
tell(TEXT, names=["x", "x", "", "print"], skip_header=1)
tell(TEXT, names=True, dtype=None, unpack=True)
tell(TEXT, dtype="i8,f8,U2", skip_header=1)
tell(TEXT, names=True, dtype=None, max_rows=1)
tell(TEXT, names=True, dtype=float, usecols=0)
tell(TEXT, names=True, dtype=None, converters={0: lambda text: int(text) * 10})
tell(TEXT, names=True, dtype=None, missing_values="2.5", filling_values=9)
for strips in (False, True):
    tell("a, b ,c\nd,e, f\n", dtype=None, autostrip=strips)
    tell("1, 2,3\n4,, 6\n", autostrip=strips)
tell("True,1\nFalse,2\n", dtype=None)
tell("1,2\n3,4\n", dtype=None)
tell("1,2.5\n3,4\n", dtype=None, names="a,b")
tell("1+2j,2\n3,4\n", dtype=None)
tell("x\ny\n", dtype=None)
print(repr(np.genfromtxt(io.StringIO("11112222\n33334444\n"), delimiter=4)), repr(np.genfromtxt(io.StringIO("1a  b\n2c  d\n"), delimiter=[1, 3, 1], dtype=None)))
print(repr(np.fromregex(io.StringIO("1312 foo\n1534  bar\n 444   qux"), r"(\d+)\s+(...)", [("num", np.int64), ("key", "U3")])))
