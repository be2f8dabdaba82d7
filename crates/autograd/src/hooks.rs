//! Hooks on tensors: functions that live above (in the language), kept here by number, known to the tape by `Token`.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use tensorcell_tensor::op::{Result, Token};
use tensorcell_tensor::{Tensor, TensorError};

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
    POST_ACCUMULATE.set(true);
    id
}

thread_local! {
    static POST_ACCUMULATE: Cell<bool> = const { Cell::new(false) };
    static CALLBACKS: RefCell<Vec<Callback>> = const { RefCell::new(Vec::new()) };
    /// Passes under way, one within another.
    static PASSES: Cell<usize> = const { Cell::new(0) };
}

/// Whether hooks on accumulated gradients were ever registered.
pub(super) fn any_post_accumulate() -> bool {
    POST_ACCUMULATE.get()
}

/// What is called once at the end of a pass.
pub type Callback = Box<dyn FnOnce() -> Result<()>>;

/// Has a function called when the backward pass that is under way, the outermost one, has come to its end.
pub fn at_end_of_pass(callback: Callback) -> Result<()> {
    if PASSES.get() == 0 {
        return Err(TensorError::runtime("Final callbacks can only be installed during backward pass."));
    }
    CALLBACKS.with_borrow_mut(|callbacks| callbacks.push(callback));
    Ok(())
}

/// Runs a pass, then what was asked for its end. A pass that fails calls nothing.
pub(super) fn pass<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    struct Within;
    impl Drop for Within {
        fn drop(&mut self) {
            PASSES.set(PASSES.get() - 1);
        }
    }
    PASSES.set(PASSES.get() + 1);
    let within = Within;
    let outcome = work();
    if PASSES.get() > 1 {
        return outcome;
    }
    let outcome = outcome.and_then(|value| {
        while let Some(callback) =
            CALLBACKS.with_borrow_mut(|callbacks| (!callbacks.is_empty()).then(|| callbacks.remove(0)))
        {
            callback()?;
        }
        Ok(value)
    });
    drop(within);
    drop(CALLBACKS.take());
    outcome
}

/// Forgets a hook (`RemovableHandle.remove`). An unknown one is no error.
pub fn remove(id: u64) {
    let hook = HOOKS.with_borrow_mut(|hooks| hooks.remove(&id));
    drop(hook);
}
