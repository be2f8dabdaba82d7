//! The cycle collector; reference counting frees everything else.
//!
//! Every mutable container that can be part of a cycle (lists, dicts, cells) is registered when created, an instance once it
//! holds another object. A collection walks from some of them and counts, for each object reached, the references from inside the
//! walk. An object with more references than that is referenced from outside, and keeps everything it reaches alive. The rest is
//! garbage, and is cleared.
//!
//! Most containers die young. So a running cell collects only the young ones, some ten thousand at a time, and all of them when
//! their number has doubled. A walk from the young skips old objects: references from them count as references from outside. A
//! walk stopped by an interrupt changes nothing.

pub mod inspect;
pub(crate) mod registry;

use crate::object::{self, IterState};
use crate::vm::finalizers::finalize_soon;
use crate::{Class, Value, Vm};
use hashbrown::HashMap;
use registry::{Extent, MANY, Mark, REGISTRY, Registry, Tracked};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

/// A node of the object graph: values, and parts of objects that are not values themselves.
#[derive(Clone)]
pub(crate) enum Node {
    Value(Value),
    Cell(Rc<object::Cell>),
    /// The dict inside a class or module shares its node with a Value::Dict of the same address.
    Class(Rc<Class>),
}

/// The graph node of a registered container; None for one that has died.
fn node(entry: &Tracked) -> Option<Node> {
    match entry.upgrade()?.value() {
        Ok(value) => Some(Node::Value(value)),
        Err(variable) => variable.downcast().ok().map(Node::Cell),
    }
}

impl Node {
    pub fn part(&self) -> Part<'_> {
        match self {
            Node::Value(value) => Part::Value(value),
            Node::Cell(cell) => Part::Cell(cell),
            Node::Class(class) => Part::Class(class),
        }
    }
}

/// A borrowed node: most nodes are met repeatedly, and visiting one changes no reference count.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    Value(&'a Value),
    Cell(&'a Rc<object::Cell>),
    Class(&'a Rc<Class>),
}

impl<'a> Part<'a> {
    pub fn node(self) -> Node {
        match self {
            Part::Value(value) => Node::Value(value.clone()),
            Part::Cell(cell) => Node::Cell(cell.clone()),
            Part::Class(class) => Node::Class(class.clone()),
        }
    }
    fn mark(self) -> Option<&'a Mark> {
        match self {
            Part::Cell(cell) => Some(&cell.mark),
            Part::Class(class) | Part::Value(Value::Class(class)) => Some(&class.mark),
            Part::Value(Value::List(list)) => Some(&list.mark),
            Part::Value(Value::Dict(dict)) => Some(&dict.mark),
            Part::Value(Value::Instance(instance)) => Some(instance.mark()),
            Part::Value(Value::Tuple(tuple)) => Some(&tuple.mark),
            Part::Value(Value::Set(set)) => Some(&set.mark),
            _ => None,
        }
    }
    /// Whether an earlier walk has met it, or it lives as long as the notebook.
    fn is_old(self) -> bool {
        matches!(self, Part::Class(_) | Part::Value(Value::Class(_) | Value::Module(_)))
            || self.mark().is_some_and(|Mark(mark)| mark.get() != (0, 0))
    }
}

struct Known {
    node: Node,
    inside: u32,
    live: bool,
}

/// The objects of one walk.
struct Graph {
    number: u32,
    extent: Extent,
    known: Vec<Known>,
    /// Positions of nodes without a mark, by address.
    unmarked: HashMap<usize, u32>,
}

/// The error that stops a walk.
struct Interrupted;

/// The number of objects between two polls for an interrupt.
const STRIDE: usize = 4096;

