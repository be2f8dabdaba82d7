# Tables of HtmlDiff: changes, wrapped lines, context, at random from a seed.
import random,hashlib
from difflib import HtmlDiff
r=random.Random(5)
words="the quick brown fox jumps over a lazy dog & <tag> tab\there end".split(" ")
bad=0
for n in range(150):
    a=[" ".join(r.choices(words,k=r.randint(0,7)))+"\n" for _ in range(r.randint(0,14))]
    b=[]
    for l in a:
        x=r.random()
        if x<.15: continue
        if x<.3: b.append(l.replace("o","0",1))
        elif x<.4: b.append(" ".join(r.choices(words,k=4))+"\n"); b.append(l)
        else: b.append(l)
    d=HtmlDiff(wrapcolumn=r.choice([None,None,20,7]),tabsize=r.choice([8,4]))
    ctx=r.random()<.5; num=r.choice([0,1,2,5])
    try: t=d.make_table(a,b,*r.choice([(),("A","B")]),context=ctx,numlines=num)
    except Exception as e: t=f"{type(e).__name__}"
    print(n,ctx,num,hashlib.md5(t.encode()).hexdigest())
print(HtmlDiff().make_file(["a\n","b\n"],["a\n","c\u20ac\n"],charset="ascii"))
