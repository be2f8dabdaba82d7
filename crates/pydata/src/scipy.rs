//! `scipy`: the few functions that programs with tensors use, written in the language (`prelude/scipy`).

use crate::prelude;
use tensorcell_language::ModuleDef;

pub static MODULES: &[ModuleDef] = &[
    prelude!("scipy", "Functions of science.", "scipy/__init__.py"),
    prelude!("scipy.integrate", "Differential equations and areas.", "scipy/integrate/__init__.py"),
    prelude!(
        "scipy.integrate._ivp",
        "Differential equations from first values on.",
        "scipy/integrate/_ivp/__init__.py"
    ),
    prelude!("scipy.integrate._ivp.base", "What solvers have in common.", "scipy/integrate/_ivp/base.py"),
    prelude!("scipy.integrate._ivp.bdf", "Backward differentiation formulas.", "scipy/integrate/_ivp/bdf.py"),
    prelude!("scipy.integrate._ivp.common", "What solvers share.", "scipy/integrate/_ivp/common.py"),
    prelude!(
        "scipy.integrate._ivp.dop853_coefficients",
        "The coefficients of DOP853.",
        "scipy/integrate/_ivp/dop853_coefficients.py"
    ),
    prelude!("scipy.integrate._ivp.events", "Times at which functions are zero.", "scipy/integrate/_ivp/events.py"),
    prelude!(
        "scipy.integrate._ivp.ivp",
        "A solver's steps from a first time to a last one.",
        "scipy/integrate/_ivp/ivp.py"
    ),
    prelude!("scipy.integrate._ivp.lsoda", "LSODA, one step at a time.", "scipy/integrate/_ivp/lsoda.py"),
    prelude!("scipy.integrate._ivp.radau", "The implicit method Radau IIA.", "scipy/integrate/_ivp/radau.py"),
    prelude!("scipy.integrate._ivp.result", "The result of an integration.", "scipy/integrate/_ivp/result.py"),
    prelude!("scipy.integrate._ivp.rk", "Explicit Runge-Kutta methods.", "scipy/integrate/_ivp/rk.py"),
    prelude!(
        "scipy.integrate._nordsieck",
        "Steps by Adams methods or formulas for stiff equations.",
        "scipy/integrate/_nordsieck.py"
    ),
    prelude!(
        "scipy.integrate._nordsieck_matrix",
        "The matrix of the corrector's iteration.",
        "scipy/integrate/_nordsieck_matrix.py"
    ),
    prelude!(
        "scipy.integrate._nordsieck_methods",
        "The coefficients of Adams methods and BDF.",
        "scipy/integrate/_nordsieck_methods.py"
    ),
    prelude!("scipy.integrate._odepack", "LSODA, up to times that are asked for.", "scipy/integrate/_odepack.py"),
    prelude!("scipy.integrate._odepack_py", "Solutions at given times.", "scipy/integrate/_odepack_py.py"),
    prelude!("scipy.integrate._quad_vec", "Areas under functions of arrays.", "scipy/integrate/_quad_vec.py"),
    prelude!("scipy.integrate._quadpack", "Areas to an accuracy.", "scipy/integrate/_quadpack.py"),
    prelude!("scipy.integrate._quadpack_py", "Areas under functions.", "scipy/integrate/_quadpack_py.py"),
    prelude!(
        "scipy.integrate._quadpack_rules",
        "Areas by points of Gauss and Kronrod.",
        "scipy/integrate/_quadpack_rules.py"
    ),
    prelude!("scipy.integrate._quadrature", "Areas under rows of numbers.", "scipy/integrate/_quadrature.py"),
    prelude!("scipy.linalg", "Linear algebra.", "scipy/linalg.py"),
    prelude!("scipy.signal", "Convolutions of matrices, and windows.", "scipy/signal/__init__.py"),
    prelude!("scipy.signal.windows", "Windows.", "scipy/signal/windows.py"),
    prelude!("scipy.spatial", "Distances.", "scipy/spatial/__init__.py"),
    prelude!("scipy.spatial.distance", "Distances of vectors.", "scipy/spatial/distance.py"),
    prelude!("scipy.special", "Functions of arrays.", "scipy/special.py"),
    prelude!("scipy.stats", "Distributions.", "scipy/stats.py"),
];