impl Graph {
    fn new(extent: Extent) -> Graph {
        thread_local!(static NUMBER: Cell<u32> = const { Cell::new(0) });
        let number = NUMBER.get().wrapping_add(1);
        NUMBER.set(number);
        Graph { number, extent, known: Vec::new(), unmarked: HashMap::new() }
    }
    fn place(&self, part: Part) -> Option<u32> {
        match part.mark() {
            Some(Mark(mark)) => {
                let (number, place) = mark.get();
                (number == self.number).then_some(place)
            }
            None => self.unmarked.get(&address(part)).copied(),
        }
    }
    fn add(&mut self, node: Node, inside: u32) {
        let place = self.known.len() as u32;
        match node.part().mark() {
            Some(Mark(mark)) => mark.set((self.number, place)),
            None => drop(self.unmarked.insert(address(node.part()), place)),
        }
        self.known.push(Known { node, inside, live: false });
    }
    /// Counts a reference from inside.
    fn refer(&mut self, part: Part) {
        if leads_nowhere(part) {
            return;
        }
        if let Some(place) = self.place(part) {
            self.known[place as usize].inside += 1;
        } else if self.extent == Extent::All || !part.is_old() {
            self.add(part.node(), 1);
        }
    }
    /// Finds all objects reachable from the graph's, and counts the references between them.
    fn spread(&mut self, interrupted: &dyn Fn() -> bool) -> Result<(), Interrupted> {
        let mut next = 0;
        while next < self.known.len() {
            if next.is_multiple_of(STRIDE) && interrupted() {
                return Err(Interrupted);
            }
            let node = self.known[next].node.clone();
            if let Node::Class(class) | Node::Value(Value::Class(class)) = &node {
                class.forget_lookups();
            }
            children(node.part(), &mut |child| self.refer(child));
            next += 1;
        }
        Ok(())
    }
    /// Marks objects referenced from outside, and everything they reach.
    fn mark_live(&mut self, interrupted: &dyn Fn() -> bool) -> Result<(), Interrupted> {
        // One reference is the graph's own.
        let held = |known: &Known| count(&known.node) > known.inside as usize + 1;
        let mut reached: Vec<u32> = (0..).zip(&self.known).filter(|(_, known)| held(known)).map(|(at, _)| at).collect();
        let mut steps = 0_usize;
        while let Some(at) = reached.pop() {
            let known = &mut self.known[at as usize];
            if std::mem::replace(&mut known.live, true) {
                continue;
            }
            steps += 1;
            if steps.is_multiple_of(STRIDE) && interrupted() {
                return Err(Interrupted);
            }
            let node = known.node.clone();
            children(node.part(), &mut |child| {
                if !leads_nowhere(child) {
                    reached.extend(self.place(child).filter(|&at| !self.known[at as usize].live));
                }
            });
        }
        Ok(())
    }
}

pub(crate) fn address(part: Part) -> usize {
    match part {
        Part::Value(value) => value.address(),
        Part::Cell(cell) => Rc::as_ptr(cell).cast::<()>() as usize,
        Part::Class(class) => Rc::as_ptr(class).cast::<()>() as usize,
    }
}

/// Whether a part refers to nothing.
pub(crate) fn leads_nowhere(part: Part) -> bool {
    match part {
        Part::Value(value) => {
            value.is_plain() || matches!(value, Value::Str(_) | Value::BigInt(_) | Value::Bytes(_) | Value::Range(_))
        }
        _ => false,
    }
}

/// The reference count of the object, including the one in `node`.
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

/// Visits the objects that an object refers to.
pub(crate) fn children(part: Part, visit: &mut dyn FnMut(Part)) {
    let value = match part {
        Part::Cell(cell) => {
            if let Ok(value) = cell.value.try_borrow() {
                visit(Part::Value(&value));
            }
            return;
        }
        Part::Class(class) => return class_children(class, visit),
        Part::Value(value) => value,
    };
    match value {
        Value::Tuple(tuple) => tuple.iter().for_each(|item| visit(Part::Value(item))),
        Value::List(list) => {
            if let Ok(items) = list.items.try_borrow() {
                items.iter().for_each(|item| visit(Part::Value(item)));
            }
        }
        Value::Dict(dict) => dict.trace(&mut |item| visit(Part::Value(item))),
        Value::Set(set) => set.trace(&mut |item| visit(Part::Value(item))),
        Value::Slice(slice) => {
            for bound in [&slice.start, &slice.stop, &slice.step] {
                visit(Part::Value(bound));
            }
        }
        Value::Function(function) => {
            function.closure.iter().for_each(|cell| visit(Part::Cell(cell)));
            // Each array of defaults belongs to one function only.
            function.defaults.borrow().iter().for_each(|item| visit(Part::Value(item)));
            function.trace_keyword_defaults(&mut |item| visit(Part::Value(&item)));
            if let Some(dict) = function.dict.get() {
                visit(Part::Value(&Value::Dict(dict.clone())));
            }
            visit(Part::Value(&function.known_annotations()));
            visit(Part::Value(&function.type_parameters.borrow()));
            visit(Part::Value(&Value::Module(function.globals.clone())));
        }
        Value::Method(method) => {
            visit(Part::Value(&method.receiver));
            visit(Part::Value(&method.function));
        }
        Value::Class(class) => class_children(class, visit),
        Value::Instance(instance) => {
            visit(Part::Class(&instance.class.borrow()));
            if let Some(dict) = instance.known_dict() {
                visit(Part::Value(&Value::Dict(dict.clone())));
            }
            if instance.known_dict().is_none() || instance.is_split() {
                instance.slots().trace(&mut |item| visit(Part::Value(item)));
            }
            visit(Part::Value(instance.payload()));
        }
        Value::Module(module) => visit(Part::Value(&Value::Dict(module.dict.clone()))),
        Value::Iter(iter) => {
            if let Ok(state) = iter.state.try_borrow() {
                match &*state {
                    IterState::List { list, .. } => visit(Part::Value(&Value::List(list.clone()))),
                    IterState::Tuple { tuple, .. } => visit(Part::Value(&Value::Tuple(tuple.clone()))),
                    IterState::Entries { dict, .. } => visit(Part::Value(&Value::Dict(dict.clone()))),
                    IterState::Set { set, .. } => visit(Part::Value(&Value::Set(set.clone()))),
                    IterState::Items { object, .. } | IterState::Repeat { object, .. } => visit(Part::Value(object)),
                    IterState::Enumerate { inner, .. } => visit(Part::Value(inner)),
                    IterState::Zip { first, second } => {
                        visit(Part::Value(first));
                        visit(Part::Value(second));
                    }
                    IterState::Generator(generator) => generator.trace(&mut |item| visit(Part::Value(item))),
                    _ => {}
                }
            }
        }
        Value::Native(object) => object.trace(&mut |item| visit(Part::Value(item))),
        _ => {}
    }
}

