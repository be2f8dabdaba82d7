//! The `tensorcell` program: its commands and the notebook's session, over the crates in `crates/`.

pub mod cli;
pub mod notebook;
