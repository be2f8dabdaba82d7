//! One pass over the tape, from the latest node to the earliest: a consumer is always younger than its producers.

use super::context::{Context, Gradients};
use super::graph;
use super::names::node_name;
use super::passes::{self, Limits, Running};
use super::rules;
use super::{anomaly, hooks};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use tensorcell_engine::profile::events::{Entered, Kind};
use tensorcell_engine::{self as engine, compose, grad_mode, profile, record};
use tensorcell_tensor::op::{Result, Token, View};
use tensorcell_tensor::tape::{Edge, Moment, Node, Saved, SavedTensors, Target};
use tensorcell_tensor::{MemoryFormat, Op, Order, Pointwise, Tensor, TensorError};

/// The result that a pass computes.
pub enum Goal {
    /// Accumulate into `.grad` of all leaves.
    Leaves,
    /// Compute only the gradients of these tensors.
    Inputs(HashSet<Place>),
}

/// The target of a gradient: a leaf by id, or an output (second field) of a node (first field).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    Leaf(usize),
    Output(u64, usize),
}

impl Goal {
    pub fn inputs(inputs: &[Tensor]) -> Goal {
        Goal::Inputs(inputs.iter().filter_map(place).collect())
    }
}

fn place(tensor: &Tensor) -> Option<Place> {
    Some(match record::edge(tensor)?.target {
        Target::Leaf(leaf) => Place::Leaf(leaf.id()),
        Target::Node(node, output) => Place::Output(node.sequence, output),
    })
}

/// Saved tensors by position; `None` where nothing was saved.
type Unpacked = Vec<Option<Tensor>>;

struct Waiting {
    node: Arc<Node>,
    gradients: Vec<Option<Tensor>>,
}

pub struct Walk {
    retain_graph: bool,
    create_graph: bool,
    goal: Goal,
    waiting: BTreeMap<u64, Waiting>,
    /// Leaves in the order in which a gradient first reached them.
    leaves: Vec<(Tensor, Option<Tensor>)>,
    leaf_places: HashMap<usize, usize>,
    captured: HashMap<Place, Tensor>,
    /// Nodes from which a requested input can be reached; `None` if all nodes are useful.
    useful: Option<HashSet<u64>>,
    /// For each leaf with a hook that waits for its complete gradient, the number of edges still to be processed.
    awaited: HashMap<usize, usize>,
    /// The registered pass, which hooks query. `None` before the walk, or without hooks.
    running: Option<Running>,
}

impl Walk {
    pub fn new(retain_graph: bool, create_graph: bool, goal: Goal) -> Walk {
        Walk {
            retain_graph,
            create_graph,
            goal,
            waiting: BTreeMap::new(),
            leaves: Vec::new(),
            leaf_places: HashMap::new(),
            captured: HashMap::new(),
            useful: None,
            awaited: HashMap::new(),
            running: None,
        }
    }

    pub fn run(mut self, roots: Vec<(Tensor, Tensor)>) -> Result<Walk> {
        let edges: Vec<Edge> = roots.iter().filter_map(|(output, _)| record::edge(output)).collect();
        self.useful = match &self.goal {
            Goal::Leaves => None,
            Goal::Inputs(places) => Some(useful(&edges, places)),
        };
        if hooks::any() {
            self.awaited = awaited(&edges);
            self.running = Some(passes::begin(edges.clone(), self.limits()));
        }
        for (edge, (_, gradient)) in edges.into_iter().zip(roots) {
            self.send(&edge, gradient)?;
            self.arrived(&edge)?;
        }
        while let Some((_, Waiting { node, gradients })) = self.waiting.pop_last() {
            self.visit(&node, gradients)?;
        }
        Ok(self)
    }

    fn limits(&self) -> Option<Limits> {
        let Goal::Inputs(places) = &self.goal else { return None };
        let leaf = |place: &Place| match place {
            Place::Leaf(id) => Some(*id),
            Place::Output(..) => None,
        };
        let nodes = self.useful.clone().unwrap_or_default();
        Some(Limits { nodes, leaves: places.iter().filter_map(leaf).collect() })
    }

