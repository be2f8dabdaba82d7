"""`scipy.integrate`: differential equations and areas."""

from numpy import trapezoid

from scipy.integrate._ivp import BDF, DOP853, LSODA, RK23, RK45, DenseOutput, OdeSolution, OdeSolver, Radau, solve_ivp
from scipy.integrate._odepack_py import ODEintWarning, odeint
from scipy.integrate._quad_vec import quad_vec
from scipy.integrate._quadpack_py import IntegrationWarning, dblquad, nquad, quad, tplquad
from scipy.integrate._quadrature import cumulative_simpson, cumulative_trapezoid, fixed_quad, romb, simpson
