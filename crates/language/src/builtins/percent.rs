//! The `%` operator of strings and bytes.

use super::number::{float_to_int, to_big, write_float};
use super::repr::ascii;
use super::spec::magnitude;
use crate::memory;
use crate::{Exc, Raise, Result, Value, Vm};
use compact_str::format_compact;
use num_traits::ToPrimitive;

const WIDEST: i64 = 1 << 28;

#[derive(Default)]
struct Directive {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Whether the template is bytes: each character of the text is a byte.
    binary: bool,
}

/// Takes the arguments one by one.
struct Arguments<'a> {
    given: &'a Value,
    items: &'a [Value],
    single: bool,
    next: usize,
}

impl<'a> Arguments<'a> {
    fn take(&mut self) -> Result<&'a Value> {
        let item = self.items.get(self.next);
        self.next += 1;
        item.ok_or_else(|| Raise::type_error("not enough arguments for format string"))
    }
}

/// `template % given`.
pub fn format(vm: &mut Vm, template: &str, given: &Value) -> Result<String> {
    apply(vm, template, given, false)
}

/// `template % given` of bytes.
pub(crate) fn format_bytes(vm: &mut Vm, template: &[u8], given: &Value) -> Result<Vec<u8>> {
    let template: String = template.iter().copied().map(char::from).collect();
    let text = apply(vm, &template, given, true)?;
    Ok(text.chars().map(|c| c as u8).collect())
}

fn apply(vm: &mut Vm, template: &str, given: &Value, binary: bool) -> Result<String> {
    let plain = super::plain(given);
    let (items, single) = match &plain {
        Value::Tuple(items) => (&items[..], false),
        _ => (std::slice::from_ref(given), true),
    };
    let mut arguments = Arguments { given, items, single, next: 0 };
    // Strings have subscripts, but are not mappings.
    let is_text = |value: &Value| matches!(value, Value::Str(_)) || binary && matches!(value, Value::Bytes(_));
    let mut keyed = false;
    let mut out = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some(at) = rest.find('%') {
        memory::append(&mut out, &rest[..at])?;
        rest = &rest[at + 1..];
        let mut keyed_value = None;
        if let Some(inside) = rest.strip_prefix('(') {
            let mut depth = 1;
            let end = inside.find(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth == 0
            });
            let (key, after) = end.map(|end| inside.split_at(end)).ok_or_else(incomplete_key)?;
            rest = &after[1..];
            if !arguments.single || is_text(&plain) || vm.find_special(arguments.given, "__getitem__")?.is_none() {
                return Err(Raise::type_error("format requires a mapping"));
            }
            keyed = true;
            let key = if binary { Value::bytes(key.chars().map(|c| c as u8).collect()) } else { Value::str(key) };
            keyed_value = Some(vm.get_item(arguments.given, &key)?);
        }
        let mut directive = Directive { binary, ..Directive::default() };
        loop {
            match rest.as_bytes().first() {
                Some(b'-') => directive.left = true,
                Some(b'+') => directive.plus = true,
                Some(b' ') => directive.space = true,
                Some(b'#') => directive.alternate = true,
                Some(b'0') => directive.zero = true,
                _ => break,
            }
            rest = &rest[1..];
        }
        if let Some(width) = size(&mut rest, &mut arguments, "width")? {
            directive.left |= width < 0;
            directive.width = width.unsigned_abs() as usize;
        }
        if let Some(after) = rest.strip_prefix('.') {
            rest = after;
            let precision = size(&mut rest, &mut arguments, "precision")?;
            directive.precision = Some(precision.unwrap_or(0).max(0) as usize);
        }
        rest = rest.trim_start_matches(['h', 'l', 'L']);
        let Some(kind) = rest.chars().next() else {
            return Err(Raise::value_error("incomplete format"));
        };
        let index = template.len() - rest.len();
        rest = &rest[kind.len_utf8()..];
        if kind == '%' {
            out.push('%');
            continue;
        }
        if !("diouxXeEfFgGcrsa".contains(kind) || binary && kind == 'b') {
            let shown = if (32..128).contains(&(kind as u32)) { kind } else { '?' };
            return Err(Raise::value_error(format!(
                "unsupported format character '{shown}' (0x{:x}) at index {}",
                kind as u32,
                template[..index].chars().count()
            )));
        }
        let value = match &keyed_value {
            Some(value) => value,
            None => arguments.take()?,
        };
        convert(vm, &mut out, kind, &directive, value)?;
    }
    let unused = if arguments.single {
        // A mapping may be unused; anything else must be converted.
        arguments.next == 0 && !keyed && (is_text(&plain) || vm.find_special(given, "__getitem__")?.is_none())
    } else {
        arguments.next < arguments.items.len()
    };
    if unused {
        let what = if binary { "bytes" } else { "string" };
        return Err(Raise::type_error(format!("not all arguments converted during {what} formatting")));
    }
    memory::append(&mut out, rest)?;
    Ok(out)
}

