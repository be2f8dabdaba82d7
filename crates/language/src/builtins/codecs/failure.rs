//! Conversion failures: the exception, and the replacement made by the error handler that `errors` names.

use crate::builtins::{clipped_index, repr};
use crate::object::{Bytes, Tuple};
use crate::surrogate::{char_of, code_of, escaped, escaping, is_surrogate};
use crate::{Exc, Raise, Result, Value, Vm};
use std::rc::Rc;

/// The input of the conversion.
#[derive(Clone)]
pub enum Object {
    /// Text to encode.
    Text(Rc<[char]>),
    Bytes(Rc<[u8]>),
    /// Text to translate.
    Translated(Rc<[char]>),
}

/// The part of the input that cannot be converted.
#[derive(Clone)]
pub struct Failure {
    pub codec: String,
    pub object: Object,
    pub start: usize,
    pub end: usize,
    pub reason: String,
}

/// The replacement.
pub enum Given {
    Text(String),
    Bytes(Vec<u8>),
}

pub struct Remedy {
    pub given: Given,
    /// The position to continue at.
    pub next: usize,
    /// The bytes to decode from here on, if the handler replaced them.
    pub object: Option<Rc<[u8]>>,
}

/// The predefined handlers.
#[derive(Clone, Copy, PartialEq)]
pub enum Handler {
    Strict,
    Ignore,
    Replace,
    BackslashReplace,
    XmlCharRefReplace,
    NameReplace,
    SurrogateEscape,
    SurrogatePass,
}

impl Handler {
    pub fn named(name: &str) -> Option<Handler> {
        Some(match name {
            "strict" => Handler::Strict,
            "ignore" => Handler::Ignore,
            "replace" => Handler::Replace,
            "backslashreplace" => Handler::BackslashReplace,
            "xmlcharrefreplace" => Handler::XmlCharRefReplace,
            "namereplace" => Handler::NameReplace,
            "surrogateescape" => Handler::SurrogateEscape,
            "surrogatepass" => Handler::SurrogatePass,
            _ => return None,
        })
    }
}

impl Failure {
    /// The exception for this failure.
    pub fn raise(&self) -> Raise {
        let number = |at: usize| Value::Int(at as i64);
        let text = |chars: &[char]| Value::from(chars.iter().collect::<String>());
        let (kind, object) = match &self.object {
            Object::Text(chars) => (Exc::UnicodeEncodeError, text(chars)),
            Object::Bytes(data) => (Exc::UnicodeDecodeError, Value::Bytes(Bytes::new(data.to_vec(), false))),
            Object::Translated(chars) => (Exc::UnicodeTranslateError, text(chars)),
        };
        let mut raise = Raise::new(kind, self.message());
        let mut args = vec![object, number(self.start), number(self.end), Value::str(&self.reason)];
        if kind != Exc::UnicodeTranslateError {
            args.insert(0, Value::str(&self.codec));
        }
        raise.0.args = Some(Rc::new(Tuple::from(args)));
        raise
    }

    fn message(&self) -> String {
        message(&self.codec, &self.object, self.start as i64, self.end as i64, &self.reason)
    }

    /// Applies the error handler of that name.
    ///
    /// # Errors
    /// The failure itself if the handler cannot handle it; LookupError for an unknown handler.
    pub fn handled(&self, vm: &mut Vm, errors: &str) -> Result<Remedy> {
        if let Some(registered) = registered(vm, errors)? {
            return self.handled_by(vm, &registered);
        }
        match Handler::named(errors) {
            Some(handler) => self.remedy(handler),
            None => Err(unknown(errors)),
        }
    }

