"""Learning rate schedules."""

from torch.optim._lr_scheduler.base import LRScheduler, _LRScheduler
from torch.optim._lr_scheduler.combined import ChainedScheduler, SequentialLR
from torch.optim._lr_scheduler.cycles import CosineAnnealingLR, CosineAnnealingWarmRestarts, CyclicLR, OneCycleLR
from torch.optim._lr_scheduler.lambdas import LambdaLR, MultiplicativeLR
from torch.optim._lr_scheduler.plateau import ReduceLROnPlateau
from torch.optim._lr_scheduler.steps import ConstantLR, ExponentialLR, LinearLR, MultiStepLR, PolynomialLR, StepLR
from torch.optim.optimizer import Optimizer
