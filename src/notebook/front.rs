//! The front end of the request that runs: where all output goes.

use scoped_tls_hkt::scoped_thread_local;
use tensorcell_jupyter::Frontend;

scoped_thread_local!(static mut FRONT: for<'a> &'a mut (dyn Frontend + 'a));

/// Runs `work` with `front` as the place for all output.
pub fn with_front<R>(front: &mut dyn Frontend, work: impl FnOnce() -> R) -> R {
    FRONT.set(front, work)
}

/// Hands over the front end; None where nobody listens (between cells, or inside a question answered at a safe point).
pub fn front<R>(tell: impl FnOnce(&mut dyn Frontend) -> R) -> Option<R> {
    FRONT.is_set().then(|| FRONT.with(|front| tell(front)))
}
