//! Converts the parser's tree to objects of the program (module `ast`), and such objects to a tree to compile.

mod classes;
mod place;
mod read;
mod read_expression;
mod read_pattern;
mod table;
mod write;
mod write_expression;

pub(crate) use place::Layout;

use crate::compile::Last;
use crate::{Result, Value, Vm};
use classes::Classes;
use read::Reader;
use ruff_python_ast::Suite;
use write::Writer;

/// The table of nodes, from which the module makes the classes: (base, whether it has positions, nodes). Each node is given in
/// CPython's notation and with its fields: (name, kind, whether it may be None, whether it is a list).
pub fn table() -> Value {
    let field = |field: &table::Field| {
        let (optional, many) = (field.count == table::Count::Optional, field.count == table::Count::Many);
        Value::tuple(vec![Value::str(field.name), Value::str(field.kind), Value::from(optional), Value::from(many)])
    };
    let node = |text: &&'static str| {
        let name = text.split('(').next().unwrap_or(text);
        let fields = table::node(name).map_or(Vec::new(), |node| node.fields.iter().map(field).collect());
        Value::tuple(vec![Value::str(name), Value::str(text), Value::list(fields)])
    };
    let base = |base: &table::Base| {
        let nodes = base.nodes.iter().map(node).collect();
        Value::tuple(vec![Value::str(base.name), Value::from(base.has_place), Value::list(nodes)])
    };
    Value::list(table::BASES.iter().map(base).collect())
}

/// The kind of a root node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Root {
    Module,
    Interactive,
    Expression,
}

impl Root {
    /// The root of code whose expression values are used as `last`.
    pub fn of(last: Last) -> Root {
        match last {
            Last::Dropped => Root::Module,
            Last::Shown => Root::Interactive,
            Last::Value => Root::Expression,
        }
    }
    pub fn name(self) -> &'static str {
        match self {
            Root::Module => "Module",
            Root::Interactive => "Interactive",
            Root::Expression => "Expression",
        }
    }
}

/// The root node of the statements of a source.
pub(crate) fn of_tree(vm: &mut Vm, body: &Suite, text: &str, kind: Root) -> Result<Value> {
    let classes = Classes::load(vm)?;
    Writer::new(vm, &classes, text).root(body, kind)
}

/// The statements of a root node, with spans in a generated text described by the layout.
pub(crate) fn to_tree(vm: &mut Vm, root: &Value, kind: Root) -> Result<(Suite, Layout)> {
    let classes = Classes::load(vm)?;
    let layout = place::measure(vm, root)?;
    let body = Reader::new(vm, &classes, &layout).root(root, kind)?;
    Ok((body, layout))
}

/// As `to_tree`, with spans in an existing text.
pub(crate) fn to_tree_in(vm: &mut Vm, root: &Value, kind: Root, text: &str) -> Result<Suite> {
    let classes = Classes::load(vm)?;
    Reader::new(vm, &classes, &Layout::of_text(text)).root(root, kind)
}

/// The root node itself, if it is of the requested kind.
pub(crate) fn checked_root(vm: &mut Vm, root: &Value, kind: Root) -> Result<Value> {
    let classes = Classes::load(vm)?;
    read::check_root(&classes, root, kind).map(|_| root.clone())
}

/// Whether a value is a node.
pub(crate) fn is_node(vm: &mut Vm, value: &Value) -> Result<bool> {
    match value {
        // Without the module there are no nodes.
        Value::Instance(_) if vm.imported("ast").is_some() => Classes::load(vm).map(|classes| classes.is_node(value)),
        _ => Ok(false),
    }
}
