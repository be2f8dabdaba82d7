//! Cycles: reference counting frees everything else.
//!
//! Every mutable container through which a cycle can close (lists, dicts, cells) is registered when made, an instance once
//! it holds another object. A collection
//! counts, for each object reachable from them, the references that come from inside; an object with more references
//! than that is held from outside and keeps all it reaches. What is left is garbage, and is emptied.

use super::object::{Cell, Dict, Instance, IterState, List};
use super::{Builtin, Class, Value};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::{Rc, Weak};

enum Tracked {
    List(Weak<List>),
    Dict(Weak<Dict>),
    Cell(Weak<Cell>),
    Instance(Weak<Instance>),
}

impl Tracked {
    fn alive(&self) -> bool {
        match self {
            Tracked::List(list) => list.strong_count() > 0,
            Tracked::Dict(dict) => dict.strong_count() > 0,
            Tracked::Cell(cell) => cell.strong_count() > 0,
            Tracked::Instance(instance) => instance.strong_count() > 0,
        }
    }
}

/// Most containers die young: the latest are looked through often, while they are at hand, and what has outlived that is
/// looked through when it has doubled.
struct Registry {
    young: Vec<Tracked>,
    old: Vec<Tracked>,
    /// Length at which dead entries among the old are swept.
    sweep_at: usize,
    /// How many there may be before cycles are looked for within a cell.
    collect_at: usize,
}

/// Fewer containers are not worth a look before the cell ends.
const WORTH: usize = 200_000;

/// Runs at the next safe point.
static COLLECT: Builtin = Builtin::new("gc._collect", "()", "Free cyclic garbage.", |_, _| {
    collect();
    Ok(Value::None)
});

const YOUNG: usize = 256;

impl Registry {
    #[inline]
    fn push(&mut self, entry: Tracked) {
        if self.young.len() >= YOUNG {
            self.age();
        }
        self.young.push(entry);
    }
    #[cold]
    fn age(&mut self) {
        if self.old.len() >= self.sweep_at {
            self.sweep();
            if self.old.len() >= self.collect_at {
                self.collect_at = self.old.len() * 2;
                super::vm::at_safe_point(Value::Builtin(&COLLECT));
            }
        }
        self.old.extend(self.young.drain(..).filter(Tracked::alive));
    }
    fn sweep(&mut self) {
        self.old.retain(Tracked::alive);
        self.sweep_at = (self.old.len() * 2).max(4096);
    }
}

thread_local! {
    static REGISTRY: RefCell<Registry> = const { RefCell::new(Registry { young: Vec::new(), old: Vec::new(), sweep_at: 4096, collect_at: WORTH }) };
}

fn track(entry: Tracked) {
    // Values that die while the thread ends need no tracking.
    let _ = REGISTRY.try_with(|registry| {
        if let Ok(mut registry) = registry.try_borrow_mut() {
            registry.push(entry);
        }
    });
}
pub(crate) fn track_list(list: &Rc<List>) {
    track(Tracked::List(Rc::downgrade(list)));
}
pub(crate) fn track_dict(dict: &Rc<Dict>) {
    track(Tracked::Dict(Rc::downgrade(dict)));
}
pub(crate) fn track_cell(cell: &Rc<Cell>) {
    track(Tracked::Cell(Rc::downgrade(cell)));
}
pub(crate) fn track_instance(instance: &Rc<Instance>) {
    track(Tracked::Instance(Rc::downgrade(instance)));
}

/// An object of the graph: values, and the parts of objects that are no values themselves.
#[derive(Clone)]
pub(super) enum Node {
    Value(Value),
    Cell(Rc<Cell>),
    /// The dict inside a class or module shares its node with a Value::Dict of the same address.
    Class(Rc<Class>),
}

struct Known {
    node: Node,
    inside: usize,
    live: bool,
}

#[derive(Default)]
struct Graph {
    known: HashMap<usize, Known>,
    queue: Vec<usize>,
}

impl Graph {
    /// Notes a reference to an object; new objects are queued.
    fn refer(&mut self, node: Node, from_inside: bool) {
        let address = address(&node);
        if address == 0 {
            return;
        }
        let queue = &mut self.queue;
        let known = self.known.entry(address).or_insert_with(|| {
            queue.push(address);
            Known { node, inside: 0, live: false }
        });
        known.inside += usize::from(from_inside);
    }
}

