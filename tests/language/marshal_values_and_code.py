"""Values and code through marshal: its bytes, what lies, and how deep it goes. Recorded with CPython 3.13."""
import marshal, types, math
vals=[None,True,False,...,StopIteration,0,1,-1,2**31-1,2**31,-2**31,-2**31-1,2**62,2**15,2**30,2**100,-2**100,10**400,1.5,-0.0,math.inf,1+2j,"", "a","é","\ud800","x"*300,b"",b"ab"*200,(),(1,2),(1,)*300,[1,[2,[]]],{1:2,"a":[3]},{1,2},frozenset([1,2]),bytearray(b"x")]
for v in vals:
    for ver in range(5):
        d=marshal.dumps(v,ver)
        b=marshal.loads(d)
        print(ver, d.hex() if len(d)<60 and ver<3 else len(d), repr(b)[:60], b==v or v is b)
def f(x, *, y=2):
    "doc"
    z=[i*x for i in range(y)]
    def g(): return z, x
    return g
c=marshal.loads(marshal.dumps(f.__code__))
print(c.co_name, c==f.__code__, types.FunctionType(c, globals(), None, (3,))(5, y=2)())
c=compile("a=1\nb=[a for _ in range(2)]\nclass K:\n  q=a\n","<x>","exec")
c2=marshal.loads(marshal.dumps(c)); d={}; exec(c2,d); print(d["b"], d["K"].q)
def run():
    loc={}
    exec(marshal.loads(marshal.dumps(compile("t=1\nu=t+1","<y>","exec"))), {}, loc); return loc
print(run(), eval(marshal.loads(marshal.dumps(compile("1+2","<z>","eval")))))
try: exec(marshal.loads(marshal.dumps(compile("\n1/0","<err>","exec"))))
except ZeroDivisionError as e: print(e.__traceback__.tb_next.tb_lineno, e.__traceback__.tb_next.tb_frame.f_code.co_filename)
for bad in (b"", b"i\1", b"?", b"(\xff\xff\xff\xff", b"r\0\0\0\0", b"\xfbr\0\0\0\0", b"[\1\0\0\0", b"{", b"0", b"l\1\0\0\0\0\0", b"u\1\0\0\0\xff", b"z\5ab", b"\xdb\1\0\0\0r\0\0\0\0", b"<\1\0\0\0[\0\0\0\0", b"f\3abc", b"g\0"):
    try: print(bad, marshal.loads(bad))
    except Exception as e: print(bad, type(e).__name__, e)
for v in (object(), [object()], int, f, {1:object()}, type("I",(int,),{})(3), range(3)):
    try: print(marshal.dumps(v))
    except Exception as e: print(type(e).__name__, e)
try: marshal.dumps(f.__code__, allow_code=False)
except Exception as e: print(type(e).__name__, e)
try: marshal.loads(marshal.dumps(f.__code__), allow_code=False)
except Exception as e: print(type(e).__name__, e)
import io
b=io.BytesIO(); marshal.dump([1],b); marshal.dump("z",b); b.seek(0); print(marshal.load(b),marshal.load(b))
try: marshal.load(b)
except Exception as e: print(type(e).__name__, e)
try: marshal.load(io.StringIO("abc"))
except Exception as e: print(type(e).__name__, e)
again = []
again.append(again)
back = marshal.loads(marshal.dumps(again))
print(back[0] is back)
shared = [1]
pair = marshal.loads(marshal.dumps((shared, shared, {"k": shared})))
print(pair[0] is pair[1] is pair[2]["k"])
for depth in (1999, 2000, 2001):
    deep = []
    for _ in range(depth - 1):
        deep = [deep]
    try:
        print(depth, len(marshal.dumps(deep)), type(marshal.loads(marshal.dumps(deep))).__name__)
    except ValueError as error:
        print(depth, error)
