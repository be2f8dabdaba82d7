//! Why a connection ends.

use std::io;

#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("{0}")]
    Protocol(&'static str),
    #[error("{what} of more than {most} bytes")]
    TooLong { what: &'static str, most: usize },
    #[error("more than {most} {what}")]
    TooMany { what: &'static str, most: usize },
    #[error("there is no memory for {0} bytes")]
    Memory(usize),
    #[error("it was closed to make room for others")]
    MadeRoom,
}
