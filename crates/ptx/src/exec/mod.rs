//! Runs the blocks of a grid.

mod access;
mod atomic;
mod block;
mod common;
mod copies;
mod global;
pub(crate) mod launch;
mod matrix;
mod print;
pub(crate) mod setting;
mod shared;
mod step;
mod suspect;
mod together;
mod warp;
