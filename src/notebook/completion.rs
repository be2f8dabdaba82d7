//! Completes attributes, names, keyword arguments, keys, modules, files and magics, from live values and from the code
//! of the cell. Runs no code of the program.

use super::bindings;
use super::cursor::{self, Begun, Cursor, MARK, magic_on};
use super::describe::{self, KEYWORDS};
use super::magics::declaration::{self, Form, Operand};
use super::outline;
use super::resolve::{self, Known, Resolver};
use ruff_python_ast::{AnyNodeRef, Expr};
use ruff_text_size::Ranged;
use tensorcell_jupyter::{Completion, Completions};
use tensorcell_language::builtins::files::reachable;
use tensorcell_language::object::Dict;
use tensorcell_language::{Peeked, Value, Vm};
use tensorcell_torch::facts;

/// The completions, and the number of characters before the cursor that they replace.
struct Found {
    items: Vec<Completion>,
    typed: usize,
}

pub fn complete(vm: &mut Vm, before: &str) -> Completions {
    let end = before.chars().count();
    let Found { mut items, typed } = find(vm, before);
    // Keyword arguments come first, names with a leading underscore last.
    items.sort_by(|a, b| {
        let order = |item: &Completion| (item.kind != "param" || !item.text.ends_with('='), item.text.starts_with('_'));
        order(a).cmp(&order(b)).then_with(|| a.text.cmp(&b.text))
    });
    items.dedup_by(|a, b| a.text == b.text);
    Completions { items, start: end - typed, end }
}

fn item(text: impl Into<String>, kind: &'static str) -> Completion {
    Completion { text: text.into(), kind, signature: String::new() }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn find(vm: &mut Vm, before: &str) -> Found {
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = &before[line_start..];
    if let Some(found) = magic_on(line, line_start == 0).and_then(|begun| on_magic_line(vm, line, &begun)) {
        return found;
    }
    let code = cursor::without_magics(before);
    let scan = cursor::scan(&code);
    if scan.comment {
        return Found { items: Vec::new(), typed: 0 };
    }
    if let Some(quoted) = &scan.string {
        return in_string(vm, before, &code, quoted);
    }
    let prefix = &before
        [before.rfind(|c| !is_word(c)).map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8))..];
    if prefix.starts_with(|c: char| c.is_ascii_digit()) || ends_in_number(&before[..before.len() - prefix.len()]) {
        return Found { items: Vec::new(), typed: 0 };
    }
    let head = &before[..before.len() - prefix.len()];
    let items = cursor::with_tree(head, MARK, |cursor| at_cursor(vm, cursor, line)).unwrap_or_default();
    Found { items: matching(items, prefix), typed: prefix.chars().count() }
}