    /// Sends a gradient along an edge, converted to the shape, dtype and device of its target.
    fn send(&mut self, edge: &Edge, gradient: Tensor) -> Result<()> {
        let mut gradient = compose::sum_to(&gradient, &edge.shape)?;
        if gradient.shape() != edge.shape.as_slice() {
            gradient = engine::view(&gradient, View::Expand(edge.shape.clone()))?;
        }
        if gradient.dtype() != edge.dtype {
            gradient = engine::run(Op::Cast(edge.dtype), &[(&gradient).into()])?;
        }
        if gradient.device() != edge.device {
            let op = Op::Transfer { device: edge.device, non_blocking: false };
            gradient = engine::run(op, &[(&gradient).into()])?;
        }
        let slot = match &edge.target {
            Target::Leaf(leaf) => {
                let at = *self.leaf_places.entry(leaf.id()).or_insert_with(|| {
                    self.leaves.push((leaf.clone(), None));
                    self.leaves.len() - 1
                });
                &mut self.leaves[at].1
            }
            Target::Node(node, output) => {
                if self.useful.as_ref().is_some_and(|useful| !useful.contains(&node.sequence)) {
                    return Ok(());
                }
                let waiting = self
                    .waiting
                    .entry(node.sequence)
                    .or_insert_with(|| Waiting { node: node.clone(), gradients: vec![None; node.outputs.len()] });
                &mut waiting.gradients[*output]
            }
        };
        *slot = Some(match slot.take() {
            None => gradient,
            Some(sum) => added(sum, gradient)?,
        });
        Ok(())
    }

    fn visit(&mut self, node: &Arc<Node>, mut gradients: Vec<Option<Tensor>>) -> Result<()> {
        let _event = step_event("autograd::engine::evaluate_function: ", node);
        let wanted: Vec<bool> = node.operands.iter().map(|operand| self.wants(operand.edge.as_ref())).collect();
        let goes_on = wanted.contains(&true);
        // As in PyTorch, hooks change a captured gradient only where the pass ends.
        if goes_on {
            self.capture(node, &gradients);
        }
        for (output, token) in node.hooks.lock().clone() {
            if let (Some(hook), Some(gradient)) = (hooks::get(&token), &gradients[output])
                && let Some(replaced) = hook(gradient)?
            {
                gradients[output] = Some(replaced);
            }
        }
        let retained: Vec<_> = node.retained.lock().clone();
        for (output, tensor) in retained {
            if let (Some(tensor), Some(gradient), Goal::Leaves) = (tensor.upgrade(), &gradients[output], &self.goal) {
                accumulate(&tensor, gradient.clone(), self.create_graph)?;
            }
        }
        if !goes_on {
            self.capture(node, &gradients);
            return self.passed(node);
        }
        let around = node.node_hooks.lock().clone();
        let gradients = hooks::before(&around, gradients)?;
        let of_forward = |mut error: TensorError| {
            error.origin.get_or_insert_with(|| Box::new((node.site, node_name(node))));
            error
        };
        let event = step_event("", node);
        if profile::events::records_shapes() {
            let shapes = gradients.iter().flatten().map(|gradient| profile::shape_of(&gradient.into())).collect();
            event.update(|event| event.shapes = shapes);
        }
        let (inputs, results) = self.unpack(node).map_err(of_forward)?;
        let cx = Context {
            op: &node.op,
            operands: &node.operands,
            outputs: &node.outputs,
            inputs,
            results,
            gradients,
            wanted,
        };
        let mut found = rules::gradients(&cx).map_err(of_forward)?;
        anomaly::check(node, &found).map_err(of_forward)?;
        let Context { wanted, gradients, .. } = cx;
        drop(event);
        if !around.is_empty() {
            found = self.hooked_after(node, &around, &gradients, found)?;
        }
        for ((operand, gradient), wanted) in node.operands.iter().zip(found).zip(wanted) {
            if let (Some(edge), Some(gradient), true) = (&operand.edge, gradient, wanted) {
                self.send(edge, gradient).map_err(of_forward)?;
            }
        }
        self.passed(node)
    }

    /// Runs the hooks after a node. They see its gradients in the order of the arguments that the node shows.
    fn hooked_after(
        &self,
        node: &Node,
        around: &[(Moment, Token)],
        outputs: &[Option<Tensor>],
        mut found: Gradients,
    ) -> Result<Gradients> {
        found.resize(node.operands.len(), None);
        let places = graph::places(node);
        let at = |place: &graph::Place| (*place).filter(|&at| self.wants(node.operands[at].edge.as_ref()));
        let shown = places.iter().map(|place| at(place).and_then(|at| found[at].clone())).collect();
        for (place, gradient) in places.into_iter().zip(hooks::after(around, outputs, shown)?) {
            if let Some(at) = place {
                found[at] = gradient;
            }
        }
        Ok(found)
    }

