//! Programs with tensors, each in a process of its own: what they print is PyTorch's, NumPy's or matplotlib's.

mod bad_input;
mod cuda;
mod files;
mod names;
mod operands;
mod operators;
mod parity;
mod ptx;
mod pyplot;
