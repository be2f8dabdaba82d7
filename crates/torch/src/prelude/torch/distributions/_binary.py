"""A parameter that is a probability or its logit."""

import torch
from torch.distributions.utils import broadcast_all, lazy_property, logits_to_probs, probs_to_logits


class _BinaryParameter:
    """`probs` or `logits`: one is given, the other follows."""

    def _take_binary(self, probs, logits, *others):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = probs if logits is None else logits
        *others, value = broadcast_all(*others, given)
        setattr(self, "probs" if logits is None else "logits", value)
        return torch.Size() if isinstance(given, (int, float)) and not others else value.size(), others

    @property
    def _param(self):
        return self.__dict__["probs"] if "probs" in self.__dict__ else self.__dict__["logits"]

    @lazy_property
    def probs(self):
        """The probability of 1."""
        return logits_to_probs(self.logits, is_binary=True)

    @lazy_property
    def logits(self):
        """The logarithm of the odds of 1."""
        return probs_to_logits(self.probs, is_binary=True)
