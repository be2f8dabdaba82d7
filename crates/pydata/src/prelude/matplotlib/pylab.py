"""`matplotlib.pylab`: the names of pyplot and of NumPy in one module, as older programs import them."""

import builtins

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.pyplot import *
from numpy import *
from numpy.fft import *
from numpy.linalg import *
from numpy.random import *

# These stay Python's own.
abs, bool, bytes, max, min, pow, round = [getattr(builtins, name) for name in "abs bool bytes max min pow round".split()]
