//! CPython's messages for arguments that do not fit a built-in function. The words depend on how the function takes its arguments:
//! as one object, as a counted tuple, or as named parameters.

use super::operators::{is_slot, stranger};
use crate::object::{Function, Str};
use crate::signature::Signature;
use crate::types::{is_instance, types};
use crate::{Builtin, Raise, Value, builtins, suggest};

/// Modules written in C in CPython, so that their functions have the messages of built-in ones.
const NATIVE_MODULES: &[&str] = &[
    "math",
    "time",
    "itertools",
    "gc",
    "deque",
    "OrderedDict",
    "chain",
    "Pattern",
    "Match",
    "Random",
    "_bisect",
    "_heapq",
    "partial",
    "_lru_cache_wrapper",
    "itemgetter",
    "attrgetter",
    "methodcaller",
];
/// Methods of strings whose optional bounds CPython parses separately.
const WITH_BOUNDS: &[&str] = &["find", "rfind", "index", "rindex", "count", "startswith", "endswith"];

/// Modules that are written in the language here and in C in CPython: wholly, or only functions with positional-only parameters.
/// Each with the prefix of its functions' full names.
const WHOLLY: &[(&str, &str)] = &[("operator", "_operator"), ("datetime", "datetime")];
const PARTLY: &[(&str, &str)] = &[("heapq", "_heapq"), ("time", "time")];

/// The classes (and functions) of such modules that CPython writes in C.
const CLASSES: &[(&str, &str)] = &[
    ("collections", "OrderedDict"),
    ("collections", "defaultdict"),
    ("functools", "reduce"),
    ("functools", "partial"),
    ("functools", "cmp_to_key"),
    ("functools", "_lru_cache_wrapper"),
];
/// Functions that parse their arguments by a format string.
const FORMATTED: &[&str] = &[
    "datetime.strptime",
    "date.fromordinal",
    "datetime.fromordinal",
    "datetime.utcfromtimestamp",
    "time.strftime",
    "time.gmtime",
    "time.localtime",
    "time.ctime",
];

/// The callee named in the error message: its full name, and whether its first parameter is the receiver.
#[derive(Clone, Copy)]
struct Called<'a> {
    name: &'a str,
    is_method: bool,
    is_bound: bool,
}

