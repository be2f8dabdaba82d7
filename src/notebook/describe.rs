//! Describes an object for Shift-Tab, `?` and `??`, as text and as HTML. All of it comes from the object's
//! declaration: its signature, its documentation and its source, and for values their metadata.

use super::types::{self, split};
use std::rc::Rc;
use tensorcell_display::{html, units};
use tensorcell_jupyter::Bundle;
use tensorcell_language::{Builtin, Class, Peeked, Value, Vm};
use tensorcell_torch::facts;

pub const KEYWORDS: [&str; 33] = [
    "False", "None", "True", "and", "as", "assert", "break", "class", "continue", "def", "del", "elif", "else",
    "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "match", "nonlocal", "not",
    "or", "pass", "raise", "return", "try", "while", "with",
];

/// Describes a tensor as `[2, 3] float32 cuda:0`. Copies nothing from a device.
pub fn tensor(tensor: &facts::TensorFacts) -> String {
    let mut text = format!("{} {} {}", tensor.shape_text(), tensor.dtype.name(), tensor.device);
    if let Some(node) = &tensor.grad_fn {
        text.push_str(&format!(" grad_fn={node}"));
    } else if tensor.requires_grad {
        text.push_str(" requires_grad");
    }
    text
}

/// Describes a value for the time after it is freed: `Tensor [2, 3] float32 cpu`. Runs no code.
pub fn in_words(value: &Value) -> Option<String> {
    if let Some(found) = facts::tensor(value) {
        return Some(format!("{} {}", found.kind, tensor(&found)));
    }
    let module = facts::module(value)?;
    Some(format!("{} of {} parameters", value.type_name(), units::count(module.parameters as u64)))
}

/// Returns the signature of a callable, such as `(x, y=1)`.
pub fn signature(function: &Value) -> Option<String> {
    match function {
        Value::Builtin(builtin) => Some(builtin.signature.to_owned()),
        Value::Method(method) => signature(&method.function).map(|text| without_receiver(&text)),
        Value::Function(function) => Some(function.signature()),
        Value::Class(class) => {
            if let Some(new) = native_new(class) {
                return Some(without_receiver(new.signature));
            }
            let made = class.lookup("__init__").or_else(|| class.lookup("__new__"))?;
            if matches!(made, Value::Builtin(builtin) if builtin.name.starts_with("object.")) {
                return Some("()".into());
            }
            signature(&made).map(|text| without_receiver(&text))
        }
        _ => None,
    }
}

/// Returns the native constructor of a class, unless a subclass has its own `__init__`.
fn native_new(class: &Class) -> Option<&'static Builtin> {
    match class.lookup("__init__") {
        Some(Value::Function(_)) => None,
        _ => class.order().find_map(|class| class.new.get()),
    }
}

/// Removes the first parameter of a signature, which the call fills in.
pub fn without_receiver(signature: &str) -> String {
    let Some(inner) = signature.strip_prefix('(') else { return signature.to_owned() };
    let end = inner.find([',', ')']).unwrap_or(inner.len());
    match inner[..end].trim() {
        "self" | "cls" => {
            format!("({}", inner[end..].trim_start_matches([',', ' ', '/']).trim_start_matches([',', ' ']))
        }
        _ => signature.to_owned(),
    }
}

/// Returns the parameters that can be passed by keyword.
pub fn parameters(function: &Value) -> Vec<String> {
    let Some(text) = signature(function) else { return Vec::new() };
    let names =
        split(&text).into_iter().map(|part| part.split(['=', ':']).next().unwrap_or_default().trim().to_owned());
    let names: Vec<String> = names.collect();
    // Parameters before `/` are positional-only.
    let first = names.iter().position(|name| name == "/").map_or(0, |at| at + 1);
    let usable = |name: &String| !name.is_empty() && name != "self" && name != "cls" && !name.starts_with('*');
    names.into_iter().skip(first).filter(usable).collect()
}

