//! Finds the variables through which a program reaches its native objects, for reports that must name an owner.
//!
//! Searches breadth first from the notebook's names, then from the locals of running functions, so that an object is reported
//! under its nearest name. A second mark records the only name that keeps it alive: deleting a name frees only the objects
//! that no other name reaches.

use super::compile::CodeKind;
use super::gc::{Node, address, children, leads_nowhere};
use super::source::SourceKind;
use super::vm::Frame;
use super::{Value, Vm};
use std::collections::hash_map::{Entry, HashMap};
use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

/// A native object and the names that lead to it.
#[derive(Clone)]
pub struct Held {
    pub object: Value,
    /// The shortest path: `history`, `trainer.losses`, `batch in step()`.
    pub path: Rc<str>,
    pub hangs: Hangs,
    /// Whether only a local of a running function leads to it, and no name of the notebook.
    pub local: bool,
}

/// The variables that keep an object alive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hangs {
    /// Only this one: the object is freed with the variable.
    On(Rc<str>),
    OnSeveral,
}

/// A breadth-first walk over a graph from named roots. Nodes have numeric keys; `W` is the path by which one was first reached.
pub struct Spread<N, W> {
    seen: HashMap<usize, Seen<N, W>>,
    queue: VecDeque<usize>,
    pass: usize,
}

/// What a walk recorded about a node.
pub struct Seen<N, W> {
    pub node: N,
    pub way: W,
    pub hangs: Hangs,
    pub pass: usize,
    order: usize,
}

impl<N, W> Default for Spread<N, W> {
    fn default() -> Self {
        Spread { seen: HashMap::new(), queue: VecDeque::new(), pass: 0 }
    }
}

impl<N: Clone, W: Clone> Spread<N, W> {
    /// Records that a path leads to a node. A known node is visited again if this changes which roots keep it alive.
    pub fn reach(&mut self, number: usize, node: N, way: &W, hangs: &Hangs) {
        let order = self.seen.len();
        match self.seen.entry(number) {
            Entry::Vacant(entry) => {
                entry.insert(Seen { node, way: way.clone(), hangs: hangs.clone(), pass: self.pass, order });
                self.queue.push_back(number);
            }
            Entry::Occupied(mut entry) => {
                let seen = entry.get_mut();
                if seen.pass == self.pass && seen.hangs != Hangs::OnSeveral && seen.hangs != *hangs {
                    seen.hangs = Hangs::OnSeveral;
                    self.queue.push_back(number);
                }
            }
        }
    }

    /// The next node whose neighbours must be reached.
    pub fn step(&mut self) -> Option<(N, W, Hangs)> {
        let seen = self.seen.get(&self.queue.pop_front()?)?;
        Some((seen.node.clone(), seen.way.clone(), seen.hangs.clone()))
    }

    /// Ends a pass: nodes found so far keep their marks.
    pub fn end_pass(&mut self) {
        self.pass += 1;
    }

    /// All nodes, nearest first.
    pub fn found(self) -> Vec<Seen<N, W>> {
        let mut seen: Vec<_> = self.seen.into_values().collect();
        seen.sort_by_key(|seen| seen.order);
        seen
    }
}

/// How a node was reached, and whether attributes still extend its name: not inside containers.
#[derive(Clone)]
struct Way {
    path: Rc<str>,
    open: bool,
}

type Walk = Spread<Node, Way>;

fn reach(walk: &mut Walk, node: Node, way: &Way, hangs: &Hangs) {
    let number = if leads_nowhere(node.part()) { 0 } else { address(node.part()) };
    // A function's globals are not part of it, nor is a class part of its instances.
    if number != 0 && !matches!(node, Node::Value(Value::Module(_)) | Node::Class(_)) {
        walk.reach(number, node, way, hangs);
    }
}

fn run(walk: &mut Walk, roots: Vec<(Rc<str>, Value)>) {
    for (name, value) in roots {
        let way = Way { path: name.clone(), open: true };
        reach(walk, Node::Value(value), &way, &Hangs::On(name));
    }
    while let Some((node, way, hangs)) = walk.step() {
        let inner = Way { open: false, ..way.clone() };
        let Node::Value(Value::Instance(instance)) = &node else {
            children(node.part(), &mut |child| reach(walk, child.node(), &inner, &hangs));
            continue;
        };
        for (name, value) in instance.dict().items() {
            let attribute = name.as_str().filter(|name| way.open && !name.starts_with('_'));
            let longer = attribute.map(|name| Way { path: format!("{}.{name}", way.path).into(), open: true });
            reach(walk, Node::Value(value), longer.as_ref().unwrap_or(&inner), &hangs);
        }
        reach(walk, Node::Value(instance.payload().clone()), &inner, &hangs);
    }
    walk.end_pass();
}

impl Vm {
    /// Every native object that the program's variables reach, nearest first.
    pub fn held(&self) -> Vec<Held> {
        let mut walk = Walk::default();
        run(&mut walk, self.notebook_roots());
        run(&mut walk, self.local_roots());
        let held = walk.found().into_iter().filter_map(|seen| match seen.node {
            Node::Value(object @ Value::Native(_)) => {
                Some(Held { object, path: seen.way.path, hangs: seen.hangs, local: seen.pass > 0 })
            }
            _ => None,
        });
        held.collect()
    }

    /// The names of cells. Output history comes last, under one name: `_` and `Out` hold the same objects.
    fn notebook_roots(&self) -> Vec<(Rc<str>, Value)> {
        let out: Rc<str> = "Out".into();
        let is_shown = |name: &str| {
            let kept = name.trim_start_matches('_');
            name == &*out || kept.len() < name.len() && kept.chars().all(|c| c.is_ascii_digit())
        };
        let (shown, own): (Vec<_>, Vec<_>) = (self.globals().items().into_iter())
            .filter_map(|(name, value)| Some((Rc::<str>::from(name.as_str()?), value)))
            .partition(|(name, _)| is_shown(name));
        own.into_iter().chain(shown.into_iter().map(|(_, value)| (out.clone(), value))).collect()
    }

    /// Locals of the running user functions, innermost first. A captured variable belongs to the function that defines it, while
    /// that function runs, too.
    fn local_roots(&self) -> Vec<(Rc<str>, Value)> {
        let is_user = |frame: &&Frame| {
            let source = self.source(frame.code().source);
            frame.code().kind == CodeKind::Function && source.is_some_and(|source| source.kind == SourceKind::User)
        };
        let own =
            |frame: &'_ Frame| frame.cells().iter().take(frame.code().own_cells).map(Rc::as_ptr).collect::<Vec<_>>();
        let owned: HashSet<_> = self.frames.iter().filter(is_user).flat_map(own).collect();
        let mut roots = Vec::new();
        for frame in self.frames.iter().rev().filter(is_user) {
            let code = frame.code();
            let mut add =
                |name: &str, value: &Value| roots.push((format!("{name} in {}()", code.name).into(), value.clone()));
            let values = self.stack.get(frame.base..).unwrap_or_default();
            code.locals.iter().zip(values).for_each(|(name, value)| add(name.as_str(), value));
            for (i, (name, cell)) in code.cells.iter().zip(frame.cells()).enumerate() {
                if i < code.own_cells || !owned.contains(&Rc::as_ptr(cell)) {
                    add(name.as_str(), &cell.value.borrow());
                }
            }
        }
        roots
    }
}