    /// Stores the requested gradients of a node's outputs.
    fn capture(&mut self, node: &Node, gradients: &[Option<Tensor>]) {
        let Goal::Inputs(places) = &self.goal else { return };
        for (output, gradient) in gradients.iter().enumerate() {
            let place = Place::Output(node.sequence, output);
            if let (true, Some(gradient)) = (places.contains(&place), gradient) {
                self.captured.insert(place, gradient.clone());
            }
        }
    }

    /// Updates the awaited leaves after a node was processed or skipped.
    fn passed(&mut self, node: &Node) -> Result<()> {
        if !self.awaited.is_empty() {
            for edge in node.operands.iter().filter_map(|operand| operand.edge.as_ref()) {
                self.arrived(edge)?;
            }
        }
        Ok(())
    }

    /// Counts an edge to a leaf as processed. After the last one, the gradient is complete and is accumulated during the pass.
    fn arrived(&mut self, edge: &Edge) -> Result<()> {
        let Target::Leaf(leaf) = &edge.target else { return Ok(()) };
        let Some(left) = self.awaited.get_mut(&leaf.id()) else { return Ok(()) };
        *left -= 1;
        if *left > 0 {
            return Ok(());
        }
        let at = self.leaf_places.get(&leaf.id()).copied();
        let Some(gradient) = at.and_then(|at| self.leaves[at].1.take()) else { return Ok(()) };
        match self.goal {
            Goal::Leaves => finish(leaf, gradient, self.create_graph),
            Goal::Inputs(_) => {
                self.captured.insert(Place::Leaf(leaf.id()), hooked(leaf, gradient)?);
                Ok(())
            }
        }
    }

    fn wants(&self, edge: Option<&Edge>) -> bool {
        match (edge.map(|edge| &edge.target), &self.goal, &self.useful) {
            (None, ..) => false,
            (_, Goal::Leaves, _) => true,
            (Some(Target::Leaf(leaf)), Goal::Inputs(places), _) => places.contains(&Place::Leaf(leaf.id())),
            (Some(Target::Node(node, _)), _, useful) => {
                useful.as_ref().is_none_or(|useful| useful.contains(&node.sequence))
            }
        }
    }

    /// Returns the saved tensors after checking their versions. Takes them from the node unless the graph is retained.
    fn unpack(&self, node: &Arc<Node>) -> Result<(Unpacked, Unpacked)> {
        let mut saved = node.saved.lock();
        let taken = match (&*saved, self.retain_graph) {
            (None, _) => {
                return Err(freed());
            }
            // A node that saves nothing has nothing to free, and may be processed again.
            (Some(kept), retain) if retain || node.keeps_nothing(kept) => {
                SavedTensors { inputs: kept.inputs.clone(), outputs: kept.outputs.clone() }
            }
            (Some(_), _) => saved.take().unwrap_or_default(),
        };
        drop(saved);
        let outputs = taken.outputs.iter().enumerate().map(|(i, saved)| (Some(i), saved));
        for (output, saved) in taken.inputs.iter().map(|saved| (None, saved)).chain(outputs) {
            if let Some(Saved { tensor, version, .. }) = saved
                && tensor.version() != *version
            {
                return Err(modified(node, output, tensor, *version));
            }
        }
        let unpack = |saved: Vec<Option<Saved>>| -> Result<Unpacked> {
            saved.into_iter().map(|saved| saved.map(|saved| self.value(saved)).transpose()).collect()
        };
        let inputs = unpack(taken.inputs)?;
        let mut results = unpack(taken.outputs)?;
        if self.create_graph {
            for (i, result) in results.iter_mut().enumerate() {
                if let Some(tensor) = result {
                    let alias = tensor.detach();
                    alias.autograd().lock().history = Some((node.clone(), i));
                    *result = Some(alias);
                }
            }
        }
        Ok((inputs, results))
    }

    /// The value of a saved tensor, unpacked if a hook packed it.
    fn value(&self, saved: Saved) -> Result<Tensor> {
        let Some(unpack) = saved.packed.as_ref().and_then(hooks::packed) else {
            return Ok(saved.tensor);
        };
        let value = unpack(self.create_graph)?;
        let history = saved.tensor.autograd().lock().history.clone();
        match history.filter(|_| self.create_graph) {
            Some(history) => {
                let value = value.detach();
                value.autograd().lock().history = Some(history);
                Ok(value)
            }
            None => Ok(value),
        }
    }