/// Returns whether parameter names in the object's signature have PyTorch's meanings.
fn of_torch(vm: &mut Vm, object: &Value) -> bool {
    let home = match object {
        Value::Builtin(builtin) => builtin.name.to_owned(),
        Value::Method(method) => return of_torch(vm, &method.function),
        Value::Class(class) => class.module.clone(),
        Value::Function(_) => match vm.peek_attr(object, "__module__") {
            Some(Peeked::Value(Value::Str(module))) => module.to_string(),
            _ => return false,
        },
        _ => return false,
    };
    matches!(home.split('.').next(), Some("torch" | "Tensor"))
}

/// A section of a description: its heading, its text and its layout.
struct Part {
    name: &'static str,
    text: String,
    form: Form,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// Text on the line of its heading.
    Line,
    Code,
    Text,
}

/// Describes an object that `path` names. With `detail` 1 the description includes its source.
pub fn object(vm: &mut Vm, path: &str, object: &Value, detail: u8) -> Bundle {
    let mut parts = Vec::new();
    let mut say = |name: &'static str, text: String, form: Form| {
        if !text.trim().is_empty() {
            parts.push(Part { name, text: text.trim_end().to_owned(), form });
        }
    };
    let name = path.rsplit('.').next().unwrap_or(path);
    let callable = signature(object);
    if let Some(signature) = &callable {
        let heading = if matches!(object, Value::Class(_)) { "Init signature" } else { "Signature" };
        say(heading, format!("{name}{signature}"), Form::Code);
        if of_torch(vm, object) {
            say("Parameters", types::of(name, signature).join("\n"), Form::Code);
        }
    }
    let call = match object {
        Value::Instance(instance) => {
            let class = instance.class.borrow().clone();
            class.lookup("forward").or_else(|| class.lookup("__call__"))
        }
        _ => None,
    };
    if let Some(signature) = call.as_ref().and_then(signature) {
        say("Call signature", format!("{name}{}", without_receiver(&signature)), Form::Code);
    }
    say("Type", object.type_name(), Form::Line);
    if let Some(tensor) = facts::tensor(object) {
        say("Shape", tensor.shape_text(), Form::Line);
        say("Dtype", tensor.dtype.name().to_owned(), Form::Line);
        say("Device", tensor.device.to_string(), Form::Line);
        say("Memory", units::bytes(tensor.bytes as f64), Form::Line);
        let history = tensor.grad_fn.map_or(String::new(), |function| format!(" (made by {function})"));
        say("Requires grad", format!("{}{history}", if tensor.requires_grad { "yes" } else { "no" }), Form::Line);
    } else if let Some(module) = facts::module(object) {
        let frozen = module.parameters - module.trainable;
        let frozen =
            if frozen == 0 { String::new() } else { format!(", {} of them frozen", units::count(frozen as u64)) };
        say("Parameters", format!("{}{frozen}", units::count(module.parameters as u64)), Form::Line);
        say("Memory", units::bytes(module.bytes as f64), Form::Line);
        let devices: Vec<String> = module.devices.iter().map(ToString::to_string).collect();
        say("Device", devices.join(", "), Form::Line);
    }
    if let Some(length) = length(object) {
        say("Length", units::count(length as u64), Form::Line);
    }
    // The text of a long value takes long to make, and it would not be shown in full.
    let shown = callable.is_none() && length(object).is_none_or(|length| length <= 1000);
    if shown && !matches!(object, Value::Module(_)) {
        let text = vm.repr(object).unwrap_or_else(|raise| format!("<repr failed: {}>", raise.message()));
        say("String form", units::short(&text, 1000), Form::Code);
    }
    if let Some((file, line)) = vm.place_of(object) {
        say("File", format!("{file}:{line}"), Form::Line);
    }
    let source = if detail > 0 { vm.source_of(object) } else { None };
    match (source, documentation(vm, object)) {
        (Some(source), _) => say("Source", source, Form::Code),
        (None, Some(doc)) => say("Docstring", dedented(&doc), Form::Text),
        (None, None) => say("Docstring", "<no docstring>".into(), Form::Line),
    }
    if let Value::Class(class) = object {
        let _ = vm.run_all_files();
        let subclasses: Vec<String> = class.subclasses().iter().take(20).map(|class| class.full_name()).collect();
        say("Subclasses", subclasses.join(", "), Form::Line);
        if let Some(init) = own_init(class).filter(|_| detail == 0) {
            say("Init docstring", documentation(vm, &init).map(|doc| dedented(&doc)).unwrap_or_default(), Form::Text);
        }
    }
    if let Value::Module(module) = object {
        let names = vm.dir(object).into_iter().filter(|name| !name.starts_with('_')).collect::<Vec<_>>();
        let _ = module;
        say("Members", units::short(&names.join(", "), 1500), Form::Line);
    }
    bundle(&parts)
}