fn incomplete_key() -> Raise {
    Raise::value_error("incomplete format key")
}

/// A number or `*` that follows.
fn size(rest: &mut &str, arguments: &mut Arguments, what: &str) -> Result<Option<i64>> {
    let most = if what == "width" { i64::MAX } else { i64::from(i32::MAX) };
    let given = if let Some(after) = rest.strip_prefix('*') {
        *rest = after;
        let kind = if what == "width" { "ssize_t" } else { "int" };
        let too_large = || Raise::new(Exc::OverflowError, format!("Python int too large to convert to C {kind}"));
        match arguments.take()? {
            Value::Int(n) if n.saturating_abs() <= most => *n,
            Value::Bool(b) => i64::from(b.get()),
            Value::Int(_) | Value::BigInt(_) => return Err(too_large()),
            _ => return Err(Raise::type_error("* wants int")),
        }
    } else {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        let (number, after) = rest.split_at(digits);
        *rest = after;
        let value = number.parse().ok().filter(|value| *value <= most);
        value.ok_or_else(|| Raise::value_error(format!("{what} too big")))?
    };
    if given.saturating_abs() > WIDEST {
        return Err(Raise::new(Exc::MemoryError, ""));
    }
    Ok(Some(given))
}

fn convert(vm: &mut Vm, out: &mut String, kind: char, directive: &Directive, value: &Value) -> Result<()> {
    match kind {
        's' if let (Value::Str(text), false) = (value, directive.binary) => directive.pad_text(out, text),
        's' | 'b' | 'r' | 'a' => {
            let text = match kind {
                's' | 'b' if directive.binary => bytes_of(vm, value)?.into_iter().map(char::from).collect(),
                _ if directive.binary => ascii(&vm.repr(value)?),
                's' => vm.str(value)?,
                'r' => vm.repr(value)?,
                _ => ascii(&vm.repr(value)?),
            };
            directive.pad_text(out, &text)
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
            directive.pad(out, "", "", char::from(byte).encode_utf8(&mut [0; 4]))
        }
        'c' => {
            let c = match super::plain(value) {
                Value::Str(text) if text.length() == 1 => text.char_at(0),
                Value::Str(_) => return Err(Raise::type_error("%c requires int or char")),
                number => match to_big(&number) {
                    Some(code) => code.to_u32().and_then(crate::surrogate::char_of),
                    None if vm.find_attr(value, "__index__")?.is_some() => {
                        super::big_index(vm, value)?.to_u32().and_then(crate::surrogate::char_of)
                    }
                    None => return Err(Raise::type_error("%c requires int or char")),
                },
            };
            let c = c.ok_or_else(|| Raise::new(Exc::OverflowError, "%c arg not in range(0x110000)"))?;
            directive.pad(out, "", "", c.encode_utf8(&mut [0; 4]))
        }
        'd' | 'i' | 'u' | 'o' | 'x' | 'X' => {
            let (radix, prefix) = match kind {
                'o' => (8, "0o"),
                'x' => (16, "0x"),
                'X' => (16, "0X"),
                _ => (10, ""),
            };
            let (negative, mut digits) = match value {
                Value::Int(_) => magnitude(value, radix, kind == 'X')?,
                _ => magnitude(&integer(vm, kind, value)?, radix, kind == 'X')?,
            };
            if let Some(missing) = directive.precision.and_then(|p| p.checked_sub(digits.len())) {
                memory::claim(missing)?;
                digits = format_compact!("{}{digits}", "0".repeat(missing));
            }
            directive.pad_number(out, negative, if directive.alternate { prefix } else { "" }, &digits, true)
        }
        _ => {
            let x = match super::float_of(vm, value)? {
                Some(x) => x,
                None => {
                    let wanted = if directive.binary { "float argument required" } else { "must be real number" };
                    return Err(Raise::type_error(format!("{wanted}, not {}", value.type_name())));
                }
            };
            let precision = directive.precision.unwrap_or(6);
            memory::claim(precision)?;
            let mut text = String::with_capacity(24);
            write_float(&mut text, x.abs(), kind, precision, directive.alternate);
            directive.pad_number(out, x.is_sign_negative() && !x.is_nan(), "", &text, x.is_finite())
        }
    }
}

