//! `scipy`: the few functions that programs with tensors use, written in the language (`prelude/scipy`).

use crate::prelude;
use tensorcell_language::ModuleDef;

pub static MODULES: &[ModuleDef] = &[
    prelude!("scipy", "Functions of science.", "scipy/__init__.py"),
    prelude!("scipy.integrate", "Differential equations and areas.", "scipy/integrate/__init__.py"),
    prelude!("scipy.integrate._ivp", "Differential equations from first values on.", "scipy/integrate/_ivp.py"),
    prelude!("scipy.integrate._quadrature", "Areas under rows of numbers.", "scipy/integrate/_quadrature.py"),
    prelude!("scipy.linalg", "Linear algebra.", "scipy/linalg.py"),
    prelude!("scipy.signal", "Convolutions of matrices, and windows.", "scipy/signal/__init__.py"),
    prelude!("scipy.signal.windows", "Windows.", "scipy/signal/windows.py"),
    prelude!("scipy.spatial", "Distances.", "scipy/spatial/__init__.py"),
    prelude!("scipy.spatial.distance", "Distances of vectors.", "scipy/spatial/distance.py"),
    prelude!("scipy.special", "Functions of arrays.", "scipy/special.py"),
    prelude!("scipy.stats", "Distributions.", "scipy/stats.py"),
];
