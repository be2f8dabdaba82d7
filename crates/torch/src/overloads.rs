//! Makes PyTorch's error for a call that matches none of a function's overloads: the given types and every overload.
//! The overloads are PyTorch's own (`functions`).

use super::functions;
use super::numbers::scalar_of;
use super::sequences::items_of;
use super::tensor::tensor_of;
use std::collections::HashMap;
use std::sync::LazyLock;
use tensorcell_language::dialect::Given;
use tensorcell_language::{Builtin, Raise, Value};
use tensorcell_tensor::Scalar;

struct Parameter {
    kind: &'static str,
    name: &'static str,
    required: bool,
}

struct Form {
    text: &'static str,
    /// Without the `*`.
    parameters: Vec<Parameter>,
}

/// All overloads: of `torch`'s functions by name, of methods by `Tensor.name`.
static FORMS: LazyLock<HashMap<String, Vec<Form>>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    let mut add = |key: String, forms: &[&'static str]| {
        if !forms.is_empty() {
            all.insert(key, forms.iter().copied().map(read).collect());
        }
    };
    for function in functions::all() {
        let is_own = |name: &&str| functions::named(name).is_some_and(|known| std::ptr::eq(known, function));
        for name in [function.name].iter().chain(function.aliases).filter(|name| is_own(name)) {
            add((*name).to_owned(), function.forms);
            add(format!("Tensor.{name}"), function.method_forms);
            add(format!("Tensor.{name}_"), function.in_place_forms);
        }
    }
    all
});

fn read(text: &'static str) -> Form {
    let parameter = |part: &'static str| {
        let (declared, default) = part.split_once(" = ").map_or((part, None), |(declared, x)| (declared, Some(x)));
        let (kind, name) = declared.rsplit_once(' ')?;
        Some(Parameter { kind, name, required: default.is_none() })
    };
    Form { text, parameters: text.split(", ").filter_map(parameter).collect() }
}

/// Returns the exception for a call that does not match. `wrong` is the only wrong argument. Returns None if the
/// function has one overload, or if only one of them takes this many arguments and no argument is wrong.
pub fn complaint(builtin: &'static Builtin, given: &[Given], wrong: Option<usize>) -> Option<Raise> {
    let function = builtin.short_name();
    let method = builtin.name.starts_with("Tensor.");
    if !method && !builtin.name.starts_with("torch.") {
        return None;
    }
    let forms = FORMS.get(if method { builtin.name } else { function })?;
    let own = usize::from(method);
    let given = given.get(own..)?;
    let fits = |form: &&Form| {
        let least = form.parameters.iter().filter(|parameter| parameter.required).count();
        (least..=form.parameters.len()).contains(&given.len())
    };
    let mut plausible = forms.iter().filter(fits);
    match (plausible.next(), plausible.next()) {
        (Some(form), None) => {
            let at = wrong?.checked_sub(own)?;
            only(form, function, given, at).map(|(text, found)| Raise::type_error(text).mark(at + own, found))
        }
        _ => {
            let raise = Raise::type_error(listed(forms, function, given));
            Some(match wrong.and_then(|at| Some((at, given.get(at.checked_sub(own)?)?))) {
                Some((at, (_, value))) => raise.mark(at, value.type_name()),
                None => raise,
            })
        }
    }
}

/// For the only overload with this many arguments, describes what is wrong with an argument, and its type.
fn only(form: &Form, function: &str, given: &[Given], at: usize) -> Option<(String, String)> {
    let (name, value) = given.get(at)?;
    let (parameter, position) = match name {
        None => (form.parameters.get(at)?, format!(" (position {})", at + 1)),
        Some(name) => (form.parameters.iter().find(|parameter| parameter.name == name)?, String::new()),
    };
    let found = value.type_name();
    let text = format!("{function}(): argument '{}'{position} must be {}, not {found}", parameter.name, parameter.kind);
    (!takes(parameter.kind, value)).then_some((text, found))
}

/// Returns whether a function has an overload with dimension names.
pub fn takes_names(builtin: &Builtin) -> bool {
    let key = if builtin.name.starts_with("Tensor.") { builtin.name } else { builtin.short_name() };
    let by_name = |form: &Form| form.parameters.iter().any(|p| p.kind == "name" || p.kind == "tuple of names");
    FORMS.get(key).is_some_and(|forms| forms.iter().any(by_name))
}

fn takes(kind: &str, value: &Value) -> bool {
    match kind {
        "Tensor" => tensor_of(value).is_some(),
        "Number" => scalar_of(value).is_some(),
        "float" => matches!(scalar_of(value), Some(Scalar::Int(_) | Scalar::Float(_))),
        "int" => matches!(value.number(), Value::Int(_)),
        "bool" => matches!(value, Value::Bool(_)),
        "tuple of ints" => items_of(value).is_some(),
        _ => false,
    }
}

fn listed(forms: &[Form], function: &str, given: &[Given]) -> String {
    let positional = given.iter().filter(|(name, _)| name.is_none());
    let mut got: Vec<String> = positional.map(|(_, value)| value.type_name()).collect();
    let mut named: Vec<(&str, String)> =
        given.iter().filter_map(|(name, value)| Some((name.as_deref()?, value.type_name()))).collect();
    named.sort();
    let types = got.clone();
    got.extend(named.iter().map(|(name, kind)| format!("{name}={kind}")));
    let end = if types.is_empty() && !named.is_empty() { ", " } else { "" };
    let mut text = format!(
        "{function}() received an invalid combination of arguments - got ({}{end}), but expected one of:\n",
        got.join(", ")
    );
    for form in forms {
        text.push_str(&format!(" * ({})\n", form.text));
        // PyTorch counts the `*`, too.
        if form.text.split(", ").count() != given.len() {
            continue;
        }
        let known = |name: &str| form.parameters.iter().any(|parameter| parameter.name == name);
        let unknown: Vec<&str> = named.iter().map(|(name, _)| *name).filter(|name| !known(name)).collect();
        if !unknown.is_empty() {
            let unknown = unknown.join(", ");
            text.push_str(&format!("      didn't match because some of the keywords were incorrect: {unknown}\n"));
            continue;
        }
        let marked = |kind: &str, wanted: Option<&str>| {
            if wanted == Some(kind) { kind.to_owned() } else { format!("!{kind}!") }
        };
        let mut marks: Vec<String> =
            types.iter().enumerate().map(|(i, kind)| marked(kind, form.parameters.get(i).map(|p| p.kind))).collect();
        marks.extend(named.iter().map(|(name, kind)| {
            let wanted = form.parameters.iter().find(|parameter| parameter.name == *name).map(|p| p.kind);
            format!("{name}={}", marked(kind, wanted))
        }));
        let marks = marks.join(", ");
        text.push_str(&format!("      didn't match because some of the arguments have invalid types: ({marks})\n"));
    }
    text
}

/// Functions for code in the language.
pub static FUNCTIONS: &[Builtin] = &[Builtin::new(
    "torch._no_form",
    "(function, *given)",
    "Refuses a call that fits none of the function's forms.",
    |_, args| {
        let function = args.str(0)?;
        let given: Vec<Given> = args.rest(1).iter().map(|value| (None, value.clone())).collect();
        Err(Raise::type_error(listed(FORMS.get(function).map_or(&[], Vec::as_slice), function, &given)))
    },
)];
