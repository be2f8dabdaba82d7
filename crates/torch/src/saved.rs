//! `torch.autograd.graph.saved_tensors_hooks`: passes saved tensors to a pack function of the notebook, and gets them
//! back from an unpack function when backward reads them.
//!
//! The engine records operations without access to an interpreter, so it only notes the nodes made inside a region.
//! They are packed at the language's next safe point, which is within the same statement, and at the latest when the
//! region ends or backward begins.

use super::callback;
use super::recording::pause;
use super::tensor::tensor_value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use tensorcell_autograd::{hooks, kept};
use tensorcell_engine::record;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::tape::{Node, Saved};
use tensorcell_tensor::{Tensor, TensorError};

/// A region's pack and unpack functions.
type Hooks = Rc<(Value, Value)>;

thread_local! {
    static REGIONS: RefCell<Vec<Hooks>> = RefCell::default();
    static WAITING: RefCell<Vec<(Arc<Node>, Hooks)>> = RefCell::default();
    static PACKING: Cell<bool> = const { Cell::new(false) };
    static FAILED: RefCell<Option<Raise>> = const { RefCell::new(None) };
}

/// A thread's open regions.
pub(crate) type Regions = Vec<Hooks>;

/// Switches threads: installs a thread's regions and returns those of the previous one.
pub(crate) fn exchange(regions: Regions) -> Regions {
    match regions.is_empty() {
        true => record::set_node_hook(None),
        false => record::set_node_hook(Some(note)),
    }
    REGIONS.replace(regions)
}

/// Called by the engine for each recorded node while a region is open.
fn note(node: &Arc<Node>) {
    if PACKING.get() {
        return;
    }
    let Some(hooks) = REGIONS.with_borrow(|regions| regions.last().cloned()) else { return };
    let first = WAITING.with_borrow_mut(|waiting| {
        waiting.push((node.clone(), hooks));
        waiting.len() == 1
    });
    if first {
        tensorcell_language::at_safe_point(Value::Builtin(&PACK));
    }
}

static PACK: Builtin = Builtin::new("torch._pack_saved", "()", "Packs what was saved since the last time.", |vm, _| {
    // A failure is reported at the program's next call.
    if let Err(raise) = pack_waiting(vm) {
        FAILED.set(Some(raise));
    }
    Ok(Value::None)
});

/// Packs the saved tensors of the nodes made so far.
pub fn pack_waiting(vm: &mut Vm) -> Result<()> {
    if PACKING.get() {
        return Ok(());
    }
    if let Some(raise) = FAILED.take() {
        WAITING.take();
        return Err(raise);
    }
    loop {
        let waiting = WAITING.take();
        if waiting.is_empty() {
            return Ok(());
        }
        for (node, hooks) in waiting {
            pack(vm, &node, &hooks)?;
        }
    }
}

struct Packing;

impl Drop for Packing {
    fn drop(&mut self) {
        PACKING.set(false);
    }
}

fn pack(vm: &mut Vm, node: &Arc<Node>, hooks: &Hooks) -> Result<()> {
    for (of_outputs, places) in kept::order(node).into_iter().enumerate() {
        for at in places {
            let slot = |node: &Node| -> Option<Saved> {
                let saved = node.saved.lock();
                let saved = saved.as_ref()?;
                let list = if of_outputs == 1 { &saved.outputs } else { &saved.inputs };
                list.get(at)?.clone().filter(|saved| saved.packed.is_none())
            };
            // A tensor that was modified since stays unpacked, so that backward reports it.
            let Some(saved) = slot(node).filter(|saved| saved.tensor.version() == saved.version) else {
                continue;
            };
            let packed = {
                PACKING.set(true);
                let _packing = Packing;
                let _paused = pause();
                // A result is passed without its history, which would lead back to this node.
                let shown = if of_outputs == 1 { saved.tensor.detach() } else { saved.tensor.clone() };
                vm.call(&hooks.0, &[tensor_value(shown)], &[])?
            };
            let small = stand_in(&saved.tensor)?;
            let unpack = unpacker(packed, hooks.clone(), &saved.tensor);
            let replaced = Saved { version: small.version(), tensor: small, packed: Some(hooks::keep_packed(unpack)) };
            let mut saved = node.saved.lock();
            if let Some(saved) = saved.as_mut() {
                let list = if of_outputs == 1 { &mut saved.outputs } else { &mut saved.inputs };
                list[at] = Some(replaced);
            }
        }
    }
    Ok(())
}

/// Returns the placeholder that stays in the graph: without memory, with the history.
fn stand_in(tensor: &Tensor) -> Result<Tensor> {
    let small = Tensor::empty(&[0], tensor.dtype(), tensor.device())?;
    small.autograd().lock().history = tensor.autograd().lock().history.clone();
    Ok(small)
}

fn unpacker(packed: Value, hooks: Hooks, tensor: &Tensor) -> hooks::Unpack {
    // A leaf lives elsewhere as long as its gradient is needed. Only the leaf itself can receive it.
    let leaf = (tensor.is_leaf() && tensor.requires_grad()).then(|| tensor.downgrade());
    Rc::new(move |for_graph| {
        let value = callback::with_vm(|vm| {
            let answer = vm.call(&hooks.1, std::slice::from_ref(&packed), &[])?;
            match super::tensor::tensor_of(&answer) {
                Some(tensor) => Ok(tensor.clone()),
                None => Err(Raise::type_error(format!(
                    "Output of saved tensor unpack_hook expected to be a Tensor but got result of type {}",
                    answer.type_name()
                ))),
            }
        })?;
        let leaf = leaf.as_ref().filter(|_| for_graph).and_then(tensorcell_tensor::WeakTensor::upgrade);
        Ok::<Tensor, TensorError>(leaf.unwrap_or(value))
    })
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._push_saved_hooks",
        "(pack, unpack)",
        "Opens a region in which what the tape keeps is packed.",
        |vm, args| {
            pack_waiting(vm)?;
            record::set_node_hook(Some(note));
            REGIONS.with_borrow_mut(|regions| regions.push(Rc::new((args.get(0).clone(), args.get(1).clone()))));
            Ok(Value::None)
        },
    ),
    Builtin::new("torch._pop_saved_hooks", "()", "Ends the region opened last.", |vm, _| {
        let packed = pack_waiting(vm);
        let open = REGIONS.with_borrow_mut(|regions| {
            regions.pop();
            !regions.is_empty()
        });
        if !open {
            record::set_node_hook(None);
        }
        packed.map(|()| Value::None)
    }),
];
