# cpu only: graphs of programs, which have no device
import operator
import torch
from torch import fx
from typing import Optional, List
import torch.nn as nn, torch.nn.functional as F
class M(nn.Module):
    def __init__(s):
        super().__init__(); s.conv = nn.Conv2d(3, 8, 3); s.bn = nn.BatchNorm2d(8); s.pool = nn.MaxPool2d(2); s.fc = nn.Sequential(nn.Linear(8, 4), nn.ReLU()); s.w = nn.Parameter(torch.ones(4)); s.register_buffer('b', torch.zeros(4)); s.l = nn.ModuleList([nn.Linear(4, 4)])
    def forward(s, x: torch.Tensor, flag: Optional[int] =None, *, k: int = 2):
        x = torch.relu(s.bn(s.conv(x)))
        x = s.pool(x).mean((2, 3))
        x = s.fc(x) * s.w + s.b
        n = x.size(0)
        y = torch.cat([x, x], 1).view(n, -1)[:, 1:3]
        z = x.shape
        for m in s.l: x = m(x)
        return {'y': 1.0 - y, 'x': [x + torch.tensor([1.]), z[0]], 'k': (torch.tanh(x), -x, x @ x.t(), 2 ** x, x > 1)}
m = M(); g = fx.symbolic_trace(m)
print(g.graph); print(g.code)
m.eval(); g.eval(); x = torch.randn(2, 3, 8, 8); a, b = m(x), g(x); print(torch.equal(a['y'], b['y']), torch.equal(a['k'][2], b['k'][2]))
print(g)
class I(fx.Interpreter):
    def call_function(s, t, a, k):
        if t is torch.cat: print('cat')
        return super().call_function(t, a, k)
print(torch.equal(I(g).run(x)['y'], a['y']))
class T(fx.Transformer):
    def call_function(s, t, a, k):
        return super().call_function(torch.sigmoid if t is torch.relu else t, a, {} if t is torch.relu else k)
print(T(g).transform().code)
import copy
print(copy.deepcopy(g).code == g.code, type(g).__name__)
def f(x, y): return torch.neg(x) + torch.relu(torch.cat([y, x]).sum())
h = fx.symbolic_trace(f); print(h.code)
print(len(fx.replace_pattern(h, lambda a, b: torch.cat([a, b]).sum(), lambda a, b: torch.stack([a, b]).mean()))); print(h.code)
for n in h.graph.nodes: print(n.op, n.name, n.target if isinstance(n.target, str) else n.target.__name__, n.args, n.kwargs, list(n.users), n.all_input_nodes)
try: fx.symbolic_trace(lambda x: x if x.sum() > 0 else -x)
except Exception as e: print(type(e).__name__, e)
try: fx.symbolic_trace(lambda x: [i for i in x])
except Exception as e: print(type(e).__name__, str(e)[:60])
try: fx.symbolic_trace(lambda x: len(x))
except Exception as e: print(type(e).__name__, e)
gr = fx.Graph(); a = gr.placeholder('a'); b = gr.placeholder('b', default_value=3); c = gr.call_function(operator.add, (a, b)); d = gr.call_method('relu', (c,)); e = gr.call_module('lin', (d,)); gr.output(e); print(gr); gm = fx.GraphModule({'lin': nn.Linear(2, 2)}, gr); gm.graph.lint(); print(gm.code)
with gr.inserting_after(c): k = gr.call_function(torch.tanh, (c,))
d.args = (k,); gm.recompile(); print(gm.code)
try: gr.erase_node(k)
except Exception as e: print(type(e).__name__, e)
un = gr.call_function(torch.exp, (a,)); print(gr.eliminate_dead_code(), len(gr.nodes))
@fx.wrap
def leaf(x, n): return x + n
class W(nn.Module):
    def forward(s, x): return leaf(x, 3) + x.new_zeros(x.shape[0], 2).sum()
w = fx.symbolic_trace(W()); print(w.code, w(torch.ones(1)))
print(fx.symbolic_trace(nn.Sequential(nn.Linear(2, 3), nn.ReLU())).code)
p = fx.Proxy(fx.Graph().placeholder('q')); print(p, repr(p + 1), p.shape, (p.foo(1)).node.format_node())
