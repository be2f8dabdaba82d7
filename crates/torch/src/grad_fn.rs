//! `x.grad_fn`: autograd nodes as values, each of a class with the name of its function.

use super::arguments::TensorArgs;
use super::hook_handle::HookHandle;
use super::tensor::{tensor_of, tensor_value};
use super::{callback, classes, node_notes};
use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use tensorcell_autograd::{self as autograd, graph, hooks, kept};
use tensorcell_language::native::{Args, Native};
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm};
use tensorcell_tensor::tape::{Moment, Node, Target};
use tensorcell_tensor::{DType, Device, Dims, Make, Op, Scalar, Tensor};

/// An autograd node, or the `AccumulateGrad` of a leaf.
pub struct NodeObject(Target);

const LEAF: &str = "AccumulateGrad";
const SAVED: &str = "_saved_";

/// Returns the pair for an edge: (function, output index).
fn behind(target: Option<Target>) -> Value {
    let output = match &target {
        Some(Target::Node(_, output)) => *output as i64,
        Some(Target::Leaf(_)) | None => 0,
    };
    let function = target.map_or(Value::None, |target| Value::native(NodeObject(target)));
    Value::tuple(vec![function, Value::Int(output)])
}

/// `x.grad_fn`
pub fn grad_fn_value(tensor: &Tensor) -> Value {
    // A view whose base was written to gets its new history first.
    let target = tensorcell_engine::record::edge(tensor).map(|edge| edge.target);
    let history = || tensor.known_autograd().and_then(|meta| meta.lock().history.clone());
    match target.or_else(|| history().map(|(node, output)| Target::Node(node, output))) {
        Some(target @ Target::Node(..)) => Value::native(NodeObject(target)),
        _ => Value::None,
    }
}

/// Returns the graph target of a node value.
pub fn target_of(value: &Value) -> Option<&Target> {
    value.downcast::<NodeObject>().map(|object| &object.0)
}

/// Returns a leaf's `AccumulateGrad`.
pub fn accumulator(leaf: &Tensor) -> Value {
    Value::native(NodeObject(Target::Leaf(leaf.clone())))
}

/// Returns the index of a tensor among the outputs of its `grad_fn`.
pub fn output_nr(tensor: &Tensor) -> usize {
    tensor.known_autograd().and_then(|meta| meta.lock().history.as_ref().map(|(_, output)| *output)).unwrap_or(0)
}

/// Returns a tensor for a graph edge (function, output). Except for a leaf it has a history but no memory.
pub fn tensor_of_edge(value: &Value) -> Option<Result<Tensor>> {
    let Value::Tuple(items) = value.beneath() else { return None };
    let (Some(target), Some(Value::Int(output))) = (target_of(items.first()?), items.get(1)) else { return None };
    Some(match target {
        Target::Leaf(leaf) => Ok(leaf.clone()),
        Target::Node(node, _) => stand_in(node, usize::try_from(*output).unwrap_or(usize::MAX)),
    })
}

fn stand_in(node: &Arc<Node>, output: usize) -> Result<Tensor> {
    let made = node.outputs.get(output).ok_or_else(|| {
        Raise::runtime(format!(
            "{} has {} outputs, there is no number {output}",
            autograd::node_name(node),
            node.outputs.len()
        ))
    })?;
    let one = Tensor::empty(&[], made.dtype, made.device)?;
    let tensor = tensorcell_engine::view(&one, tensorcell_tensor::op::View::Expand(made.shape.clone()))?.detach();
    tensor.autograd().lock().history = Some((node.clone(), output));
    Ok(tensor)
}

