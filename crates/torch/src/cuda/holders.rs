//! Finds which variable holds which memory: tensors reachable from the program's names, and those that graphs keep for backward.

use super::super::tensor::TensorObject;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use tensorcell_language::holders::Spread;
use tensorcell_language::{Hangs, Vm};
use tensorcell_tensor::{Node, Target, Tensor};

/// The role of a storage for its holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Value,
    Gradient,
    /// Kept only by a graph, for backward.
    Graph,
}

pub struct Holder {
    /// `history`, `trainer.losses`, `batch in step()`
    pub path: Rc<str>,
    pub hangs: Hangs,
    pub kind: Kind,
}

/// Holders by storage number (`Storage::number`).
pub struct Holders(HashMap<u64, Holder>);

#[derive(Clone)]
enum Step {
    Tensor(Tensor),
    Node(Arc<Node>),
}

type Walk = Spread<Step, (Rc<str>, Kind)>;

impl Holders {
    pub fn of_program(vm: &Vm) -> Holders {
        let mut walk = Walk::default();
        let (locals, named): (Vec<_>, Vec<_>) = vm.held().into_iter().partition(|held| held.local);
        for held in [named, locals] {
            for held in held {
                if let Some(TensorObject { tensor, .. }) = held.object.downcast::<TensorObject>() {
                    reach(&mut walk, tensor, &(held.path, Kind::Value), &held.hangs);
                }
            }
            spread(&mut walk);
            walk.end_pass();
        }
        let mut holders: HashMap<u64, Holder> = HashMap::new();
        let mut passes: HashMap<u64, usize> = HashMap::new();
        for seen in walk.found() {
            let Step::Tensor(tensor) = seen.node else { continue };
            let number = tensor.storage().number();
            let pass = *passes.entry(number).or_insert(seen.pass);
            let (path, kind) = seen.way;
            let holder = holders.entry(number).or_insert(Holder { path, hangs: seen.hangs.clone(), kind });
            // Another view of the same memory: several names may reach it.
            if pass == seen.pass && holder.hangs != seen.hangs {
                holder.hangs = Hangs::OnSeveral;
            }
        }
        Holders(holders)
    }

    pub fn of(&self, number: u64) -> Option<&Holder> {
        self.0.get(&number)
    }
}

fn reach(walk: &mut Walk, tensor: &Tensor, way: &(Rc<str>, Kind), hangs: &Hangs) {
    walk.reach(tensor.id(), Step::Tensor(tensor.clone()), way, hangs);
}

fn spread(walk: &mut Walk) {
    while let Some((step, way, hangs)) = walk.step() {
        let graph = (way.0.clone(), Kind::Graph);
        let node = |walk: &mut Walk, node: &Arc<Node>| {
            walk.reach(Arc::as_ptr(node) as usize, Step::Node(node.clone()), &graph, &hangs);
        };
        match step {
            Step::Tensor(tensor) => {
                let meta = tensor.autograd().lock();
                let kind = if way.1 == Kind::Value { Kind::Gradient } else { way.1 };
                meta.grad.iter().for_each(|grad| reach(walk, grad, &(way.0.clone(), kind), &hangs));
                meta.base.iter().for_each(|view| reach(walk, &view.base, &way, &hangs));
                meta.history.iter().for_each(|(from, _)| node(walk, from));
            }
            Step::Node(step) => {
                if let Some(saved) = &*step.saved.lock() {
                    let all = saved.inputs.iter().chain(&saved.outputs).flatten();
                    all.for_each(|saved| reach(walk, &saved.tensor, &graph, &hangs));
                }
                for edge in step.operands.iter().filter_map(|operand| operand.edge.as_ref()) {
                    match &edge.target {
                        Target::Leaf(tensor) => reach(walk, tensor, &graph, &hangs),
                        Target::Node(from, _) => node(walk, from),
                    }
                }
            }
        }
    }
}
