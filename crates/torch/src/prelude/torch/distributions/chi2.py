"""The distribution Chi2."""

from torch.distributions import constraints
from torch.distributions.gamma import Gamma


class Chi2(Gamma):
    """The sum of `df` squared standard normal numbers."""

    arg_constraints = {"df": constraints.positive}

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    @property
    def df(self):
        return self.concentration * 2