/// Returns whether the text ends in a number: `1.` has no attributes.
fn ends_in_number(text: &str) -> bool {
    text.strip_suffix('.').is_some_and(|text| {
        let word = text.rsplit(|c| !is_word(c)).next().unwrap_or_default();
        word.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Keeps the items with the prefix. If there are none, ignores case.
fn matching(mut items: Vec<Completion>, prefix: &str) -> Vec<Completion> {
    let hidden = |item: &Completion| item.text.starts_with('_') && !prefix.starts_with('_');
    items.retain(|item| !hidden(item));
    if items.iter().any(|item| item.text.starts_with(prefix)) {
        items.retain(|item| item.text.starts_with(prefix));
    } else {
        let lower = prefix.to_lowercase();
        items.retain(|item| item.text.to_lowercase().starts_with(&lower));
    }
    items
}

// --- magics
fn on_magic_line(vm: &mut Vm, line: &str, begun: &Begun<'_>) -> Option<Found> {
    let percents = line[begun.percent..].len() - line[begun.percent..].trim_start_matches('%').len();
    let Some(rest) = begun.rest else {
        let fits = |form: Form| match percents {
            1 => form != Form::Cell,
            _ => matches!(form, Form::Cell | Form::Both),
        };
        let mark = "%".repeat(percents);
        let magics = declaration::all().iter().filter(|magic| fits(magic.form) && magic.name.starts_with(begun.name));
        let items = magics
            .map(|magic| Completion { signature: magic.usage(), ..item(format!("{mark}{}", magic.name), "magic") });
        return Some(Found { items: items.collect(), typed: percents + begun.name.chars().count() });
    };
    let magic = begun.magic?;
    let word = &rest[rest.rfind(char::is_whitespace).map_or(0, |at| at + 1)..];
    if word.starts_with('-') && !magic.options.is_empty() && line.len() - word.len() <= begun.operand + 1 {
        let options = magic
            .options
            .iter()
            .map(|flag| Completion { signature: flag.help.to_owned(), ..item(format!("-{}", flag.letter), "option") });
        return Some(Found {
            items: options.filter(|option| option.text.starts_with(word)).collect(),
            typed: word.chars().count(),
        });
    }
    let items: Vec<Completion> = match magic.operand {
        Operand::Code(_) => return None,
        Operand::File(_) => files(word, false),
        Operand::Folder(_) => files(word, true),
        Operand::Device(_) => {
            let devices = (0..tensorcell_device::driver::device_count()).map(|index| format!("cuda:{index}"));
            std::iter::once("cpu".to_owned()).chain(devices).map(|name| item(name, "instance")).collect()
        }
        Operand::Environment(_) => std::env::vars().map(|(name, _)| item(name, "instance")).collect(),
        Operand::Text("[TYPE ...]") => {
            super::names::own(vm).into_iter().map(|(_, value)| item(value.type_name(), "class")).collect()
        }
        Operand::Nothing | Operand::Text(_) => Vec::new(),
    };
    let items = items.into_iter().filter(|item| item.text.starts_with(word)).collect();
    Some(Found { items, typed: word.chars().count() })
}

/// Returns the files of the notebook's folder that begin with the typed path.
fn files(begun: &str, folders_only: bool) -> Vec<Completion> {
    let (folder, start) = begun.rsplit_once('/').map_or(("", begun), |(folder, start)| (folder, start));
    let path = match (folder, begun.starts_with('/')) {
        ("", true) => "/",
        ("", false) => ".",
        (folder, _) => folder,
    };
    let Some(entries) = reachable(path).ok().and_then(|path| std::fs::read_dir(path).ok()) else {
        return Vec::new();
    };
    let mut items = Vec::new();
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.path().is_dir();
        if !name.starts_with(start) || name.starts_with('.') && !start.starts_with('.') || folders_only && !is_folder {
            continue;
        }
        let prefix = &begun[..begun.len() - start.len()];
        items.push(item(format!("{prefix}{name}{}", if is_folder { "/" } else { "" }), "path"));
    }
    items
}

// --- strings
/// Completes keys if the string is a subscript, else files.
fn in_string(vm: &mut Vm, before: &str, code: &str, quoted: &cursor::Quoted) -> Found {
    let typed = &before[quoted.start..];
    let opening = quoted.start - quoted.quote.len();
    let keys = cursor::with_tree(&code[..opening], MARK, |cursor| {
        let subscript = cursor.around.iter().find_map(|node| match node {
            AnyNodeRef::ExprSubscript(subscript) => Some(*subscript),
            _ => None,
        })?;
        // The mark must be the whole subscript, not a part of it.
        let key = subscript.slice.as_name_expr().filter(|name| name.id.as_str() == MARK);
        key?;
        let object = Resolver::new(vm, cursor).resolve(&subscript.value)?;
        Some(keys_of(vm, &object))
    });
    let items = match keys.flatten() {
        Some(keys) => {
            let keys = keys
                .into_iter()
                .filter(|key| key.starts_with(typed) && !key.contains(['\n', '\\']) && !key.contains(&quoted.quote));
            keys.map(|key| item(format!("{key}{}]", quoted.quote), "dict key")).collect()
        }
        None if quoted.plain => files(typed, false),
        None => Vec::new(),
    };
    Found { items, typed: typed.chars().count() }
}

/// Returns the string keys that an object can be subscripted with.
fn keys_of(vm: &mut Vm, object: &Known<'_>) -> Vec<String> {
    let texts =
        |dict: &Dict| -> Vec<String> { dict.keys().iter().filter_map(|key| key.as_str().map(str::to_owned)).collect() };
    let Known::Value(value) = object else { return Vec::new() };
    if let Value::Dict(dict) = value.beneath() {
        return texts(dict);
    }
    if let Some(modules) = facts::registry(value, "_modules") {
        let parameters = facts::registry(value, "_parameters").map_or_else(Vec::new, |found| texts(&found));
        return texts(&modules).into_iter().chain(parameters).collect();
    }
    // IPython's protocol for objects that list their own keys.
    if vm.class_of(value).lookup("_ipython_key_completions_").is_some()
        && let Ok(keys) = vm.call_method(value, "_ipython_key_completions_", &[])
        && let Ok(keys) = vm.collect(&keys)
    {
        return keys.iter().filter_map(|key| key.as_str().map(str::to_owned)).collect();
    }
    Vec::new()
}

// --- code
fn at_cursor(vm: &mut Vm, cursor: &Cursor<'_>, line: &str) -> Vec<Completion> {
    for (at, node) in cursor.around.iter().enumerate() {
        match node {
            AnyNodeRef::ExprAttribute(attribute) if attribute.attr.as_str() == MARK => {
                let known = Resolver::new(vm, cursor).resolve(&attribute.value);
                return known.map_or_else(Vec::new, |known| attributes(vm, cursor, &known));
            }
            AnyNodeRef::Alias(alias) => {
                return match cursor.around.get(at + 1) {
                    Some(AnyNodeRef::StmtImportFrom(import)) => match &import.module {
                        Some(module) => {
                            let found = Resolver::new(vm, cursor).module(module.as_str());
                            let mut items = found.map_or_else(Vec::new, |found| attributes(vm, cursor, &found));
                            items.extend(modules(vm, &format!("{}.", module.as_str())));
                            items
                        }
                        None => Vec::new(),
                    },
                    _ => modules(vm, alias.name.as_str().strip_suffix(MARK).unwrap_or_default()),
                };
            }
            AnyNodeRef::StmtImportFrom(import) => {
                let path = import.module.as_ref().map_or("", |module| module.as_str());
                return match path.strip_suffix(MARK) {
                    Some(path) => modules(vm, path),
                    None => Vec::new(),
                };
            }
            AnyNodeRef::ExprName(_) => break,
            _ => {}
        }
    }
    // `from a.b` without `import` is a syntax error, which the tree leaves out.
    if let Some(path) = line.trim_start().strip_prefix("from ").filter(|path| !path.contains(' ')) {
        return modules(vm, &path[..path.rfind('.').map_or(0, |at| at + 1)]);
    }
    let mut items = arguments(vm, cursor);
    items.extend(Resolver::new(vm, cursor).local_names().into_iter().map(|(name, kind)| item(name, kind)));
    for (name, value) in vm.globals().items() {
        if let Some(name) = name.as_str() {
            items.push(of_value(name, &value));
        }
    }
    for name in vm.builtin_names() {
        if let Some(value) = vm.builtin(&name) {
            items.push(of_value(&name, &value));
        }
    }
    items.extend(KEYWORDS.iter().map(|name| item(*name, "keyword")));
    items
}

fn of_value(name: &str, value: &Value) -> Completion {
    let signature = describe::signature(value).map(|signature| format!("{name}{signature}")).unwrap_or_default();
    Completion { text: name.to_owned(), kind: kind_of(value), signature }
}

/// Returns the kind, which JupyterLab shows as an icon.
fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Module(_) => "module",
        Value::Class(_) => "class",
        Value::Function(_) | Value::Builtin(_) | Value::Method(_) => "function",
        _ => "instance",
    }
}

