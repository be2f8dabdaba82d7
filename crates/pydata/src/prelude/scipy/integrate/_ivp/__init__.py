"""Differential equations from first values on: the solvers, and what drives them."""

from scipy.integrate._ivp.base import DenseOutput, OdeSolver
from scipy.integrate._ivp.bdf import BDF
from scipy.integrate._ivp.common import OdeSolution
from scipy.integrate._ivp.ivp import solve_ivp
from scipy.integrate._ivp.lsoda import LSODA
from scipy.integrate._ivp.radau import Radau
from scipy.integrate._ivp.rk import DOP853, RK23, RK45
