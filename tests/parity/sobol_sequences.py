# cpu only: drawn on the host
# Sobol sequences: their points, scrambled by a seed, skipped, started over.
import torch
from torch.quasirandom import SobolEngine

engine = SobolEngine(5)
print(engine, engine.draw(4), engine.draw(2), engine.num_generated)
print(engine.reset().draw(), engine.fast_forward(9).draw(2))
scrambled = SobolEngine(3, scramble=True, seed=7)
print(scrambled, scrambled.draw(5), scrambled.draw(3, dtype=torch.float64), scrambled.quasi)
print(scrambled.reset().draw(2), scrambled.shift)
again = torch.quasirandom.SobolEngine(3, scramble=True, seed=7).fast_forward(3)
print(again.draw(2))
torch.manual_seed(3)
print(SobolEngine(2, scramble=True).draw(3))
base = SobolEngine(2)
print(base.draw_base2(3).shape, base.draw_base2(3)[0])
try:
    base.draw_base2(3)
except ValueError as error:
    print(error)
wide = SobolEngine(1111)
points = wide.draw(300)
print(points.double().sum(), points[-1, -5:], points[137, 600:604], wide.sobolstate.sum(), wide.sobolstate[500])
out = torch.empty(0)
print(SobolEngine(1).draw(4, out=out).tolist(), out.shape)
inside = (SobolEngine(2).draw(4096) ** 2).sum(1) <= 1
print(inside.double().mean() * 4)
