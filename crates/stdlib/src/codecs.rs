//! `_codecs`: the native codecs under CPython's names, and the error handlers.

use std::sync::OnceLock;
use tensorcell_language::builtins::bytes::contents;
use tensorcell_language::builtins::codecs::failure::{Given, Handler, unknown};
use tensorcell_language::builtins::codecs::{CODECS, Codec, MULTIBYTE, charmaps, decode_by, encode_by};
use tensorcell_language::builtins::objects::is_callable;
use tensorcell_language::exception_unicode::failure_of;
use tensorcell_language::object::Dict;
use tensorcell_language::surrogate::code_of;
use tensorcell_language::types::types;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static CODECS_MODULE: ModuleDef = ModuleDef {
    name: "_codecs",
    doc: "The native part of codecs.",
    functions: FUNCTIONS,
    init: Some(|_, module| {
        module.dict.insert_str("_handlers", Value::Dict(Dict::new()));
        for function in ENCODERS.iter().chain(DECODERS) {
            module.dict.insert_str(function.short_name(), Value::Builtin(function));
        }
        Ok(())
    }),
};

/// Makes a module of `encodings` for each native codec.
pub fn modules() -> &'static [ModuleDef] {
    static ALL: OnceLock<Vec<ModuleDef>> = OnceLock::new();
    ALL.get_or_init(|| native_names().map(module_of).collect())
}

fn native_names() -> impl Iterator<Item = &'static str> {
    let of_code = CODECS.iter().map(|codec| codec.name);
    of_code.chain(charmaps().iter().map(|map| map.name)).chain(MULTIBYTE.iter().map(|codec| codec.name))
}

fn module_of(codec: &str) -> ModuleDef {
    ModuleDef {
        name: format!("encodings.{codec}").leak(),
        doc: "A codec.",
        functions: &[],
        init: Some(|vm, module| {
            let native = vm.import("encodings._native")?;
            vm.call_method(&native, "fill", &[Value::Module(module.clone())]).map(drop)
        }),
    }
}

/// Encodes the text argument with the errors argument. Returns the bytes and the number of characters.
fn encoded(args: &Args, at: usize, encode: impl FnOnce(&str, &str) -> Result<Vec<u8>>) -> Result<Value> {
    let (text, errors) = (args.str(at)?, args.opt_str(at + 1)?.unwrap_or("strict"));
    let length = text.chars().count();
    Ok(Value::pair(Value::bytes(encode(text, errors)?), Value::Int(length as i64)))
}

fn data_of(args: &Args, at: usize) -> Result<Vec<u8>> {
    let value = args.get(at);
    contents(value)?.ok_or_else(|| {
        let found = value.type_name();
        Raise::type_error(format!("a bytes-like object is required, not '{found}'"))
    })
}

/// Returns the codec that a function is named after: `utf_8_encode`.
fn own_codec(args: &Args, way: &str) -> Result<Codec> {
    let name = args.builtin.short_name().trim_end_matches(way);
    Codec::find(name).ok_or_else(|| unknown_encoding(name))
}

fn unknown_encoding(name: &str) -> Raise {
    Raise::new(Exc::LookupError, format!("unknown encoding: {name}"))
}

fn encode(vm: &mut Vm, args: &Args) -> Result<Value> {
    let codec = own_codec(args, "_encode")?;
    encoded(args, 0, |text, errors| codec.encode(vm, text, errors))
}

fn decoded(vm: &mut Vm, args: &Args, codec: Codec, at: usize, last: bool) -> Result<Value> {
    // Escape codecs also accept text.
    let data = match args.get(at).as_str() {
        Some(text) if matches!(codec, Codec::Escaped | Codec::RawEscaped) => text.as_bytes().to_vec(),
        _ => data_of(args, at)?,
    };
    let (text, taken) = codec.decode(vm, &data, args.opt_str(at + 1)?.unwrap_or("strict"), last)?;
    Ok(Value::pair(Value::from(text), Value::Int(taken as i64)))
}

fn decode(vm: &mut Vm, args: &Args) -> Result<Value> {
    let last = vm.truth(args.get(2))?;
    decoded(vm, args, own_codec(args, "_decode")?, 0, last)
}

/// Decodes with codecs that have no incomplete sequences.
fn decode_whole(vm: &mut Vm, args: &Args) -> Result<Value> {
    decoded(vm, args, own_codec(args, "_decode")?, 0, true)
}

macro_rules! encoders {
    ($($name:literal),*) => {
        &[$(Builtin::new(
            concat!("_codecs.", $name, "_encode"), "(str, errors=None, /)", "(the bytes, how many characters)", encode,
        )),*]
    };
}
static ENCODERS: &[Builtin] = encoders!(
    "utf_8",
    "utf_7",
    "utf_16",
    "utf_16_le",
    "utf_16_be",
    "utf_32",
    "utf_32_le",
    "utf_32_be",
    "ascii",
    "latin_1",
    "unicode_escape",
    "raw_unicode_escape"
);

