//! Runs programs with tensors, each in its own process, and compares their output with PyTorch's, NumPy's or matplotlib's.

mod bad_input;
mod cuda;
mod files;
mod names;
mod onnx;
mod operands;
mod operators;
mod parity;
mod ptx;
mod pyplot;