/// The bytes that `%s` and `%b` insert.
fn bytes_of(vm: &mut Vm, value: &Value) -> Result<Vec<u8>> {
    if let Value::Bytes(bytes) = value {
        return Ok(bytes.data.borrow().clone());
    }
    if let Some(method) = vm.find_special(value, "__bytes__")?
        && let Value::Bytes(bytes) = vm.call(&method, &[], &[])?
    {
        return Ok(bytes.data.borrow().clone());
    }
    if let Some(contents) = super::memory_view::contents(value)? {
        return Ok(contents);
    }
    Err(Raise::type_error(format!(
        "%b requires a bytes-like object, or an object that implements __bytes__, not '{}'",
        value.type_name()
    )))
}

fn integer(vm: &mut Vm, kind: char, value: &Value) -> Result<Value> {
    let is_int = |value: &Value| matches!(value, Value::Int(_) | Value::BigInt(_) | Value::Bool(_));
    let plain = super::plain(value);
    if is_int(&plain) {
        return Ok(plain);
    }
    let decimal = matches!(kind, 'd' | 'i' | 'u');
    let needed = if decimal { "a real number" } else { "an integer" };
    let wrong = || Raise::type_error(format!("%{kind} format: {needed} is required, not {}", value.type_name()));
    let converted = match &plain {
        Value::Float(x) if decimal => float_to_int(x.get())?,
        Value::Native(native) => native.to_int(vm)?.ok_or_else(wrong)?,
        Value::Instance(_) => {
            let method = if decimal && vm.find_special(value, "__int__")?.is_some() { "__int__" } else { "__index__" };
            if vm.find_attr(value, method)?.is_none() {
                return Err(wrong());
            }
            vm.call_method(value, method, &[])?
        }
        _ => return Err(wrong()),
    };
    let converted = super::plain(&converted);
    if is_int(&converted) { Ok(converted) } else { Err(wrong()) }
}

impl Directive {
    /// Truncates a string to the precision.
    fn pad_text(&self, out: &mut String, text: &str) -> Result<()> {
        let end =
            self.precision.and_then(|precision| text.char_indices().nth(precision)).map_or(text.len(), |(at, _)| at);
        self.pad(out, "", "", &text[..end])
    }

    fn pad(&self, out: &mut String, sign: &str, prefix: &str, text: &str) -> Result<()> {
        let missing = match self.width {
            0 => 0,
            width => width.saturating_sub(sign.len() + prefix.len() + text.chars().count()),
        };
        memory::claim(missing)?;
        let (before, behind) = if self.left { (0, missing) } else { (missing, 0) };
        out.extend(std::iter::repeat_n(' ', before));
        out.push_str(sign);
        out.push_str(prefix);
        memory::append(out, text)?;
        out.extend(std::iter::repeat_n(' ', behind));
        Ok(())
    }

    fn pad_number(&self, out: &mut String, negative: bool, prefix: &str, digits: &str, zeros: bool) -> Result<()> {
        let sign = match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        };
        if !(self.zero && zeros && !self.left) {
            return self.pad(out, sign, prefix, digits);
        }
        let missing = self.width.saturating_sub(sign.len() + prefix.len() + digits.len());
        memory::claim(missing)?;
        out.push_str(sign);
        out.push_str(prefix);
        out.extend(std::iter::repeat_n('0', missing));
        memory::append(out, digits)
    }
}