fn own_init(class: &Rc<Class>) -> Option<Value> {
    class.lookup("__init__").filter(|init| matches!(init, Value::Function(_)))
}

fn length(object: &Value) -> Option<usize> {
    match object.beneath() {
        Value::List(list) => Some(list.items.borrow().len()),
        Value::Dict(dict) => Some(dict.len()),
        Value::Tuple(items) => Some(items.len()),
        Value::Str(text) => Some(text.as_str().chars().count()),
        _ => None,
    }
}

/// Returns the documentation of an object or of its class. A class without its own has that of a base, as in
/// `inspect.getdoc`.
pub fn documentation(vm: &mut Vm, object: &Value) -> Option<String> {
    let own = match object {
        Value::Builtin(builtin) => Some(builtin.doc.to_owned()),
        _ => match vm.peek_attr(object, "__doc__") {
            Some(Peeked::Value(Value::Str(doc))) => Some(doc.to_string()),
            _ => None,
        },
    };
    let inherited = match object {
        Value::Class(class) => class.order().find_map(own_documentation),
        _ => own_documentation(&vm.class_of(object)),
    };
    own.or(inherited).filter(|doc| !doc.is_empty())
}

fn own_documentation(class: &Class) -> Option<String> {
    let doc = class.dict.get_str("__doc__").filter(|_| class.name != "object" || class.module != "builtins")?;
    doc.as_str().map(str::to_owned)
}

/// Removes the indentation that a docstring's lines have in the source.
pub fn dedented(doc: &str) -> String {
    let rest = doc.lines().skip(1).filter(|line| !line.trim().is_empty());
    let by = rest.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let mut lines = doc.trim_end().lines();
    let first = lines.next().unwrap_or_default().trim_start().to_owned();
    std::iter::once(first)
        .chain(lines.map(|line| line.get(by..).unwrap_or("").to_owned()))
        .collect::<Vec<_>>()
        .join("\n")
}

fn bundle(parts: &[Part]) -> Bundle {
    let mut text = String::new();
    let mut page = String::from("<div>");
    for Part { name, text: content, form } in parts {
        let gap = if content.contains('\n') { "\n" } else { " " };
        text.push_str(&format!("\x1b[31m{name}:\x1b[39m{gap}{content}\n"));
        let content = html::escape(content);
        let tag = if *form == Form::Line { "span" } else { "pre" };
        let style = if *form == Form::Line { "" } else { " style=\"margin:.2em 0 .6em\"" };
        page.push_str(&format!("<div><b>{name}:</b> <{tag}{style}>{content}</{tag}></div>"));
    }
    page.push_str("</div>");
    [("text/plain", text), ("text/html", page)].into_iter().map(|(mime, text)| (mime.to_owned(), text.into())).collect()
}

/// Renders a text of our own in the same layout.
pub fn text(name: &'static str, content: &str) -> Bundle {
    bundle(&[Part { name, text: content.to_owned(), form: Form::Code }])
}