pub(super) fn address(node: &Node) -> usize {
    match node {
        Node::Value(value) => match value {
            Value::Str(_) | Value::BigInt(_) | Value::Bytes(_) | Value::Range(_) | Value::Builtin(_) => 0,
            value => value.address(),
        },
        Node::Cell(cell) => Rc::as_ptr(cell).cast::<()>() as usize,
        Node::Class(class) => Rc::as_ptr(class).cast::<()>() as usize,
    }
}

/// How many references the object has, the one in `node` among them.
fn count(node: &Node) -> usize {
    match node {
        Node::Cell(cell) => Rc::strong_count(cell),
        Node::Class(class) => Rc::strong_count(class),
        Node::Value(value) => match value {
            Value::Tuple(x) => Rc::strong_count(x),
            Value::List(x) => Rc::strong_count(x),
            Value::Dict(x) => Rc::strong_count(x),
            Value::Set(x) => Rc::strong_count(x),
            Value::Slice(x) => Rc::strong_count(x),
            Value::Function(x) => Rc::strong_count(x),
            Value::Method(x) => Rc::strong_count(x),
            Value::Class(x) => Rc::strong_count(x),
            Value::Instance(x) => Rc::strong_count(x),
            Value::Module(x) => Rc::strong_count(x),
            Value::Iter(x) => Rc::strong_count(x),
            Value::Native(x) => Rc::strong_count(x),
            _ => 0,
        },
    }
}

/// Visits what an object refers to.
pub(super) fn children(node: &Node, visit: &mut dyn FnMut(Node)) {
    let value = match node {
        Node::Cell(cell) => {
            if let Ok(value) = cell.value.try_borrow() {
                visit(Node::Value(value.clone()));
            }
            return;
        }
        Node::Class(class) => return class_children(class, visit),
        Node::Value(value) => value,
    };
    match value {
        Value::Tuple(tuple) => tuple.iter().for_each(|item| visit(Node::Value(item.clone()))),
        Value::List(list) => {
            if let Ok(items) = list.items.try_borrow() {
                items.iter().for_each(|item| visit(Node::Value(item.clone())));
            }
        }
        Value::Dict(dict) => dict.trace(&mut |item| visit(Node::Value(item.clone()))),
        Value::Set(set) => set.trace(&mut |item| visit(Node::Value(item.clone()))),
        Value::Slice(slice) => {
            for part in [&slice.start, &slice.stop, &slice.step] {
                visit(Node::Value(part.clone()));
            }
        }
        Value::Function(function) => {
            function.closure.iter().for_each(|cell| visit(Node::Cell(cell.clone())));
            // The arrays of defaults are shared by nobody else.
            function.defaults.borrow().iter().for_each(|item| visit(Node::Value(item.clone())));
            function.keyword_defaults.borrow().iter().for_each(|item| visit(Node::Value(item.clone())));
            if let Some(dict) = function.dict.get() {
                visit(Node::Value(Value::Dict(dict.clone())));
            }
            visit(Node::Value(function.annotations.borrow().clone()));
            visit(Node::Value(Value::Module(function.globals.clone())));
        }
        Value::Method(method) => {
            visit(Node::Value(method.receiver.clone()));
            visit(Node::Value(method.function.clone()));
        }
        Value::Class(class) => class_children(class, visit),
        Value::Instance(instance) => {
            visit(Node::Class(instance.class.borrow().clone()));
            match instance.known_dict() {
                Some(dict) => visit(Node::Value(Value::Dict(dict.clone()))),
                None => instance.dict().trace(&mut |item| visit(Node::Value(item.clone()))),
            }
            visit(Node::Value(instance.payload().clone()));
        }
        Value::Module(module) => visit(Node::Value(Value::Dict(module.dict.clone()))),
        Value::Iter(iter) => {
            if let Ok(state) = iter.state.try_borrow() {
                match &*state {
                    IterState::List { list, .. } => visit(Node::Value(Value::List(list.clone()))),
                    IterState::Tuple { tuple, .. } => visit(Node::Value(Value::Tuple(tuple.clone()))),
                    IterState::Entries { dict, .. } => visit(Node::Value(Value::Dict(dict.clone()))),
                    IterState::Set { set, .. } => visit(Node::Value(Value::Set(set.clone()))),
                    IterState::Items { object, .. } | IterState::Repeat { object, .. } => {
                        visit(Node::Value(object.clone()))
                    }
                    IterState::Enumerate { inner, .. } => visit(Node::Value(inner.clone())),
                    IterState::Zip { first, second } => {
                        visit(Node::Value(first.clone()));
                        visit(Node::Value(second.clone()));
                    }
                    IterState::Generator(generator) => {
                        super::vm::trace_generator(generator, &mut |item| visit(Node::Value(item.clone())))
                    }
                    _ => {}
                }
            }
        }
        Value::Native(object) => object.trace(&mut |item| visit(Node::Value(item.clone()))),
        _ => {}
    }
}

