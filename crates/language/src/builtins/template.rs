//! `str.format`: replacement fields in braces.

use crate::memory;
use crate::{Exc, Raise, Result, Value, Vm};

/// Numbering of fields: automatic or manual, not both.
enum Numbering {
    Unknown,
    Automatic(usize),
    Manual,
}

/// The source of field values.
pub(crate) struct Fields<'a> {
    pub positional: &'a [Value],
    pub keyword: &'a mut dyn FnMut(&mut Vm, &str) -> Result<Value>,
    /// For `format_map`: numbers are keys too.
    pub mapping: bool,
}

/// Expands a template.
pub fn expand(vm: &mut Vm, template: &str, fields: &mut Fields) -> Result<String> {
    let mut out = String::with_capacity(template.len() + 16);
    expand_level(vm, &mut out, template, fields, &mut Numbering::Unknown, 2)?;
    Ok(out)
}

fn expand_level(
    vm: &mut Vm,
    out: &mut String,
    template: &str,
    fields: &mut Fields,
    numbering: &mut Numbering,
    depth: usize,
) -> Result<()> {
    if depth == 0 {
        return Err(Raise::value_error("Max string recursion exceeded"));
    }
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        memory::append(out, &rest[..at])?;
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            out.push_str(brace);
            rest = after;
        } else if brace == "}" || rest.is_empty() {
            return Err(Raise::value_error(format!("Single '{brace}' encountered in format string")));
        } else {
            let end = closing(rest)?;
            field(vm, out, &rest[..end], fields, numbering, depth)?;
            rest = &rest[end + 1..];
        }
    }
    memory::append(out, rest)
}

/// The index where the field at the start of a string ends.
fn closing(text: &str) -> Result<usize> {
    let mut depth = 1;
    let mut bracket = false;
    for (at, c) in text.bytes().enumerate() {
        match c {
            b'[' => bracket = true,
            b']' => bracket = false,
            b'{' if !bracket => depth += 1,
            b'}' if !bracket => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Ok(at);
        }
    }
    let begun = text.contains([':', '!']);
    Err(Raise::value_error(if begun { "unmatched '{' in format spec" } else { "expected '}' before end of string" }))
}

fn field(
    vm: &mut Vm,
    out: &mut String,
    text: &str,
    fields: &mut Fields,
    numbering: &mut Numbering,
    depth: usize,
) -> Result<()> {
    let mut bracket = false;
    let end = text.find(|c| {
        bracket = (bracket || c == '[') && c != ']';
        !bracket && matches!(c, '!' | ':')
    });
    let (name, after) = text.split_at(end.unwrap_or(text.len()));
    let (conversion, spec) = match after.strip_prefix('!') {
        Some(after) => {
            let mut letters = after.chars();
            let Some(conversion) = letters.next() else {
                return Err(Raise::value_error("unmatched '{' in format spec"));
            };
            match letters.next() {
                None | Some(':') => (Some(conversion), letters.as_str()),
                Some(_) => {
                    return Err(Raise::value_error("expected ':' after conversion specifier"));
                }
            }
        }
        None => (None, after.get(1..).unwrap_or_default()),
    };
    let mut value = lookup(vm, name, fields, numbering)?;
    if let Some(conversion) = conversion {
        value = Value::str(match conversion {
            's' => vm.str(&value)?,
            'r' => vm.repr(&value)?,
            'a' => super::repr::ascii(&vm.repr(&value)?),
            other => {
                return Err(Raise::value_error(format!("Unknown conversion specifier {other}")));
            }
        });
    }
    if !spec.contains(['{', '}']) {
        return vm.format_into(out, &value, spec);
    }
    let mut expanded = String::new();
    expand_level(vm, &mut expanded, spec, fields, numbering, depth - 1)?;
    vm.format_into(out, &value, &expanded)
}

/// Looks up `name`, `0` or an empty name, each followed by `.attribute` and `[key]`.
fn lookup(vm: &mut Vm, name: &str, fields: &mut Fields, numbering: &mut Numbering) -> Result<Value> {
    let end = name.find(['.', '[']).unwrap_or(name.len());
    let (first, mut rest) = name.split_at(end);
    let mut value = match (first.is_empty(), number(first)?) {
        (true, _) | (_, Some(_)) if fields.mapping => {
            return Err(Raise::value_error("Format string contains positional fields"));
        }
        (true, _) => {
            let next = match numbering {
                Numbering::Unknown => 0,
                Numbering::Automatic(next) => *next,
                Numbering::Manual => {
                    return Err(Raise::value_error(
                        "cannot switch from manual field specification to automatic field numbering",
                    ));
                }
            };
            *numbering = Numbering::Automatic(next + 1);
            positional(fields, next)?
        }
        (_, Some(number)) => {
            if matches!(numbering, Numbering::Automatic(_)) {
                return Err(Raise::value_error(
                    "cannot switch from automatic field numbering to manual field specification",
                ));
            }
            *numbering = Numbering::Manual;
            positional(fields, number)?
        }
        _ => (fields.keyword)(vm, first)?,
    };
    while !rest.is_empty() {
        if let Some(tail) = rest.strip_prefix('.') {
            let end = tail.find(['.', '[']).unwrap_or(tail.len());
            if end == 0 {
                return Err(Raise::value_error("Empty attribute in format string"));
            }
            value = vm.get_attr(&value, &tail[..end])?;
            rest = &tail[end..];
        } else if let Some(tail) = rest.strip_prefix('[') {
            let Some(end) = tail.find(']') else {
                return Err(Raise::value_error("Missing ']' in format string"));
            };
            if end == 0 {
                return Err(Raise::value_error("Empty attribute in format string"));
            }
            let key = match number(&tail[..end])? {
                Some(number) => Value::Int(number as i64),
                None => Value::str(&tail[..end]),
            };
            value = vm.get_item(&value, &key)?;
            rest = &tail[end + 1..];
        } else {
            return Err(Raise::value_error("Only '.' or '[' may follow ']' in format field specifier"));
        }
    }
    Ok(value)
}

/// Parses a field's name or key as a number; None if it is not one.
fn number(text: &str) -> Result<Option<usize>> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    let fits = text.parse::<i64>().map_err(|_| Raise::value_error("Too many decimal digits in format string"));
    fits.map(|number| Some(number as usize))
}

fn positional(fields: &Fields, i: usize) -> Result<Value> {
    fields.positional.get(i).cloned().ok_or_else(|| {
        Raise::new(Exc::IndexError, format!("Replacement index {i} out of range for positional args tuple"))
    })
}
