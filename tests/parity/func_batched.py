# Functions over a batch: derivatives within, indices, layers, and what is refused.
import torch
from torch import nn
from torch.func import functional_call, grad, hessian, jacfwd, jacrev, jvp, vjp, vmap
F=nn.functional
torch.manual_seed(0)
def show(name, f):
    try:
        r=f()
        from torch.utils._pytree import tree_leaves
        print(name, [(tuple(t.shape), str(t.dtype)[6:], [round(v,5)+0.0 for v in t.double().flatten().tolist()[:4]], round(t.double().abs().sum().item(),4)) if isinstance(t, torch.Tensor) else t for t in tree_leaves(r)])
    except Exception as e:
        print(name, type(e).__name__, str(e).split('\n')[0])
def A(*s): 
    n=1
    for k in s: n*=k
    return (torch.arange(n,dtype=torch.float64)*0.37).sin().reshape(s)
x=A(3,4)
show("vmap jacrev", lambda: vmap(jacrev(lambda v: torch.tanh(A(5,4) @ v)))(x))
show("vmap hessian", lambda: vmap(hessian(lambda v: (v**3).sum()*v[0]))(x))
show("jacrev vmap", lambda: jacrev(vmap(torch.sin))(x))
show("vmap vmap grad", lambda: vmap(vmap(grad(lambda a,b: (a*b).sin().sum()), in_dims=(0,None)), in_dims=(0,0))(A(2,3,4), A(2,4)))
show("grad vmap grad", lambda: grad(lambda w: vmap(grad(lambda w,v: (torch.dot(w,v)**3)), in_dims=(None,0))(w,x).pow(2).sum())(A(4)))
show("jacfwd", lambda: jacfwd(lambda v: v.exp().cumsum(0))(A(4)))
show("hess mlp", lambda: hessian(lambda v: torch.tanh(A(6,5)@torch.tanh(A(5,4)@v)).sum())(A(4)))
show("vmap jvp", lambda: vmap(lambda v,t: jvp(torch.sin,(v,),(t,)))(x, x+1))
show("vmap vjp", lambda: vmap(lambda v,t: vjp(torch.sin,v)[1](t))(x, x+1))
show("jvp vmap", lambda: jvp(vmap(lambda v: (v*v).sum()),(x,),(x,)))
m=nn.Sequential(nn.Conv2d(2,3,3),nn.ReLU(),nn.MaxPool2d(2),nn.Flatten(),nn.Linear(12,5)).double()
for p in m.parameters(): p.data=A(*p.shape)
ps={k:v.detach() for k,v in m.named_parameters()}
img=A(6,2,6,6); y=torch.tensor([0,1,2,3,4,0])
loss=lambda ps,i,t: F.cross_entropy(functional_call(m,ps,(i[None],)),t[None])
show("cnn", lambda: vmap(grad(loss),in_dims=(None,0,0))(ps,img,y))
show("cnn chunk", lambda: vmap(grad(loss),in_dims=(None,0,0),chunk_size=4)(ps,img,y))
show("cnn mean", lambda: grad(lambda ps: vmap(loss,in_dims=(None,0,0))(ps,img,y).mean())(ps))
ln=nn.LayerNorm(4).double(); 
pl={k:A(*v.shape)+1 for k,v in ln.named_parameters()}
show("ln", lambda: vmap(grad(lambda p,v: functional_call(ln,p,(v,)).pow(3).sum()),in_dims=(None,0))(pl,A(5,3,4)))
gn=nn.GroupNorm(2,4).double(); 
pl2={k:A(*v.shape)+1 for k,v in gn.named_parameters()}
show("gn", lambda: vmap(grad(lambda p,v: functional_call(gn,p,(v,)).pow(3).sum()),in_dims=(None,0))(pl2,A(5,2,4,3)))
emb=A(7,3); idx=torch.tensor([[0,1],[3,3],[6,0]])
show("emb", lambda: vmap(lambda i: F.embedding(i,emb))(idx))
show("emb grad", lambda: vmap(grad(lambda w,i: F.embedding(i,w).pow(2).sum()),in_dims=(None,0))(emb,idx))
show("idx", lambda: vmap(lambda v,i: v[i])(A(3,5),idx))
show("idx2", lambda: vmap(lambda v,i: v[:,i])(A(3,2,7),idx))
show("idx3", lambda: vmap(lambda v,i: v[i,:,i])(A(3,7,2,7),idx))
show("idx4", lambda: vmap(lambda v,i: v[i,:,i], in_dims=(0,None))(A(3,7,2,7),idx[0]))
show("einsum", lambda: vmap(lambda a,b: torch.einsum("ij,kj->ik",a,b),in_dims=(0,None))(A(3,2,4),A(5,4)))
show("where", lambda: vmap(lambda a: torch.where(a>0,a,0.))(x))
show("sort", lambda: vmap(lambda a: torch.sort(a))(x))
show("topk", lambda: vmap(lambda a: torch.topk(a,2))(x))
show("inplace", lambda: vmap(lambda a: a.clone().mul_(2).add_(1))(x))
show("setitem", lambda: vmap(lambda a: (lambda b: (b.__setitem__(0, 5.), b)[1])(a.clone()))(x))
def g(a):
    b=torch.zeros(4,dtype=torch.float64); b[1]=a.sum(); return b
show("bad inplace", lambda: vmap(g)(x))
show("if", lambda: vmap(lambda a: a if a.sum()>0 else -a)(x))
show("item", lambda: vmap(lambda a: a.sum().item()*a)(x))
show("tolist", lambda: vmap(lambda a: a.tolist())(x))
show("float", lambda: vmap(lambda a: float(a.sum()))(x))
show("nonzero", lambda: vmap(lambda a: a.nonzero())(x))
show("mask", lambda: vmap(lambda a: a[a>0])(x))
show("masked_select", lambda: vmap(lambda a: a.masked_select(a>0))(x))
show("unique", lambda: vmap(lambda a: a.unique())(x))
show("numpy", lambda: vmap(lambda a: a.numpy())(x))
show("rand", lambda: vmap(lambda a: a+torch.rand(4))(x))
show("rand same", lambda: vmap(lambda a: (torch.rand(4)*0+a, torch.rand(2)>2),randomness="same")(x))
show("rand inplace", lambda: vmap(lambda a: torch.zeros(2).uniform_(),randomness="different")(x))
show("bernoulli same", lambda: vmap(lambda a: torch.bernoulli(a.abs()),randomness="same")(x))
show("dropout err", lambda: vmap(lambda a: F.dropout(a))(x))
show("randperm", lambda: vmap(lambda a: torch.randperm(5).sort()[0],randomness="different")(x))
show("out none", lambda: vmap(lambda a: (a, 3), out_dims=(0,None))(x))
show("out none batched", lambda: vmap(lambda a: a, out_dims=None)(x))
show("in list", lambda: vmap(torch.sin, in_dims=[0])(x))
show("no in", lambda: vmap(lambda: x)())
show("chunk 0", lambda: vmap(torch.sin, chunk_size=0)(x))
show("out str", lambda: vmap(torch.sin, out_dims="a")(x))
show("in float", lambda: vmap(torch.sin, in_dims=(0.5,))(x))
show("copy", lambda: vmap(lambda a: torch.zeros(4).copy_(a))(x))
show("repr", lambda: vmap(lambda a: (print(a), a)[1])(x))
show("scalar promote", lambda: vmap(lambda a: a*torch.ones(2,dtype=torch.float32))(A(3)))