/// Completes the parameters of the enclosing call as `lr=`, without those that are already given.
fn arguments(vm: &mut Vm, cursor: &Cursor<'_>) -> Vec<Completion> {
    let Some((call, top)) = enclosing_call(cursor) else { return Vec::new() };
    if !top {
        return Vec::new();
    }
    let given: Vec<&str> = call.arguments.keywords.iter().filter_map(|keyword| keyword.arg.as_deref()).collect();
    let positional = call.arguments.args.iter().filter(|argument| !holds_mark(argument)).count();
    let mut resolver = Resolver::new(vm, cursor);
    let Some(function) = resolver.resolve(&call.func) else { return Vec::new() };
    let names = match &function {
        Known::Function(function) => bindings::parameter_names(&function.parameters),
        Known::Class(class) => match resolver.attribute(&Known::Object(class), "__init__") {
            Some(Known::Function(init)) => bindings::parameter_names(&init.parameters).split_off(1),
            Some(Known::Value(init)) => describe::parameters(&init),
            _ => Vec::new(),
        },
        Known::Value(value) => describe::parameters(value),
        Known::Instance(class) => class.lookup("__call__").map_or_else(Vec::new, |call| describe::parameters(&call)),
        Known::Defined(outline, at) => outline.definitions[*at].parameters.clone(),
        Known::Object(_) | Known::Outline(_) => Vec::new(),
    };
    let names = names.into_iter().skip(positional).filter(|name| !given.contains(&name.as_str()));
    names.map(|name| item(format!("{name}="), "param")).collect()
}

