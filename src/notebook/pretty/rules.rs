//! Chooses how a value is written: by a registered function, a rule for its class, its `_repr_pretty_`, or its `repr`.

use std::rc::Rc;

use super::layout::Layout;
use super::printer::{LONGEST, of};
use tensorcell_language::{Class, Exc, Result, Value, Vm};

type Rule = fn(&mut Vm, &Value, &Value, bool) -> Result<()>;

/// The classes that have a rule, by their full names.
const RULES: [(&str, Rule); 18] = [
    ("tuple", |vm, p, object, cycle| sequence(vm, p, object, cycle, "(", ")")),
    ("list", |vm, p, object, cycle| sequence(vm, p, object, cycle, "[", "]")),
    ("dict", |vm, p, object, cycle| mapping(vm, p, object, cycle, "{", "}")),
    ("set", |vm, p, object, cycle| set(vm, p, object, cycle, "{", "}")),
    ("frozenset", |vm, p, object, cycle| set(vm, p, object, cycle, "frozenset({", "})")),
    ("mappingproxy", |vm, p, object, cycle| mapping(vm, p, object, cycle, "mappingproxy({", "})")),
    ("os._Environ", |vm, p, object, cycle| mapping(vm, p, object, cycle, "environ{", "}")),
    ("super", super_object),
    ("type", class),
    ("function", function),
    ("builtin_function_or_method", function),
    ("BaseException", exception),
    ("re.Pattern", pattern),
    ("types.SimpleNamespace", namespace),
    ("collections.defaultdict", default_dict),
    ("collections.OrderedDict", ordered_dict),
    ("collections.deque", deque),
    ("collections.Counter", counter),
];

/// Writes a value.
pub fn write(vm: &mut Vm, p: &Value, object: &Value) -> Result<()> {
    let cycle = of(p)?.inside.borrow().iter().any(|outer| outer.is(object));
    of(p)?.inside.borrow_mut().push(object.clone());
    layout(p, |layout| layout.begin_group(0, ""))?;
    let outcome = vm.nested(|vm| dispatch(vm, p, object, cycle));
    layout(p, |layout| layout.end_group(0, ""))?;
    of(p)?.inside.borrow_mut().pop();
    outcome
}

fn layout(p: &Value, step: impl FnOnce(&mut Layout)) -> Result<()> {
    step(&mut of(p)?.layout.borrow_mut());
    Ok(())
}

fn put(p: &Value, text: &str) -> Result<()> {
    layout(p, |layout| layout.text(text))
}

fn dispatch(vm: &mut Vm, p: &Value, object: &Value, cycle: bool) -> Result<()> {
    if let Value::None | Value::Bool(_) | Value::Ellipsis | Value::NotImplemented = object {
        return plain(vm, p, object);
    }
    let class = vm.class_of(object);
    if let Some(function) = registered(vm, p, &class)? {
        return vm.call(&function, &[object.clone(), p.clone(), Value::from(cycle)], &[]).map(drop);
    }
    for class in class.order() {
        let name = class.full_name();
        if let Some((_, rule)) = RULES.iter().find(|(known, _)| *known == name) {
            return rule(vm, p, object, cycle);
        }
        if class.dict.get_str("_repr_pretty_").is_some() && !matches!(object, Value::Class(_)) {
            return vm.call_method(object, "_repr_pretty_", &[p.clone(), Value::from(cycle)]).map(drop);
        }
        if has_own_text(class, &name) {
            break;
        }
    }
    plain(vm, p, object)
}

/// Whether a class without a rule defines a `repr`, like `torch.Size`; classes made in Rust do not list it among their names.
fn has_own_text(class: &Class, name: &str) -> bool {
    let is_native = !class.is_of_the_language() && name.contains('.');
    let is_exception = || class.order().any(|base| base.full_name() == "BaseException");
    name != "object" && (class.dict.get_str("__repr__").is_some() || is_native && !is_exception())
}

/// Returns the function that the program has registered for a class.
fn registered(vm: &mut Vm, p: &Value, class: &Rc<Class>) -> Result<Option<Value>> {
    let Some(formatter) = of(p)?.registered.clone() else { return Ok(None) };
    let found = vm.call_method(&formatter, "_printer_of", &[Value::Class(class.clone())])?;
    Ok((!found.is_none()).then_some(found))
}

/// Writes the `repr` line by line. For a class without one, IPython leaves out the word "object".
fn plain(vm: &mut Vm, p: &Value, object: &Value) -> Result<()> {
    let mut text = vm.repr(object)?;
    if let Value::Instance(_) | Value::Native(_) | Value::Iter(_) = object {
        let begin = format!("<{} object at 0x", vm.class_of(object).full_name());
        if let Some(address) = text.strip_prefix(&begin) {
            text = format!("{} at 0x{address}", begin.trim_end_matches(" object at 0x"));
        }
    }
    let mut lines = text.lines();
    layout(p, |layout| {
        layout.begin_group(0, "");
        layout.text(lines.next().unwrap_or_default());
        for line in lines {
            layout.break_line();
            layout.text(line);
        }
        layout.end_group(0, "");
    })
}

