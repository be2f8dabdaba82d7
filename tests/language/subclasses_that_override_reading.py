# Which readers of dicts, lists and tuples ask a subclass's own methods, and which read the contents. As CPython 3.13 has it.
class D(dict):
    def __init__(self, *a): super().__init__(*a); self.x={"a":1}
    def __getitem__(self,k): return self.x[k]
    def __len__(self): return len(self.x)
    def __iter__(self): return iter(self.x)
    def __contains__(self,k): return k in self.x
    def keys(self): return self.x.keys()
    def items(self): return self.x.items()
    def values(self): return self.x.values()
    def get(self,k,d=None): return self.x.get(k,d)
class E(dict):
    def __getitem__(self,k): return ("got",k)
    def items(self): return [("own",1)]
    def keys(self): return ["own"]
import json, copy, collections, pprint
def f(**k): return k
for C in (D,E):
  for a in ((),({"b":2},)):
    d=C(*a)
    for name, act in dict(
        dict=lambda: dict(d), star=lambda:{**d}, call=lambda:f(**d), call2=lambda:f(x=1,**d), upd=lambda:(lambda z:(z.update(d),z))({})[1],
        kw=lambda: dict(d,z=3), or_=lambda:d|{"q":1}, ror=lambda:{"q":1}|d, ior=lambda:(lambda z:(z.__ior__(d)))({}),
        copy=lambda: dict.copy(d), eq=lambda: d=={"b":2}, lst=lambda:list(d), ln=lambda:len(d), b=lambda:bool(d),
        js=lambda: json.dumps(d), js2=lambda: json.dumps({"k":d}, sort_keys=True), js3=lambda:json.dumps([d], indent=1), rp=lambda: repr(d), fmt=lambda:"%(a)s" % d,
        fm=lambda: "{a}".format_map(d), fm2=lambda: "{a}".format(**d), cnt=lambda: collections.Counter(d), dd=lambda: collections.defaultdict(int, d),
        cm=lambda: dict(collections.ChainMap(d)), inn=lambda: "a" in d, srt=lambda: sorted(d), mx=lambda:max(d, default=0), un=lambda:(lambda *a:a)(*d), st=lambda:set(d), fk=lambda: dict.fromkeys(d), rev=lambda: list(reversed(d)), 
        ev=lambda: eval("a", {}, d), mt=lambda: [1 for _ in [0] if isinstance(d, dict)],
    ).items():
        try: r=repr(act())
        except Exception as e: r=f"{type(e).__name__}: {e}"
        print(C.__name__, a, name, r)
    match d:
        case {"a": v, **rest}: print("match", v, rest)
        case {"b": v, **rest}: print("match b", v, rest)
        case _: print("no match")
class L(list):
    def __iter__(self): return iter([7,8])
    def __len__(self): return 2
    def __getitem__(self,i): return "g"
class T(tuple):
    def __iter__(self): return iter((7,8))
    def __len__(self): return 2
for C in (L,T):
    l=C([1,2,3])
    for name, act in dict(lst=lambda:list(l), tup=lambda: tuple(l), star=lambda:[*l], call=lambda:(lambda *a:a)(*l), un=lambda: (lambda: [a for a in [l]])(), ext=lambda:(lambda z:(z.extend(l),z))([])[1], add=lambda: [0]+list.__add__(l,[9]) if C is L else l+(9,), js=lambda: json.dumps(l), srt=lambda:sorted(l), sm=lambda:sum(l), st=lambda:set(l), mx=lambda:max(l), jn=lambda:",".join(map(str,l)), sl=lambda:l[1:], ln=lambda:len(l), rp=lambda:repr(l), eq=lambda:l==C([1,2,3]), iadd=lambda:(lambda z: z.__iadd__(l))([]), zp=lambda:list(zip(l)), en=lambda:list(enumerate(l)), mp=lambda:list(map(str,l)), rv=lambda:list(reversed(l)), inn=lambda: 7 in l, by=lambda: bytes(l), fz=lambda: frozenset(l), dq=lambda: collections.deque(l), al=lambda: any(l), dk=lambda: dict.fromkeys(l), jn2=lambda: ",".join(C(["x","y"])), fmt=lambda: "%s %s" % l).items():
        try: r=repr(act())
        except Exception as e: r=f"{type(e).__name__}: {e}"
        print(C.__name__, name, r)
    try:
        a,b=l; print(a,b)
    except Exception as e: print(e)
