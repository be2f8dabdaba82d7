import torch
import random

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
random.seed(2)
k=0
vals=[0.0,-0.0,1.0,-1.0,0.1,1e-5,1e-4,12345.678,1e8,1e9,-3.5,float('nan'),float('inf'),-float('inf'),1000.0,999.9999,3.14159265,1e-10,0.00011,2.0,65504.0,1e5]
for opts in ({"precision":2},{"precision":8},{"sci_mode":True},{"sci_mode":False},{"threshold":5,"edgeitems":1},{"threshold":10,"edgeitems":2},{"linewidth":40},{"linewidth":200},{"profile":"short"},{"profile":"full"},{"profile":"default"},{"precision":0},{"edgeitems":5,"threshold":20},{"precision":3,"sci_mode":True,"linewidth":60}):
    torch.set_printoptions(**opts)
    for sh in [(),(3,),(25,),(4,13),(3,3,12)]:
        n=1
        for s in sh: n*=s
        for style in range(3):
            v=[[(i*7%11)*0.5-2,random.choice(vals),random.uniform(-2,2)*10**random.randint(-3,3)][style] for i in range(n)]
            x=torch.tensor(v).reshape(sh)
            print(k,opts,repr(x)); k+=1
    print(torch.arange(30), torch.arange(30)>3, torch.arange(12.).reshape(3,4).double()/7)
    torch.set_printoptions(profile="default"); torch.set_printoptions(sci_mode=None)
