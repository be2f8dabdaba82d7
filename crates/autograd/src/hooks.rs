//! Hooks on tensors and nodes: functions of the language, stored here by id and referenced from the tape by `Token`.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use tensorcell_tensor::op::{Result, Token};
use tensorcell_tensor::tape::{Moment, Node};
use tensorcell_tensor::{Tensor, TensorError};

/// Receives a gradient and may replace it.
pub type Hook = Rc<dyn Fn(&Tensor) -> Result<Option<Tensor>>>;

/// Unpacks a packed tensor. The argument is true if the backward pass is recorded (`create_graph`).
pub type Unpack = Rc<dyn Fn(bool) -> Result<Tensor>>;

thread_local! {
    static PACKED: RefCell<HashMap<u64, Unpack>> = RefCell::new(HashMap::new());
}

/// Stores the unpack function of a packed tensor for the lifetime of the returned token.
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

/// Gradients by position; `None` where there is none.
pub type Gradients = Vec<Option<Tensor>>;

/// Receives the gradients of a node's outputs and, after the node, those of its inputs. May replace the latter, or the former if
/// it runs before the node.
pub type NodeHook = Rc<dyn Fn(&[Option<Tensor>], Option<&[Option<Tensor>]>) -> Result<Option<Gradients>>>;

thread_local! {
    static HOOKS: RefCell<HashMap<u64, Hook>> = RefCell::new(HashMap::new());
    static NODE_HOOKS: RefCell<HashMap<u64, NodeHook>> = RefCell::new(HashMap::new());
}

fn keep_node_hook(hook: NodeHook) -> Token {
    let id = next_id();
    NODE_HOOKS.with_borrow_mut(|hooks| hooks.insert(id, hook));
    ANY.set(true);
    Token::new(id, |id| {
        let hook = NODE_HOOKS.try_with(|hooks| hooks.borrow_mut().remove(&id));
        drop(hook);
    })
}

/// `Node.register_prehook` and `Node.register_hook`.
pub fn register_on_node(node: &Node, moment: Moment, hook: NodeHook) -> u64 {
    let token = keep_node_hook(hook);
    let id = token.id();
    node.node_hooks.lock().push((moment, token));
    id
}

/// Registers a hook on a leaf's `AccumulateGrad` node.
pub fn register_on_leaf(leaf: &Tensor, moment: Moment, hook: NodeHook) -> u64 {
    let token = keep_node_hook(hook);
    let id = token.id();
    leaf.autograd().lock().node_hooks.push((moment, token));
    id
}

/// Runs the hooks before a node and returns the gradients of its outputs.
pub(super) fn before(hooks: &[(Moment, Token)], mut outputs: Gradients) -> Result<Gradients> {
    for hook in of(hooks, Moment::Before) {
        if let Some(replaced) = hook(&outputs, None)? {
            outputs = replaced;
        }
    }
    Ok(outputs)
}

/// Runs the hooks after a node and returns the gradients of its inputs.
pub(super) fn after(hooks: &[(Moment, Token)], outputs: &[Option<Tensor>], mut inputs: Gradients) -> Result<Gradients> {
    for hook in of(hooks, Moment::After) {
        if let Some(replaced) = hook(outputs, Some(&inputs))? {
            inputs = replaced;
        }
    }
    Ok(inputs)
}

fn of(hooks: &[(Moment, Token)], moment: Moment) -> Vec<NodeHook> {
    let chosen = hooks.iter().filter(|(own, _)| *own == moment);
    chosen.filter_map(|(_, token)| NODE_HOOKS.with_borrow(|hooks| hooks.get(&token.id()).cloned())).collect()
}

pub(super) fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn keep(hook: Hook) -> Token {
    let id = next_id();
    HOOKS.with_borrow_mut(|hooks| hooks.insert(id, hook));
    ANY.set(true);
    Token::new(id, |id| {
        // Removed before the drop: dropping a hook may drop tensors with hooks of their own, which borrow the map.
        let hook = HOOKS.try_with(|hooks| hooks.borrow_mut().remove(&id));
        drop(hook);
    })
}

pub(super) fn get(token: &Token) -> Option<Hook> {
    HOOKS.with_borrow(|hooks| hooks.get(&token.id()).cloned())
}

/// `Tensor.register_hook`: calls `hook` with the gradient of `tensor` each time one is computed. Returns the id for `remove`.
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

/// `Tensor.register_post_accumulate_grad_hook`: calls `hook` with the leaf after its `.grad` was updated.
pub fn register_post_accumulate(tensor: &Tensor, hook: Hook) -> u64 {
    let token = keep(hook);
    let id = token.id();
    tensor.autograd().lock().post_accumulate_hooks.push(token);
    id
}

thread_local! {
    static ANY: Cell<bool> = const { Cell::new(false) };
    static CALLBACKS: RefCell<Vec<Callback>> = const { RefCell::new(Vec::new()) };
    /// The number of nested passes that are running.
    static PASSES: Cell<usize> = const { Cell::new(0) };
}

/// Whether a hook was ever registered on this thread.
pub(super) fn any() -> bool {
    ANY.get()
}

/// Whether a hook needs the leaf's complete gradient during the pass.
pub(super) fn awaits(leaf: &Tensor) -> bool {
    let Some(meta) = leaf.known_autograd() else { return false };
    let meta = meta.lock();
    !(meta.hooks.is_empty() && meta.post_accumulate_hooks.is_empty() && meta.node_hooks.is_empty())
}

/// A function to call once at the end of a pass.
pub type Callback = Box<dyn FnOnce() -> Result<()>>;

/// Queues a function to be called at the end of the outermost running backward pass.
pub fn at_end_of_pass(callback: Callback) -> Result<()> {
    if PASSES.get() == 0 {
        return Err(TensorError::runtime("Final callbacks can only be installed during backward pass."));
    }
    CALLBACKS.with_borrow_mut(|callbacks| callbacks.push(callback));
    Ok(())
}

/// Runs a pass, then its queued callbacks. A failed pass runs none.
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

/// Removes a hook (`RemovableHandle.remove`). An unknown id is ignored.
pub fn remove(id: u64) {
    let hook = HOOKS.with_borrow_mut(|hooks| hooks.remove(&id));
    drop(hook);
    let hook = NODE_HOOKS.with_borrow_mut(|hooks| hooks.remove(&id));
    drop(hook);
}
