"""Learning rates by functions of the epoch."""

import types

from torch.optim._lr_scheduler.base import LRScheduler

__name__ = "torch.optim.lr_scheduler"


class _WithLambdas(LRScheduler):
    """Schedules by functions of the epoch, which a state_dict leaves out; callable objects it keeps."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.optimizer = optimizer
        groups = len(optimizer.param_groups)
        if not isinstance(lr_lambda, (list, tuple)):
            lr_lambda = [lr_lambda] * groups
        elif len(lr_lambda) != groups:
            raise ValueError(f"Expected {groups} lr_lambdas, but got {len(lr_lambda)}")
        self.lr_lambdas = list(lr_lambda)
        self._check()
        super().__init__(optimizer, last_epoch)

    def _check(self):
        pass

    def state_dict(self):
        """All of the schedule but its optimizer and functions."""
        state = super().state_dict()
        del state["lr_lambdas"]
        functions = [isinstance(f, types.FunctionType) for f in self.lr_lambdas]
        state["lr_lambdas"] = [None if plain else f.__dict__.copy() for plain, f in zip(functions, self.lr_lambdas)]
        return state

    def load_state_dict(self, state_dict):
        """Returns to the state of a state_dict."""
        own = self.lr_lambdas
        self.__dict__.update(state_dict)
        self.lr_lambdas = own
        for function, state in zip(own, state_dict["lr_lambdas"]):
            if state is not None:
                function.__dict__.update(state)


class LambdaLR(_WithLambdas):
    """The initial rate times a function of the epoch.

    >>> optimizer = torch.optim.SGD([torch.zeros(1)], lr=1.0)
    >>> scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.9 ** epoch)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.9]
    """

    def get_lr(self):
        return [base * factor(self.last_epoch) for factor, base in zip(self.lr_lambdas, self.base_lrs)]


class MultiplicativeLR(_WithLambdas):
    """The last rate times a function of the epoch."""

    def _check(self):
        for function in self.lr_lambdas:
            if not callable(function):
                raise TypeError(f"lr_lambda should be a function, but got {type(function).__name__}")

    def get_lr(self):
        if self._is_initial:
            return self._rates()
        return [lr * factor(self.last_epoch) for factor, lr in zip(self.lr_lambdas, self._rates())]
