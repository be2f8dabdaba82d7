//! The `%` operator of strings and bytes.

use super::number::{float_notation, float_to_int, to_big};
use super::repr::ascii;
use super::spec::magnitude;
use crate::language::memory;
use crate::language::{Exc, Raise, Result, Value, Vm};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

const WIDEST: i64 = 1 << 28;

struct Directive {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Of bytes: each character of the text is a byte.
    binary: bool,
}

/// Takes the arguments one after the other.
struct Arguments<'a> {
    given: &'a Value,
    items: Vec<Value>,
    single: bool,
    next: usize,
}

impl Arguments<'_> {
    fn take(&mut self) -> Result<Value> {
        let item = self.items.get(self.next).cloned();
        self.next += 1;
        item.ok_or_else(|| Raise::type_error("not enough arguments for format string"))
    }
}

/// `template % given`.
pub fn format(vm: &mut Vm, template: &str, given: &Value) -> Result<String> {
    apply(vm, template.chars().collect(), given, false)
}

/// `template % given` of bytes.
pub fn format_bytes(vm: &mut Vm, template: &[u8], given: &Value) -> Result<Vec<u8>> {
    let text = apply(vm, template.iter().copied().map(char::from).collect(), given, true)?;
    Ok(text.chars().map(|c| c as u8).collect())
}

fn apply(vm: &mut Vm, chars: Vec<char>, given: &Value, binary: bool) -> Result<String> {
    let plain = super::plain(given);
    let (items, single) = match &plain {
        Value::Tuple(items) => (items.to_vec(), false),
        _ => (vec![given.clone()], true),
    };
    let mut arguments = Arguments { given, items, single, next: 0 };
    // Texts have subscripts, and are no mappings.
    let is_text = |value: &Value| matches!(value, Value::Str(_)) || binary && matches!(value, Value::Bytes(_));
    let mut keyed = false;
    let mut out = String::new();
    let mut at = 0;
    while at < chars.len() {
        if chars[at] != '%' {
            out.push(chars[at]);
            at += 1;
            continue;
        }
        at += 1;
        let mut keyed_value = None;
        if chars.get(at) == Some(&'(') {
            let start = at + 1;
            let mut depth = 1;
            at = start;
            while depth > 0 {
                match chars.get(at) {
                    Some('(') => depth += 1,
                    Some(')') => depth -= 1,
                    Some(_) => {}
                    None => return Err(Raise::value_error("incomplete format key")),
                }
                at += 1;
            }
            let key: String = chars[start..at - 1].iter().collect();
            if !arguments.single || is_text(&plain) || vm.find_attr(arguments.given, "__getitem__")?.is_none() {
                return Err(Raise::type_error("format requires a mapping"));
            }
            keyed = true;
            let key = if binary { Value::bytes(key.chars().map(|c| c as u8).collect()) } else { Value::str(key) };
            keyed_value = Some(vm.get_item(arguments.given, &key)?);
        }
        let mut directive = Directive {
            left: false,
            plus: false,
            space: false,
            alternate: false,
            zero: false,
            width: 0,
            precision: None,
            binary,
        };
        while let Some(flag) = chars.get(at) {
            match flag {
                '-' => directive.left = true,
                '+' => directive.plus = true,
                ' ' => directive.space = true,
                '#' => directive.alternate = true,
                '0' => directive.zero = true,
                _ => break,
            }
            at += 1;
        }
        if let Some(width) = size(&chars, &mut at, &mut arguments, "width")? {
            directive.left |= width < 0;
            directive.width = width.unsigned_abs() as usize;
        }
        if chars.get(at) == Some(&'.') {
            at += 1;
            let precision = size(&chars, &mut at, &mut arguments, "precision")?;
            directive.precision = Some(precision.unwrap_or(0).max(0) as usize);
        }
        while matches!(chars.get(at), Some('h' | 'l' | 'L')) {
            at += 1;
        }
        let Some(&kind) = chars.get(at) else {
            return Err(Raise::value_error("incomplete format"));
        };
        at += 1;
        if kind == '%' {
            out.push('%');
            continue;
        }
        if !("diouxXeEfFgGcrsa".contains(kind) || binary && kind == 'b') {
            let shown = if (32..128).contains(&(kind as u32)) { kind } else { '?' };
            return Err(Raise::value_error(format!(
                "unsupported format character '{shown}' (0x{:x}) at index {}",
                kind as u32,
                at - 1
            )));
        }
        let value = match keyed_value {
            Some(value) => value,
            None => arguments.take()?,
        };
        memory::append(&mut out, &convert(vm, kind, &directive, &value)?)?;
    }
    let unused = if arguments.single {
        // A mapping may go unused; anything else must be converted.
        arguments.next == 0 && !keyed && (is_text(&plain) || vm.find_attr(given, "__getitem__")?.is_none())
    } else {
        arguments.next < arguments.items.len()
    };
    if unused {
        let what = if binary { "bytes" } else { "string" };
        return Err(Raise::type_error(format!("not all arguments converted during {what} formatting")));
    }
    Ok(out)
}

/// A number or `*` at `at`.
fn size(chars: &[char], at: &mut usize, arguments: &mut Arguments, what: &str) -> Result<Option<i64>> {
    if chars.get(*at) == Some(&'*') {
        *at += 1;
        return match arguments.take()? {
            Value::Int(n) if n.abs() <= WIDEST => Ok(Some(n)),
            Value::Bool(b) => Ok(Some(b as i64)),
            Value::Int(_) | Value::BigInt(_) => {
                Err(Raise::new(Exc::OverflowError, "Python int too large to convert to C int"))
            }
            _ => Err(Raise::type_error("* wants int")),
        };
    }
    let start = *at;
    let mut value = 0i64;
    while let Some(digit) = chars.get(*at).and_then(|c| c.to_digit(10)) {
        value = value.saturating_mul(10).saturating_add(digit as i64);
        *at += 1;
    }
    if value == i64::MAX {
        return Err(Raise::value_error(format!("{what} too big")));
    }
    if value > WIDEST {
        return Err(Raise::new(Exc::MemoryError, ""));
    }
    Ok((*at > start).then_some(value))
}

