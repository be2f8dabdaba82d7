"""`scipy.integrate`: differential equations and areas."""

from numpy import trapezoid

from scipy.integrate._ivp import solve_ivp
from scipy.integrate._quadrature import cumulative_trapezoid, simpson
