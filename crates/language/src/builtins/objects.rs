//! Built-in functions about objects: attributes, classes, identity, help.

use crate::class::ClassKind;
use crate::object::hash_without_vm;
use crate::{Args, Builtin, Exc, Raise, Result, Value, Vm};
use std::collections::BTreeSet;

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "isinstance",
        "(obj, class_or_tuple, /)",
        "Return whether an object is an instance of a class or of a subclass thereof.\n\n\
         A tuple, as in isinstance(x, (A, B)), or a union A | B, asks whether it is an instance of any.\n\n\
         >>> isinstance(3, int)\n\
         True",
        |vm, args| match args.get(1) {
            // Inside a union None means its type.
            Value::None => Err(Raise::type_error("isinstance() arg 2 must be a type, a tuple of types, or a union")),
            class => Ok(Value::from(vm.is_instance(args.get(0), class)?)),
        },
    )
    .quick(|args| match args {
        [Value::Instance(instance), Value::Class(class)] => {
            instance.class.borrow().is_subclass(class).then(|| Value::from(true))
        }
        [object, Value::Class(class)] => {
            let same = class.kind == ClassKind::BuiltIn && class.name == object.built_in_type_name();
            same.then(|| Value::from(true))
        }
        _ => None,
    }),
    Builtin::new(
        "issubclass",
        "(cls, class_or_tuple, /)",
        "Return whether 'cls' is derived from another class or is the same class.",
        |vm, args| vm.is_subclass(args.get(0), args.get(1)).map(Value::from),
    ),
    Builtin::new(
        "hasattr",
        "(obj, name, /)",
        "Return whether the object has an attribute with the given name.",
        |vm, args| {
            let name = attribute_name(args)?;
            Ok(Value::from(vm.find_attr(args.get(0), name)?.is_some()))
        },
    )
    .quick(|args| match args {
        [object, Value::Str(name)] => Vm::read_freely(object, name).map(|_| Value::from(true)),
        _ => None,
    }),
    Builtin::new(
        "getattr",
        "(object, name, default=..., /)",
        "Get a named attribute from an object; getattr(x, 'y') is equivalent to x.y.\n\n\
         When a default is given, it is returned when the attribute doesn't exist; without it, an AttributeError is raised.",
        |vm, args| {
            let name = attribute_name(args)?;
            match args.given(2) {
                None => vm.get_attr(args.get(0), name),
                Some(default) => Ok(vm.find_attr(args.get(0), name)?.unwrap_or_else(|| default.clone())),
            }
        },
    )
    .quick(|args| match args {
        [object, Value::Str(name)] | [object, Value::Str(name), _] => Vm::read_freely(object, name),
        _ => None,
    }),
    Builtin::new(
        "setattr",
        "(obj, name, value, /)",
        "Sets the named attribute: setattr(x, 'y', v) is equivalent to x.y = v.",
        |vm, args| {
            let name = attribute_name(args)?;
            vm.set_attr(args.get(0), name, args.get(2).clone())?;
            Ok(Value::None)
        },
    )
    .quick(|args| match args {
        [object, Value::Str(name), value] => {
            let hook = match object {
                Value::Instance(instance) => instance.class.borrow().lookup("__setattr__"),
                _ => None,
            };
            let is_free = matches!(hook, Some(Value::Builtin(hook)) if hook.name == "object.__setattr__");
            (is_free && Vm::set_freely(object, name, value)).then_some(Value::None)
        }
        _ => None,
    }),
    Builtin::new(
        "delattr",
        "(obj, name, /)",
        "Deletes the named attribute: delattr(x, 'y') is equivalent to del x.y.",
        |vm, args| {
            let name = attribute_name(args)?;
            vm.delete_attribute(args.get(0), &name.into())?;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "dir",
        "(object=..., /)",
        "The names of the object's attributes, sorted; without an argument the names of the current scope.",
        |vm, args| {
            let Some(object) = args.given(0).cloned() else {
                let locals = vm.locals();
                let names = match locals.beneath() {
                    Value::Dict(names) if matches!(locals, Value::Dict(_)) => names.keys(),
                    _ => {
                        let names = vm.call_method(&locals, "keys", &[])?;
                        vm.collect(&names)?
                    }
                };
                return Ok(Value::list(super::sorting::sort(vm, names, &Value::None, false)?));
            };
            if matches!(object, Value::Instance(_) | Value::Class(_))
                && let Some(own) = vm.class_of(&object).lookup("__dir__")
                && !matches!(own, Value::Builtin(_))
            {
                let names = vm.call_special(&object, "__dir__", &[])?.unwrap_or_default();
                return sorted(vm, &names);
            }
            // PEP 562: a module may name its attributes itself.
            if let Value::Module(module) = &object
                && let Some(own) = module.dict.get_str("__dir__")
            {
                let names = vm.call(&own, &[], &[])?;
                return sorted(vm, &names);
            }
            if let Value::Instance(instance) = &object
                && instance.class.borrow().clone().is_subclass(crate::types::types().built_in("module"))
            {
                return names_of_module(vm, &object);
            }
            Ok(Value::list(attribute_names(vm, &object).into_iter().map(Value::from).collect()))
        },
    ),
    Builtin::new(
        "vars",
        "(object=..., /)",
        "Without arguments, equivalent to locals(). With an argument, equivalent to object.__dict__.",
        |vm, args| match args.given(0) {
            None => Ok(vm.locals()),
            Some(object) => match vm.find_attr(object, "__dict__")? {
                Some(dict) => Ok(dict),
                None => Err(Raise::type_error("vars() argument must have __dict__ attribute")),
            },
        },
    ),
    Builtin::new("exit", "(code=None)", "Raise SystemExit(code).", leave),
    Builtin::new("quit", "(code=None)", "Raise SystemExit(code).", leave),
    Builtin::new("copyright", "()", "Print the copyright notice.", |vm, _| told(vm, COPYRIGHT)),
    Builtin::new("credits", "()", "Print whom this interpreter is owed to.", |vm, _| told(vm, CREDITS)),
    Builtin::new("license", "()", "Print under which license this interpreter is.", |vm, _| told(vm, LICENSE)),
    Builtin::new(
        "__import__",
        "(name, globals=None, locals=None, fromlist=(), level=0)",
        "Import a module. For a dotted name return its first part, or the last one if fromlist is not empty.",
        |vm, args| {
            let level = usize::try_from(args.int(4)?).map_err(|_| Raise::value_error("level must be >= 0"))?;
            let name = match (level, args.get(1)) {
                (0, _) if args.str(0)?.is_empty() => return Err(Raise::value_error("Empty module name")),
                (0, _) => args.str(0)?.to_owned(),
                (_, Value::Dict(globals)) => {
                    if ["__package__", "__spec__"].iter().all(|name| globals.get_str(name).is_none_or(|held| held.is_none()))
                    {
                        let text = "can't resolve package from __spec__ or __package__, falling back on __name__ and __path__";
                        vm.warn("ImportWarning", text)?;
                    }
                    let package = vm.package_of(&globals.clone())?;
                    crate::resolve(args.str(0)?, &package, level)?
                }
                _ => return Err(Raise::new(Exc::KeyError, "'__name__' not in globals")),
            };
            let module = vm.import(&name)?;
            let wanted = args.get(3).clone();
            if !vm.truth(&wanted)? {
                return match name.split_once('.').filter(|_| level == 0) {
                    Some((first, _)) => vm.import(first),
                    None => Ok(module),
                };
            }
            for member in vm.collect(&wanted)? {
                if let Value::Str(member) = &member
                    && member.as_str() != "*"
                {
                    vm.import_submodule(&module, member)?;
                }
            }
            Ok(module)
        },
    ),
    Builtin::new("globals", "()", "Return the dictionary containing the current scope's global variables.", |vm, _| {
        Ok(Value::Dict(vm.current_globals()))
    }),
    Builtin::new("locals", "()", "Return a dictionary containing the current scope's local variables.", |vm, _| {
        Ok(vm.locals())
    }),
    Builtin::new(
        "id",
        "(obj, /)",
        "Return the identity of an object: unique among simultaneously existing objects.",
        |vm, args| {
            let address = args.get(0).identity();
            if address != 0 {
                return Ok(Value::Int(address as i64));
            }
            // Values stored in place have no address: equal ones are identical, so their hash is the id.
            let kind =
                args.get(0).type_name().bytes().fold(17u64, |sum, b| sum.wrapping_mul(31).wrapping_add(b as u64));
            let hash = vm.hash(args.get(0))?;
            Ok(Value::Int((hash.wrapping_mul(16).wrapping_add(kind << 40) & 0x7fff_ffff_ffff) as i64))
        },
    ),
    Builtin::new(
        "hash",
        "(obj, /)",
        "Return the hash value for the given object; equal objects have equal hashes.",
        |vm, args| Ok(Value::Int(vm.hash(args.get(0))? as i64)),
    )
    .quick(|args| match args {
        [Value::Instance(_)] => None,
        [object] => hash_without_vm(object).map(|hash| Value::Int(hash as i64)),
        _ => None,
    }),
    Builtin::new(
        "callable",
        "(obj, /)",
        "Return whether the object is callable (i.e., some kind of function or class).",
        |vm, args| is_callable(vm, args.get(0)).map(Value::from),
    ),
];