fn convert(vm: &mut Vm, kind: char, directive: &Directive, value: &Value) -> Result<String> {
    match kind {
        's' | 'b' | 'r' | 'a' => {
            let text = match kind {
                's' | 'b' if directive.binary => bytes_of(vm, value)?.into_iter().map(char::from).collect(),
                _ if directive.binary => ascii(&vm.repr(value)?),
                's' => vm.str(value)?,
                'r' => vm.repr(value)?,
                _ => ascii(&vm.repr(value)?),
            };
            let cut = match directive.precision {
                Some(precision) => text.chars().take(precision).collect(),
                None => text,
            };
            Ok(directive.pad_text(cut))
        }
        'c' if directive.binary => {
            let plain = super::plain(value);
            let byte = match (&plain, to_big(&plain)) {
                (Value::Bytes(bytes), _) if bytes.data.borrow().len() == 1 => bytes.data.borrow()[0],
                (_, Some(code)) => {
                    code.to_u8().ok_or_else(|| Raise::new(Exc::OverflowError, "%c arg not in range(256)"))?
                }
                _ => return Err(Raise::type_error("%c requires an integer in range(256) or a single byte")),
            };
            Ok(directive.pad_text(char::from(byte).into()))
        }
        'c' => {
            let c = match super::plain(value) {
                Value::Str(text) if text.as_str().chars().count() == 1 => text.as_str().to_string(),
                Value::Str(_) => return Err(Raise::type_error("%c requires int or char")),
                number => match to_big(&number) {
                    Some(code) => code
                        .to_u32()
                        .and_then(char::from_u32)
                        .ok_or_else(|| Raise::new(Exc::OverflowError, "%c arg not in range(0x110000)"))?
                        .to_string(),
                    None => return Err(Raise::type_error("%c requires int or char")),
                },
            };
            Ok(directive.pad_text(c))
        }
        'd' | 'i' | 'u' | 'o' | 'x' | 'X' => {
            let n = integer(vm, kind, value)?;
            let (radix, prefix) = match kind {
                'o' => (8, "0o"),
                'x' => (16, "0x"),
                'X' => (16, "0X"),
                _ => (10, ""),
            };
            let mut digits = magnitude(&n, radix, kind == 'X')?;
            if let Some(missing) = directive.precision.and_then(|p| p.checked_sub(digits.len())) {
                digits.insert_str(0, &"0".repeat(missing));
            }
            Ok(directive.pad_number(n.is_negative(), if directive.alternate { prefix } else { "" }, &digits, true))
        }
        _ => {
            let x = match super::float_of(vm, value)? {
                Some(x) => x,
                None => {
                    let wanted = if directive.binary { "float argument required" } else { "must be real number" };
                    return Err(Raise::type_error(format!("{wanted}, not {}", value.type_name())));
                }
            };
            let text = float_notation(x.abs(), kind, directive.precision.unwrap_or(6), directive.alternate);
            Ok(directive.pad_number(x.is_sign_negative() && !x.is_nan(), "", &text, x.is_finite()))
        }
    }
}

/// What `%s` and `%b` put into bytes.
fn bytes_of(vm: &mut Vm, value: &Value) -> Result<Vec<u8>> {
    if let Value::Bytes(bytes) = super::plain(value) {
        return Ok(bytes.data.borrow().clone());
    }
    if let Some(method) = vm.find_attr(value, "__bytes__")?
        && let Value::Bytes(bytes) = vm.call(&method, &[], &[])?
    {
        return Ok(bytes.data.borrow().clone());
    }
    Err(Raise::type_error(format!(
        "%b requires a bytes-like object, or an object that implements __bytes__, not '{}'",
        value.type_name()
    )))
}

fn integer(vm: &mut Vm, kind: char, value: &Value) -> Result<BigInt> {
    let plain = super::plain(value);
    if let Some(n) = to_big(&plain) {
        return Ok(n);
    }
    let decimal = matches!(kind, 'd' | 'i' | 'u');
    let needed = if decimal { "a real number" } else { "an integer" };
    let wrong = || Raise::type_error(format!("%{kind} format: {needed} is required, not {}", value.type_name()));
    let converted = match &plain {
        Value::Float(x) if decimal => float_to_int(x.get())?,
        Value::Native(native) => native.to_int(vm)?.ok_or_else(wrong)?,
        Value::Instance(_) => {
            let method = if decimal && vm.find_attr(value, "__int__")?.is_some() { "__int__" } else { "__index__" };
            if vm.find_attr(value, method)?.is_none() {
                return Err(wrong());
            }
            vm.call_method(value, method, &[])?
        }
        _ => return Err(wrong()),
    };
    to_big(&converted).ok_or_else(wrong)
}

impl Directive {
    fn pad_text(&self, text: String) -> String {
        let missing = " ".repeat(self.width.saturating_sub(text.chars().count()));
        if self.left { text + &missing } else { missing + &text }
    }

    fn pad_number(&self, negative: bool, prefix: &str, digits: &str, zeros: bool) -> String {
        let sign = match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        };
        let missing = self.width.saturating_sub(sign.len() + prefix.len() + digits.len());
        if self.zero && zeros && !self.left {
            return format!("{sign}{prefix}{}{digits}", "0".repeat(missing));
        }
        self.pad_text(format!("{sign}{prefix}{digits}"))
    }
}
