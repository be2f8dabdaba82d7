import torch
import random

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
random.seed(1)
DT=[torch.float32,torch.float64,torch.float16,torch.bfloat16,torch.int64,torch.int32,torch.int16,torch.int8,torch.uint8,torch.bool]
SH=[(1,30),(2,2,3),(1,2,1,2),(7,1,9,20),(2,3,4,5,6)]
vals=[0.0,-0.0,1.0,-1.0,0.1,1e-5,1e-4,12345.678,1e8,1e9,-3.5,float('nan'),float('inf'),-float('inf'),1000.0,999.9999,3.14159265,1e-10,0.00011,2.0,65504.0,1e5]
k=0
for sh in SH:
    for dt in DT:
        n=1
        for s in sh: n*=s
        for style in range(3):
            if n>1000 and style==2: continue
            if dt.is_floating_point:
                if style==0: v=[(i*7%11)*0.5-2 for i in range(n)]
                elif style==1: v=[random.choice(vals) for i in range(n)]
                else: v=[random.uniform(-2,2)*10**random.randint(-3,3) for i in range(n)]
            elif dt==torch.bool: v=[bool((i*5)%3) for i in range(n)]
            else: v=[((i*37)%251)-(100 if dt!=torch.uint8 and style else 0) for i in range(n)]
            if dt==torch.int8: v=[x%120-60 for x in v]
            x=torch.tensor(v,dtype=torch.float64 if dt.is_floating_point else dt).to(dt).reshape(sh)
            print(k, repr(x)); k+=1