fn leave(_vm: &mut Vm, args: &Args) -> Result<Value> {
    let args = if args.get(0).is_none() { Vec::new() } else { vec![args.get(0).clone()] };
    Err(Raise::with_args(Exc::SystemExit, args))
}

const COPYRIGHT: &str = "Copyright (c) 2026 The TensorCell developers";
const CREDITS: &str = "The TensorCell developers, and the authors of the crates that TensorCell is made of.";
const LICENSE: &str =
    "MIT or Apache-2.0, at your option: the files LICENSE-MIT and LICENSE-APACHE of TensorCell hold the texts.";

/// Prints a text as the program prints, so that a redirected stream gets it.
fn told(vm: &mut Vm, text: &str) -> Result<Value> {
    let print = vm.builtins.get_str("print").unwrap_or_default();
    vm.call(&print, &[Value::str(text)], &[])
}

/// The name of an attribute, the second argument.
pub(crate) fn attribute_name(args: &Args) -> Result<&str> {
    args.get(1)
        .as_str()
        .ok_or_else(|| Raise::type_error(format!("attribute name must be string, not '{}'", args.get(1).type_name())))
}

/// Whether a call would find a callable.
pub fn is_callable(vm: &mut Vm, value: &Value) -> Result<bool> {
    Ok(match value {
        Value::Function(_) | Value::Builtin(_) | Value::Method(_) | Value::Class(_) => true,
        Value::Instance(_) | Value::Native(_) => {
            let class = vm.class_of(value);
            class.lookup("__call__").is_some()
        }
        _ => false,
    })
}

