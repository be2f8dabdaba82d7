//! `x.grad_fn`: nodes of the tape as values.

use super::classes;
use super::tensor::tensor_value;
use std::any::Any;
use std::rc::Rc;
use std::sync::Arc;
use tensorcell_autograd as autograd;
use tensorcell_language::native::Native;
use tensorcell_language::{Builtin, Class, Result, Value, Vm};
use tensorcell_tensor::Tensor;
use tensorcell_tensor::tape::{Node, Target};

/// `x.grad_fn`: a node of the tape.
pub struct NodeObject {
    node: Arc<Node>,
    name: String,
}

impl NodeObject {
    fn value(node: &Arc<Node>) -> Value {
        Value::native(NodeObject { node: node.clone(), name: autograd::node_name(node) })
    }
}

/// What stands behind an end of the tape: (function, which of its outputs).
fn behind(target: Option<&Target>) -> Value {
    let (function, output) = match target {
        Some(Target::Node(node, output)) => (NodeObject::value(node), *output as i64),
        Some(Target::Leaf(leaf)) => (Value::native(Accumulator(leaf.clone())), 0),
        None => (Value::None, 0),
    };
    Value::tuple(vec![function, Value::Int(output)])
}

/// The end of the tape at a leaf: `AccumulateGrad`.
struct Accumulator(Tensor);

/// `x.grad_fn`
pub fn grad_fn_value(tensor: &Tensor) -> Value {
    let node = tensor.known_autograd().and_then(|meta| meta.lock().history.as_ref().map(|(node, _)| node.clone()));
    node.as_ref().map_or(Value::None, NodeObject::value)
}

impl Native for NodeObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().node.clone()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<{} object at {:#x}>", self.name, Arc::as_ptr(&self.node) as usize))
    }
    fn get_attr(&self, _: &mut Vm, name: &str) -> Result<Option<Value>> {
        if name != "next_functions" {
            return Ok(None);
        }
        let shown = self.node.shown.lock();
        let next = match shown.as_ref().filter(|shown| !shown.inputs.is_empty()) {
            Some(shown) => shown.inputs.iter().map(|target| behind(target.as_ref())).collect(),
            None => {
                let operands = self.node.operands.iter();
                operands.map(|operand| behind(operand.edge.as_ref().map(|edge| &edge.target))).collect()
            }
        };
        Ok(Some(Value::tuple(next)))
    }
    fn attr_names(&self) -> Vec<String> {
        vec!["next_functions".to_string()]
    }
}

impl Native for Accumulator {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        classes().node.clone()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(format!("<AccumulateGrad object at {:#x}>", self.0.id()))
    }
    fn get_attr(&self, _: &mut Vm, name: &str) -> Result<Option<Value>> {
        Ok(match name {
            "variable" => Some(tensor_value(self.0.clone())),
            "next_functions" => Some(Value::tuple(Vec::new())),
            _ => None,
        })
    }
}

/// Methods of `torch.autograd.graph.Node`.
pub static NODE_METHODS: &[Builtin] =
    &[Builtin::new("Node.name", "(self)", "PyTorch's name of the function.", |_, args| {
        let name = args.get(0).downcast::<NodeObject>().map_or("AccumulateGrad", |object| object.name.as_str());
        let written_by_hand = matches!(name, "AccumulateGrad" | "CopySlices" | "CopyBackwards" | "NotImplemented");
        Ok(Value::str(if written_by_hand { format!("torch::autograd::{name}") } else { name.to_owned() }))
    })];
