//! Extra facts about PyTorch's functions besides signature, documentation and code. Only functions with such facts
//! have a record, in the file of their kind. A declaration (`Builtin`, or a `def` in the prelude) works without one.

mod creation;
mod indices;
mod layers;
mod matrices;
mod pointwise;
mod reductions;
mod shapes;
mod special;

use hashbrown::HashMap;
use std::sync::LazyLock;
use tensorcell_engine::autocast::{Policy, Row};

/// The record of one function.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The name in `torch`: `sum`, `linalg.inv`, `special.entr`; functions of `torch.nn.functional` have their plain
    /// name. An alias has its own record only if its facts differ.
    pub name: &'static str,
    /// PyTorch's other names for the same function.
    pub aliases: &'static [&'static str],
    /// The description and an example of a pointwise function. Its signature and dtypes come from its table row.
    pub doc: Option<&'static str>,
    /// Accepts `out=` although its declaration does not: the result is copied.
    pub takes_out: bool,
    /// The in-place method is also a function of `torch`: `torch.fill_`.
    pub shows_in_place: bool,
    /// The method is also a function of `torch`: `torch.get_device`.
    pub shows_method: bool,
    /// The name of its autograd node, where PyTorch has one node and this implementation several.
    pub node: Option<&'static str>,
    /// The node of the in-place method, if it differs from `node`.
    pub in_place_node: Option<&'static str>,
    /// How autocast treats its operands, as in PyTorch's lists (`aten/src/ATen/autocast_mode.h` and `.cpp`).
    pub autocast: Row,
    /// It reads numbers of its operands to know what to do: in `torch.vmap` it runs for each slice in turn.
    pub each_slice: bool,
    /// PyTorch's forms of `torch.f`, `Tensor.f` and `Tensor.f_`, which it lists where a call fits none.
    pub forms: &'static [&'static str],
    pub method_forms: &'static [&'static str],
    pub in_place_forms: &'static [&'static str],
}

impl Function {
    const fn new(name: &'static str) -> Function {
        Function {
            name,
            aliases: &[],
            doc: None,
            takes_out: false,
            shows_in_place: false,
            shows_method: false,
            node: None,
            in_place_node: None,
            autocast: Row { cuda: None, cpu: None },
            each_slice: false,
            forms: &[],
            method_forms: &[],
            in_place_forms: &[],
        }
    }
    const fn aliases(mut self, aliases: &'static [&'static str]) -> Function {
        self.aliases = aliases;
        self
    }
    const fn doc(mut self, doc: &'static str) -> Function {
        self.doc = Some(doc);
        self
    }
    const fn takes_out(mut self) -> Function {
        self.takes_out = true;
        self
    }
    const fn shows_in_place(mut self) -> Function {
        self.shows_in_place = true;
        self
    }
    const fn shows_method(mut self) -> Function {
        self.shows_method = true;
        self
    }
    const fn node(mut self, node: &'static str) -> Function {
        self.node = Some(node);
        self
    }
    const fn in_place_node(mut self, node: &'static str) -> Function {
        self.in_place_node = Some(node);
        self
    }
    /// The same policy for both device types.
    const fn autocast(mut self, policy: Policy) -> Function {
        self.autocast = Row { cuda: Some(policy), cpu: Some(policy) };
        self
    }
    const fn autocast_cuda(mut self, policy: Policy) -> Function {
        self.autocast.cuda = Some(policy);
        self
    }
    const fn autocast_cpu(mut self, policy: Policy) -> Function {
        self.autocast.cpu = Some(policy);
        self
    }
    const fn each_slice(mut self) -> Function {
        self.each_slice = true;
        self
    }
    const fn forms(mut self, forms: &'static [&'static str]) -> Function {
        self.forms = forms;
        self
    }
    const fn method_forms(mut self, forms: &'static [&'static str]) -> Function {
        self.method_forms = forms;
        self
    }
    const fn in_place_forms(mut self, forms: &'static [&'static str]) -> Function {
        self.in_place_forms = forms;
        self
    }
}

const FILES: [&[Function]; 8] = [
    creation::ALL,
    indices::ALL,
    layers::ALL,
    matrices::ALL,
    pointwise::ALL,
    reductions::ALL,
    shapes::ALL,
    special::ALL,
];

/// Returns all records.
pub fn all() -> impl Iterator<Item = &'static Function> {
    FILES.into_iter().flatten()
}

/// Returns the record of a name or alias: `sum`, `linalg.inv`.
pub fn named(name: &str) -> Option<&'static Function> {
    static NAMES: LazyLock<HashMap<&'static str, &'static Function>> = LazyLock::new(|| {
        let own: HashMap<_, _> = all().map(|function| (function.name, function)).collect();
        let aliases = all().flat_map(|function| function.aliases.iter().map(move |alias| (*alias, function)));
        let mut names: HashMap<_, _> = aliases.collect();
        names.extend(own);
        names
    });
    NAMES.get(name).copied()
}

/// Returns the function of an alias: `sub` for `subtract`.
pub fn canonical(name: &str) -> Option<&'static str> {
    static ALIASES: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
        all().flat_map(|function| function.aliases.iter().map(|alias| (*alias, function.name))).collect()
    });
    ALIASES.get(name).copied()
}

/// Returns the last part of a name: `sum` for `torch.sum`.
pub fn short_name(qualified: &str) -> &str {
    qualified.rsplit('.').next().unwrap_or(qualified)
}

/// Returns the record of a function by its qualified name: `torch.sum`, `Tensor.sum`, `torch.linalg.inv`,
/// `torch.nn.functional.linear`. A function of `torch.special` without a record uses that of `torch`.
pub fn of(qualified: &str) -> Option<&'static Function> {
    let name = short_name(qualified);
    match qualified.strip_prefix("torch.").unwrap_or(qualified) {
        own if own.starts_with("linalg.") => named(own),
        own if own.starts_with("special.") => named(own).or_else(|| named(name)),
        _ => named(name),
    }
}

#[cfg(test)]
mod tests {
    use super::{all, named};

    #[test]
    fn a_function_has_one_record() {
        for function in all() {
            let same = all().filter(|other| other.name == function.name).count();
            assert_eq!(same, 1, "{} has {same} records", function.name);
            for alias in function.aliases {
                let owners = all().filter(|other| other.aliases.contains(alias)).count();
                assert_eq!(owners, 1, "{alias} is an alias of several functions");
            }
            assert_eq!(named(function.name).map(|found| found.name), Some(function.name));
        }
    }
}
