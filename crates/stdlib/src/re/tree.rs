//! The syntax tree of a pattern.

/// Flags that may apply to a part of a pattern.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Mode {
    pub ignore_case: bool,
    pub ascii: bool,
    pub multiline: bool,
    pub dot_all: bool,
    pub verbose: bool,
}

/// The order in which repetition counts are tried.
#[derive(Clone, Copy, PartialEq)]
pub enum Greed {
    Greedy,
    Lazy,
    Possessive,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Place {
    TextStart,
    TextEnd,
    /// `^`
    Start,
    /// `$`
    End,
    Boundary,
    NoBoundary,
}

#[derive(Clone, Copy)]
pub enum Item {
    Range(u32, u32),
    /// `\d`, `\W` and other classes.
    Class(char),
}

pub enum Node {
    Empty,
    Literal(u32, Mode),
    Any(Mode),
    Set {
        negated: bool,
        items: Vec<Item>,
        mode: Mode,
    },
    At(Place, Mode),
    Sequence(Vec<Node>),
    Branch(Vec<Node>),
    /// A capturing group.
    Group(Box<Node>),
    /// A non-capturing group. A quantifier after a repetition needs one.
    Plain(Box<Node>),
    Atomic(Box<Node>),
    Repeat {
        least: u32,
        most: Option<u32>,
        greed: Greed,
        node: Box<Node>,
    },
    Reference(usize, Mode),
    Look {
        ahead: bool,
        negated: bool,
        node: Box<Node>,
    },
    Condition {
        group: usize,
        yes: Box<Node>,
        no: Box<Node>,
    },
}

/// A parsed pattern.
pub struct Parsed {
    pub node: Node,
    pub flags: i64,
    /// The group names. Group 0 comes first.
    pub names: Vec<Option<String>>,
}

/// Returns the minimum and maximum number of characters that a node matches. `groups` are the widths of earlier groups.
pub fn width(node: &Node, groups: &[Option<(usize, usize)>]) -> (usize, usize) {
    match node {
        Node::Empty | Node::At(..) | Node::Look { .. } => (0, 0),
        Node::Literal(..) | Node::Any(_) | Node::Set { .. } => (1, 1),
        Node::Sequence(nodes) => nodes
            .iter()
            .map(|node| width(node, groups))
            .fold((0, 0), |(least, most), (a, b)| (least.saturating_add(a), most.saturating_add(b))),
        Node::Branch(nodes) => nodes
            .iter()
            .map(|node| width(node, groups))
            .reduce(|(least, most), (a, b)| (least.min(a), most.max(b)))
            .unwrap_or((0, 0)),
        Node::Group(node) | Node::Plain(node) | Node::Atomic(node) => width(node, groups),
        Node::Repeat { least, most, node, .. } => {
            let (a, b) = width(node, groups);
            let most = most.map_or(usize::MAX, |most| most as usize);
            (a.saturating_mul(*least as usize), b.saturating_mul(most))
        }
        Node::Reference(group, _) => groups.get(*group).copied().flatten().unwrap_or((0, usize::MAX)),
        Node::Condition { yes, no, .. } => {
            let ((a, b), (c, d)) = (width(yes, groups), width(no, groups));
            (a.min(c), b.max(d))
        }
    }
}
