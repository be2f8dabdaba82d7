//! Adds `summary` of a model and `progress` of a loop to the module `tensorcell`.

use std::rc::Rc;
use tensorcell_display::{graph, picture};
use tensorcell_language::object::Module;
use tensorcell_language::{Builtin, ModuleDef, Result, Value, Vm};

/// Adds the names to the module.
pub fn add(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    let tqdm = vm.import("tqdm")?;
    let progress = vm.get_attr(&tqdm, "tqdm")?;
    module.dict.insert_str("progress", progress);
    vm.run_prelude("tensorcell/summary.py", include_str!("prelude/summary.py"), module)
}

/// The native function of `summary`.
pub static NATIVE: ModuleDef = ModuleDef {
    name: "_tensorcell.summary",
    doc: "The native part of tensorcell.summary.",
    functions: &[GRAPH],
    init: None,
};

const GRAPH: Builtin = Builtin::new(
    "tensorcell._graph",
    "(steps, edges, title)",
    "Steps, as pairs of texts, and the edges between them, as pairs of numbers: drawn as SVG.",
    |vm, args| {
        let mut pairs = |slot: usize| -> Result<Vec<(Value, Value)>> {
            let items = vm.collect(args.get(slot))?;
            let pair = |item: &Value| match item {
                Value::Tuple(pair) if pair.len() == 2 => Ok((pair[0].clone(), pair[1].clone())),
                _ => Err(args.wrong(slot, "pairs")),
            };
            items.iter().map(pair).collect()
        };
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let number = |value: &Value| if let Value::Int(value) = value { *value as usize } else { usize::MAX };
        let steps: Vec<graph::Step> =
            pairs(0)?.iter().map(|(name, detail)| graph::Step { name: text(name), detail: text(detail) }).collect();
        let edges: Vec<(usize, usize)> = pairs(1)?.iter().map(|(from, to)| (number(from), number(to))).collect();
        let graph = graph::Graph { title: args.str(2)?.to_owned(), steps, edges };
        Ok(Value::from(picture::svg(&graph)))
    },
);