impl<'a> Called<'a> {
    fn builtin(builtin: &'static Builtin) -> Called<'static> {
        let is_method = builtin.is_method();
        Called { name: builtin.name, is_method, is_bound: is_method || builtin.is_class_method() }
    }
    fn short(self) -> &'a str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }
}

fn takes_bounds(name: &str) -> bool {
    name.split_once('.')
        .is_some_and(|(owner, method)| matches!(owner, "str" | "bytes" | "bytearray") && WITH_BOUNDS.contains(&method))
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn is_class(name: &str) -> bool {
    builtins::constructor(name).is_some() || types().get(name).is_some_and(|class| class.new.get().is_some())
}

/// Whether the messages are CPython's; other libraries have their own.
pub(crate) fn is_python(builtin: &Builtin) -> bool {
    match builtin.name.rsplit_once('.') {
        None => {
            NATIVE_MODULES.contains(&builtin.name)
                || is_class(builtin.name)
                || builtins::functions().iter().any(|known| known.name == builtin.name)
        }
        Some((owner, _)) => NATIVE_MODULES.contains(&owner) || types().get(owner).is_some(),
    }
}

/// Checks what CPython checks before binding: the receiver's type, unsupported keywords, and too many arguments.
pub(crate) fn misfit(
    builtin: &'static Builtin,
    signature: &Signature,
    positional: &[Value],
    keywords: &[(String, Value)],
) -> Option<Raise> {
    if builtin.is_method()
        && let Some((owner, _)) = builtin.name.split_once('.')
        && let (Some(class), Some(receiver)) = (types().get(owner), positional.first())
        && (positional.len() != signature.parameters.len() || !keywords.is_empty())
        && !is_instance(receiver, class)
    {
        return Some(stranger(builtin, receiver));
    }
    if builtin.is_method() && positional.is_empty() && !keywords.is_empty() {
        return Some(wrong_count(builtin, signature, 0));
    }
    let names: Vec<&str> = keywords.iter().map(|(name, _)| name.as_str()).collect();
    misnamed(Called::builtin(builtin), signature, positional.len(), &names)
}

/// The error for unsupported keywords, or for more arguments than parameters.
fn misnamed(called: Called, signature: &Signature, positional: usize, keywords: &[&str]) -> Option<Raise> {
    let first = keywords.first()?;
    let variadic = signature.rest.is_some() || signature.keywords.is_some();
    if signature.keywords.is_none() && signature.keyword_names().next().is_none() {
        return Some(unknown(called, signature, first));
    }
    let bound = usize::from(called.is_bound);
    let (most, given) = (signature.parameters.len() - bound, positional.saturating_sub(bound) + keywords.len());
    if !variadic && given > most && !matches!(called.name, "enumerate" | "sum" | "slice") {
        let kind = if positional <= bound { "keyword argument" } else { "argument" };
        let short = called.short();
        let text = format!("{short}() takes at most {most} {kind}{} ({given} given)", plural(most));
        return Some(Raise::type_error(text));
    }
    // A missing parameter is reported before an unknown keyword.
    if !variadic && keywords.iter().all(|keyword| signature.keyword(keyword).is_none()) {
        let required = signature.parameters[..signature.positional].iter().filter(|parameter| parameter.is_required());
        if positional < required.count() {
            return Some(miscounted(called, signature, positional));
        }
    }
    None
}

/// The error of a function that we write in the language and CPython in C. None if CPython also writes it in Python, or if the
/// arguments fit. `given`: the number of positional arguments, including the receiver.
pub(crate) fn of_function(function: &Function, given: usize, keywords: &[Str]) -> Option<Raise> {
    let code = &function.code;
    if code.is_users {
        return None;
    }
    let module = function.globals.shown_name();
    let module = module.as_str();
    let qualname = function.qualname.borrow().to_string();
    let class = qualname.split('.').next().unwrap_or_default();
    let listed = |list: &[(&'static str, &'static str)]| list.iter().find(|(name, _)| *name == module).copied();
    let partly = || listed(PARTLY).filter(|_| code.parameters.positional_only > 0);
    let of_class = || CLASSES.iter().find(|known| **known == (module, class)).copied();
    let (_, prefix) = listed(WHOLLY).or_else(of_class).or_else(partly)?;
    let signature = Signature::of_function(function);
    let is_bound = code.locals.first().is_some_and(|first| matches!(first.as_str(), "self" | "cls"));
    let makes = [".__init__", ".__new__"].iter().find_map(|method| qualname.strip_suffix(method));
    let name = match makes {
        // These pass no name to their argument parser.
        Some("date" | "time" | "datetime") if module == "datetime" => "function".to_owned(),
        Some("timedelta") => "__new__".to_owned(),
        Some(class) => class.to_owned(),
        None if is_bound || qualname.contains('.') => qualname,
        None => format!("{prefix}.{qualname}"),
    };
    let called = Called { name: &name, is_method: false, is_bound };
    let names: Vec<&str> = keywords.iter().map(Str::as_str).collect();
    let known = |name: &&str| signature.keyword(name).is_some();
    let filled = names.iter().filter(|name| known(name)).count();
    let required = signature.parameters[..signature.positional].iter().filter(|parameter| parameter.is_required());
    let formatted = FORMATTED.contains(&name.as_str());
    let raise = match misnamed(called, &signature, given, &names) {
        Some(_) if formatted => Raise::type_error(format!("{}() takes no keyword arguments", called.short())),
        Some(raise) => raise,
        None if formatted && !(required.clone().count()..=signature.positional).contains(&given) => {
            let first = usize::from(is_bound);
            let (least, most, given) = (required.count() - first, signature.positional - first, given - first);
            let (bound, count) = match (least == most, given < least) {
                (true, _) => ("exactly", most),
                (false, true) => ("at least", least),
                (false, false) => ("at most", most),
            };
            let short = called.short();
            Raise::type_error(format!("{short}() takes {bound} {count} argument{} ({given} given)", plural(count)))
        }
        None if given > signature.positional && signature.rest.is_none() => miscounted(called, &signature, given),
        None if given + filled < required.count() => {
            let missing = (given..signature.positional).find(|at| {
                let parameter = &signature.parameters[*at];
                parameter.is_required() && !names.contains(&parameter.name.as_str())
            });
            miscounted(called, &signature, missing.unwrap_or(given))
        }
        None if signature.keywords.is_none() => unknown(called, &signature, names.iter().find(|name| !known(name))?),
        None => return None,
    };
    let text = raise.message().replace("function() ", "function ").replace("for function()", "for this function");
    Some(Raise::type_error(text))
}

/// A function's name, and its last part. The error of a type's `__init__` names the type.
fn spoken(called: Called<'_>) -> (&str, &str) {
    match called.name.strip_suffix(".__init__") {
        Some(owner) if types().get(owner).is_some() && owner != "object" => (owner, owner),
        _ => (called.name, called.short()),
    }
}

/// The error for too few or too many positional arguments.
pub(crate) fn wrong_count(builtin: &'static Builtin, signature: &Signature, given: usize) -> Raise {
    miscounted(Called::builtin(builtin), signature, given)
}

fn miscounted(called: Called, signature: &Signature, given: usize) -> Raise {
    let first = usize::from(called.is_bound);
    let parameters = &signature.parameters[first..];
    let most = signature.positional - first;
    let (all, given) = (given, given.saturating_sub(first));
    let required = parameters[..most].iter().filter(|parameter| parameter.is_required()).count();
    let (name, short) = spoken(called);
    let only_positional = signature.positional_only_count() == signature.parameters.len();
    if is_slot(called.name) && all > 0 {
        // The messages of sequences begin with the name of the function, which is empty.
        let unnamed = matches!(short, "__mul__" | "__rmul__" | "__imul__")
            && !name.starts_with("int.")
            && !name.starts_with("float.");
        let space = if unnamed || matches!(short, "__setitem__" | "__setattr__") { " " } else { "" };
        return Raise::type_error(format!("{space}expected {most} argument{}, got {given}", plural(most)));
    }
    // Messages that some of CPython's functions word themselves.
    match (name, given) {
        _ if called.is_method && all == 0 => {
            return Raise::type_error(match called.name.split_once('.') {
                Some((owner, method)) if is_slot(called.name) => {
                    format!("descriptor '{method}' of '{owner}' object needs an argument")
                }
                _ => format!("unbound method {name}() needs an argument"),
            });
        }
        ("type", _) => return Raise::type_error("type() takes 1 or 3 arguments"),
        ("map", _) => return Raise::type_error("map() must have at least two arguments."),
        ("super", _) => return Raise::type_error(format!("super() expected at most 2 arguments, got {given}")),
        ("dict", _) => return Raise::type_error(format!("dict expected at most 1 argument, got {given}")),
        ("dict.update", _) => {
            return Raise::type_error(format!("update expected at most 1 argument, got {given}"));
        }
        ("enumerate", 0) => return Raise::type_error("enumerate() missing required argument 'iterable'"),
        ("math.log", _) => return Raise::type_error("math.log requires 1 to 2 arguments"),
        ("list.index" | "tuple.index", 0) => {
            return Raise::type_error(format!("{short} expected at least 1 argument, got 0"));
        }
        ("methodcaller", 0) => {
            return Raise::type_error("methodcaller needs at least one argument, the method name");
        }
        ("itemgetter" | "attrgetter" | "itertools.cycle" | "itertools.pairwise", _) => {
            return Raise::type_error(format!("{short} expected 1 argument, got {given}"));
        }
        _ => {}
    }
    Raise::type_error(if only_positional && !is_class(name) && most == required && most < 2 {
        match most {
            0 => format!("{name}() takes no arguments ({given} given)"),
            _ => format!("{name}() takes exactly one argument ({given} given)"),
        }
    } else if only_positional && called.is_method && WITH_BOUNDS.contains(&short) && given < required {
        format!("{short}() takes at least {required} argument{} ({given} given)", plural(required))
    } else if only_positional && takes_bounds(name) {
        format!("{short}() takes at most {most} argument{} ({given} given)", plural(most))
    } else if only_positional {
        let (bound, count) = match (required == most, given < required) {
            (true, _) => ("", most),
            (false, true) => ("at least ", required),
            (false, false) => ("at most ", most),
        };
        match most {
            0 => format!("{short}() takes no arguments"),
            _ => format!("{short} expected {bound}{count} argument{}, got {given}", plural(count)),
        }
    } else if given < required {
        let positional = signature.positional_only_count().saturating_sub(first).min(required);
        let keywords = signature.parameters.len() > signature.positional;
        if given < positional && keywords && name == "sorted" {
            format!("{short} expected {positional} argument{}, got {given}", plural(positional))
        } else if given < positional && keywords {
            let bound = if required == most { "exactly" } else { "at least" };
            format!("{short}() takes {bound} {positional} positional argument{} ({given} given)", plural(positional))
        } else if given < positional {
            format!("{short}() takes at least {positional} positional argument{} ({given} given)", plural(positional))
        } else {
            format!("{short}() missing required argument '{}' (pos {})", parameters[given].name, given + 1)
        }
    } else if name == "sorted" {
        format!("{short} expected {most} argument{}, got {given}", plural(most))
    } else if signature.rest.is_none() && signature.keywords.is_none() && given > parameters.len() {
        format!("{short}() takes at most {} argument{} ({given} given)", parameters.len(), plural(parameters.len()))
    } else if most == 0 {
        format!("{short}() takes no positional arguments")
    } else if signature.parameters.len() > signature.positional {
        let bound = if required == most { "exactly" } else { "at most" };
        format!("{short}() takes {bound} {most} positional argument{} ({given} given)", plural(most))
    } else {
        format!("{short}() takes at most {most} argument{} ({given} given)", plural(most))
    })
}

/// The error for a keyword that matches no parameter.
pub(crate) fn unexpected(builtin: &'static Builtin, signature: &Signature, keyword: &str) -> Raise {
    unknown(Called::builtin(builtin), signature, keyword)
}

fn unknown(called: Called, signature: &Signature, keyword: &str) -> Raise {
    let (name, short) = spoken(called);
    if name == "itertools.zip_longest" {
        return Raise::type_error("zip_longest() got an unexpected keyword argument");
    }
    if is_slot(called.name) {
        return Raise::type_error(format!("wrapper {short}() takes no keyword arguments"));
    }
    let of_sets = (name.starts_with("set.") || name.starts_with("frozenset.")) && signature.rest.is_some();
    let names_none = signature.keyword_names().next().is_none();
    if takes_bounds(name) || of_sets || names_none || matches!(name, "map" | "filter") {
        let unowned = takes_bounds(name) || name.starts_with("itertools.") || name == "math.log";
        let shown = if unowned { short } else { name };
        return Raise::type_error(format!("{shown}() takes no keyword arguments"));
    }
    let function = if short == "sorted" { "sort" } else { short };
    let raise = Raise::type_error(format!("'{keyword}' is an invalid keyword argument for {function}()"));
    match suggest::closest(keyword, signature.keyword_names()) {
        Some(near) => raise.help(format!("Did you mean '{near}'?")),
        None => raise,
    }
}