    /// Calls a handler function of the program.
    fn handled_by(&self, vm: &mut Vm, handler: &Value) -> Result<Remedy> {
        let exception = vm.exception_object(self.raise());
        let made = vm.call(handler, std::slice::from_ref(&exception), &[])?;
        let (does, wanted) = match &self.object {
            Object::Text(_) => ("encoding", "str/bytes"),
            Object::Bytes(_) => ("decoding", "str"),
            Object::Translated(_) => ("translating", "str"),
        };
        let wrong = || Raise::type_error(format!("{does} error handler must return ({wanted}, int) tuple"));
        let Value::Tuple(pair) = made.beneath() else {
            return Err(wrong());
        };
        let [given, next] = &pair[..] else {
            return Err(wrong());
        };
        let given = match (given.beneath(), &self.object) {
            (Value::Str(text), _) => Given::Text(text.to_string()),
            (Value::Bytes(data), Object::Text(_)) => Given::Bytes(data.data.borrow().clone()),
            _ => return Err(wrong()),
        };
        if !matches!(next.number(), Value::Int(_) | Value::Bool(_) | Value::BigInt(_)) {
            return Err(wrong());
        }
        let object: Option<Rc<[u8]>> = match &self.object {
            Object::Bytes(_) => match vm.get_attr(&exception, "object")?.beneath() {
                Value::Bytes(data) => Some(Rc::from(data.data.borrow().as_slice())),
                _ => return Err(Raise::type_error("object attribute must be bytes")),
            },
            _ => None,
        };
        let length = object.as_deref().map_or(self.object.length(), <[u8]>::len);
        let asked = clipped_index(vm, next)?;
        let place = if asked < 0 { asked.saturating_add(length as i64) } else { asked };
        match usize::try_from(place).ok().filter(|next| *next <= length) {
            Some(next) => Ok(Remedy { given, next, object }),
            None => {
                let message = format!("position {asked} from error handler out of bounds");
                Err(Raise::new(Exc::IndexError, message))
            }
        }
    }

    /// Applies a predefined handler.
    pub fn remedy(&self, handler: Handler) -> Result<Remedy> {
        let (given, next) = match (&self.object, handler) {
            (_, Handler::Strict) => return Err(self.raise()),
            (_, Handler::Ignore) => (Given::Text(String::new()), self.end),
            (Object::Text(chars), handler) => self.encoded(&chars[self.start..self.end], handler)?,
            (Object::Bytes(data), handler) => self.decoded(data, handler)?,
            (Object::Translated(_), Handler::Replace) => {
                (Given::Text("\u{fffd}".repeat(self.end - self.start)), self.end)
            }
            (Object::Translated(chars), Handler::BackslashReplace) => {
                (Given::Text(chars[self.start..self.end].iter().map(|c| backslashed(*c)).collect()), self.end)
            }
            (Object::Translated(_), _) => return Err(unfit("UnicodeTranslateError")),
        };
        Ok(Remedy { given, next, object: None })
    }

    fn encoded(&self, part: &[char], handler: Handler) -> Result<(Given, usize)> {
        let each = |form: fn(char) -> String| Given::Text(part.iter().map(|c| form(*c)).collect());
        Ok(match handler {
            Handler::Replace => (each(|_| "?".to_owned()), self.end),
            Handler::BackslashReplace => (each(backslashed), self.end),
            Handler::XmlCharRefReplace => (each(|c| format!("&#{};", code_of(c))), self.end),
            Handler::NameReplace => (each(named), self.end),
            Handler::SurrogateEscape => {
                let bytes: Vec<u8> = part.iter().map_while(|c| escaped(*c)).collect();
                // In a charmap codec a run of characters is handled as one: all of it is escaped bytes, or none.
                if bytes.is_empty() || self.codec == "charmap" && bytes.len() < part.len() {
                    return Err(self.raise());
                }
                let next = self.start + bytes.len();
                (Given::Bytes(bytes), next)
            }
            _ => {
                let form = Form::of(&self.codec).ok_or_else(|| self.raise())?;
                if !part.iter().all(|c| is_surrogate(*c)) {
                    return Err(self.raise());
                }
                (Given::Bytes(part.iter().flat_map(|c| form.bytes(code_of(*c))).collect()), self.end)
            }
        })
    }

    fn decoded(&self, data: &[u8], handler: Handler) -> Result<(Given, usize)> {
        let part = &data[self.start..self.end];
        Ok(match handler {
            Handler::Replace => (Given::Text("\u{fffd}".to_owned()), self.end),
            Handler::BackslashReplace => {
                (Given::Text(part.iter().map(|byte| format!("\\x{byte:02x}")).collect()), self.end)
            }
            Handler::SurrogateEscape => {
                const MOST: usize = 4;
                let bytes = part.iter().take(MOST).take_while(|byte| !byte.is_ascii());
                let text: String = bytes.map(|byte| escaping(*byte)).collect();
                if text.is_empty() {
                    return Err(self.raise());
                }
                let next = self.start + text.chars().count();
                (Given::Text(text), next)
            }
            Handler::SurrogatePass => {
                let form = Form::of(&self.codec).ok_or_else(|| self.raise())?;
                let found = form.read(&data[self.start..]).and_then(char_of).filter(|c| is_surrogate(*c));
                let c = found.ok_or_else(|| self.raise())?;
                (Given::Text(c.to_string()), self.start + form.width())
            }
            _ => return Err(unfit("UnicodeDecodeError")),
        })
    }
}

