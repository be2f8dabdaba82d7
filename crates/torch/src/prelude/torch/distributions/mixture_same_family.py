"""The distribution MixtureSameFamily."""

import torch
from torch.distributions import constraints
from torch.distributions.categorical import Categorical
from torch.distributions.distribution import Distribution


class MixtureSameFamily(Distribution):
    """Draws of one of several components, chosen by a categorical distribution."""

    arg_constraints = {}

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError("The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution need to be an instance of torch.distributions.Distribution")
        batch = component_distribution.batch_shape[:-1]
        for mine, theirs in zip(reversed(mixture_distribution.batch_shape), reversed(batch)):
            if mine != 1 and theirs != 1 and mine != theirs:
                raise ValueError(
                    f"`mixture_distribution.batch_shape` ({mixture_distribution.batch_shape}) is not compatible with "
                    f"`component_distribution.batch_shape`({batch})"
                )
        count, components = mixture_distribution.logits.shape[-1], component_distribution.batch_shape[-1]
        if count != components:
            raise ValueError(
                f"`mixture_distribution component` ({count}) does not equal `component_distribution.batch_shape[-1]` ({components})"
            )
        self.mixture_distribution, self.component_distribution = mixture_distribution, component_distribution
        self._event_ndims = len(component_distribution.event_shape)
        super().__init__(batch, component_distribution.event_shape, validate_args=validate_args)

    @property
    def support(self):
        return constraints.MixtureSameFamilyConstraint(self.component_distribution.support)

    def _weights(self):
        probs = self.mixture_distribution.probs
        return probs.reshape(probs.shape + (1,) * self._event_ndims)

    @property
    def mean(self):
        return torch.sum(self._weights() * self.component_distribution.mean, dim=-1 - self._event_ndims)

    @property
    def variance(self):
        weights, dim = self._weights(), -1 - self._event_ndims
        inside = torch.sum(weights * self.component_distribution.variance, dim=dim)
        away = self.component_distribution.mean - self.mean.unsqueeze(dim)
        return inside + torch.sum(weights * away.pow(2.0), dim=dim)

    def cdf(self, x):
        x = x.unsqueeze(-1 - self._event_ndims)
        return torch.sum(self.component_distribution.cdf(x) * self.mixture_distribution.probs, dim=-1)

    def log_prob(self, x):
        self._validate_sample(x)
        x = x.unsqueeze(-1 - self._event_ndims)
        logs = torch.log_softmax(self.mixture_distribution.logits, dim=-1)
        return torch.logsumexp(self.component_distribution.log_prob(x) + logs, dim=-1)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            shape = torch.Size(sample_shape)
            dim = len(shape) + len(self.batch_shape)
            chosen = self.mixture_distribution.sample(shape)
            drawn = self.component_distribution.sample(shape)
            index = chosen.reshape(chosen.shape + (1,) * (self._event_ndims + 1))
            index = index.expand(chosen.shape + (1,) + tuple(self.event_shape))
            return torch.gather(drawn, dim, index).squeeze(dim)

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self.mixture_distribution},\n  {self.component_distribution})"