macro_rules! decoders {
    ($($name:literal $default:literal),*) => {
        &[$(Builtin::new(
            concat!("_codecs.", $name, "_decode"),
            concat!("(data, errors=None, final=", $default, ", /)"),
            "(the text, how many bytes it took)",
            decode,
        )),*]
    };
}
static DECODERS: &[Builtin] = decoders!(
    "utf_8" "False", "utf_7" "False", "utf_16" "False", "utf_16_le" "False", "utf_16_be" "False", "utf_32" "False",
    "utf_32_le" "False", "utf_32_be" "False", "unicode_escape" "True", "raw_unicode_escape" "True"
);

/// The byte order: -1 is little-endian, 1 is big-endian, 0 is detected from a byte order mark.
fn ex_decode(vm: &mut Vm, args: &Args, width: usize) -> Result<Value> {
    let (data, order, last) = (data_of(args, 0)?, args.int(2)?, vm.truth(args.get(3))?);
    let found = match (width, data.get(..width).unwrap_or_default()) {
        _ if order != 0 => order,
        (2, [0xff, 0xfe]) | (4, [0xff, 0xfe, 0, 0]) => -1,
        (2, [0xfe, 0xff]) | (4, [0, 0, 0xfe, 0xff]) => 1,
        _ => 0,
    };
    let ending = match order {
        -1 => "_le",
        1 => "_be",
        _ => "",
    };
    let name = format!("utf_{}{ending}", 8 * width);
    let codec = Codec::find(&name).ok_or_else(|| unknown_encoding(&name))?;
    let (text, taken) = codec.decode(vm, &data, args.opt_str(1)?.unwrap_or("strict"), last)?;
    Ok(Value::tuple(vec![Value::from(text), Value::Int(taken as i64), Value::Int(found)]))
}

/// Applies a built-in handler to an exception.
fn handle(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (name, exception) = (args.builtin.short_name().trim_end_matches("_errors"), args.get(0));
    let handler = Handler::named(name).ok_or_else(|| unknown(name))?;
    let failure = failure_of(vm, exception)?;
    if handler == Handler::Strict {
        return Err(match vm.class_of(exception).is_subclass(types().exception(Exc::BaseException)) {
            true => Raise::object(exception.clone()),
            false => Raise::type_error("codec must pass exception instance"),
        });
    }
    let unfit = || Raise::type_error(format!("don't know how to handle {} in error callback", exception.type_name()));
    let remedy = failure.ok_or_else(unfit)?.remedy(handler).map_err(|raise| match raise.is(Exc::TypeError) {
        true => unfit(),
        false => Raise::object(exception.clone()),
    })?;
    let given = match remedy.given {
        Given::Text(text) => Value::from(text),
        Given::Bytes(bytes) => Value::bytes(bytes),
    };
    Ok(Value::pair(given, Value::Int(remedy.next as i64)))
}

macro_rules! handlers {
    ($($name:literal: $doc:literal),* $(,)?) => {
        &[$(Builtin::new(concat!("_codecs.", $name, "_errors"), "(exception, /)", $doc, handle)),*]
    };
}
static HANDLERS: &[Builtin] = handlers!(
    "strict": "Implements the 'strict' error handling, which raises a UnicodeError on coding errors.",
    "ignore": "Implements the 'ignore' error handling, which ignores malformed data and continues.",
    "replace": "Implements the 'replace' error handling, which replaces malformed data with a replacement marker.",
    "xmlcharrefreplace": "Implements the 'xmlcharrefreplace' error handling, which replaces an unencodable character with \
        the appropriate XML character reference.",
    "backslashreplace": "Implements the 'backslashreplace' error handling, which replaces malformed data with a \
        backslashed escape sequence.",
    "namereplace": "Implements the 'namereplace' error handling, which replaces an unencodable character with a \
        \\N{...} escape sequence.",
    "surrogateescape": "Replaces bytes that cannot be decoded by surrogates, and these by the bytes.",
    "surrogatepass": "Encodes and decodes surrogates as if they were characters.",
);

fn lookup_error(vm: &mut Vm, args: &Args) -> Result<Value> {
    let name = args.str(0)?;
    let registered = handlers(vm).get_str(name);
    let own = || HANDLERS.iter().find(|row| row.short_name().trim_end_matches("_errors") == name).map(Value::Builtin);
    registered.or_else(own).ok_or_else(|| unknown(name))
}

/// Returns the handlers that the program has registered.
fn handlers(vm: &Vm) -> std::rc::Rc<Dict> {
    match vm.imported("_codecs").and_then(|module| module.dict.get_str("_handlers")) {
        Some(Value::Dict(handlers)) => handlers,
        _ => Dict::new(),
    }
}

