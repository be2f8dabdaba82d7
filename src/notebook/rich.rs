//! Makes a value's display formats: MIME types and their contents.

use super::front::front;
use super::{pretty, shell};
use base64::Engine as _;
use std::rc::Rc;
use tensorcell_jupyter::{Bundle, Display, Stream};
use tensorcell_language::object::Dict;
use tensorcell_language::{Exc, Result, Value, Vm};

/// A JSON object.
pub type Json = Bundle;

/// The display methods that a class may define, as in IPython.
const METHODS: [(&str, &str); 9] = [
    ("_repr_html_", "text/html"),
    ("_repr_markdown_", "text/markdown"),
    ("_repr_svg_", "image/svg+xml"),
    ("_repr_png_", "image/png"),
    ("_repr_jpeg_", "image/jpeg"),
    ("_repr_latex_", "text/latex"),
    ("_repr_json_", "application/json"),
    ("_repr_javascript_", "application/javascript"),
    ("_repr_pdf_", "application/pdf"),
];

/// Returns a value in all its display formats. `text/plain` comes from `_repr_pretty_` or `repr`. A failing rich
/// format is reported on stderr and left out.
pub fn of(vm: &mut Vm, value: &Value) -> Result<Display> {
    let mut forms = Vec::new();
    let mut beside = Bundle::new();
    if let Value::Native(native) = value {
        match native.clone().display(vm) {
            Ok(found) => forms = found,
            Err(raise) => tell_failure("the rich form", &raise.message()),
        }
    }
    if !matches!(value, Value::Class(_)) {
        let class = vm.class_of(value);
        if class.lookup("_repr_mimebundle_").is_some() {
            match mimebundle(vm, value) {
                Ok(Value::Dict(bundle)) => merge(vm, &mut forms, &bundle)?,
                Ok(Value::Tuple(parts)) => {
                    if let Some(Value::Dict(bundle)) = parts.first() {
                        merge(vm, &mut forms, bundle)?;
                    }
                    if let Some(Value::Dict(metadata)) = parts.get(1) {
                        beside.extend(object(vm, metadata)?);
                    }
                }
                Ok(_) => {}
                Err(raise) => tell_failure("_repr_mimebundle_", &raise.message()),
            }
        }
        for (method, mime) in METHODS {
            if class.lookup(method).is_none() || forms.iter().any(|(known, _)| known == mime) {
                continue;
            }
            match vm.call_method(value, method, &[]) {
                Ok(Value::None) => {}
                Ok(content) => {
                    let content = without_metadata(vm, mime, content, &mut beside)?;
                    let content = content_of(vm, &content)?;
                    forms.push((mime.to_owned(), content));
                }
                Err(raise) if raise.is(Exc::NotImplementedError) => {}
                Err(raise) => tell_failure(method, &raise.message()),
            }
        }
    }
    for (mime, content) in registered(vm, value)? {
        forms.retain(|(known, _)| *known != mime);
        if !content.is_none() {
            let content = without_metadata(vm, &mime, content, &mut beside)?;
            forms.push((mime, content_of(vm, &content)?));
        }
    }
    if !forms.iter().any(|(mime, _)| mime == "text/plain") {
        forms.push(("text/plain".into(), plain(vm, value)?));
    }
    let mut display = display(&forms);
    display.metadata.extend(beside);
    Ok(display)
}

/// The plain text; the `repr` where a `_repr_pretty_` fails, or the program has turned pretty printing off.
fn plain(vm: &mut Vm, value: &Value) -> Result<String> {
    if let Some(formatter) = shell::text_formatter(vm)?
        && let is_pretty = vm.get_attr(&formatter, "pprint")?
        && !vm.truth(&is_pretty)?
    {
        return vm.repr(value);
    }
    match pretty::text(vm, value) {
        Err(raise) if vm.class_of(value).lookup("_repr_pretty_").is_some() => {
            tell_failure("_repr_pretty_", &raise.message());
            vm.repr(value)
        }
        text => text,
    }
}

/// The result of `_repr_mimebundle_`.
fn mimebundle(vm: &mut Vm, value: &Value) -> Result<Value> {
    let method = vm.get_attr(value, "_repr_mimebundle_")?;
    vm.call(&method, &[], &["include", "exclude"].map(|name| (name.to_owned(), Value::None)))
}

/// Splits a pair of content and metadata, and stores the metadata.
fn without_metadata(vm: &mut Vm, mime: &str, content: Value, beside: &mut Bundle) -> Result<Value> {
    match &content {
        Value::Tuple(pair) if pair.len() == 2 => {
            if let Value::Dict(metadata) = &pair[1] {
                beside.insert(mime.to_owned(), object(vm, metadata)?.into());
            }
            Ok(pair[0].clone())
        }
        _ => Ok(content),
    }
}