/// Attributes that the evaluator computes, which are not in any class's dict.
fn answered(object: &Value) -> &'static [&'static str] {
    match object {
        Value::Function(_) => &[
            "__annotations__",
            "__defaults__",
            "__dict__",
            "__globals__",
            "__kwdefaults__",
            "__module__",
            "__name__",
            "__qualname__",
        ],
        Value::Builtin(_) => &["__module__", "__name__", "__qualname__"],
        Value::Method(_) => &["__func__", "__self__"],
        Value::Instance(instance) if instance.class.borrow().kind == ClassKind::BuiltIn => &[],
        Value::Instance(instance) if !instance.class.borrow().restricted.get() => &["__dict__"],
        Value::Class(class) if class.name == "type" => {
            &["__base__", "__bases__", "__dict__", "__module__", "__mro__", "__name__", "__qualname__"]
        }
        Value::Class(class) if class.name == "property" => &["fdel", "fget", "fset"],
        Value::Class(class) if matches!(class.name.as_str(), "classmethod" | "staticmethod") => &["__func__"],
        Value::Class(class) if class.kind == ClassKind::User && !class.restricted.get() => &["__dict__"],
        _ => &[],
    }
}

/// `dir` of an instance of a subclass of the module type: the names in its `__dict__`.
fn sorted(vm: &mut Vm, names: &Value) -> Result<Value> {
    let names = vm.collect(names)?;
    Ok(Value::list(super::sorting::sort(vm, names, &Value::None, false)?))
}

fn names_of_module(vm: &mut Vm, object: &Value) -> Result<Value> {
    let Value::Dict(names) = vm.get_attr(object, "__dict__")? else {
        return Err(Raise::type_error("<module>.__dict__ is not a dictionary"));
    };
    Ok(Value::list(super::sorting::sort(vm, names.keys(), &Value::None, false)?))
}

