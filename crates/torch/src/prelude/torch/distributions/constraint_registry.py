"""`biject_to` and `transform_to`: from real numbers into the set that a constraint describes."""

from torch.distributions import constraints
from torch.distributions.transforms import (
    AffineTransform,
    CatTransform,
    ComposeTransform,
    CorrCholeskyTransform,
    ExpTransform,
    IndependentTransform,
    LowerCholeskyTransform,
    PositiveDefiniteTransform,
    SigmoidTransform,
    SoftmaxTransform,
    StackTransform,
    StickBreakingTransform,
    identity_transform,
)


class ConstraintRegistry:
    """For each kind of set a function that makes a transform into it."""

    def __init__(self):
        self._registry = {}

    def register(self, constraint, factory=None):
        """Enters a set, or its class, with the function that makes its transform; without one, a decorator that does."""
        if factory is None:
            return lambda factory: self.register(constraint, factory)
        kind = type(constraint) if isinstance(constraint, constraints.Constraint) else constraint
        if not isinstance(kind, type) or not issubclass(kind, constraints.Constraint):
            raise TypeError(f"Expected constraint to be either a Constraint subclass or instance, but got {constraint}")
        self._registry[kind] = factory
        return factory

    def __call__(self, constraint):
        factory = self._registry.get(type(constraint))
        if factory is None:
            raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints")
        return factory(constraint)


def _into_interval(constraint):
    lower, upper = constraint.lower_bound, constraint.upper_bound
    if isinstance(lower, (int, float)) and isinstance(upper, (int, float)) and lower == 0 and upper == 1:
        return SigmoidTransform()
    return ComposeTransform([SigmoidTransform(), AffineTransform(lower, upper - lower)])


def _filled(registry):
    """With what holds for a bijection as for any other transform."""
    above = lambda c: ComposeTransform([ExpTransform(), AffineTransform(c.lower_bound, 1)])
    below = lambda c: ComposeTransform([ExpTransform(), AffineTransform(c.upper_bound, -1)])
    for kind, factory in [
        (constraints.real, lambda c: identity_transform),
        (constraints.independent, lambda c: IndependentTransform(registry(c.base_constraint), c.reinterpreted_batch_ndims)),
        (constraints.greater_than, above),
        (constraints.greater_than_eq, above),
        (constraints.less_than, below),
        (constraints.interval, _into_interval),
        (constraints.half_open_interval, _into_interval),
        (constraints.corr_cholesky, lambda c: CorrCholeskyTransform()),
        (constraints.cat, lambda c: CatTransform([registry(part) for part in c.cseq], c.dim, c.lengths)),
        (constraints.stack, lambda c: StackTransform([registry(part) for part in c.cseq], c.dim)),
    ]:
        registry.register(kind, factory)
    return registry


def _transforms():
    """With those that need not be one to one."""
    registry = _filled(ConstraintRegistry())
    registry.register(constraints.simplex, lambda c: SoftmaxTransform())
    registry.register(constraints.lower_cholesky, lambda c: LowerCholeskyTransform())
    for kind in (constraints.positive_definite, constraints.positive_semidefinite):
        registry.register(kind, lambda c: PositiveDefiniteTransform())
    return registry


biject_to = _filled(ConstraintRegistry())
biject_to.register(constraints.simplex, lambda c: StickBreakingTransform())
transform_to = _transforms()
