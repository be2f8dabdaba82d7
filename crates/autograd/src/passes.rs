//! The stack of running backward passes, which hooks query for the innermost one.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicI64, Ordering};
use tensorcell_tensor::tape::{Edge, Target};

struct Pass {
    id: i64,
    roots: Vec<Edge>,
    /// The nodes and leaves that the pass is limited to; `None` for all.
    limits: Option<Limits>,
}

/// The nodes and leaves that a pass for given inputs processes.
pub(super) struct Limits {
    pub nodes: HashSet<u64>,
    pub leaves: HashSet<usize>,
}

thread_local! {
    static PASSES: RefCell<Vec<Pass>> = const { RefCell::new(Vec::new()) };
}

/// Guard of a running pass, which ends when it is dropped.
pub(super) struct Running(i64);

impl Drop for Running {
    fn drop(&mut self) {
        let ended = PASSES.with_borrow_mut(|passes| {
            let at = passes.iter().position(|pass| pass.id == self.0);
            at.map(|at| passes.remove(at))
        });
        drop(ended);
    }
}

pub(super) fn begin(roots: Vec<Edge>, limits: Option<Limits>) -> Running {
    static NEXT: AtomicI64 = AtomicI64::new(0);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    PASSES.with_borrow_mut(|passes| passes.push(Pass { id, roots, limits }));
    Running(id)
}

/// The id of the innermost pass.
pub fn current() -> Option<i64> {
    PASSES.with_borrow(|passes| passes.last().map(|pass| pass.id))
}

/// Whether the innermost pass will process this node or leaf; `None` if no pass is running.
pub fn comes_to(target: &Target) -> Option<bool> {
    PASSES.with_borrow(|passes| {
        let Pass { roots, limits, .. } = passes.last()?;
        Some(limits.as_ref().is_none_or(|limits| limits.contain(target)) && reaches(roots, target))
    })
}

impl Limits {
    fn contain(&self, target: &Target) -> bool {
        match target {
            Target::Node(node, _) => self.nodes.contains(&node.sequence),
            Target::Leaf(leaf) => self.leaves.contains(&leaf.id()),
        }
    }
}

fn same(a: &Target, b: &Target) -> bool {
    match (a, b) {
        (Target::Node(a, _), Target::Node(b, _)) => a.sequence == b.sequence,
        (Target::Leaf(a), Target::Leaf(b)) => a.id() == b.id(),
        _ => false,
    }
}

fn reaches(roots: &[Edge], target: &Target) -> bool {
    let mut seen = HashSet::new();
    let mut open: Vec<Target> = roots.iter().map(|edge| edge.target.clone()).collect();
    while let Some(next) = open.pop() {
        if same(&next, target) {
            return true;
        }
        if let Target::Node(node, _) = next
            && seen.insert(node.sequence)
        {
            open.extend(node.operands.iter().filter_map(|operand| Some(operand.edge.as_ref()?.target.clone())));
        }
    }
    false
}
