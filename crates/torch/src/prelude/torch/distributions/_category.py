"""A parameter that is probabilities of categories or their logits."""

from torch.distributions.utils import lazy_property, logits_to_probs, probs_to_logits


class _CategoryParameter:
    """`probs` or `logits` along the last dimension: one is given, normalised, and the other follows."""

    def _take_categories(self, probs, logits):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        name, given = ("probs", probs) if logits is None else ("logits", logits)
        if given.dim() < 1:
            raise ValueError(f"`{name}` parameter must be at least one-dimensional.")
        if logits is None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)

    @property
    def _param(self):
        return self.__dict__["probs"] if "probs" in self.__dict__ else self.__dict__["logits"]

    @property
    def param_shape(self):
        return self._param.size()

    @lazy_property
    def probs(self):
        """The probability of each category."""
        return logits_to_probs(self.logits)

    @lazy_property
    def logits(self):
        """The logarithm of each probability."""
        return probs_to_logits(self.probs)
