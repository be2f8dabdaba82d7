//! Hooks on tensors: functions that live above (in the language), kept here by number, known to the tape by `Token`.

use crate::tensor::Tensor;
use crate::tensor::op::{Result, Token};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Sees a gradient and may replace it.
pub type Hook = Rc<dyn Fn(&Tensor) -> Result<Option<Tensor>>>;

/// Gives a packed tensor back; `true`: for a pass that is recorded.
pub type Unpack = Rc<dyn Fn(bool) -> Result<Tensor>>;

thread_local! {
    static PACKED: RefCell<HashMap<u64, Unpack>> = RefCell::new(HashMap::new());
}

/// Keeps what gives a packed tensor back, as long as the token lives.
pub fn keep_packed(unpack: Unpack) -> Token {
    let id = next_id();
    PACKED.with_borrow_mut(|packed| packed.insert(id, unpack));
    Token::new(id, |id| {
        let unpack = PACKED.try_with(|packed| packed.borrow_mut().remove(&id));
        drop(unpack);
    })
}

pub(super) fn packed(token: &Token) -> Option<Unpack> {
    PACKED.with_borrow(|packed| packed.get(&token.id()).cloned())
}

thread_local! {
    static HOOKS: RefCell<HashMap<u64, Hook>> = RefCell::new(HashMap::new());
}

pub(super) fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn keep(hook: Hook) -> Token {
    let id = next_id();
    HOOKS.with_borrow_mut(|hooks| hooks.insert(id, hook));
    Token::new(id, |id| {
        // Taken out first: dropping a hook may drop tensors with hooks of their own.
        let hook = HOOKS.try_with(|hooks| hooks.borrow_mut().remove(&id));
        drop(hook);
    })
}

pub(super) fn get(token: &Token) -> Option<Hook> {
    HOOKS.with_borrow(|hooks| hooks.get(&token.id()).cloned())
}

/// `Tensor.register_hook`: called with the gradient of `tensor` each time one is computed. The answer identifies the
/// hook for `remove`.
pub fn register(tensor: &Tensor, hook: Hook) -> u64 {
    let token = keep(hook);
    let id = token.id();
    let history = {
        let mut meta = tensor.autograd().lock();
        if meta.history.is_none() {
            meta.hooks.push(token.clone());
        }
        meta.history.clone()
    };
    if let Some((node, output)) = history {
        node.hooks.lock().push((output, token));
    }
    id
}

/// `Tensor.register_post_accumulate_grad_hook`: called with the leaf after its `.grad` has grown.
pub fn register_post_accumulate(tensor: &Tensor, hook: Hook) -> u64 {
    let token = keep(hook);
    let id = token.id();
    tensor.autograd().lock().post_accumulate_hooks.push(token);
    id
}

/// Forgets a hook (`RemovableHandle.remove`). An unknown one is no error.
pub fn remove(id: u64) {
    let hook = HOOKS.with_borrow_mut(|hooks| hooks.remove(&id));
    drop(hook);
}
