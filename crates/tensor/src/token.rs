//! Reference-counted handles to objects of higher crates.

use std::sync::Arc;

/// A reference-counted handle to an object that this crate cannot name (a hook, a backward). When the last clone is dropped, the
/// registry that issued it is notified.
#[derive(Clone)]
pub struct Token(Arc<TokenInner>);

struct TokenInner {
    id: u64,
    released: fn(u64),
}

impl Token {
    /// `released` is called with `id` when the last clone is dropped, on the thread that drops it.
    pub fn new(id: u64, released: fn(u64)) -> Token {
        Token(Arc::new(TokenInner { id, released }))
    }
    pub fn id(&self) -> u64 {
        self.0.id
    }
}
impl Drop for TokenInner {
    fn drop(&mut self) {
        (self.released)(self.id);
    }
}
impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.id())
    }
}
impl PartialEq for Token {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}