/// Writes items with commas between them; an ellipsis replaces those beyond the limit.
fn items(
    vm: &mut Vm,
    p: &Value,
    items: impl IntoIterator<Item = Value>,
    mut item: impl FnMut(&mut Vm, &Value) -> Result<()>,
) -> Result<()> {
    for (at, value) in items.into_iter().enumerate() {
        if at > 0 {
            comma(p)?;
        }
        if at == LONGEST {
            return put(p, "...");
        }
        item(vm, &value)?;
    }
    Ok(())
}

fn comma(p: &Value) -> Result<()> {
    layout(p, |layout| {
        layout.text(",");
        layout.breakable(" ");
    })
}

/// Writes the contents of a group between two texts.
fn group(p: &Value, open: &str, close: &str, within: impl FnOnce() -> Result<()>) -> Result<()> {
    let width = open.chars().count();
    layout(p, |layout| layout.begin_group(width, open))?;
    within()?;
    layout(p, |layout| layout.end_group(width, close))
}

fn sequence(vm: &mut Vm, p: &Value, object: &Value, cycle: bool, open: &str, close: &str) -> Result<()> {
    if cycle {
        return put(p, &format!("{open}...{close}"));
    }
    let found = vm.collect(object)?;
    let single = found.len() == 1 && open == "(";
    group(p, open, close, || {
        items(vm, p, found, |vm, item| write(vm, p, item))?;
        if single { put(p, ",") } else { Ok(()) }
    })
}

/// Sets are written in sorted order, since their own order is arbitrary.
fn set(vm: &mut Vm, p: &Value, object: &Value, cycle: bool, open: &str, close: &str) -> Result<()> {
    if cycle {
        return put(p, &format!("{open}...{close}"));
    }
    let mut found = vm.collect(object)?;
    if found.is_empty() {
        return put(p, &format!("{}()", vm.class_of(object).name));
    }
    if found.len() < LONGEST {
        found = sorted(vm, found)?;
    }
    group(p, open, close, || items(vm, p, found, |vm, item| write(vm, p, item)))
}

/// Sorts items; by their texts if they cannot be compared.
fn sorted(vm: &mut Vm, found: Vec<Value>) -> Result<Vec<Value>> {
    let builtins = vm.import("builtins")?;
    let sorted = vm.get_attr(&builtins, "sorted")?;
    let by_text = vec![("key".to_owned(), vm.get_attr(&builtins, "str")?)];
    let list = Value::list(found.clone());
    for keywords in [Vec::new(), by_text] {
        match vm.call(&sorted, std::slice::from_ref(&list), &keywords) {
            Ok(sorted) => return vm.collect(&sorted),
            Err(raise) if raise.is(Exc::KeyboardInterrupt) => return Err(raise),
            Err(_) => {}
        }
    }
    Ok(found)
}

fn mapping(vm: &mut Vm, p: &Value, object: &Value, cycle: bool, open: &str, close: &str) -> Result<()> {
    if cycle {
        return put(p, "{...}");
    }
    let keys = vm.call_method(object, "keys", &[])?;
    let keys = vm.collect(&keys)?;
    group(p, open, close, || {
        items(vm, p, keys, |vm, key| {
            write(vm, p, key)?;
            put(p, ": ")?;
            let value = vm.get_item(object, key)?;
            write(vm, p, &value)
        })
    })
}

fn super_object(vm: &mut Vm, p: &Value, object: &Value, _: bool) -> Result<()> {
    group(p, "<super: ", ">", || {
        let class = vm.get_attr(object, "__thisclass__")?;
        write(vm, p, &class)?;
        comma(p)?;
        let bound = vm.get_attr(object, "__self__")?;
        write(vm, p, &bound)
    })
}

/// Writes a class by its full name, unless its metaclass defines a `repr`.
fn class(vm: &mut Vm, p: &Value, object: &Value, _: bool) -> Result<()> {
    let metaclass = vm.class_of(object);
    let has_own = |class: &&Class| class.dict.get_str("__repr__").is_some();
    if metaclass.order().take_while(|class| class.full_name() != "type").any(|class| has_own(&class)) {
        return plain(vm, p, object);
    }
    let name = full_name(vm, object, "__qualname__")?;
    put(p, &name)
}

/// `module.name`, without the module of built-ins.
fn full_name(vm: &mut Vm, object: &Value, name: &str) -> Result<String> {
    let module = vm.get_attr(object, "__module__").unwrap_or_default();
    let name = vm.get_attr(object, name)?;
    let name = name.as_str().unwrap_or("<unknown type>");
    Ok(match module.as_str() {
        None | Some("builtins") => name.to_owned(),
        Some(module) => format!("{module}.{name}"),
    })
}

fn function(vm: &mut Vm, p: &Value, object: &Value, _: bool) -> Result<()> {
    let name = full_name(vm, object, "__qualname__")?;
    let inspect = vm.import("inspect")?;
    let signature = match vm.call_method(&inspect, "signature", std::slice::from_ref(object)) {
        Ok(signature) => vm.str(&signature)?,
        Err(raise) if raise.is(Exc::ValueError) => String::new(),
        Err(raise) => return Err(raise),
    };
    put(p, &format!("<function {name}{signature}>"))
}