impl NodeObject {
    fn name(&self) -> String {
        match &self.0 {
            Target::Node(node, _) => autograd::node_name(node),
            Target::Leaf(_) => LEAF.to_owned(),
        }
    }
    /// Returns the name without the namespace that some of PyTorch's names have.
    fn class_name(&self) -> String {
        let name = self.name();
        name.rsplit("::").next().unwrap_or(&name).to_owned()
    }
    fn address(&self) -> usize {
        match &self.0 {
            Target::Node(node, _) => Arc::as_ptr(node) as usize,
            // The address of data that belongs to the leaf alone, but is not the leaf.
            Target::Leaf(leaf) => std::ptr::from_ref(leaf.autograd()) as usize,
        }
    }
    fn node(&self) -> Option<&Arc<Node>> {
        match &self.0 {
            Target::Node(node, _) => Some(node),
            Target::Leaf(_) => None,
        }
    }
    /// Returns the context of a custom function's node.
    fn context(&self) -> Option<Value> {
        self.node().and_then(|node| node_notes::context(node))
    }
    fn is_of_program(&self) -> bool {
        self.node().is_some_and(|node| matches!(node.op, Op::Custom(_)))
    }
    fn saved(&self, name: &str) -> Result<Option<Value>> {
        let Some(node) = self.node() else { return Ok(None) };
        kept::named(node, name)?.map(|kept| value_of(node, kept)).transpose()
    }
    fn saved_tensors(&self, vm: &mut Vm, context: &Value) -> Result<Value> {
        let Some(node) = self.node() else { return Ok(Value::tuple(Vec::new())) };
        let places = vm.get_attr(context, "_places")?;
        let mut all = Vec::new();
        for place in super::sequences::items_of(&places).unwrap_or_default() {
            let pair = super::sequences::items_of(&place).unwrap_or_default();
            let (Some(kind), Some(at)) = (pair.first().and_then(Value::as_str), pair.get(1)) else { continue };
            all.push(match (kind, at) {
                ("kept", value) => value.clone(),
                (kind, Value::Int(at)) => saved_at(node, kind == "output", *at as usize)?,
                _ => Value::None,
            });
        }
        Ok(Value::tuple(all))
    }
}

fn saved_at(node: &Arc<Node>, of_results: bool, at: usize) -> Result<Value> {
    Ok(kept::read(node, of_results, at)?.map_or(Value::None, tensor_value))
}

fn value_of(node: &Arc<Node>, kept: kept::Kept) -> Result<Value> {
    use kept::Kept;
    Ok(match kept {
        Kept::Input(at) => saved_at(node, false, at)?,
        Kept::Result(at) => saved_at(node, true, at)?,
        Kept::Inputs(all) => {
            let one = |at: Option<usize>| at.map_or(Ok(Value::None), |at| saved_at(node, false, at));
            Value::tuple(all.into_iter().map(one).collect::<Result<Vec<_>>>()?)
        }
        Kept::AsTensor(value) => {
            let dtype = if matches!(value, Scalar::Float(_)) { DType::Float64 } else { value.dtype() };
            let make = Make { shape: Dims::new(), dtype, device: Device::Cpu };
            tensor_value(tensorcell_engine::run(Op::Fill { value, make }, &[])?)
        }
        Kept::Number(Scalar::Bool(value)) => Value::from(value),
        Kept::Number(Scalar::Int(value)) => Value::Int(value),
        Kept::Number(Scalar::Float(value)) => Value::from(value),
        Kept::Number(number @ Scalar::Complex(..)) => super::numbers::scalar_value(number),
        Kept::Integers(values) => Value::tuple(values.into_iter().map(Value::Int).collect()),
        Kept::Text(text) => Value::str(text),
        Kept::Nothing => Value::None,
    })
}

/// Returns the class of the nodes with one name. Programs distinguish nodes by it.
fn class_named(name: &str, module: &'static str) -> Rc<Class> {
    thread_local! {
        static MADE: RefCell<HashMap<(String, &'static str), Rc<Class>>> = RefCell::default();
    }
    MADE.with_borrow_mut(|made| {
        let make = || Class::native(module, name, &[classes().node.clone()], None, &[], &[], "");
        made.entry((name.to_owned(), module)).or_insert_with(make).clone()
    })
}

impl Native for NodeObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        let module = if self.is_of_program() { "torch.autograd.function" } else { "builtins" };
        class_named(&self.class_name(), module)
    }
    fn identity(&self) -> Option<usize> {
        Some(self.address())
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        let home = if self.is_of_program() { "torch.autograd.function." } else { "" };
        Ok(format!("<{home}{} object at {:#x}>", self.class_name(), self.address()))
    }
    fn get_attr(&self, vm: &mut Vm, name: &str) -> Result<Option<Value>> {
        match (name, &self.0) {
            ("next_functions", Target::Node(node, _)) => {
                return Ok(Some(Value::tuple(graph::next(node).into_iter().map(behind).collect())));
            }
            ("next_functions", Target::Leaf(_)) => return Ok(Some(Value::tuple(Vec::new()))),
            ("variable", Target::Leaf(leaf)) => return Ok(Some(tensor_value(leaf.clone()))),
            ("metadata", target) => return Ok(Some(node_notes::metadata(target))),
            ("requires_grad", _) => return Ok(Some(Value::from(true))),
            _ => {}
        }
        if let Some(name) = name.strip_prefix(SAVED) {
            return self.saved(name);
        }
        match self.context() {
            Some(context) if name == "saved_tensors" => self.saved_tensors(vm, &context).map(Some),
            Some(context) => vm.find_attr(&context, name),
            None => Ok(None),
        }
    }
    fn set_attr(&self, vm: &mut Vm, name: &str, value: &Value) -> Result<bool> {
        match self.context() {
            Some(context) => vm.set_attr(&context, name, value.clone()).map(|()| true),
            None => Ok(false),
        }
    }
    fn attr_names(&self) -> Vec<String> {
        let mut names = vec!["next_functions".to_owned(), "metadata".to_owned(), "requires_grad".to_owned()];
        match &self.0 {
            Target::Leaf(_) => names.push("variable".to_owned()),
            Target::Node(node, _) => names.extend(kept::kept(node).iter().map(|(name, _)| format!("{SAVED}{name}"))),
        }
        if self.context().is_some() {
            names.push("saved_tensors".to_owned());
        }
        names
    }
}

