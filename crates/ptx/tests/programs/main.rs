//! Runs PTX programs and compares their results.

mod atomics;
mod cuda;
mod engine;
mod faults;
mod floats;
mod hostile;
mod integers;
mod machine;
mod matrices;
mod narrow;
mod nvrtc;
mod warps;
