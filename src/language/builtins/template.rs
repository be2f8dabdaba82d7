//! `str.format`: replacement fields in braces.

use crate::language::memory;
use crate::language::{Exc, Raise, Result, Value, Vm};

/// Numbering of fields: automatic or by hand, not both.
enum Numbering {
    Unknown,
    Automatic(usize),
    Manual,
}

/// Where field values come from.
pub struct Fields<'a> {
    pub positional: &'a [Value],
    pub keyword: &'a mut dyn FnMut(&mut Vm, &str) -> Result<Value>,
    /// `format_map`: numbers are keys too.
    pub mapping: bool,
}

/// Expands a template.
pub fn expand(vm: &mut Vm, template: &str, fields: &mut Fields) -> Result<String> {
    let chars: Vec<char> = template.chars().collect();
    expand_level(vm, &chars, fields, &mut Numbering::Unknown, 2)
}

fn expand_level(
    vm: &mut Vm,
    chars: &[char],
    fields: &mut Fields,
    numbering: &mut Numbering,
    depth: usize,
) -> Result<String> {
    if depth == 0 {
        return Err(Raise::value_error("Max string recursion exceeded"));
    }
    let mut out = String::new();
    let mut at = 0;
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('{', Some('{')) | ('}', Some('}')) => {
                out.push(chars[at]);
                at += 2;
            }
            ('}', _) => {
                return Err(Raise::value_error("Single '}' encountered in format string"));
            }
            ('{', None) => {
                return Err(Raise::value_error("Single '{' encountered in format string"));
            }
            ('{', _) => {
                let end = closing(chars, at + 1)?;
                memory::append(&mut out, &field(vm, &chars[at + 1..end], fields, numbering, depth)?)?;
                at = end + 1;
            }
            (c, _) => {
                out.push(c);
                at += 1;
            }
        }
    }
    Ok(out)
}

/// The index of the brace that closes the field begun before `start`.
fn closing(chars: &[char], start: usize) -> Result<usize> {
    let mut depth = 1;
    let mut bracket = false;
    for (i, c) in chars.iter().enumerate().skip(start) {
        match c {
            '[' => bracket = true,
            ']' => bracket = false,
            '{' if !bracket => depth += 1,
            '}' if !bracket => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Ok(i);
        }
    }
    let begun = chars[start..].iter().any(|c| matches!(c, ':' | '!'));
    Err(Raise::value_error(if begun { "unmatched '{' in format spec" } else { "expected '}' before end of string" }))
}

fn field(vm: &mut Vm, chars: &[char], fields: &mut Fields, numbering: &mut Numbering, depth: usize) -> Result<String> {
    let mut bracket = false;
    let end = chars
        .iter()
        .position(|c| {
            bracket = (bracket || *c == '[') && *c != ']';
            !bracket && matches!(c, '!' | ':')
        })
        .unwrap_or(chars.len());
    let name: String = chars[..end].iter().collect();
    let (conversion, spec) = match chars.get(end) {
        Some('!') => {
            let Some(&conversion) = chars.get(end + 1) else {
                return Err(Raise::value_error("unmatched '{' in format spec"));
            };
            match chars.get(end + 2) {
                None => (Some(conversion), &chars[end + 2..]),
                Some(':') => (Some(conversion), &chars[end + 3..]),
                Some(_) => {
                    return Err(Raise::value_error("expected ':' after conversion specifier"));
                }
            }
        }
        Some(_) => (None, &chars[end + 1..]),
        None => (None, &chars[end..]),
    };
    let mut value = lookup(vm, &name, fields, numbering)?;
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
    let spec = expand_level(vm, spec, fields, numbering, depth - 1)
        .or_else(|error| if spec.is_empty() { Ok(String::new()) } else { Err(error) })?;
    vm.format(&value, &spec)
}

/// `name`, `0`, ``, each followed by `.attribute` and `[key]`.
fn lookup(vm: &mut Vm, name: &str, fields: &mut Fields, numbering: &mut Numbering) -> Result<Value> {
    let end = name.find(['.', '[']).unwrap_or(name.len());
    let (first, mut rest) = name.split_at(end);
    let mut value = match (first.is_empty(), first.parse::<usize>()) {
        _ if fields.mapping => (fields.keyword)(vm, first)?,
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
        (_, Ok(number)) => {
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
            let key = match tail[..end].parse::<i64>() {
                Ok(number) if tail.as_bytes()[0].is_ascii_digit() => Value::Int(number),
                _ => Value::str(&tail[..end]),
            };
            value = vm.get_item(&value, &key)?;
            rest = &tail[end + 1..];
        } else {
            return Err(Raise::value_error("Only '.' or '[' may follow ']' in format field specifier"));
        }
    }
    Ok(value)
}

fn positional(fields: &Fields, i: usize) -> Result<Value> {
    fields.positional.get(i).cloned().ok_or_else(|| {
        Raise::new(Exc::IndexError, format!("Replacement index {i} out of range for positional args tuple"))
    })
}