/// Converts gradients for a hook.
fn gradients(given: &[Option<Tensor>]) -> Value {
    Value::tuple(super::results::tensors_or_none(given.to_vec()))
}

/// Reads a hook's result: as many gradients as it received, or None to keep them.
fn answered(vm: &mut Vm, function: &Value, answer: &Value, wanted: usize) -> Result<Option<hooks::Gradients>> {
    if matches!(answer, Value::None) {
        return Ok(None);
    }
    if let Some(tensor) = tensor_of(answer).filter(|_| wanted == 1) {
        return Ok(Some(vec![Some(tensor.clone())]));
    }
    let Value::Tuple(items) = answer.beneath() else {
        return Err(Raise::type_error(format!("expected tuple, but hook returned '{}'", answer.type_name())));
    };
    if items.len() != wanted {
        let name = vm.find_attr(function, "__name__")?.and_then(|name| name.as_str().map(str::to_owned));
        return Err(Raise::runtime(format!(
            "hook '{}' has returned an incorrect number of values (got {}, but expected {wanted})",
            name.as_deref().unwrap_or("<unknown>"),
            items.len()
        )));
    }
    Ok(Some(items.iter().map(|item| tensor_of(item).cloned()).collect()))
}

/// Wraps a function of the language as a node hook.
fn node_hook(function: Value, moment: Moment) -> hooks::NodeHook {
    Rc::new(move |outputs: &[Option<Tensor>], inputs: Option<&[Option<Tensor>]>| {
        callback::with_vm(|vm| {
            let given = match (moment, inputs) {
                (Moment::After, Some(inputs)) => vec![gradients(inputs), gradients(outputs)],
                _ => vec![gradients(outputs)],
            };
            let answer = vm.call(&function, &given, &[])?;
            answered(vm, &function, &answer, inputs.map_or(outputs.len(), <[_]>::len))
        })
    })
}

fn register(args: &Args, moment: Moment) -> Result<Value> {
    let object = args.get(0).downcast::<NodeObject>().ok_or_else(|| args.must_be(0, "Node"))?;
    let hook = node_hook(args.get(1).clone(), moment);
    let id = match &object.0 {
        Target::Node(node, _) => hooks::register_on_node(node, moment, hook),
        Target::Leaf(leaf) => hooks::register_on_leaf(leaf, moment, hook),
    };
    Ok(Value::native(HookHandle::new(id)))
}

/// The methods of `torch.autograd.graph.Node`.
pub static NODE_METHODS: &[Builtin] = &[
    Builtin::new("Node.name", "(self)", "PyTorch's name of the function.", |_, args| {
        let object = args.get(0).downcast::<NodeObject>().ok_or_else(|| args.must_be(0, "Node"))?;
        let name = object.name();
        let by_hand = matches!(name.as_str(), LEAF | "CopySlices" | "CopyBackwards" | "NotImplemented");
        Ok(Value::str(if by_hand { format!("torch::autograd::{name}") } else { name }))
    }),
    Builtin::new(
        "Node.register_hook",
        "(self, fn, /)",
        "Calls `fn(grad_inputs, grad_outputs)` after the function's gradient has run; a tuple that it returns replaces the gradients \
         of the inputs.",
        |_, args| register(args, Moment::After),
    ),
    Builtin::new(
        "Node.register_prehook",
        "(self, fn, /)",
        "Calls `fn(grad_outputs)` before the function's gradient runs; a tuple that it returns replaces them.",
        |_, args| register(args, Moment::Before),
    ),
    Builtin::new("Node._sequence_nr", "(self)", "When the function ran, counted in functions.", |_, args| {
        let object = args.get(0).downcast::<NodeObject>().ok_or_else(|| args.must_be(0, "Node"))?;
        // Gradients of leaves are accumulated before all waiting nodes.
        Ok(object.node().map_or_else(|| Value::big(u64::MAX.into()), |node| Value::Int(node.sequence as i64)))
    }),
];