    /// Adds the computed gradients to the leaves' `.grad`.
    pub fn accumulate(mut self) -> Result<()> {
        for (leaf, gradient) in std::mem::take(&mut self.leaves) {
            if let Some(gradient) = gradient {
                finish(&leaf, gradient, self.create_graph)?;
            }
        }
        Ok(())
    }

    /// Returns the gradients of the requested inputs.
    pub fn of_inputs(mut self, inputs: &[Tensor]) -> Result<Vec<Option<Tensor>>> {
        for (leaf, gradient) in std::mem::take(&mut self.leaves) {
            if let Some(gradient) = gradient {
                self.captured.insert(Place::Leaf(leaf.id()), hooked(&leaf, gradient)?);
            }
        }
        Ok(inputs.iter().map(|input| self.captured.get(&place(input)?).cloned()).collect())
    }
}

/// For each leaf with a hook, counts the edges that lead to it from nodes reachable from the roots.
fn awaited(roots: &[Edge]) -> HashMap<usize, usize> {
    let mut counts = HashMap::new();
    let mut seen = HashSet::new();
    let mut open: Vec<Arc<Node>> = Vec::new();
    let mut follow = |edge: &Edge, open: &mut Vec<Arc<Node>>| match &edge.target {
        Target::Leaf(leaf) if hooks::awaits(leaf) => {
            *counts.entry(leaf.id()).or_insert(0) += 1;
        }
        Target::Leaf(_) => {}
        Target::Node(node, _) => {
            if seen.insert(node.sequence) {
                open.push(node.clone());
            }
        }
    };
    roots.iter().for_each(|edge| follow(edge, &mut open));
    while let Some(node) = open.pop() {
        node.operands.iter().filter_map(|operand| operand.edge.as_ref()).for_each(|edge| follow(edge, &mut open));
    }
    counts
}

/// Adds a leaf's gradient to its `.grad` and runs the hooks before and after.
fn finish(leaf: &Tensor, gradient: Tensor, create_graph: bool) -> Result<()> {
    let mut gradient = hooked(leaf, gradient)?;
    let around = leaf.autograd().lock().node_hooks.clone();
    if !around.is_empty()
        && let Some(Some(replaced)) = hooks::before(&around, vec![Some(gradient.clone())])?.pop()
    {
        gradient = replaced;
    }
    let given = (!around.is_empty()).then(|| gradient.clone());
    let _around = accumulation("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad");
    let within = accumulation("torch::autograd::AccumulateGrad");
    if profile::events::records_shapes() {
        within.update(|event| event.shapes = vec![profile::shape_of(&(&gradient).into())]);
    }
    accumulate(leaf, gradient, create_graph)?;
    drop(within);
    let after = leaf.autograd().lock().post_accumulate_hooks.clone();
    for hook in after.iter().filter_map(hooks::get) {
        hook(leaf)?;
    }
    hooks::after(&around, &[given], Vec::new())?;
    Ok(())
}

/// The profiler's event for a step of the pass.
fn step_event(prefix: &str, node: &Node) -> Entered {
    if !profile::events::is_on() {
        return Entered::NONE;
    }
    let event = profile::events::enter(Kind::Backward, format!("{prefix}{}", node_name(node)), false);
    event.update(|event| event.sequence = Some(node.sequence));
    event
}

fn accumulation(name: &'static str) -> Entered {
    match profile::events::is_on() {
        true => profile::events::enter(Kind::Backward, name, false),
        false => Entered::NONE,
    }
}

fn hooked(leaf: &Tensor, mut gradient: Tensor) -> Result<Tensor> {
    let tokens = leaf.autograd().lock().hooks.clone();
    for hook in tokens.iter().filter_map(hooks::get) {
        if let Some(replaced) = hook(&gradient)? {
            gradient = replaced;
        }
    }
    Ok(gradient)
}