fn exception(vm: &mut Vm, p: &Value, object: &Value, _: bool) -> Result<()> {
    let class = Value::Class(vm.class_of(object));
    let name = full_name(vm, &class, "__qualname__")?;
    let args = vm.get_attr(object, "args")?;
    let args = vm.collect(&args)?;
    call(vm, p, &name, args, Vec::new())
}

/// `name(args, keyword=value)`
fn call(vm: &mut Vm, p: &Value, name: &str, args: Vec<Value>, keywords: Vec<(String, Value)>) -> Result<()> {
    let several = !args.is_empty();
    group(p, &format!("{name}("), ")", || {
        items(vm, p, args, |vm, arg| write(vm, p, arg))?;
        for (at, (name, value)) in keywords.into_iter().enumerate() {
            if several || at > 0 {
                comma(p)?;
            }
            group(p, &format!("{name}="), "", || write(vm, p, &value))?;
        }
        Ok(())
    })
}

/// Writes `name(...)` for an object that contains itself.
fn call_of_cycle(p: &Value, name: &str) -> Result<()> {
    put(p, &format!("{name}(...)"))
}

fn pattern(vm: &mut Vm, p: &Value, object: &Value, _: bool) -> Result<()> {
    let text = vm.get_attr(object, "pattern")?;
    let text = vm.repr(&text)?.replace("\\\\", "\\");
    let flags = vm.get_attr(object, "flags")?;
    let flags = if let Value::Int(flags) = flags { flags } else { 0 };
    const NAMES: [(i64, &str); 7] = [
        (2, "IGNORECASE"),
        (4, "LOCALE"),
        (8, "MULTILINE"),
        (16, "DOTALL"),
        (32, "UNICODE"),
        (64, "VERBOSE"),
        (128, "DEBUG"),
    ];
    let names: Vec<String> =
        NAMES.iter().filter(|(bit, _)| flags & bit != 0).map(|(_, name)| format!("re.{name}")).collect();
    group(p, "re.compile(", ")", || {
        put(p, &format!("r{text}"))?;
        if flags == 0 {
            return Ok(());
        }
        comma(p)?;
        put(p, &names.join("|"))
    })
}

fn namespace(vm: &mut Vm, p: &Value, object: &Value, cycle: bool) -> Result<()> {
    if cycle {
        return call_of_cycle(p, "namespace");
    }
    let names = vm.get_attr(object, "__dict__")?;
    let Value::Dict(names) = &names else { return plain(vm, p, object) };
    let names = names.items().into_iter();
    let names = names.filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value))).collect();
    call(vm, p, "namespace", Vec::new(), names)
}

/// Writes a container as a call of its class with arguments that recreate it.
fn constructor(
    vm: &mut Vm,
    p: &Value,
    object: &Value,
    cycle: bool,
    args: impl FnOnce(&mut Vm) -> Result<Vec<Value>>,
) -> Result<()> {
    let name = vm.class_of(object).name.clone();
    if cycle {
        return call_of_cycle(p, &name);
    }
    let args = args(vm)?;
    call(vm, p, &name, args, Vec::new())
}

/// Calls a built-in function with the object.
fn made_by(vm: &mut Vm, function: &str, object: &Value) -> Result<Value> {
    let builtins = vm.import("builtins")?;
    vm.call_method(&builtins, function, std::slice::from_ref(object))
}

fn default_dict(vm: &mut Vm, p: &Value, object: &Value, cycle: bool) -> Result<()> {
    constructor(vm, p, object, cycle, |vm| {
        Ok(vec![vm.get_attr(object, "default_factory")?, made_by(vm, "dict", object)?])
    })
}

fn ordered_dict(vm: &mut Vm, p: &Value, object: &Value, cycle: bool) -> Result<()> {
    constructor(vm, p, object, cycle, |vm| {
        let items = vm.call_method(object, "items", &[])?;
        let items = vm.collect(&items)?;
        Ok(if items.is_empty() { Vec::new() } else { vec![Value::list(items)] })
    })
}

fn counter(vm: &mut Vm, p: &Value, object: &Value, cycle: bool) -> Result<()> {
    constructor(vm, p, object, cycle, |vm| {
        let common = vm.call_method(object, "most_common", &[])?;
        let counts = made_by(vm, "dict", &common)?;
        Ok(if vm.truth(&counts)? { vec![counts] } else { Vec::new() })
    })
}

fn deque(vm: &mut Vm, p: &Value, object: &Value, cycle: bool) -> Result<()> {
    let name = vm.class_of(object).name.clone();
    if cycle {
        return call_of_cycle(p, &name);
    }
    let items = vec![Value::list(vm.collect(object)?)];
    let most = vm.get_attr(object, "maxlen")?;
    let keywords = if most.is_none() { Vec::new() } else { vec![("maxlen".to_owned(), most)] };
    call(vm, p, &name, items, keywords)
}