/// Returns the native codecs: (name, other names, whether characters have several bytes).
fn names() -> Vec<Value> {
    let row = |name: &str, aliases: &[&str], several: bool| {
        let aliases = aliases.iter().map(|alias| Value::str(*alias)).collect();
        Value::tuple(vec![Value::str(name), Value::tuple(aliases), Value::from(several)])
    };
    let of_code = CODECS.iter().map(|codec| row(codec.name, codec.aliases, false));
    let of_tables = charmaps().iter().map(|map| row(map.name, &map.aliases, false));
    let of_many = MULTIBYTE.iter().map(|codec| row(codec.name, codec.aliases, true));
    of_code.chain(of_tables).chain(of_many).collect()
}

/// Escapes bytes as in a literal, without the quotes.
fn escape_bytes(data: &[u8]) -> Vec<u8> {
    let form = |byte: &u8| match byte {
        b'\\' => "\\\\".to_owned(),
        b'\'' => "\\'".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\r' => "\\r".to_owned(),
        b' '..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    data.iter().map(form).collect::<String>().into_bytes()
}

/// Decodes an escape after a backslash into its bytes and length. Returns None if it is not an escape.
fn escape_at(rest: &[u8]) -> Option<(Vec<u8>, usize)> {
    let one = |byte: u8| Some((vec![byte], 1));
    match rest[0] {
        b'\n' => Some((Vec::new(), 1)),
        byte @ (b'\\' | b'\'' | b'"') => one(byte),
        b'a' => one(7),
        b'b' => one(8),
        b'f' => one(12),
        b'n' => one(10),
        b'r' => one(13),
        b't' => one(9),
        b'v' => one(11),
        b'0'..=b'7' => {
            let digits: Vec<u8> =
                rest.iter().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).copied().collect();
            let value = digits.iter().fold(0_u32, |sum, digit| sum * 8 + u32::from(digit - b'0'));
            Some((vec![value as u8], digits.len()))
        }
        _ => None,
    }
}