fn holds_mark(argument: &Expr) -> bool {
    argument.as_name_expr().is_some_and(|name| name.id.as_str().contains(MARK))
}

/// Returns the innermost call around the cursor, and whether a new argument begins at the cursor.
pub fn enclosing_call<'t>(cursor: &Cursor<'t>) -> Option<(&'t ruff_python_ast::ExprCall, bool)> {
    for (at, node) in cursor.around.iter().enumerate() {
        if let AnyNodeRef::ExprCall(call) = node {
            let start = call.arguments.range().start().to_usize() + 1;
            if start <= cursor.offset {
                // In `f(a, [x` and `f(a, b=x` no argument begins.
                let direct = matches!(cursor.around.get(1), Some(AnyNodeRef::Arguments(_))) && at == 2;
                let written = cursor.text.get(start..cursor.offset).unwrap_or_default();
                return Some((call, direct && cursor::scan(written).is_closed()));
            }
        }
    }
    None
}

fn modules(vm: &mut Vm, parent: &str) -> Vec<Completion> {
    let mut names = vm.module_names();
    let on_disk = outline::submodules(vm, parent.strip_suffix('.').unwrap_or_default());
    names.extend(on_disk.into_iter().map(|name| format!("{parent}{name}")));
    let names = names.into_iter();
    let below = names.filter_map(|name| Some(name.strip_prefix(parent)?.split('.').next()?.to_owned()));
    below.filter(|name| !name.is_empty() && !name.starts_with("__")).map(|name| item(name, "module")).collect()
}

fn attributes(vm: &mut Vm, cursor: &Cursor<'_>, known: &Known<'_>) -> Vec<Completion> {
    match known {
        Known::Value(value) => {
            let mut names = vm.dir(value);
            for registry in ["_parameters", "_buffers", "_modules"] {
                if let Some(found) = facts::registry(value, registry) {
                    names.extend(found.keys().iter().filter_map(|key| key.as_str().map(str::to_owned)));
                }
            }
            let mut resolved = |name: &String| {
                let own = Resolver::new(vm, cursor).attribute(known, name);
                match (own, vm.peek_attr(value, name)) {
                    (_, Some(Peeked::Property(_))) => item(name, "property"),
                    (Some(Known::Value(found)), _) => of_value(name, &found),
                    _ => item(name, "instance"),
                }
            };
            names.iter().filter(|name| is_name(name)).map(&mut resolved).collect()
        }
        Known::Instance(class) => {
            let mut names: Vec<Completion> = Vec::new();
            for class in std::iter::once(class).chain(class.ancestors()) {
                for (name, value) in class.dict.items() {
                    let Some(name) = name.as_str() else { continue };
                    names.push(match value {
                        Value::Native(_) => item(name, "property"),
                        value => of_value(name, &value),
                    });
                }
                let source = vm.source_of(&Value::Class(class.clone()));
                let own = source.map_or_else(Vec::new, |source| resolve::members_in_source(&source));
                names.extend(own.into_iter().map(|name| item(name, "instance")));
            }
            names
        }
        Known::Class(class) | Known::Object(class) => {
            let own = resolve::member_names(class).into_iter().map(|(name, kind)| item(name, kind));
            let mut items: Vec<Completion> = own.filter(|own| !own.text.contains(MARK)).collect();
            if let Some(base) = Resolver::new(vm, cursor).base(class) {
                items.extend(attributes(vm, cursor, &base));
            }
            items
        }
        Known::Outline(outline) => outline.all_names().into_iter().map(|(name, kind)| item(name, kind)).collect(),
        Known::Function(_) | Known::Defined(..) => Vec::new(),
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(is_word)
}