/// The nodes from which at least one of the places can be reached.
fn useful(roots: &[Edge], places: &HashSet<Place>) -> HashSet<u64> {
    // Producers are older. In order of age, each node's answer depends only on nodes already processed.
    let mut nodes: BTreeMap<u64, Arc<Node>> = BTreeMap::new();
    let mut open: Vec<Arc<Node>> = Vec::new();
    let target = |edge: &Edge| match &edge.target {
        Target::Node(node, _) => Some(node.clone()),
        Target::Leaf(_) => None,
    };
    open.extend(roots.iter().filter_map(target));
    while let Some(node) = open.pop() {
        if nodes.insert(node.sequence, node.clone()).is_none() {
            open.extend(node.operands.iter().filter_map(|operand| operand.edge.as_ref()).filter_map(target));
        }
    }
    let mut useful = HashSet::new();
    for (sequence, node) in nodes {
        let leads = node.operands.iter().filter_map(|operand| operand.edge.as_ref()).any(|edge| match &edge.target {
            Target::Leaf(leaf) => places.contains(&Place::Leaf(leaf.id())),
            Target::Node(node, _) => useful.contains(&node.sequence),
        });
        let is_place = (0..node.outputs.len()).any(|i| places.contains(&Place::Output(sequence, i)));
        if leads || is_place {
            useful.insert(sequence);
        }
    }
    useful
}

/// Adds two gradients, in the first one's memory if it has no other reference.
fn added(sum: Tensor, gradient: Tensor) -> Result<Tensor> {
    // A sparse gradient is added to a dense one, not the other way round.
    let (sum, gradient) = if sum.is_sparse() && !gradient.is_sparse() { (gradient, sum) } else { (sum, gradient) };
    let in_place = !grad_mode::is_enabled() && sum.is_unshared() && sum.is_contiguous();
    let add = Op::Pointwise { function: Pointwise::Add, parameters: [0.0; 2] };
    if in_place {
        engine::run_into(add, &[(&sum).into(), (&gradient).into()], &sum)?;
        return Ok(sum);
    }
    engine::run(add, &[(&sum).into(), (&gradient).into()])
}

/// Adds to a tensor's `.grad`.
fn accumulate(tensor: &Tensor, gradient: Tensor, create_graph: bool) -> Result<()> {
    let add = Op::Pointwise { function: Pointwise::Add, parameters: [0.0; 2] };
    let sum = match tensor.grad() {
        Some(grad) if grad.is_sparse() && !gradient.is_sparse() => {
            engine::run(add, &[(&gradient).into(), (&grad).into()])?
        }
        None if gradient.is_sparse() && !create_graph => gradient.detach(),
        Some(grad) if !create_graph => {
            grad_mode::with(false, || engine::run_into(add, &[(&grad).into(), (&gradient).into()], &grad))?;
            return Ok(());
        }
        Some(grad) => engine::run(add, &[(&grad).into(), (&gradient).into()])?,
        None if create_graph => laid_out_like(tensor, &gradient)?,
        None => {
            let own = gradient.detach();
            drop(gradient);
            // A gradient without other references becomes the `.grad` itself.
            match own.is_unshared() && own.layout().lies_like(&Order::kept(tensor.layout())) {
                true => own,
                false => grad_mode::with(false, || laid_out_like(tensor, &own))?,
            }
        }
    };
    tensor.set_grad(Some(sum));
    Ok(())
}

/// Copies a gradient to the tensor's order of dimensions, without gaps (PyTorch's layout contract of `.grad`).
fn laid_out_like(tensor: &Tensor, gradient: &Tensor) -> Result<Tensor> {
    engine::copy_in(Order::of_format(MemoryFormat::Preserve, tensor.layout()), gradient)
}

/// The error for saved tensors of a freed graph.
pub(super) fn freed() -> TensorError {
    TensorError::runtime(
        "Trying to backward through the graph a second time (or directly access saved tensors after they have already been \
         freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify \
         retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after \
         calling backward.",
    )
}

/// The error for a saved tensor that was modified. `output` is its index in the node that saved it, `None` for an operand.
pub(super) fn modified(node: &Arc<Node>, output: Option<usize>, tensor: &Tensor, expected: u64) -> TensorError {
    let scalar = tensor.dtype().scalar_name();
    let kind = if tensor.device().is_cuda() { "torch.cuda." } else { "torch." };
    let made_by = match (output, &tensor.autograd().lock().history) {
        (Some(i), _) => format!(", which is output {i} of {},", node_name(node)),
        (None, Some((made_by, i))) => format!(", which is output {i} of {},", node_name(made_by)),
        (None, None) => String::new(),
    };
    TensorError::runtime(format!(
        "one of the variables needed for gradient computation has been modified by an inplace operation: \
         [{kind}{scalar}Tensor {:?}]{made_by} is at version {}; expected version {expected} instead. Hint: enable \
         anomaly detection to find the operation that failed to compute its gradient, with \
         torch.autograd.set_detect_anomaly(True, check_nan=False).",
        tensor.shape(),
        tensor.version()
    ))
}