fn unescape_bytes(vm: &mut Vm, data: &[u8], errors: &str) -> Result<Vec<u8>> {
    let (mut out, mut at, mut odd) = (Vec::new(), 0, None);
    while at < data.len() {
        let rest = &data[at + 1..];
        match (data[at], rest.first()) {
            (b'\\', None) => return Err(Raise::value_error("Trailing \\ in string")),
            (b'\\', Some(b'x')) => {
                let digits: Vec<u32> =
                    rest[1..].iter().take(2).map_while(|byte| char::from(*byte).to_digit(16)).collect();
                match (&digits[..], errors) {
                    ([high, low], _) => out.push((high * 16 + low) as u8),
                    (_, "ignore") => {}
                    (_, "replace") => out.push(b'?'),
                    (_, "strict") => return Err(Raise::value_error(format!("invalid \\x escape at position {at}"))),
                    _ => {
                        let text = format!("decoding error; unknown error handling code: {errors}");
                        return Err(Raise::value_error(text));
                    }
                }
                at += 2 + digits.len();
            }
            (b'\\', Some(letter)) => match escape_at(rest) {
                Some((bytes, length)) => {
                    if matches!(rest, [b'4'..=b'7', b'0'..=b'7', b'0'..=b'7', ..]) {
                        let digits: String = rest[..3].iter().map(|byte| char::from(*byte)).collect();
                        odd.get_or_insert(format!("invalid octal escape sequence '\\{digits}'"));
                    }
                    out.extend(bytes);
                    at += 1 + length;
                }
                None => {
                    odd.get_or_insert(format!("invalid escape sequence '\\{}'", char::from(*letter)));
                    out.extend([b'\\', *letter]);
                    at += 2;
                }
            },
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    if let Some(words) = odd {
        vm.warn("DeprecationWarning", &words)?;
    }
    Ok(out)
}

fn register_error(vm: &mut Vm, args: &Args) -> Result<Value> {
    if !is_callable(vm, args.get(1))? {
        return Err(Raise::type_error("handler must be callable"));
    }
    handlers(vm).insert_str(args.str(0)?, args.get(1).clone());
    Ok(Value::None)
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new("_codecs.ascii_decode", "(data, errors=None, /)", "(the text, how many bytes it took)", decode_whole),
    Builtin::new(
        "_codecs.latin_1_decode",
        "(data, errors=None, /)",
        "(the text, how many bytes it took)",
        decode_whole,
    ),
    Builtin::new(
        "_codecs.utf_16_ex_decode",
        "(data, errors=None, byteorder=0, final=False, /)",
        "(the text, how many bytes it took, the order of the bytes)",
        |vm, args| ex_decode(vm, args, 2),
    ),
    Builtin::new(
        "_codecs.utf_32_ex_decode",
        "(data, errors=None, byteorder=0, final=False, /)",
        "(the text, how many bytes it took, the order of the bytes)",
        |vm, args| ex_decode(vm, args, 4),
    ),
    Builtin::new(
        "_codecs._native_encode",
        "(encoding, str, errors=None, /)",
        "By the native codec of a name: (the bytes, how many characters).",
        |vm, args| {
            let codec = Codec::find(args.str(0)?).ok_or_else(|| unknown_encoding(args.str(0).unwrap_or_default()))?;
            encoded(args, 1, |text, errors| codec.encode(vm, text, errors))
        },
    ),
    Builtin::new(
        "_codecs._native_decode",
        "(encoding, data, errors=None, final=True, /)",
        "By the native codec of a name: (the text, how many bytes it took).",
        |vm, args| {
            let codec = Codec::find(args.str(0)?).ok_or_else(|| unknown_encoding(args.str(0).unwrap_or_default()))?;
            let last = vm.truth(args.get(3))?;
            decoded(vm, args, codec, 1, last)
        },
    ),
    Builtin::new(
        "_codecs._native_names",
        "()",
        "The native codecs: (name, aliases, whether of several bytes).",
        |_, _| Ok(Value::list(names())),
    ),
    Builtin::new(
        "_codecs.charmap_encode",
        "(str, errors=None, mapping=None, /)",
        "(the bytes, how many characters)",
        |vm, args| {
            let mapping = args.get(2).clone();
            encoded(args, 0, |text, errors| match mapping.is_none() {
                true => Codec::Latin1.encode(vm, text, errors),
                false => encode_by(vm, text, errors, &mapping),
            })
        },
    ),
    Builtin::new(
        "_codecs.charmap_decode",
        "(data, errors=None, mapping=None, /)",
        "(the text, how many bytes it took)",
        |vm, args| {
            if args.get(2).is_none() {
                return decoded(vm, args, Codec::Latin1, 0, true);
            }
            let data = data_of(args, 0)?;
            let text = decode_by(vm, &data, args.opt_str(1)?.unwrap_or("strict"), args.get(2))?;
            Ok(Value::pair(Value::from(text), Value::Int(data.len() as i64)))
        },
    ),
    Builtin::new(
        "_codecs.charmap_build",
        "(map, /)",
        "The mapping from characters to bytes of a text that has a character for each byte.",
        |_, args| {
            let points = args.str(0)?.chars().enumerate().filter(|(_, c)| *c != '\u{fffe}');
            Ok(Value::dict(points.map(|(byte, c)| (Value::Int(code_of(c).into()), Value::Int(byte as i64)))))
        },
    ),
    Builtin::new(
        "_codecs.escape_encode",
        "(data, errors=None, /)",
        "(the escaped bytes, how many there were)",
        |_, args| match args.get(0).beneath() {
            Value::Bytes(bytes) if !bytes.mutable => {
                let data = bytes.data.borrow();
                Ok(Value::pair(Value::bytes(escape_bytes(&data)), Value::Int(data.len() as i64)))
            }
            other => {
                let found = other.type_name();
                Err(Raise::type_error(format!("escape_encode() argument 1 must be bytes, not {found}")))
            }
        },
    ),
    Builtin::new("_codecs.escape_decode", "(data, errors=None, /)", "(the bytes, how many it took)", |vm, args| {
        let data = match args.get(0).as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => data_of(args, 0)?,
        };
        let out = unescape_bytes(vm, &data, args.opt_str(1)?.unwrap_or("strict"))?;
        Ok(Value::pair(Value::bytes(out), Value::Int(data.len() as i64)))
    }),
    Builtin::new("_codecs.readbuffer_encode", "(data, errors=None, /)", "(the bytes, how many)", |_, args| {
        let data = match args.get(0).as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => data_of(args, 0)?,
        };
        let length = data.len() as i64;
        Ok(Value::pair(Value::bytes(data), Value::Int(length)))
    }),
    Builtin::new(
        "_codecs.register_error",
        "(errors, handler, /)",
        "Register a handler of what cannot be converted under a name.",
        register_error,
    ),
    Builtin::new(
        "_codecs._unregister_error",
        "(errors, /)",
        "Forget a registered handler; whether there was one.",
        |vm, args| {
            let name = args.str(0)?;
            if HANDLERS.iter().any(|row| row.short_name().trim_end_matches("_errors") == name) {
                return Err(Raise::value_error(format!("cannot un-register built-in error handler '{name}'")));
            }
            let handlers = handlers(vm);
            Ok(Value::from(handlers.remove(vm, &Value::str(name))?.is_some()))
        },
    ),
    Builtin::new("_codecs.lookup_error", "(name, /)", "The handler of a name.", lookup_error),
];
