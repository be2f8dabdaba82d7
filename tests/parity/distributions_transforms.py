# Each transform, its inverse, and its Jacobian against autograd's.
import torch
from torch.distributions import transforms as T

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([-1.2, 0.3, 2.0], device=device).double()
for t in (T.ExpTransform(), T.SigmoidTransform(), T.TanhTransform(), T.SoftplusTransform(), T.AffineTransform(1.0, -3.0), T.ComposeTransform([T.AffineTransform(0.5, 2.0), T.ExpTransform()]), T.ExpTransform().inv):
    value = x.exp() if t.domain is not None and type(t).__name__ == "_InverseTransform" else x
    y = t(value)
    jacobian = torch.autograd.functional.jacobian(t, value).diagonal().abs().log()
    print(type(t).__name__, [round(v, 5) for v in y.tolist()], torch.allclose(t.inv(y), value), torch.allclose(t.log_abs_det_jacobian(value, y), jacobian), t.sign, t.bijective)
s = T.StickBreakingTransform()
y = s(x)
print([round(v, 5) for v in y.tolist()], round(y.sum().item(), 6), torch.allclose(s.inv(y), x), [round(v, 5) for v in s.log_abs_det_jacobian(x, y).flatten().tolist()])
print([round(v, 5) for v in T.SoftmaxTransform()(x).tolist()], T.PowerTransform(torch.tensor(2.0))(x.exp().float()).tolist()[0].__round__(4))
print(T.ReshapeTransform((4,), (2, 2))(torch.arange(4.0)).tolist(), T.AbsTransform()(x).tolist())
