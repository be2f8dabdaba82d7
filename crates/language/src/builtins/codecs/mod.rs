//! The codecs between str and bytes.

mod by_mapping;
mod charmap;
mod escapes;
pub mod failure;
mod multibyte;
mod steps;
mod unicode;
mod utf7;

use crate::object::Str;
use crate::{Exc, Raise, Result, Value, Vm};
pub use by_mapping::{decode_by, encode_by};
pub use charmap::{Charmap, charmaps};
pub use multibyte::{MULTIBYTE, MultiByte};
use steps::{Decoding, Encoding};
pub use unicode::Order;

/// The kind of a codec.
#[derive(Clone, Copy)]
pub enum Codec {
    Utf8,
    /// With a byte order mark.
    Utf8Marked,
    Utf7,
    Utf16(Option<Order>),
    Utf32(Option<Order>),
    Ascii,
    Latin1,
    Charmap(&'static Charmap),
    MultiByte(&'static MultiByte),
    Escaped,
    /// Escapes only characters outside Latin-1.
    RawEscaped,
}

/// A codec, its canonical name (that of its module in `encodings`), and its aliases.
pub struct Named {
    pub name: &'static str,
    pub codec: Codec,
    pub aliases: &'static [&'static str],
}

const fn named(name: &'static str, codec: Codec, aliases: &'static [&'static str]) -> Named {
    Named { name, codec, aliases }
}

/// The codecs implemented by code; those implemented by tables are in [`charmaps`] and [`MULTIBYTE`].
pub static CODECS: &[Named] = &[
    named("utf_8", Codec::Utf8, &["u8", "utf", "utf8", "utf8_ucs2", "utf8_ucs4", "cp65001"]),
    named("utf_8_sig", Codec::Utf8Marked, &["utf8_sig"]),
    named("utf_7", Codec::Utf7, &["u7", "utf7", "unicode_1_1_utf_7"]),
    named("utf_16", Codec::Utf16(None), &["u16", "utf16"]),
    named("utf_16_le", Codec::Utf16(Some(Order::Little)), &["unicodelittleunmarked", "utf_16le"]),
    named("utf_16_be", Codec::Utf16(Some(Order::Big)), &["unicodebigunmarked", "utf_16be"]),
    named("utf_32", Codec::Utf32(None), &["u32", "utf32"]),
    named("utf_32_le", Codec::Utf32(Some(Order::Little)), &["utf_32le"]),
    named("utf_32_be", Codec::Utf32(Some(Order::Big)), &["utf_32be"]),
    named(
        "ascii",
        Codec::Ascii,
        &[
            "646",
            "ansi_x3.4_1968",
            "ansi_x3_4_1968",
            "ansi_x3.4_1986",
            "cp367",
            "csascii",
            "ibm367",
            "iso646_us",
            "iso_646.irv_1991",
            "iso_ir_6",
            "us",
            "us_ascii",
        ],
    ),
    named(
        "latin_1",
        Codec::Latin1,
        &[
            "8859",
            "cp819",
            "csisolatin1",
            "ibm819",
            "iso8859",
            "iso8859_1",
            "iso_8859_1",
            "iso_8859_1_1987",
            "iso_ir_100",
            "l1",
            "latin",
            "latin1",
        ],
    ),
    named("unicode_escape", Codec::Escaped, &[]),
    named("raw_unicode_escape", Codec::RawEscaped, &[]),
];

/// Normalizes an encoding's name as `encodings.normalize_encoding` does, in lower case.
fn normal(encoding: &str) -> String {
    let mut name = String::with_capacity(encoding.len());
    let mut gap = false;
    for c in encoding.chars().filter(char::is_ascii) {
        if c.is_ascii_alphanumeric() || c == '.' {
            if gap && !name.is_empty() {
                name.push('_');
            }
            gap = false;
            name.push(c.to_ascii_lowercase());
        } else {
            gap = true;
        }
    }
    name
}

impl Codec {
    /// The codec of an encoding's name; None if it is not built in.
    pub fn find(encoding: &str) -> Option<Codec> {
        if matches!(encoding, "utf-8" | "utf8" | "UTF-8") {
            return Some(Codec::Utf8);
        }
        let name = normal(encoding);
        // `iso8859.1` is not a module name; it is tried with underscores, too.
        [name.clone(), name.replace('.', "_")].iter().find_map(|name| Codec::called(name))
    }

    fn called(name: &str) -> Option<Codec> {
        let known = |own: &str, aliases: &[&str]| own == name || aliases.contains(&name);
        let of_code = CODECS.iter().find(|row| known(row.name, row.aliases)).map(|row| row.codec);
        let of_tables = || charmaps().iter().find(|row| known(row.name, &row.aliases)).map(Codec::Charmap);
        let of_many = || MULTIBYTE.iter().find(|row| known(row.name, row.aliases)).map(Codec::MultiByte);
        of_code.or_else(of_tables).or_else(of_many)
    }

    /// Its name in exceptions.
    fn spoken(self) -> &'static str {
        match self {
            Codec::Utf8 | Codec::Utf8Marked => "utf-8",
            Codec::Utf7 => "utf7",
            Codec::Utf16(None) => "utf-16",
            Codec::Utf16(Some(Order::Little)) => "utf-16-le",
            Codec::Utf16(Some(Order::Big)) => "utf-16-be",
            Codec::Utf32(None) => "utf-32",
            Codec::Utf32(Some(Order::Little)) => "utf-32-le",
            Codec::Utf32(Some(Order::Big)) => "utf-32-be",
            Codec::Ascii => "ascii",
            Codec::Latin1 => "latin-1",
            Codec::Charmap(_) => "charmap",
            Codec::MultiByte(codec) => codec.name,
            Codec::Escaped => "unicodeescape",
            Codec::RawEscaped => "rawunicodeescape",
        }
    }

    pub fn encode(self, vm: &mut Vm, text: &str, errors: &str) -> Result<Vec<u8>> {
        let mut encoding = Encoding { vm, errors, codec: self.spoken(), text };
        match self {
            Codec::Utf8 => unicode::encode_utf8(&mut encoding),
            Codec::Utf8Marked => Ok([b"\xef\xbb\xbf".as_slice(), &unicode::encode_utf8(&mut encoding)?].concat()),
            Codec::Utf7 => Ok(utf7::encode(text)),
            Codec::Utf16(order) => unicode::encode_utf16(&mut encoding, order),
            Codec::Utf32(order) => unicode::encode_utf32(&mut encoding, order),
            Codec::Ascii => encoding.each(charmap::ASCII, |c, out| charmap::put_below(c, 0x80, out)),
            Codec::Latin1 => encoding.each(charmap::LATIN1, |c, out| charmap::put_below(c, 0x100, out)),
            Codec::Charmap(map) => encoding.each(charmap::UNDEFINED, |c, out| map.put(c, out)),
            Codec::MultiByte(codec) => multibyte::encode(codec, &mut encoding),
            Codec::Escaped => Ok(escapes::encode(text)),
            Codec::RawEscaped => Ok(escapes::encode_raw(text)),
        }
    }

    /// Decodes bytes; also returns how many were consumed: without `last` an incomplete character at the end is left.
    pub fn decode(self, vm: &mut Vm, data: &[u8], errors: &str, last: bool) -> Result<(String, usize)> {
        let mut decoding = Decoding::new(vm, errors, self.spoken(), data, last);
        match self {
            Codec::Utf8 => unicode::decode_utf8(&mut decoding)?,
            Codec::Utf8Marked => {
                decoding.at = if data.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
                unicode::decode_utf8(&mut decoding)?;
            }
            Codec::Utf7 => utf7::decode(&mut decoding)?,
            Codec::Utf16(order) => {
                let order = unicode::read_mark16(&mut decoding, order);
                unicode::decode_utf16(&mut decoding, order)?;
            }
            Codec::Utf32(order) => {
                let order = unicode::read_mark32(&mut decoding, order);
                unicode::decode_utf32(&mut decoding, order)?;
            }
            Codec::Ascii => {
                decoding.each(charmap::ASCII.reason, |byte| byte.is_ascii().then_some(char::from(byte)))?;
            }
            Codec::Latin1 => decoding.each("", |byte| Some(char::from(byte)))?,
            Codec::Charmap(map) => decoding.each(charmap::UNDEFINED.reason, |byte| map.chars[usize::from(byte)])?,
            Codec::MultiByte(codec) => multibyte::decode(codec, &mut decoding)?,
            Codec::Escaped => escapes::decode(&mut decoding, false)?,
            Codec::RawEscaped => escapes::decode(&mut decoding, true)?,
        }
        Ok((decoding.out, decoding.at))
    }
}

/// `text.encode(encoding, errors)`.
pub fn encode(vm: &mut Vm, text: &str, encoding: &str, errors: &str) -> Result<Vec<u8>> {
    if let Some(codec) = Codec::find(encoding) {
        return codec.encode(vm, text, errors);
    }
    match in_program(vm, "_encoded", Value::Str(Str::new(text)), encoding, errors)? {
        Value::Bytes(bytes) => Ok(bytes.data.borrow().clone()),
        other => Err(not_of(encoding, "encoder", "bytes", &other)),
    }
}

/// `data.decode(encoding, errors)`.
pub fn decode(vm: &mut Vm, data: &[u8], encoding: &str, errors: &str) -> Result<String> {
    if let Some(codec) = Codec::find(encoding) {
        return Ok(codec.decode(vm, data, errors, true)?.0);
    }
    match in_program(vm, "_decoded", Value::bytes(data.to_vec()), encoding, errors)?.beneath() {
        Value::Str(text) => Ok(text.to_string()),
        other => Err(not_of(encoding, "decoder", "str", other)),
    }
}

/// Converts by a codec written in the language, either ours or the program's.
fn in_program(vm: &mut Vm, way: &str, input: Value, encoding: &str, errors: &str) -> Result<Value> {
    let unknown = || Raise::new(Exc::LookupError, format!("unknown encoding: {encoding}"));
    let codecs = match vm.import("codecs") {
        Err(raise) if raise.is(Exc::ModuleNotFoundError) => return Err(unknown()),
        found => found?,
    };
    vm.call_method(&codecs, way, &[input, Value::str(encoding), Value::str(errors)])
}

fn not_of(encoding: &str, what: &str, wanted: &str, found: &Value) -> Raise {
    let way = if wanted == "str" { "decode" } else { "encode" };
    let found = found.type_name();
    Raise::type_error(format!(
        "'{encoding}' {what} returned '{found}' instead of '{wanted}'; use codecs.{way}() to {way} to arbitrary types"
    ))
}
