"""`torch.optim.LBFGS`: quasi-Newton steps from the last gradients' differences, with a line search."""

import torch
from torch.optim._checks import _check_rates
from torch.optim.optimizer import Optimizer


def _cubic_minimum(x1, f1, g1, x2, f2, g2, bounds=None):
    """The least point, within bounds, of the cubic with these values and slopes at two points."""
    low, high = bounds if bounds is not None else (min(x1, x2), max(x1, x2))
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1**2 - g1 * g2
    if not square >= 0:
        return (low + high) / 2.0
    d2 = square.sqrt()
    if x1 <= x2:
        least = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
    else:
        least = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(least, low), high)


class _Trial:
    """A step length, with the loss, gradient and slope along the direction that it leads to."""

    def __init__(self, t, loss, grad, slope):
        self.t = t
        self.loss = loss
        self.grad = grad
        self.slope = slope


def _strong_wolfe(evaluate, t, direction, loss, grad, slope, most, c1=1e-4, c2=0.9, tolerance_change=1e-9):
    """A step length that lowers the loss enough (c1) and flattens its slope enough (c2): the trial, and evaluations."""
    largest = direction.abs().max()

    def attempt(t):
        new_loss, new_grad = evaluate(t)
        return _Trial(t, new_loss, new_grad, new_grad.dot(direction))

    start = _Trial(0, loss, grad.clone(), slope)
    previous, now = start, attempt(t)
    evaluations, turns, done = 1, 0, False
    bracket = None
    # Increase the step until an acceptable one is between the last two.
    while turns < most:
        rises = now.loss > loss + c1 * now.t * slope
        if rises or (turns > 1 and now.loss >= previous.loss):
            bracket = [previous, now]
            break
        if abs(now.slope) <= -c2 * slope:
            bracket, done = [now], True
            break
        if now.slope >= 0:
            bracket = [previous, now]
            break
        bounds = (now.t + 0.01 * (now.t - previous.t), now.t * 10)
        longer = _cubic_minimum(previous.t, previous.loss, previous.slope, now.t, now.loss, now.slope, bounds)
        previous, now = now, attempt(longer)
        evaluations += 1
        turns += 1
    if turns == most:
        bracket = [start, now]
    stuck = False
    low, high = (0, 1) if bracket[0].loss <= bracket[-1].loss else (1, 0)
    # Then narrow the bracket.
    while not done and turns < most:
        a, b = bracket
        if abs(b.t - a.t) * largest < tolerance_change:
            break
        t = _cubic_minimum(a.t, a.loss, a.slope, b.t, b.loss, b.slope)
        least, greatest = min(a.t, b.t), max(a.t, b.t)
        margin = 0.1 * (greatest - least)
        if min(greatest - t, t - least) < margin:
            if stuck or t >= greatest or t <= least:
                t = greatest - margin if abs(t - greatest) < abs(t - least) else least + margin
                stuck = False
            else:
                stuck = True
        else:
            stuck = False
        now = attempt(t)
        evaluations += 1
        turns += 1
        if now.loss > loss + c1 * t * slope or now.loss >= bracket[low].loss:
            bracket[high] = now
            low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
        else:
            if abs(now.slope) <= -c2 * slope:
                done = True
            elif now.slope * (bracket[high].t - bracket[low].t) >= 0:
                bracket[high] = bracket[low]
            bracket[low] = now
    return bracket[low], evaluations


class LBFGS(Optimizer):
    """Limited-memory BFGS. `step` needs a closure that recomputes the loss and its gradients."""

    def __init__(
        self,
        params,
        lr=1,
        max_iter=20,
        max_eval=None,
        tolerance_grad=1e-7,
        tolerance_change=1e-9,
        history_size=100,
        line_search_fn=None,
    ):
        _check_rates(lr)
        defaults = dict(
            lr=lr,
            max_iter=max_iter,
            max_eval=max_iter * 5 // 4 if max_eval is None else max_eval,
            tolerance_grad=tolerance_grad,
            tolerance_change=tolerance_change,
            history_size=history_size,
            line_search_fn=line_search_fn,
        )
        super().__init__(params, defaults)
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")

    _counters = ()

    @property
    def _params(self):
        return self.param_groups[0]["params"]

    def _gradient(self):
        """All gradients as one vector."""
        return torch.cat([torch.zeros_like(p).view(-1) if p.grad is None else p.grad.reshape(-1) for p in self._params])

    def _go(self, length, direction):
        offset = 0
        for p in self._params:
            p.add_(direction[offset : offset + p.numel()].view_as(p), alpha=float(length))
            offset += p.numel()

    def _direction(self, state, gradient, history_size):
        """The gradient times an estimate of the inverse Hessian (the two-loop recursion)."""
        if state["n_iter"] == 1:
            state.update(old_dirs=[], old_stps=[], ro=[], H_diag=1)
            return gradient.neg()
        dirs, steps, ro = state["old_dirs"], state["old_stps"], state["ro"]
        y = gradient.sub(state["prev_flat_grad"])
        s = state["d"].mul(state["t"])
        ys = y.dot(s)
        if ys > 1e-10:
            if len(dirs) == history_size:
                dirs.pop(0)
                steps.pop(0)
                ro.pop(0)
            dirs.append(y)
            steps.append(s)
            ro.append(1.0 / ys)
            state["H_diag"] = ys / y.dot(y)
        al = state.setdefault("al", [None] * history_size)
        direction = gradient.neg()
        for i in reversed(range(len(dirs))):
            al[i] = steps[i].dot(direction) * ro[i]
            direction.add_(dirs[i] * -al[i])
        direction = torch.mul(direction, state["H_diag"])
        for i in range(len(dirs)):
            direction.add_(steps[i] * (al[i] - dirs[i].dot(direction) * ro[i]))
        return direction

    @torch.no_grad()
    def step(self, closure):
        """Up to max_iter steps; gives the first loss."""
        closure = torch.enable_grad()(closure)
        group = self.param_groups[0]
        lr, most = float(group["lr"]), group["max_eval"]
        flat, still = group["tolerance_grad"], group["tolerance_change"]
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first_loss = closure()
        loss = float(first_loss)
        evaluations = 1
        state["func_evals"] += 1
        gradient = self._gradient()
        if gradient.abs().max() <= flat:
            return first_loss
        for turn in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            direction = self._direction(state, gradient, group["history_size"])
            previous = loss
            first = state["n_iter"] == 1
            t = min(1.0, 1.0 / gradient.abs().sum()) * lr if first else lr
            state.update(d=direction, t=t, prev_flat_grad=gradient.clone(), prev_loss=loss)
            slope = gradient.dot(direction)
            if slope > -still:
                break
            done = 0
            if group["line_search_fn"] is not None:
                if group["line_search_fn"] != "strong_wolfe":
                    raise RuntimeError("only 'strong_wolfe' is supported")
                here = [p.clone() for p in self._params]

                def evaluate(t):
                    self._go(t, direction)
                    result = float(closure()), self._gradient()
                    for p, value in zip(self._params, here):
                        p.copy_(value)
                    return result

                found, done = _strong_wolfe(evaluate, t, direction, loss, gradient, slope, most - evaluations)
                loss, gradient, t = found.loss, found.grad, found.t
                state["t"] = t
                self._go(t, direction)
            else:
                self._go(t, direction)
                if turn != group["max_iter"]:
                    loss = float(closure())
                    gradient = self._gradient()
                    done = 1
            evaluations += done
            state["func_evals"] += done
            if evaluations >= most or gradient.abs().max() <= flat:
                break
            if direction.mul(t).abs().max() <= still or abs(loss - previous) < still:
                break
        return first_loss
