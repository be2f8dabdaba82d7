//! Restricts the network with seccomp: refuses new sockets, except local pairs.

use crate::calls::refusing;
use crate::error::Error;

const NEW_ENDS: [i64; 4] = [libc::SYS_socket, libc::SYS_bind, libc::SYS_listen, libc::SYS_connect];

/// Refuses new sockets on all threads of this process.
pub fn close() -> Result<(), Error> {
    let filter = refusing(NEW_ENDS.into_iter().map(|call| (call, Vec::new())).collect())?;
    Ok(seccompiler::apply_filter_all_threads(&filter)?)
}
