//! The `tensorcell` program: its commands and the notebook session, built on the crates in `crates/`.

pub mod cli;
pub mod notebook;