/// The names that `dir` lists, sorted.
pub(crate) fn attribute_names(vm: &mut Vm, object: &Value) -> Vec<String> {
    let mut names: BTreeSet<String> = answered(object).iter().map(ToString::to_string).collect();
    if !matches!(object, Value::Module(_)) {
        names.insert("__class__".to_owned());
    }
    let mut add = |keys: Vec<Value>| names.extend(keys.iter().filter_map(|key| key.as_str().map(str::to_string)));
    match object {
        Value::Module(_) => names.extend(vm.dir(object)),
        Value::Class(class) => class.order().for_each(|class| add(class.dict.keys())),
        other => {
            vm.class_of(other).order().for_each(|class| add(class.dict.keys()));
            match other {
                Value::Instance(instance) => {
                    add(instance.dict().keys());
                    if let Value::Native(native) = instance.payload() {
                        names.extend(native.attr_names());
                    }
                }
                Value::Function(function) => add(function.dict().keys()),
                Value::Native(native) => names.extend(native.attr_names()),
                _ => {}
            }
        }
    }
    names.into_iter().collect()
}

/// The text of `help`: signature and documentation; for classes and modules their public members too.
pub fn describe(vm: &mut Vm, object: &Value) -> Result<String> {
    let heading = match object {
        Value::Builtin(builtin) => format!("{}{}", builtin.name, builtin.signature),
        Value::Function(function) => format!("{}{}", function.name(), signature(object)),
        Value::Method(method) => return describe(vm, &method.function.clone()),
        Value::Class(class) => format!("class {}{}", class.name, signature(object)),
        Value::Module(module) => format!("module {}", module.name),
        other => return describe_instance(vm, other),
    };
    let mut text = heading;
    if let Some(doc) = documentation(vm, object)? {
        text.push_str("\n\n");
        text.push_str(&indented(&doc));
    }
    if matches!(object, Value::Class(_) | Value::Module(_)) {
        let members = match object {
            Value::Class(class) => class.dict.items(),
            Value::Module(module) => {
                vm.run_files(module)?;
                module.dict.items()
            }
            _ => Vec::new(),
        };
        for (name, member) in members {
            let Some(name) = name.as_str().filter(|name| !name.starts_with('_')) else {
                continue;
            };
            let line = match &member {
                Value::Builtin(builtin) => format!("{name}{}", builtin.signature),
                Value::Function(_) => format!("{name}{}", signature(&member)),
                Value::Class(_) => format!("class {name}"),
                _ => continue,
            };
            let first = documentation(vm, &member)?.and_then(|doc| doc.lines().next().map(str::to_string));
            text.push_str(&format!("\n\n    {line}"));
            if let Some(first) = first {
                text.push_str(&format!("\n        {first}"));
            }
        }
    }
    Ok(text)
}

fn describe_instance(vm: &mut Vm, object: &Value) -> Result<String> {
    let class = Value::Class(vm.class_of(object));
    let described = describe(vm, &class)?;
    Ok(format!("{} object:\n\n{described}", object.type_name()))
}

/// The text of `__doc__`, without its margin.
pub fn documentation(vm: &mut Vm, object: &Value) -> Result<Option<String>> {
    let doc = vm.find_attr(object, "__doc__")?;
    Ok(doc.as_ref().and_then(Value::as_str).map(clean_margin).filter(|doc| !doc.is_empty()))
}

/// Removes the common indent of all lines after the first.
pub(crate) fn clean_margin(doc: &str) -> String {
    let mut lines = doc.lines();
    let first = lines.next().unwrap_or_default().trim_start();
    let rest: Vec<&str> = lines.collect();
    let margin = rest
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let mut text = first.to_string();
    for line in rest {
        text.push('\n');
        text.push_str(line.get(margin..).unwrap_or_default());
    }
    text.trim().to_string()
}

fn indented(text: &str) -> String {
    text.lines()
        .map(|line| if line.is_empty() { String::new() } else { format!("    {line}") })
        .collect::<Vec<_>>()
        .join("\n")
}

/// The declared parameters; for a class those of its initialiser.
fn signature(object: &Value) -> String {
    match object {
        Value::Function(function) => function.signature(),
        Value::Builtin(builtin) => builtin.signature.to_string(),
        Value::Class(class) => match (class.lookup("__init__"), class.new.get()) {
            (Some(Value::Function(init)), _) => signature(&Value::Function(init)).replacen("(self, ", "(", 1),
            (_, Some(new)) => new.signature.to_string(),
            _ => "()".to_string(),
        },
        _ => "(...)".to_string(),
    }
}
