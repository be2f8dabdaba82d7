//! Handles to what lives in the crates above.

use std::sync::Arc;

/// A counted handle to something that lives above (a hook, a backward) and must not be known here. When the last
/// clone goes, the registry that gave it out is told.
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