fn class_children(class: &Rc<Class>, visit: &mut dyn FnMut(Part)) {
    visit(Part::Value(&Value::Dict(class.dict.clone())));
    class.all_above().into_iter().chain(class.metaclass().cloned()).for_each(|base| visit(Part::Class(&base)));
}

/// Frees all cyclic garbage; returns the number of objects found.
pub fn collect() -> usize {
    collect_from(Extent::All, &|| false)
}

/// Frees the garbage of a cell when it ends. With millions of objects, old ones are scanned only occasionally.
pub(crate) fn collect_at_end_of_cell() -> usize {
    collect_from(REGISTRY.with_borrow(Registry::due_at_end_of_cell), &|| false)
}

impl Vm {
    /// Frees cyclic garbage if the registry requested it.
    pub(super) fn collect_when_asked(&mut self) {
        let extent = REGISTRY.with_borrow_mut(|registry| {
            registry.asked = false;
            if registry.old.len() >= registry.collect_at { Extent::All } else { Extent::Young }
        });
        collect_from(extent, &|| self.is_interrupted());
    }
}

fn collect_from(extent: Extent, interrupted: &dyn Fn() -> bool) -> usize {
    let began = Instant::now();
    let mut graph = Graph::new(extent);
    REGISTRY.with_borrow_mut(|registry| {
        if extent == Extent::All {
            registry.grow_old();
        }
        let Registry { newest, young, old, .. } = registry;
        let from: [&[Tracked]; 2] = if extent == Extent::All { [old, &[]] } else { [young, newest] };
        graph.known.reserve(from.iter().map(|entries| entries.len()).sum());
        from.into_iter().flatten().filter_map(node).for_each(|node| graph.add(node, 0));
    });
    let walked = graph.spread(interrupted).and_then(|()| graph.mark_live(interrupted));
    if walked.is_err() {
        return 0;
    }
    graph.known.retain(|known| !known.live);
    let found = graph.known.len();
    // Finalizers must see all objects that they refer to. Objects that are still garbage afterwards are freed by the next collection.
    let last_words: Vec<Value> = (graph.known.iter())
        .filter_map(|known| match &known.node {
            Node::Value(Value::Instance(instance)) if instance.begins_to_end() => {
                Some(Value::Instance(instance.clone()))
            }
            _ => None,
        })
        .collect();
    if !last_words.is_empty() {
        finalize_soon(last_words);
        return found;
    }
    for Known { node, .. } in &graph.known {
        match node {
            Node::Value(Value::List(list)) => {
                drop(list.items.try_borrow_mut().map(|mut items| std::mem::take(&mut *items)))
            }
            Node::Value(Value::Dict(dict)) => dict.clear(),
            Node::Value(Value::Instance(instance)) => {
                instance.dict().clear();
                instance.slots().clear();
            }
            Node::Cell(cell) => drop(cell.value.try_borrow_mut().map(|mut value| std::mem::take(&mut *value))),
            _ => {}
        }
    }
    drop(graph);
    REGISTRY.with_borrow_mut(|registry| {
        registry.grow_old();
        if extent == Extent::All {
            if found > 0 {
                registry.sweep();
            }
            registry.collect_at = (registry.old.len() * 2).max(MANY);
            registry.last = Some((Instant::now(), began.elapsed()));
        }
    });
    found
}
