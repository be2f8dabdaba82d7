//! Completion, inspection and "is this complete?", answered between cells and, at safe points, while one runs.

use super::magics::MAGICS;
use crate::jupyter::{Completeness, Completions, Inspection, Queries};
use crate::language::{Value, Vm, is_complete};

/// The questions' view of the session.
pub struct Questions<'a> {
    pub vm: &'a mut Vm,
}

const KEYWORDS: [&str; 33] = [
    "False", "None", "True", "and", "as", "assert", "break", "class", "continue", "def", "del", "elif", "else",
    "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "match", "nonlocal", "not",
    "or", "pass", "raise", "return", "try", "while", "with",
];

impl Queries for Questions<'_> {
    fn complete(&mut self, code: &str, cursor: usize) -> Completions {
        complete(self.vm, code, cursor)
    }
    fn inspect(&mut self, code: &str, cursor: usize, detail: u8) -> Inspection {
        inspect(self.vm, code, cursor, detail)
    }
    fn is_complete(&mut self, code: &str) -> Completeness {
        match is_complete::is_complete(code) {
            is_complete::Completeness::Complete => Completeness::Complete,
            is_complete::Completeness::Incomplete(indent) => Completeness::Incomplete(indent),
            is_complete::Completeness::Invalid => Completeness::Invalid,
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The characters before the cursor, and the rest.
fn split(code: &str, cursor: usize) -> (&str, &str) {
    let at = code.char_indices().nth(cursor).map_or(code.len(), |(at, _)| at);
    code.split_at(at)
}

fn complete(vm: &mut Vm, code: &str, cursor: usize) -> Completions {
    let (before, _) = split(code, cursor);
    let start_of = |prefix: &str| before.chars().count() - prefix.chars().count();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let prefix = &before[before.rfind(|c| !is_word(c)).map_or(0, |at| at + last_len(before, at))..];

    let found: Vec<(String, &'static str)> = if let Some(name) = line.trim_start().strip_prefix('%')
        && !name.contains(char::is_whitespace)
    {
        let name = name.trim_start_matches('%');
        let matches =
            MAGICS.iter().filter(|magic| magic.name.starts_with(name)).map(|magic| (magic.name.to_owned(), "magic"));
        return completions(matches.collect(), start_of(name), cursor);
    } else if let Some(path) = import_path(line) {
        modules(vm, path, prefix)
    } else if let Some(module) = from_import(line) {
        match vm.import(module) {
            Ok(module) => attributes(vm, &module, prefix),
            Err(_) => Vec::new(),
        }
    } else if let Some(path) = before[..before.len() - prefix.len()].strip_suffix('.') {
        match resolve(vm, path_at_end(path)) {
            Some(object) => attributes(vm, &object, prefix),
            None => Vec::new(),
        }
    } else {
        names(vm, before, prefix)
    };
    completions(found, start_of(prefix), cursor)
}

fn last_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

fn completions(mut found: Vec<(String, &'static str)>, start: usize, end: usize) -> Completions {
    // Names that begin with an underscore are seldom meant.
    found.sort_by_key(|(name, _)| (name.starts_with('_'), name.trim_end_matches('=').to_owned()));
    found.dedup_by(|a, b| a.0 == b.0);
    let (matches, kinds): (Vec<_>, Vec<_>) = found.into_iter().map(|(name, kind)| (name, kind.to_owned())).unzip();
    Completions { matches, start, end, kinds }
}

/// `import a.b` up to the cursor: `a.b`.
fn import_path(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest =
        line.strip_prefix("import ").or_else(|| line.strip_prefix("from ").filter(|rest| !rest.contains(' ')))?;
    rest.rsplit([',', ' ']).next()
}

/// `from a.b import c` up to the cursor: `a.b`.
fn from_import(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("from ")?.split_once(" import ").map(|(module, _)| module.trim())
}

fn modules(vm: &mut Vm, path: &str, prefix: &str) -> Vec<(String, &'static str)> {
    let parent = path.strip_suffix(prefix).unwrap_or(path);
    vm.module_names()
        .into_iter()
        .filter_map(|name| Some(name.strip_prefix(parent)?.split('.').next()?.to_owned()))
        .filter(|name| name.starts_with(prefix) && !name.is_empty())
        .map(|name| (name, "module"))
        .collect()
}

fn attributes(vm: &mut Vm, object: &Value, prefix: &str) -> Vec<(String, &'static str)> {
    let names = vm.dir(object);
    let wanted = |name: &String| name.starts_with(prefix) && (!name.starts_with('_') || prefix.starts_with('_'));
    let module = matches!(object, Value::Module(_) | Value::Class(_));
    names
        .into_iter()
        .filter(wanted)
        .map(|name| {
            // Reading an attribute of an instance may run code; of a module or class it does not.
            let kind = match module.then(|| vm.find_attr(object, &name)) {
                Some(Ok(Some(value))) => kind_of(&value),
                _ => "instance",
            };
            (name, kind)
        })
        .collect()
}

fn names(vm: &mut Vm, before: &str, prefix: &str) -> Vec<(String, &'static str)> {
    let mut found: Vec<(String, &'static str)> = Vec::new();
    if let Some(function) = enclosing_call(&before[..before.len() - prefix.len()])
        && let Some(function) = resolve(vm, function)
    {
        found.extend(parameters(&function).into_iter().map(|name| (format!("{name}="), "param")));
    }
    for (name, value) in vm.globals().items() {
        if let Some(name) = name.as_str() {
            found.push((name.to_owned(), kind_of(&value)));
        }
    }
    found.extend(vm.builtin_names().into_iter().map(|name| (name, "function")));
    found.extend(KEYWORDS.iter().map(|name| ((*name).to_owned(), "keyword")));
    found.retain(|(name, _)| name.starts_with(prefix) && (!name.starts_with('_') || prefix.starts_with('_')));
    found
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Module(_) => "module",
        Value::Class(_) => "class",
        Value::Function(_) | Value::Builtin(_) | Value::Method(_) => "function",
        _ => "instance",
    }
}

/// The dotted name that a text ends in.
fn path_at_end(text: &str) -> &str {
    let start = text.rfind(|c| !is_word(c) && c != '.').map_or(0, |at| at + last_len(text, at));
    text[start..].trim_start_matches('.')
}

/// The function whose call is open at the end of a text.
fn enclosing_call(text: &str) -> Option<&str> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            '(' => {
                let path = path_at_end(&text[..at]);
                return (!path.is_empty()).then_some(path);
            }
            '[' | '{' => return None,
            _ => {}
        }
    }
    None
}

/// The object that a dotted name means; no calls are made.
fn resolve(vm: &mut Vm, path: &str) -> Option<Value> {
    let mut parts = path.split('.');
    let first = parts.next()?;
    let mut object = vm.globals().get_str(first).or_else(|| vm.builtin(first))?;
    for part in parts {
        object = vm.find_attr(&object, part).ok()??;
    }
    Some(object)
}

fn parameters(function: &Value) -> Vec<String> {
    signature(function)
        .map(|text| {
            let inner =
                text.trim_start_matches('(').split(") ->").next().unwrap_or_default().trim_end_matches(')').to_owned();
            split_parameters(&inner)
                .into_iter()
                .map(|parameter| parameter.split(['=', ':']).next().unwrap_or_default().trim().to_owned())
                .filter(|name| !name.is_empty() && name != "self" && name != "/" && !name.starts_with('*'))
                .collect()
        })
        .unwrap_or_default()
}

fn split_parameters(text: &str) -> Vec<String> {
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts
}

/// `(x, y=1)`, for what can be called.
fn signature(function: &Value) -> Option<String> {
    match function {
        Value::Builtin(builtin) => Some(builtin.signature.to_owned()),
        Value::Method(method) => signature(&method.function).map(|text| without_self(&text)),
        Value::Function(function) => Some(function.signature()),
        Value::Class(class) => {
            let made = class.lookup("__init__").or_else(|| class.lookup("__new__"))?;
            signature(&made).map(|text| without_self(&text))
        }
        _ => None,
    }
}

fn without_self(signature: &str) -> String {
    match signature.strip_prefix("(self") {
        Some(rest) => format!("({}", rest.trim_start_matches([',', ' '])),
        None => signature.to_owned(),
    }
}

/// What stands at the cursor or, inside a call's parentheses, the function called.
pub fn inspect(vm: &mut Vm, code: &str, cursor: usize, detail: u8) -> Inspection {
    let (before, after) = split(code, cursor);
    if let Some(magic) = magic_at(before, after) {
        let mut data = crate::jupyter::Bundle::new();
        data.insert("text/plain".into(), magic.description().into());
        return Inspection { data, ..Inspection::default() };
    }
    let word: String = after.chars().take_while(|c| is_word(*c)).collect();
    let path = format!("{}{word}", path_at_end(before));
    let path = path.trim_end_matches('.').to_owned();
    let found = if path.is_empty() { None } else { resolve(vm, &path).map(|object| (path, object)) };
    let found = found.or_else(|| {
        let path = enclosing_call(before)?;
        resolve(vm, path).map(|object| (path.to_owned(), object))
    });
    let Some((path, object)) = found else {
        return Inspection::default();
    };
    let mut data = crate::jupyter::Bundle::new();
    data.insert("text/plain".into(), describe(vm, &path, &object, detail).into());
    Inspection { data, ..Inspection::default() }
}

/// The magic whose name stands at the cursor.
fn magic_at(before: &str, after: &str) -> Option<&'static super::magics::Magic> {
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
    let begun = line.strip_prefix('%')?.trim_start_matches('%');
    let rest: String = after.chars().take_while(|c| is_word(*c)).collect();
    begun.chars().all(is_word).then(|| super::magics::find(&format!("{begun}{rest}")))?
}