/// Calls the formatters registered for the value's type. Returns contents by MIME type, None for unwanted ones.
fn registered(vm: &mut Vm, value: &Value) -> Result<Vec<(String, Value)>> {
    let Some(formatters) = shell::formatters(vm)? else { return Ok(Vec::new()) };
    let found = match vm.call_method(&formatters, "_registered", std::slice::from_ref(value)) {
        Ok(found) => vm.collect(&found)?,
        Err(raise) => {
            tell_failure("a registered formatter", &raise.message());
            Vec::new()
        }
    };
    let pair = |pair: Value| match &pair {
        Value::Tuple(pair) => Some((pair.first()?.as_str()?.to_owned(), pair.get(1)?.clone())),
        _ => None,
    };
    Ok(found.into_iter().filter_map(pair).collect())
}

/// Shows a value by `_ipython_display_` or by a function registered for its type. Returns whether it was shown.
pub fn shows_itself(vm: &mut Vm, value: &Value) -> Result<bool> {
    if let Some(formatters) = shell::formatters(vm)? {
        let shown = vm.call_method(&formatters, "_shows_itself", std::slice::from_ref(value))?;
        if vm.truth(&shown)? {
            return Ok(true);
        }
    }
    if matches!(value, Value::Class(_)) || vm.class_of(value).lookup("_ipython_display_").is_none() {
        return Ok(false);
    }
    match vm.call_method(value, "_ipython_display_", &[]) {
        Ok(_) => Ok(true),
        Err(raise) if raise.is(Exc::NotImplementedError) => Ok(false),
        Err(raise) => {
            tell_failure("_ipython_display_", &raise.message());
            Ok(false)
        }
    }
}

/// Converts a dict of the language to JSON.
pub fn object(vm: &mut Vm, dict: &Rc<Dict>) -> Result<Bundle> {
    let text = content_of(vm, &Value::Dict(dict.clone()))?;
    Ok(serde_json::from_str(&text).unwrap_or_default())
}

/// Adds the entries of a MIME bundle of the language.
pub fn merge(vm: &mut Vm, forms: &mut Vec<(String, String)>, bundle: &Dict) -> Result<()> {
    for (mime, content) in bundle.items() {
        if let Some(mime) = mime.as_str() {
            let content = content_of(vm, &content)?;
            forms.retain(|(known, _)| known != mime);
            forms.push((mime.to_owned(), content));
        }
    }
    Ok(())
}

/// Converts content: text unchanged, bytes to base64, everything else to JSON.
fn content_of(vm: &mut Vm, content: &Value) -> Result<String> {
    match content {
        Value::Str(text) => Ok(text.as_str().to_owned()),
        Value::Bytes(bytes) => Ok(base64::engine::general_purpose::STANDARD.encode(&*bytes.data.borrow())),
        other => {
            let json = vm.import("json")?;
            let text = vm.call_method(&json, "dumps", std::slice::from_ref(other))?;
            Ok(text.as_str().unwrap_or("null").to_owned())
        }
    }
}

fn tell_failure(method: &str, message: &str) {
    front(|front| front.stream(Stream::Stderr, &format!("{method} failed: {message}\n")));
}

/// Converts the formats for a message: JSON types to JSON, all others to text.
pub fn to_json(forms: &[(String, String)]) -> Bundle {
    forms
        .iter()
        .map(|(mime, content)| {
            let json = mime == "application/json" || mime.ends_with("+json");
            let value = json.then(|| serde_json::from_str(content).ok()).flatten();
            (mime.clone(), value.unwrap_or_else(|| content.as_str().into()))
        })
        .collect()
}

/// Returns the metadata: the display size of a PNG. A PNG beside an SVG has twice its resolution.
pub fn metadata(forms: &[(String, String)]) -> Bundle {
    let form = |wanted| forms.iter().find(|(mime, _)| mime == wanted).map(|(_, content)| content);
    let mut metadata = Bundle::new();
    if form("image/svg+xml").is_some()
        && let Some((width, height)) = form("image/png").and_then(|png| png_size(png))
    {
        let size = serde_json::json!({"width": width / 2, "height": height / 2});
        metadata.insert("image/png".into(), size);
    }
    metadata
}

/// Reads width and height from a PNG's header.
fn png_size(base64: &str) -> Option<(u32, u32)> {
    // 24 bytes of signature and header are 32 base64 characters.
    let head = base64::engine::general_purpose::STANDARD.decode(base64.get(..32)?).ok()?;
    let number = |at: usize| head.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    (head.get(12..16)? == b"IHDR").then_some(())?;
    Some((number(16)?, number(20)?))
}

/// Makes a display from the formats.
pub fn display(forms: &[(String, String)]) -> Display {
    Display { data: to_json(forms), metadata: metadata(forms), ..Display::default() }
}
