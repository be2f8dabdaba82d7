"""`scipy.integrate`: differential equations and areas."""

from numpy import trapezoid

from scipy.integrate._ivp import BDF, DOP853, LSODA, RK23, RK45, DenseOutput, OdeSolution, OdeSolver, Radau, solve_ivp
from scipy.integrate._quadrature import cumulative_trapezoid, simpson