fn describe(vm: &mut Vm, path: &str, object: &Value, detail: u8) -> String {
    let mut text = String::new();
    let mut field = |name: &str, content: &str| {
        let gap = if content.contains('\n') { "\n" } else { " " };
        text.push_str(&format!("\x1b[31m{name}:\x1b[39m{gap}{}\n", content.trim_end()));
    };
    let name = path.rsplit('.').next().unwrap_or(path);
    match signature(object) {
        Some(signature) => field(
            if matches!(object, Value::Class(_)) { "Init signature" } else { "Signature" },
            &format!("{name}{signature}"),
        ),
        None => {
            let shown = vm.repr(object).unwrap_or_else(|raise| format!("<repr failed: {}>", raise.message()));
            field("String form", &crate::display::units::short(&shown, 2000));
        }
    }
    field("Type", &object.type_name());
    let doc = match object {
        Value::Builtin(builtin) => Some(builtin.doc.to_owned()),
        _ => vm.find_attr(object, "__doc__").ok().flatten().and_then(|doc| doc.as_str().map(str::to_owned)),
    };
    let source = if detail > 0 { vm.source_of(object) } else { None };
    match (source, doc) {
        (Some(source), _) => field("Source", &format!("\n{source}")),
        (None, Some(doc)) => field("Docstring", &doc),
        (None, None) => field("Docstring", "<no docstring>"),
    }
    text
}