impl Object {
    pub fn length(&self) -> usize {
        match self {
            Object::Text(chars) | Object::Translated(chars) => chars.len(),
            Object::Bytes(data) => data.len(),
        }
    }
}

/// `'ascii' codec can't encode character '\xe9' in position 0: ordinal not in range(128)`
pub fn message(codec: &str, object: &Object, start: i64, end: i64, reason: &str) -> String {
    let at = usize::try_from(start).unwrap_or(usize::MAX);
    let (does, one, several) = match object {
        Object::Text(chars) => (format!("'{codec}' codec can't encode"), shown(chars, at), "characters"),
        Object::Translated(chars) => ("can't translate".to_owned(), shown(chars, at), "characters"),
        Object::Bytes(data) => {
            let byte = data.get(at).map(|byte| format!("byte {byte:#04x}"));
            (format!("'{codec}' codec can't decode"), byte, "bytes")
        }
    };
    match one {
        Some(one) if end == start + 1 => format!("{does} {one} in position {start}: {reason}"),
        _ => format!("{does} {several} in position {start}-{}: {reason}", end - 1),
    }
}

/// `character '\xe9'`
fn shown(chars: &[char], at: usize) -> Option<String> {
    chars.get(at).map(|c| format!("character '{}'", backslashed(*c)))
}

fn unfit(class: &str) -> Raise {
    Raise::type_error(format!("don't know how to handle {class} in error callback"))
}

pub fn unknown(errors: &str) -> Raise {
    Raise::new(Exc::LookupError, format!("unknown error handler name '{errors}'"))
}

/// The handler that the program has registered under a name in `_codecs`.
fn registered(vm: &mut Vm, errors: &str) -> Result<Option<Value>> {
    let Some(Value::Dict(handlers)) = vm.imported("_codecs").and_then(|module| module.dict.get_str("_handlers")) else {
        return Ok(None);
    };
    handlers.get(vm, &Value::str(errors))
}

/// `\xe9`, `\u20ac`, `\U0001f600`
pub(super) fn backslashed(c: char) -> String {
    repr::escaped(c)
}

/// `\N{EURO SIGN}`, or the escape of a character without a name.
fn named(c: char) -> String {
    match crate::unicode::name_of(c) {
        Some(name) => format!("\\N{{{name}}}"),
        None => backslashed(c),
    }
}

/// How encodings that may contain surrogates encode one code point.
#[derive(Clone, Copy)]
enum Form {
    Utf8,
    /// 16 or 32 bits, and whether it is big-endian.
    Wide(usize, bool),
}

impl Form {
    fn of(codec: &str) -> Option<Form> {
        let plain = codec.to_ascii_lowercase().replace(['-', '_'], "");
        Some(match plain.as_str() {
            "utf8" | "cp65001" => Form::Utf8,
            "utf16" | "utf16le" => Form::Wide(2, false),
            "utf16be" => Form::Wide(2, true),
            "utf32" | "utf32le" => Form::Wide(4, false),
            "utf32be" => Form::Wide(4, true),
            _ => return None,
        })
    }
    fn width(self) -> usize {
        match self {
            Form::Utf8 => 3,
            Form::Wide(width, _) => width,
        }
    }
    fn bytes(self, surrogate: u32) -> Vec<u8> {
        match self {
            Form::Utf8 => {
                let low = |shift: u32| 0x80 | (surrogate >> shift & 0x3f) as u8;
                vec![0xe0 | (surrogate >> 12) as u8, low(6), low(0)]
            }
            Form::Wide(width, true) => surrogate.to_be_bytes()[4 - width..].to_vec(),
            Form::Wide(width, false) => surrogate.to_le_bytes()[..width].to_vec(),
        }
    }
    fn read(self, data: &[u8]) -> Option<u32> {
        let data = data.get(..self.width())?;
        Some(match self {
            Form::Utf8 => match data {
                [first @ 0xe0..=0xef, second @ 0x80..=0xbf, third @ 0x80..=0xbf] => {
                    u32::from(first & 0xf) << 12 | u32::from(second & 0x3f) << 6 | u32::from(third & 0x3f)
                }
                _ => return None,
            },
            Form::Wide(_, true) => data.iter().fold(0, |code, byte| code << 8 | u32::from(*byte)),
            Form::Wide(_, false) => data.iter().rev().fold(0, |code, byte| code << 8 | u32::from(*byte)),
        })
    }
}
