//! `binascii`: conversions between bytes and hexadecimal, Base64, uuencode and quoted-printable; checksums.

use std::rc::Rc;
use tensorcell_language::builtins::{big_index, bytes_of, clipped_index};
use tensorcell_language::types::types;
use tensorcell_language::{Args, Builtin, Class, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static BINASCII: ModuleDef = ModuleDef {
    name: "binascii",
    doc: "Conversion between binary data and ASCII.",
    functions: FUNCTIONS,
    init: Some(|_, module| {
        module.dict.insert_str("Error", Value::Class(ERROR.with(Rc::clone)));
        module.dict.insert_str("Incomplete", Value::Class(INCOMPLETE.with(Rc::clone)));
        Ok(())
    }),
};

thread_local! {
    static ERROR: Rc<Class> = exception("Error", Exc::ValueError);
    static INCOMPLETE: Rc<Class> = exception("Incomplete", Exc::Exception);
}

fn exception(name: &str, base: Exc) -> Rc<Class> {
    Class::native("binascii", name, &[types().exception(base).clone()], None, &[], &[], "").shown_in_full()
}

fn error(text: impl Into<String>) -> Raise {
    Raise::of(&ERROR.with(Rc::clone), text)
}

/// Reads binary data.
pub(super) fn binary(value: &Value) -> Result<Vec<u8>> {
    let wrong = || Raise::type_error(format!("a bytes-like object is required, not '{}'", value.type_name()));
    bytes_of(value)?.ok_or_else(wrong)
}

/// Reads encoded text: bytes, or a str of ASCII characters.
fn ascii(value: &Value) -> Result<Vec<u8>> {
    if let Some(text) = value.as_str() {
        return match text.is_ascii() {
            true => Ok(text.as_bytes().to_vec()),
            false => Err(Raise::value_error("string argument should contain only ASCII characters")),
        };
    }
    let found = value.type_name();
    let wrong = || Raise::type_error(format!("argument should be bytes, buffer or ASCII string, not '{found}'"));
    bytes_of(value)?.ok_or_else(wrong)
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

fn to_hex(vm: &mut Vm, args: &Args) -> Result<Value> {
    let data = binary(args.get(0))?;
    if let Some(sep) = args.given(1) {
        let digits = vm.call_method(&Value::bytes(data), "hex", &[sep.clone(), args.get(2).clone()])?;
        return Ok(Value::bytes(digits.as_str().unwrap_or_default().as_bytes().to_vec()));
    }
    let digits = data.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    vm.polled(digits, |digits| digits.collect()).map(Value::bytes)
}

fn from_hex(vm: &mut Vm, args: &Args) -> Result<Value> {
    let text = ascii(args.get(0))?;
    if !text.len().is_multiple_of(2) {
        return Err(error("Odd-length string"));
    }
    let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
    let byte = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(pair[1])?);
    let data: Option<Vec<u8>> = vm.polled(text.chunks(2), |pairs| pairs.map(byte).collect())?;
    data.map(Value::bytes).ok_or_else(|| error("Non-hexadecimal digit found"))
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The letters of up to three bytes.
fn four_letters(part: &[u8]) -> [u8; 4] {
    let byte = |at: usize| u32::from(part.get(at).copied().unwrap_or(0));
    let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
    let letter = |i: usize| if i <= part.len() { BASE64[(bits >> (18 - 6 * i) & 63) as usize] } else { b'=' };
    std::array::from_fn(letter)
}

fn to_base64(vm: &mut Vm, args: &Args) -> Result<Value> {
    let data = binary(args.get(0))?;
    let mut out = Vec::with_capacity(data.len().div_ceil(3) * 4 + 1);
    vm.polled(data.chunks(3), |parts| parts.for_each(|part| out.extend(four_letters(part))))?;
    if vm.truth(args.get(1))? {
        out.push(b'\n');
    }
    Ok(Value::bytes(out))
}

/// Returns the index of a letter in the alphabet.
fn place(letter: u8) -> Option<u32> {
    Some(u32::from(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

/// Decodes Base64: four letters are three bytes; a shorter group ends with `=`.
fn from_base64(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (text, strict) = (ascii(args.get(0))?, vm.truth(args.get(1))?);
    if strict && text.first() == Some(&b'=') {
        return Err(error("Leading padding not allowed"));
    }
    vm.polled(text.iter().enumerate(), |letters| decoded(&text, letters, strict))?.map(Value::bytes)
}

fn decoded<'a>(text: &[u8], all: impl Iterator<Item = (usize, &'a u8)>, strict: bool) -> Result<Vec<u8>> {
    let (mut out, mut bits, mut letters, mut pads) = (Vec::with_capacity(text.len() / 4 * 3 + 3), 0_u32, 0, 0);
    for (at, letter) in all {
        if *letter == b'=' {
            pads += 1;
            if letters >= 2 && letters + pads >= 4 {
                if strict && at + 1 < text.len() {
                    return Err(error("Excess data after padding"));
                }
                return Ok(out);
            }
            if strict && letters == 0 {
                return Err(error("Excess padding not allowed"));
            }
            continue;
        }
        let Some(place) = place(*letter) else {
            if strict {
                return Err(error("Only base64 data is allowed"));
            }
            continue;
        };
        if strict && pads > 0 {
            return Err(error("Discontinuous padding not allowed"));
        }
        pads = 0;
        bits = bits << 6 | place;
        letters = (letters + 1) % 4;
        match letters {
            2 => out.push((bits >> 4) as u8),
            3 => out.push((bits >> 2) as u8),
            0 => out.push(bits as u8),
            _ => {}
        }
    }
    match letters {
        0 => Ok(out),
        1 => {
            let count = out.len() / 3 * 4 + 1;
            Err(error(format!(
                "Invalid base64-encoded string: number of data characters ({count}) cannot be 1 more than a multiple of 4"
            )))
        }
        _ => Err(error("Incorrect padding")),
    }
}

fn to_uu(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (data, backtick) = (binary(args.get(0))?, vm.truth(args.get(1))?);
    if data.len() > 45 {
        return Err(error("At most 45 bytes at once"));
    }
    let letter = |six: u32| if backtick && six == 0 { b'`' } else { six as u8 + b' ' };
    let mut out = vec![letter(data.len() as u32)];
    for part in data.chunks(3) {
        let byte = |at: usize| u32::from(part.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        out.extend([18, 12, 6, 0].map(|shift| letter(bits >> shift & 63)));
    }
    out.push(b'\n');
    Ok(Value::bytes(out))
}

fn from_uu(_: &mut Vm, args: &Args) -> Result<Value> {
    let text = ascii(args.get(0))?;
    let length = usize::from(text.first().copied().unwrap_or(b' ').wrapping_sub(b' ') & 63);
    let mut letters = text.iter().skip(1).copied().peekable();
    let (mut out, mut bits, mut held) = (Vec::with_capacity(length), 0_u32, 0);
    while out.len() < length {
        // Missing characters at a line's end are zeros: trailing spaces often get lost in transit.
        let six = match letters.next() {
            None | Some(b'\n' | b'\r') => 0,
            Some(letter @ b' '..=b'`') => u32::from(letter - b' ') & 63,
            Some(_) => return Err(error("Illegal char")),
        };
        bits = bits << 6 | six;
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
        }
    }
    match letters.all(|letter| matches!(letter, b' ' | b'`' | b'\n' | b'\r')) {
        true => Ok(Value::bytes(out)),
        false => Err(error("Trailing garbage")),
    }
}

/// The maximum length of a quoted-printable line, without its end.
const QP_LINE: usize = 76;

fn to_qp(vm: &mut Vm, args: &Args) -> Result<Value> {
    let data = binary(args.get(0))?;
    let mut asked = |slot: usize| vm.truth(args.get(slot));
    let (quote_tabs, is_text, header) = (asked(1)?, asked(2)?, asked(3)?);
    let first_end = data.iter().position(|byte| *byte == b'\n');
    let crlf = first_end.is_some_and(|at| at > 0 && data[at - 1] == b'\r');
    let line_end: &[u8] = if crlf { b"\r\n" } else { b"\n" };
    let (mut out, mut length, mut at) = (Vec::new(), 0, 0);
    let ends_at = |at: usize| match &data[at..] {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    };
    while at < data.len() {
        let byte = data[at];
        if is_text && let Some(width) = ends_at(at) {
            out.extend_from_slice(line_end);
            (length, at) = (0, at + width);
            continue;
        }
        let last = at + 1 == data.len() || (is_text && ends_at(at + 1).is_some());
        let is_dot = byte == b'.' && length == 0 && (last || data[at + 1] == 0);
        let quoted = match byte {
            b'=' => true,
            b'_' => header,
            b' ' if header => false,
            b' ' | b'\t' => quote_tabs || last,
            b'\r' | b'\n' => !is_text || byte == b'\r',
            _ => !(33..=126).contains(&byte) || is_dot,
        };
        let width = if quoted { 3 } else { 1 };
        // A continued line ends with `=`.
        if length + width >= QP_LINE && !(last && length + width <= QP_LINE && is_text && at + 1 < data.len()) {
            out.push(b'=');
            out.extend_from_slice(line_end);
            length = 0;
        }
        if quoted {
            out.extend_from_slice(format!("={byte:02X}").as_bytes());
        } else {
            out.push(if header && byte == b' ' { b'_' } else { byte });
        }
        length += width;
        at += 1;
    }
    Ok(Value::bytes(out))
}

fn from_qp(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (text, header) = (ascii(args.get(0))?, vm.truth(args.get(1))?);
    let (mut out, mut at) = (Vec::with_capacity(text.len()), 0);
    let digit = |byte: Option<&u8>| byte.and_then(|byte| (*byte as char).to_digit(16));
    while at < text.len() {
        match (text[at], text.get(at + 1)) {
            (b'=', None) => at += 1,
            (b'=', Some(b'\n')) => at += 2,
            (b'=', Some(b'\r')) if text.get(at + 2) == Some(&b'\n') => at += 3,
            (b'=', Some(b'=')) => {
                out.push(b'=');
                at += 2;
            }
            (b'=', next) => match (digit(next), digit(text.get(at + 2))) {
                (Some(high), Some(low)) => {
                    out.push((high << 4 | low) as u8);
                    at += 3;
                }
                _ => {
                    out.push(b'=');
                    at += 1;
                }
            },
            (b'_', _) if header => {
                out.push(b' ');
                at += 1;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    Ok(Value::bytes(out))
}

/// Reads the start value of a checksum.
pub(super) fn start(vm: &mut Vm, args: &Args, slot: usize) -> Result<u32> {
    let value = big_index(vm, args.get(slot))?;
    let rest = num_integer::Integer::mod_floor(&value, &num_bigint::BigInt::from(1_u64 << 32));
    Ok(u32::try_from(rest).unwrap_or_default())
}

/// The bytes of a checksum between two polls.
pub(super) const PIECE: usize = 1 << 18;

/// `crc32(data, value)`.
pub(super) fn crc32(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (data, start) = (binary(args.get(0))?, start(vm, args, 1)?);
    let mut hasher = crc32fast::Hasher::new_with_initial(start);
    vm.polled_slowly(data.chunks(PIECE), |pieces| pieces.for_each(|piece| hasher.update(piece)))?;
    Ok(Value::Int(i64::from(hasher.finalize())))
}

fn crc_hqx(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (data, start) = (binary(args.get(0))?, clipped_index(vm, args.get(1))?);
    let step = |crc: u16, byte: &u8| {
        (0..8).fold(crc ^ u16::from(*byte) << 8, |crc, _| crc << 1 ^ if crc >> 15 == 1 { 0x1021 } else { 0 })
    };
    let crc = vm.polled(data.iter(), |bytes| bytes.fold(start as u16, step))?;
    Ok(Value::Int(i64::from(crc)))
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "binascii.hexlify",
        "(data, sep=..., bytes_per_sep=1)",
        "Hexadecimal representation of binary data.",
        to_hex,
    ),
    Builtin::new(
        "binascii.b2a_hex",
        "(data, sep=..., bytes_per_sep=1)",
        "Hexadecimal representation of binary data.",
        to_hex,
    ),
    Builtin::new("binascii.unhexlify", "(hexstr, /)", "Binary data of hexadecimal representation.", from_hex),
    Builtin::new("binascii.a2b_hex", "(hexstr, /)", "Binary data of hexadecimal representation.", from_hex),
    Builtin::new("binascii.b2a_base64", "(data, /, *, newline=True)", "Base64-code line of data.", to_base64),
    Builtin::new(
        "binascii.a2b_base64",
        "(data, /, *, strict_mode=False)",
        "Decode a line of base64 data.",
        from_base64,
    ),
    Builtin::new("binascii.b2a_uu", "(data, /, *, backtick=False)", "Uuencode line of data.", to_uu),
    Builtin::new("binascii.a2b_uu", "(data, /)", "Decode a line of uuencoded data.", from_uu),
    Builtin::new(
        "binascii.b2a_qp",
        "(data, quotetabs=False, istext=True, header=False)",
        "Encode a string using quoted-printable encoding.",
        to_qp,
    ),
    Builtin::new("binascii.a2b_qp", "(data, header=False)", "Decode a string of qp-encoded data.", from_qp),
    Builtin::new("binascii.crc32", "(data, crc=0, /)", "Compute CRC-32 incrementally.", crc32),
    Builtin::new("binascii.crc_hqx", "(data, crc, /)", "Compute CRC-CCITT incrementally.", crc_hqx),
];
