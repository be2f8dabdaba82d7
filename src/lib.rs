//! TensorCell: a Jupyter kernel whose cells are a small tensor language, Python's syntax and PyTorch's names,
//! evaluated against a CUDA context that lives as long as the notebook.
//!
//! The modules are the rooms of the house, from the top down; a room imports only rooms below it
//! (`tests/architecture.rs` holds that).

pub mod cli;
pub mod notebook;

pub mod jupyter;
pub mod torch;

pub mod display;
pub mod language;

pub mod autograd;
pub mod dist;
pub mod engine;
pub mod tensor;

pub mod device;
