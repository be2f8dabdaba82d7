//! Wraps the functions that are written in the language: applies `__torch_function__` overrides, casts operands for
//! autocast, and gives the result's autograd node PyTorch's name.

use super::autocast::{self, Casts};
use super::functions;
use super::overrides;
use super::sequences::items_of;
use super::tensor::tensor_of;
use super::vmap;
use std::cell::RefCell;
use tensorcell_autograd as autograd;
use tensorcell_engine::autocast::Restore;
use tensorcell_engine::{grad_mode, record};
use tensorcell_language::Value;
use tensorcell_language::object::{Before, Function, Module, Within};
use tensorcell_tensor::Tensor;
use tensorcell_tensor::tape::Target;

/// The prelude modules whose functions are PyTorch operations, and their displayed names.
const MODULES: [(&str, &str); 4] = [
    ("torch._operations", "torch"),
    ("torch.linalg", "torch.linalg"),
    ("torch.special", "torch.special"),
    ("torch.nn.functional", "torch.nn.functional"),
];

/// The name for the result's node, if one is recorded.
#[derive(Clone)]
struct Naming {
    name: &'static str,
    in_place: bool,
}

impl Naming {
    /// `sinc_` gets the name of `sinc`. The functions of `nn.functional` name their nodes themselves.
    fn of(module: &str, function: &str) -> Option<Naming> {
        let (plain, in_place) = function.strip_suffix('_').map_or((function, false), |plain| (plain, true));
        let known = match module {
            "torch" => functions::named(plain),
            "torch.nn.functional" => None,
            _ => functions::named(&format!("{}.{plain}", module.trim_start_matches("torch."))),
        }?;
        let name = known.in_place_node.filter(|_| in_place).or(known.node)?;
        Some(Naming { name, in_place })
    }
    /// Returns None if no argument requires a gradient.
    fn begin(&self, arguments: &[Value]) -> Option<Named> {
        if !grad_mode::is_enabled() {
            return None;
        }
        let mut inputs = Vec::new();
        let mut add = |tensor: &Tensor| inputs.push(autograd::end(tensor));
        for argument in arguments {
            match tensor_of(argument) {
                Some(tensor) => add(tensor),
                None => items_of(argument).unwrap_or_default().iter().filter_map(tensor_of).for_each(&mut add),
            }
        }
        let recorded = inputs.iter().any(Option::is_some);
        recorded.then(|| Named { naming: self.clone(), since: record::peek_sequence(), inputs: RefCell::new(inputs) })
    }
}

struct Named {
    naming: Naming,
    /// Older nodes belong to other operations: a function may return its argument.
    since: u64,
    inputs: RefCell<Vec<Option<Target>>>,
}

impl Named {
    fn name(&self, result: &Tensor) {
        let is_made = result.known_autograd().is_some_and(|meta| {
            let meta = meta.lock();
            // A write through a view has its own kind of node.
            let writes_view = self.naming.in_place && meta.base.is_some();
            meta.history.as_ref().is_some_and(|(node, _)| node.sequence >= self.since) && !writes_view
        });
        if is_made {
            autograd::name_node(result, self.naming.name, self.inputs.borrow().clone());
        }
    }
}

struct Call {
    _inside: Option<Restore>,
    named: Option<Named>,
}

impl Within for Call {
    fn ended(&self, result: &Value) {
        let Some(named) = &self.named else { return };
        match tensor_of(result) {
            Some(tensor) => named.name(tensor),
            None => {
                items_of(result).unwrap_or_default().iter().filter_map(tensor_of).for_each(|tensor| named.name(tensor))
            }
        }
    }
}

/// Wraps the functions of a prelude module.
pub fn attach(module: &Module) {
    let home = module.shown_name();
    let Some((_, shown)) = MODULES.iter().find(|(name, _)| *name == home) else { return };
    for (name, value) in module.dict.items() {
        let Some(name) = name.as_str() else { continue };
        match value {
            Value::Builtin(builtin) if builtin.inner.is_none() => {
                module.dict.insert_str(name, Value::Builtin(autocast::bound(builtin)));
            }
            Value::Function(function) => surround(&function, shown, name),
            _ => {}
        }
    }
}

/// Whether some argument, or an item of one, is batched.
fn any_batched(arguments: &[Value]) -> bool {
    let is_batched = |value: &Value| tensor_of(value).is_some_and(Tensor::is_batched);
    arguments
        .iter()
        .any(|argument| is_batched(argument) || items_of(argument).unwrap_or_default().iter().any(is_batched))
}

fn surround(function: &Function, module: &str, name: &str) {
    let each_slice = functions::of(&format!("{module}.{name}")).is_some_and(|known| known.each_slice);
    let (casts, naming) = (Casts::of(&format!("{module}.{name}"), function), Naming::of(module, name));
    let _ = function.around.set(Box::new(move |arguments| {
        if let Some(asked) = overrides::asked(arguments.iter()) {
            return Ok(Before::Instead(Box::new(move |vm, function, bound| {
                overrides::of_function(vm, &asked, function, bound)
            })));
        }
        if each_slice && any_batched(arguments) {
            return Ok(Before::Instead(Box::new(vmap::each_slice)));
        }
        let inside = casts.as_ref().map_or(Ok(None), |casts| casts.begin(arguments))?;
        let named = naming.as_ref().and_then(|naming| naming.begin(arguments));
        match (&inside, &named) {
            (None, None) => Ok(Before::Nothing),
            _ => Ok(Before::Hold(Box::new(Call { _inside: inside, named }))),
        }
    }));
}
