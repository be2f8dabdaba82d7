//! Data that programs attach to an autograd node, kept as long as the node: its `metadata`, and the context of a custom function.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tensorcell_language::Value;
use tensorcell_tensor::op::Token;
use tensorcell_tensor::tape::{Node, Target};

/// The attached data of one node.
#[derive(Clone)]
struct Notes {
    metadata: Value,
    context: Option<Value>,
}

thread_local! {
    static NOTES: RefCell<HashMap<u64, Notes>> = RefCell::default();
}

fn keep(context: Option<Value>) -> Token {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let metadata = Value::dict([]);
    NOTES.with_borrow_mut(|notes| notes.insert(id, Notes { metadata, context }));
    Token::new(id, |id| {
        // Removed first: dropping it may drop other nodes with notes.
        let notes = NOTES.try_with(|notes| notes.borrow_mut().remove(&id));
        drop(notes);
    })
}

fn read(token: &Token) -> Option<Notes> {
    NOTES.with_borrow(|notes| notes.get(&token.id()).cloned())
}

/// `Node.metadata`: a dict for the program.
pub fn metadata(target: &Target) -> Value {
    let token = match target {
        Target::Node(node, _) => node.metadata.get_or_init(|| keep(None)).clone(),
        Target::Leaf(leaf) => leaf.autograd().lock().metadata.get_or_insert_with(|| keep(None)).clone(),
    };
    read(&token).map_or(Value::None, |notes| notes.metadata)
}

/// Stores the context of a custom function.
pub fn set_context(node: &Arc<Node>, context: Value) {
    node.metadata.get_or_init(|| keep(Some(context)));
}

/// Returns the context of a custom function.
pub fn context(node: &Node) -> Option<Value> {
    read(node.metadata.get()?)?.context
}