fn class_children(class: &Rc<Class>, visit: &mut dyn FnMut(Node)) {
    visit(Node::Value(Value::Dict(class.dict.clone())));
    class.bases.iter().chain(&class.ancestors).for_each(|base| visit(Node::Class(base.clone())));
}

/// Frees cyclic garbage; gives the number of objects found.
pub fn collect() -> usize {
    let containers = REGISTRY.with_borrow_mut(|registry| {
        registry.age();
        registry.sweep();
        registry
            .old
            .iter()
            .filter_map(|entry| match entry {
                Tracked::List(list) => list.upgrade().map(|list| Node::Value(Value::List(list))),
                Tracked::Dict(dict) => dict.upgrade().map(|dict| Node::Value(Value::Dict(dict))),
                Tracked::Cell(cell) => cell.upgrade().map(Node::Cell),
                Tracked::Instance(instance) => {
                    instance.upgrade().map(|instance| Node::Value(Value::Instance(instance)))
                }
            })
            .collect::<Vec<Node>>()
    });
    let mut graph = Graph::default();
    // In the order in which they became known.
    let instances: Vec<usize> =
        containers.iter().filter(|node| matches!(node, Node::Value(Value::Instance(_)))).map(address).collect();
    containers.into_iter().for_each(|node| graph.refer(node, false));
    while let Some(address) = graph.queue.pop() {
        let node = graph.known[&address].node.clone();
        if let Node::Class(class) | Node::Value(Value::Class(class)) = &node {
            class.forget_lookups();
        }
        children(&node, &mut |child| graph.refer(child, true));
    }
    // One reference is the graph's own.
    let mut reached: Vec<usize> = graph
        .known
        .iter()
        .filter(|(_, known)| count(&known.node) > known.inside + 1)
        .map(|(address, _)| *address)
        .collect();
    while let Some(address) = reached.pop() {
        let Some(known) = graph.known.get_mut(&address) else {
            continue;
        };
        if std::mem::replace(&mut known.live, true) {
            continue;
        }
        let node = known.node.clone();
        children(&node, &mut |child| reached.push(self::address(&child)));
    }
    graph.known.retain(|_, known| !known.live);
    // Those that have something left to do see all that they refer to. What is still garbage then goes the next time.
    let last_words: Vec<Value> = instances
        .iter()
        .filter_map(|address| match &graph.known.get(address)?.node {
            Node::Value(Value::Instance(instance)) if instance.begins_to_end() => {
                Some(Value::Instance(instance.clone()))
            }
            _ => None,
        })
        .collect();
    if !last_words.is_empty() {
        let found = graph.known.len();
        super::vm::finalize_soon(last_words);
        return found;
    }
    let garbage: Vec<Node> = graph.known.into_values().map(|known| known.node).collect();
    for node in &garbage {
        match node {
            Node::Value(Value::List(list)) => {
                drop(list.items.try_borrow_mut().map(|mut items| std::mem::take(&mut *items)))
            }
            Node::Value(Value::Dict(dict)) => dict.clear(),
            Node::Value(Value::Instance(instance)) => instance.dict().clear(),
            Node::Cell(cell) => drop(cell.value.try_borrow_mut().map(|mut value| std::mem::take(&mut *value))),
            _ => {}
        }
    }
    let found = garbage.len();
    drop(garbage);
    REGISTRY.with_borrow_mut(|registry| {
        registry.sweep();
        registry.collect_at = (registry.old.len() * 2).max(WORTH);
    });
    found
}
