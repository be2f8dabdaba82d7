//! The methods of bytes and bytearray.

use super::codecs::{decode, encode};
pub use super::memory_view::contents;
use super::{bounds, clipped_index, guard_size, searching, splitting};
use crate::object::Bytes;
use crate::{Args, Builtin, Exc, Raise, Result, Truth, Value, Vm, memory};
use std::rc::Rc;

fn this(args: &Args) -> Result<Rc<Bytes>> {
    super::receiver(args, |value| match value {
        Value::Bytes(bytes) => Some(bytes),
        _ => None,
    })
}

/// A result of the receiver's own type.
fn same(args: &Args, data: Vec<u8>) -> Result<Value> {
    Ok(Value::Bytes(Bytes::new(data, this(args)?.mutable)))
}

/// The items of the first argument; their iterator cannot resize the receiver.
fn collected(vm: &mut Vm, args: &Args) -> Result<Vec<Value>> {
    let bytes = this(args)?;
    let _fixed = bytes.fixed();
    vm.collect(args.get(1))
}

fn copy(args: &Args) -> Result<Vec<u8>> {
    Ok(this(args)?.data.borrow().clone())
}

/// The type whose contents are computed: errors name it, and its items.
#[derive(Clone, Copy)]
pub(crate) enum Made {
    Bytes,
    Bytearray,
}

impl Made {
    fn name(self) -> &'static str {
        match self {
            Made::Bytes => "bytes",
            Made::Bytearray => "bytearray",
        }
    }
    fn out_of_range(self) -> Raise {
        Raise::value_error(match self {
            Made::Bytes => "bytes must be in range(0, 256)",
            Made::Bytearray => "byte must be in range(0, 256)",
        })
    }
}

/// The bytes of a bytes-like object or of an iterable of integers.
///
/// # Errors
/// TypeError for other values, ValueError for integers beyond 255, exceptions of the iterable.
pub fn data(vm: &mut Vm, value: &Value) -> Result<Vec<u8>> {
    data_for(vm, value, Made::Bytes)
}

/// As `data`, for contents of a given type.
pub(crate) fn data_for(vm: &mut Vm, value: &Value, made: Made) -> Result<Vec<u8>> {
    if let Some(contents) = buffer(vm, value)? {
        return Ok(contents);
    }
    match super::plain(value) {
        Value::Str(_) => Err(Raise::type_error(format!("cannot convert 'str' object to {}", made.name()))),
        _ => {
            let items = vm.collect(value).map_err(|error| {
                if error.is(Exc::TypeError) {
                    Raise::type_error(format!("cannot convert '{}' object to {}", value.type_name(), made.name()))
                } else {
                    error
                }
            })?;
            items
                .iter()
                .map(|item| {
                    let code = clipped_index(vm, item)?;
                    u8::try_from(code).map_err(|_| made.out_of_range())
                })
                .collect()
        }
    }
}

/// A bytes-like argument; otherwise "a bytes-like object is required, not 'str'".
fn like(args: &Args, slot: usize) -> Result<Vec<u8>> {
    let value = args.get(slot);
    super::memory_view::contents(value)?.ok_or_else(|| {
        let found = value.type_name();
        Raise::type_error(format!("a bytes-like object is required, not '{found}'")).mark(slot, found)
    })
}

/// The contents of a bytes-like object; None for other values.
fn buffer(vm: &mut Vm, value: &Value) -> Result<Option<Vec<u8>>> {
    let exported = super::memory_view::exported(vm, value)?;
    super::memory_view::contents(exported.as_ref().unwrap_or(value))
}

/// The search argument of `find`, `count` and similar: bytes, or one byte as an integer.
fn wanted(vm: &mut Vm, args: &Args) -> Result<Vec<u8>> {
    let value = args.get(1);
    if let Some(part) = buffer(vm, value)? {
        return Ok(part);
    }
    if !has_index(vm, value) {
        let found = value.type_name();
        return Err(Raise::type_error(format!("argument should be integer or bytes-like object, not '{found}'")));
    }
    byte(vm, value).map(|byte| vec![byte])
}

/// Whether a value stands for an integer.
fn has_index(vm: &mut Vm, value: &Value) -> bool {
    match value {
        Value::Int(_) | Value::Bool(_) | Value::BigInt(_) => true,
        Value::Native(_) | Value::Instance(_) => vm.class_of(value).lookup("__index__").is_some(),
        _ => false,
    }
}

/// The contents for `bytes(...)` and `bytearray(...)`.
pub(crate) fn from_source(vm: &mut Vm, args: &Args, made: Made) -> Result<Vec<u8>> {
    read_source(vm, args, 0, made)
}

/// As `from_source`, where the source is the argument `at`.
fn read_source(vm: &mut Vm, args: &Args, at: usize, made: Made) -> Result<Vec<u8>> {
    let (encoding, errors) = (args.given(at + 1), args.given(at + 2));
    if (encoding.is_some() || errors.is_some()) && args.given(at).is_none_or(|source| source.as_str().is_none()) {
        let which = if encoding.is_some() { at + 1 } else { at + 2 };
        args.str(which)?;
        let kind = if which == at + 1 { "encoding" } else { "errors" };
        return Err(Raise::type_error(format!("{kind} without a string argument")));
    }
    let Some(source) = args.given(at) else {
        return Ok(Vec::new());
    };
    if let Some(text) = source.as_str() {
        return match args.opt_str(at + 1)? {
            Some(encoding) => encode(vm, text, encoding, args.opt_str(at + 2)?.unwrap_or("strict")),
            None => Err(Raise::type_error("string argument without an encoding")),
        };
    }
    if let Value::Instance(_) = source
        && let Some(own) = vm.call_if_found(source, "__bytes__")?
    {
        return data_for(vm, &own, made);
    }
    match count(vm, source)? {
        Some(length) => {
            let length = usize::try_from(length).map_err(|_| Raise::value_error("negative count"))?;
            guard_size(length as u128, 1)?;
            Ok(vec![0; length])
        }
        None => data_for(vm, source, made),
    }
}

/// The value of an integer; None for other values, also where `__index__` raises TypeError, as an array's does.
fn count(vm: &mut Vm, source: &Value) -> Result<Option<i64>> {
    if !has_index(vm, source) {
        return Ok(None);
    }
    match clipped_index(vm, source) {
        Err(raise) if raise.is(Exc::TypeError) => Ok(None),
        count => count.map(Some),
    }
}

fn find(vm: &mut Vm, args: &Args, last: bool) -> Result<Option<usize>> {
    let bytes = this(args)?;
    let (start, end) = bounds(vm, args, 2, || bytes.data.borrow().len())?;
    let part = wanted(vm, args)?;
    if start > end {
        return Ok(None);
    }
    let within = searching::Within::new(&bytes, start..end);
    let found = if last { searching::last(vm, &within, &part) } else { searching::first(vm, &within, &part) };
    Ok(found?.map(|at| start + at))
}

fn found(vm: &mut Vm, args: &Args, last: bool) -> Result<Value> {
    match find(vm, args, last)? {
        Some(at) => Ok(Value::Int(at as i64)),
        None => Err(Raise::value_error("subsection not found")),
    }
}

fn is_space(b: u8) -> bool {
    b.is_ascii_whitespace() || b == 0x0b
}

fn split(vm: &mut Vm, args: &Args, from_end: bool) -> Result<Value> {
    let data = copy(args)?;
    let most = clipped_index(vm, args.get(2))?;
    let most = if most < 0 { usize::MAX } else { most as usize };
    if !args.get(1).is_none() {
        let sep = like(args, 1)?;
        if sep.is_empty() {
            return Err(Raise::value_error("empty separator"));
        }
        let cuts = if from_end { searching::cuts_from_end } else { searching::cuts };
        let cuts = cuts(vm, &data, &sep, most)?;
        return vm.polled(cuts, |cuts| listed(args, cuts.map(|cut| data[cut].to_vec())))?;
    }
    if most == usize::MAX {
        let parts = data.split(|b| is_space(*b)).filter(|part| !part.is_empty());
        return vm.polled(parts, |parts| listed(args, parts.map(<[u8]>::to_vec)))?;
    }
    // With a limit it uses the method of str, with bytes as Latin-1 characters.
    let text = Value::from(data.iter().map(|b| *b as char).collect::<String>());
    let name = if from_end { "rsplit" } else { "split" };
    let parts = vm.call_method(&text, name, &[Value::None, Value::Int(most as i64)])?;
    let parts = vm.collect(&parts)?;
    let back = |part: &Value| part.as_str().unwrap_or_default().chars().map(|c| c as u8).collect();
    listed(args, parts.iter().map(back))
}

/// A list of bytes of the receiver's type.
fn listed(args: &Args, parts: impl Iterator<Item = Vec<u8>>) -> Result<Value> {
    let mut list = Vec::new();
    for part in parts {
        memory::push(&mut list, same(args, part)?)?;
    }
    Ok(Value::list(list))
}

fn strip(vm: &mut Vm, args: &Args, left: bool, right: bool) -> Result<Value> {
    let data = copy(args)?;
    let chosen = if args.get(1).is_none() { None } else { Some(like(args, 1)?) };
    let test = |b: &u8| chosen.as_ref().map_or_else(|| is_space(*b), |chosen| chosen.contains(b));
    let kept = if left { vm.polled(data.iter(), |bytes| bytes.position(|b| !test(b)))? } else { Some(0) };
    let start = kept.unwrap_or(data.len());
    let gone = if right { vm.polled(data.iter().rev(), |bytes| bytes.position(|b| !test(b)))? } else { Some(0) };
    let end = data.len() - gone.unwrap_or(data.len());
    same(args, data[start..end.max(start)].to_vec())
}

fn affix(vm: &mut Vm, args: &Args, test: fn(&[u8], &[u8]) -> bool) -> Result<Value> {
    let bytes = this(args)?;
    let (start, end) = bounds(vm, args, 2, || bytes.data.borrow().len())?;
    let method = args.builtin.name.rsplit('.').next().unwrap_or_default();
    let is_tuple = matches!(args.get(1), Value::Tuple(_));
    for candidate in candidates(args.get(1)) {
        let affix = buffer(vm, &candidate)?.ok_or_else(|| {
            let found = candidate.type_name();
            Raise::type_error(match is_tuple {
                true => format!("a bytes-like object is required, not '{found}'"),
                false => format!("{method} first arg must be bytes or a tuple of bytes, not {found}"),
            })
        })?;
        if bytes.data.borrow().get(start..end).is_some_and(|part| test(part, &affix)) {
            return Ok(Value::Bool(Truth::True));
        }
    }
    Ok(Value::Bool(Truth::False))
}

fn candidates(affixes: &Value) -> Vec<Value> {
    match affixes {
        Value::Tuple(items) => items.to_vec(),
        other => vec![other.clone()],
    }
}

fn pad(vm: &mut Vm, args: &Args, left: fn(usize, usize) -> usize) -> Result<Value> {
    let data = copy(args)?;
    let width = clipped_index(vm, args.get(1))?.max(0) as usize;
    guard_size(width as u128, 1)?;
    let fill = match args.given(2) {
        None => b' ',
        Some(_) => match like(args, 2)?.as_slice() {
            [fill] => *fill,
            _ => {
                let (name, found) = (args.builtin.short_name(), args.get(2).type_name());
                return Err(Raise::type_error(format!(
                    "{name}() argument 2 must be a byte string of length 1, not {found}"
                )));
            }
        },
    };
    let missing = width.saturating_sub(data.len());
    let left = left(missing, width);
    same(args, [vec![fill; left], data, vec![fill; missing - left]].concat())
}

fn partition(vm: &mut Vm, args: &Args, last: bool) -> Result<Value> {
    let (data, sep) = (copy(args)?, like(args, 1)?);
    if sep.is_empty() {
        return Err(Raise::value_error("empty separator"));
    }
    let found = if last { searching::last(vm, &data[..], &sep) } else { searching::first(vm, &data[..], &sep) };
    let parts = match found? {
        Some(at) => [data[..at].to_vec(), sep.clone(), data[at + sep.len()..].to_vec()],
        None if last => [Vec::new(), Vec::new(), data],
        None => [data, Vec::new(), Vec::new()],
    };
    let parts: Result<Vec<Value>> = parts.into_iter().map(|part| same(args, part)).collect();
    Ok(Value::tuple(parts?))
}

/// A copy with each byte mapped.
fn mapped(vm: &mut Vm, args: &Args, map: impl FnMut(u8) -> u8) -> Result<Value> {
    let out = vm.polled(copy(args)?, |bytes| bytes.map(map).collect())?;
    same(args, out)
}

fn every(vm: &mut Vm, args: &Args, test: fn(&u8) -> bool) -> Result<Value> {
    let data = copy(args)?;
    let all = vm.polled(data.iter(), |bytes| bytes.all(test))?;
    Ok(Value::from(all && !data.is_empty()))
}

/// Whether there are letters of one case, and none of the other.
fn cased(vm: &mut Vm, args: &Args, wanted: fn(&u8) -> bool, other: fn(&u8) -> bool) -> Result<Value> {
    let data = copy(args)?;
    let none = vm.polled(data.iter(), |bytes| !bytes.any(other))?;
    Ok(Value::from(none && vm.polled(data.iter(), |bytes| bytes.any(wanted))?))
}

/// Maps bytes to those of a text whose words begin with capitals.
fn title() -> impl FnMut(u8) -> u8 {
    let mut inside = false;
    move |b| {
        let b = if inside { b.to_ascii_lowercase() } else { b.to_ascii_uppercase() };
        inside = b.is_ascii_alphabetic();
        b
    }
}

fn swapped(b: u8) -> u8 {
    if b.is_ascii_alphabetic() { b ^ 0x20 } else { b }
}

const HEX: &[u8; 16] = b"0123456789abcdef";

/// The separator of `hex`, text or bytes.
fn hex_separator(args: &Args) -> Result<String> {
    match args.get(1) {
        Value::Bytes(sep) => Ok(sep.data.borrow().iter().map(|byte| char::from(*byte)).collect()),
        _ => args.str(1).map(str::to_owned),
    }
}

/// Hexadecimal digits, with a separator between groups, which are counted from the end if `every` is positive.
fn hex(vm: &mut Vm, data: &[u8], sep: &str, every: i64) -> Result<String> {
    let (length, group) = (data.len() as u64, every.unsigned_abs());
    let mut out = String::with_capacity(2 * data.len());
    vm.polled(data.iter().zip(0..), |bytes| {
        for (b, i) in bytes {
            let place = if every > 0 { length - i } else { i };
            if i > 0 && group != 0 && place % group == 0 {
                out.push_str(sep);
            }
            out.extend([HEX[usize::from(b >> 4)] as char, HEX[usize::from(b & 15)] as char]);
        }
    })?;
    Ok(out)
}

fn from_hex(letters: impl Iterator<Item = (usize, char)>) -> Result<Vec<u8>> {
    let bad = |at| Raise::value_error(format!("non-hexadecimal number found in fromhex() arg at position {at}"));
    let (mut data, mut pending, mut length) = (Vec::new(), None, 0);
    for (i, c) in letters {
        length = i + 1;
        match (c.to_digit(16), pending) {
            (Some(low), Some(high)) => {
                data.push((high * 16 + low) as u8);
                pending = None;
            }
            (Some(high), None) => pending = Some(high),
            (None, None) if c.is_ascii_whitespace() => {}
            (None, _) => return Err(bad(i)),
        }
    }
    pending.map_or(Ok(data), |_| Err(bad(length)))
}

macro_rules! shared {
    ($type:literal $(, $more:expr)* $(,)?) => {
        &[
            Builtin::new(concat!($type, ".decode"), "(self, /, encoding='utf-8', errors='strict')", "Decode the bytes using the codec registered for encoding.", |vm, args| {
                let data = copy(args)?;
                decode(vm, &data, args.str(1)?, args.str(2)?).map(Value::from)
            }),
            Builtin::new(concat!($type, ".hex"), "(self, sep='', bytes_per_sep=1)", "Create a string of hexadecimal numbers from the bytes.\n\n>>> b'abc'.hex(':')\n'61:62:63'", |vm, args| {
                let (data, every) = (copy(args)?, clipped_index(vm, args.get(2))?);
                hex(vm, &data, &hex_separator(args)?, every).map(Value::from)
            }),
            Builtin::new(concat!($type, ".fromhex"), "(cls, string, /)", "Create a bytes object from a string of hexadecimal numbers.", |vm, args| {
                let data = vm.polled(args.str(1)?.chars().enumerate(), |letters| from_hex(letters))??;
                vm.call(args.get(0), &[Value::bytes(data)], &[])
            }),
            Builtin::new(concat!($type, ".join"), "(self, iterable, /)", "Concatenate any number of bytes objects.", |vm, args| {
                let sep = copy(args)?;
                let mut out = Vec::new();
                for (i, item) in collected(vm, args)?.iter().enumerate() {
                    let Some(part) = super::memory_view::contents(item)? else {
                        let found = item.type_name();
                        return Err(Raise::type_error(format!("sequence item {i}: expected a bytes-like object, {found} found")));
                    };
                    if i > 0 {
                        crate::memory::append_bytes(&mut out, &sep)?;
                    }
                    crate::memory::append_bytes(&mut out, &part)?;
                }
                same(args, out)
            }),
            Builtin::new(concat!($type, ".find"), "(self, sub, start=None, end=None, /)", "Return the lowest index where sub is found, or -1.", |vm, args| {
                Ok(Value::Int(find(vm, args, false)?.map_or(-1, |at| at as i64)))
            }),
            Builtin::new(concat!($type, ".rfind"), "(self, sub, start=None, end=None, /)", "Return the highest index where sub is found, or -1.", |vm, args| {
                Ok(Value::Int(find(vm, args, true)?.map_or(-1, |at| at as i64)))
            }),
            Builtin::new(concat!($type, ".index"), "(self, sub, start=None, end=None, /)", "Like find, but raises ValueError.", |vm, args| found(vm, args, false)),
            Builtin::new(concat!($type, ".rindex"), "(self, sub, start=None, end=None, /)", "Like rfind, but raises ValueError.", |vm, args| found(vm, args, true)),
            Builtin::new(concat!($type, ".count"), "(self, sub, start=None, end=None, /)", "Return the number of non-overlapping occurrences of sub.", |vm, args| {
                let bytes = this(args)?;
                let (start, end) = bounds(vm, args, 2, || bytes.data.borrow().len())?;
                let (part, data) = (wanted(vm, args)?, copy(args)?);
                let end = end.min(data.len());
                Ok(Value::Int(match (start <= end, part.is_empty()) {
                    (false, _) => 0,
                    (true, true) => (end - start + 1) as i64,
                    (true, false) => searching::count(vm, &data[start..end], &part, usize::MAX)? as i64,
                }))
            }),
            Builtin::new(concat!($type, ".replace"), "(self, old, new, count=-1, /)", "Return a copy with all occurrences of old replaced by new.", |vm, args| {
                let (data, old, new) = (copy(args)?, like(args, 1)?, like(args, 2)?);
                let count = clipped_index(vm, args.get(3))?;
                let most = if count < 0 { usize::MAX } else { count as usize };
                if old.is_empty() {
                    guard_size((data.len() + 1).min(most) as u128 * new.len() as u128, 1)?;
                    let before = |i: usize| if i < most { &new[..] } else { &[] };
                    let pieces = data.chunks(1).chain([&[][..]]).enumerate();
                    let out = vm.polled(pieces, |pieces| pieces.flat_map(|(i, piece)| [before(i), piece]).collect::<Vec<_>>().concat())?;
                    return same(args, out);
                }
                let out = searching::replaced(vm, &data, &old, &new, most)?;
                same(args, out)
            }),
            Builtin::new(concat!($type, ".split"), "(self, /, sep=None, maxsplit=-1)", "Return a list of the sections in the bytes, using sep as the delimiter.", |vm, args| split(vm, args, false)),
            Builtin::new(concat!($type, ".rsplit"), "(self, /, sep=None, maxsplit=-1)", "Like split, from the end.", |vm, args| split(vm, args, true)),
            Builtin::new(concat!($type, ".splitlines"), "(self, /, keepends=False)", "Return a list of the lines in the bytes.", |vm, args| {
                let keep = vm.truth(args.get(1))?;
                let text: String = copy(args)?.iter().map(|b| *b as char).collect();
                // Only \n, \r and \r\n end lines of bytes, so other line breaks of str are hidden first.
                let hidden: String = text.chars().map(|c| if matches!(c, '\n' | '\r') { c } else { char::from_u32(c as u32 + 0x100).unwrap_or(c) }).collect();
                let lines = vm.polled(hidden.char_indices(), |letters| splitting::lines(&hidden, letters, keep))??;
                vm.polled(lines, |lines| listed(args, lines.map(|line| line.chars().map(|c| c as u32 as u8).collect())))?
            }),
            Builtin::new(concat!($type, ".strip"), "(self, bytes=None, /)", "Strip leading and trailing bytes contained in the argument, default whitespace.", |vm, args| strip(vm, args, true, true)),
            Builtin::new(concat!($type, ".lstrip"), "(self, bytes=None, /)", "Strip leading bytes contained in the argument.", |vm, args| strip(vm, args, true, false)),
            Builtin::new(concat!($type, ".rstrip"), "(self, bytes=None, /)", "Strip trailing bytes contained in the argument.", |vm, args| strip(vm, args, false, true)),
            Builtin::new(concat!($type, ".startswith"), "(self, prefix, start=None, end=None, /)", "Return True if the bytes start with the prefix.", |vm, args| affix(vm, args, |data, affix| data.starts_with(affix))),
            Builtin::new(concat!($type, ".endswith"), "(self, suffix, start=None, end=None, /)", "Return True if the bytes end with the suffix.", |vm, args| affix(vm, args, |data, affix| data.ends_with(affix))),
            Builtin::new(concat!($type, ".removeprefix"), "(self, prefix, /)", "Return the bytes without the prefix.", |_, args| {
                let (data, prefix) = (copy(args)?, like(args, 1)?);
                same(args, data.strip_prefix(&prefix[..]).unwrap_or(&data).to_vec())
            }),
            Builtin::new(concat!($type, ".removesuffix"), "(self, suffix, /)", "Return the bytes without the suffix.", |_, args| {
                let (data, suffix) = (copy(args)?, like(args, 1)?);
                same(args, data.strip_suffix(&suffix[..]).unwrap_or(&data).to_vec())
            }),
            Builtin::new(concat!($type, ".partition"), "(self, sep, /)", "Partition the bytes into three parts at the first sep.", |vm, args| partition(vm, args, false)),
            Builtin::new(concat!($type, ".rpartition"), "(self, sep, /)", "Partition the bytes into three parts at the last sep.", |vm, args| partition(vm, args, true)),
            Builtin::new(concat!($type, ".center"), "(self, width, fillchar=..., /)", "Return centered bytes of length width.", |vm, args| pad(vm, args, |missing, width| missing / 2 + (missing & width & 1))),
            Builtin::new(concat!($type, ".ljust"), "(self, width, fillchar=..., /)", "Return left-justified bytes of length width.", |vm, args| pad(vm, args, |_, _| 0)),
            Builtin::new(concat!($type, ".rjust"), "(self, width, fillchar=..., /)", "Return right-justified bytes of length width.", |vm, args| pad(vm, args, |missing, _| missing)),
            Builtin::new(concat!($type, ".zfill"), "(self, width, /)", "Pad a numeric string with zeros on the left.", |vm, args| {
                let data = copy(args)?;
                let width = clipped_index(vm, args.get(1))?.max(0) as usize;
                guard_size(width as u128, 1)?;
                let signed = data.first().is_some_and(|b| matches!(b, b'+' | b'-')) as usize;
                let zeros = vec![b'0'; width.saturating_sub(data.len())];
                same(args, [&data[..signed], &zeros, &data[signed..]].concat())
            }),
            Builtin::new(concat!($type, ".expandtabs"), "(self, /, tabsize=8)", "Return a copy where all tab characters are expanded using spaces.", |vm, args| {
                let text = Value::from(copy(args)?.iter().map(|b| *b as char).collect::<String>());
                let expanded = vm.call_method(&text, "expandtabs", &[args.get(1).clone()])?;
                same(args, expanded.as_str().unwrap_or_default().chars().map(|c| c as u8).collect())
            }),
            Builtin::new(concat!($type, ".upper"), "(self, /)", "Return a copy with all ASCII characters converted to uppercase.", |_, args| same(args, copy(args)?.to_ascii_uppercase())),
            Builtin::new(concat!($type, ".lower"), "(self, /)", "Return a copy with all ASCII characters converted to lowercase.", |_, args| same(args, copy(args)?.to_ascii_lowercase())),
            Builtin::new(concat!($type, ".swapcase"), "(self, /)", "Return a copy with uppercase ASCII characters converted to lowercase and vice versa.", |vm, args| mapped(vm, args, swapped)),
            Builtin::new(concat!($type, ".title"), "(self, /)", "Return a titlecased version of the bytes.", |vm, args| mapped(vm, args, title())),
            Builtin::new(concat!($type, ".capitalize"), "(self, /)", "Return a copy with only its first character capitalized.", |_, args| {
                let mut data = copy(args)?.to_ascii_lowercase();
                if let Some(first) = data.first_mut() {
                    first.make_ascii_uppercase();
                }
                same(args, data)
            }),
            Builtin::new(concat!($type, ".isalpha"), "(self, /)", "Return True if all characters are alphabetic.", |vm, args| every(vm, args, |b| b.is_ascii_alphabetic())),
            Builtin::new(concat!($type, ".isalnum"), "(self, /)", "Return True if all characters are alphanumeric.", |vm, args| every(vm, args, |b| b.is_ascii_alphanumeric())),
            Builtin::new(concat!($type, ".isdigit"), "(self, /)", "Return True if all characters are digits.", |vm, args| every(vm, args, |b| b.is_ascii_digit())),
            Builtin::new(concat!($type, ".isspace"), "(self, /)", "Return True if all characters are whitespace.", |vm, args| every(vm, args, |b| is_space(*b))),
            Builtin::new(concat!($type, ".isascii"), "(self, /)", "Return True if all characters are ASCII.", |_, args| Ok(Value::from(copy(args)?.is_ascii()))),
            Builtin::new(concat!($type, ".islower"), "(self, /)", "Return True if all cased characters are lowercase.", |vm, args| cased(vm, args, u8::is_ascii_lowercase, u8::is_ascii_uppercase)),
            Builtin::new(concat!($type, ".isupper"), "(self, /)", "Return True if all cased characters are uppercase.", |vm, args| cased(vm, args, u8::is_ascii_uppercase, u8::is_ascii_lowercase)),
            Builtin::new(concat!($type, ".istitle"), "(self, /)", "Return True if the bytes are titlecased.", |vm, args| {
                let (data, mut title) = (copy(args)?, title());
                let fits = vm.polled(data.iter(), |bytes| bytes.all(|b| title(*b) == *b))?;
                Ok(Value::from(fits && data.iter().any(u8::is_ascii_alphabetic)))
            }),
            Builtin::new(concat!($type, ".maketrans"), "(frm, to, /)", "Return a translation table for the bytes translate method.", |_, args| {
                let (from, to) = (like(args, 0)?, like(args, 1)?);
                if from.len() != to.len() {
                    return Err(Raise::value_error("maketrans arguments must have same length"));
                }
                let mut table: Vec<u8> = (0..=255).collect();
                for (from, to) in from.into_iter().zip(to) {
                    table[from as usize] = to;
                }
                Ok(Value::bytes(table))
            }),
            Builtin::new(concat!($type, ".translate"), "(self, table, /, delete=...)", "Return a copy with each character mapped by the given translation table.", |vm, args| {
                let table = if args.get(1).is_none() { (0..=255).collect() } else { like(args, 1)? };
                if table.len() != 256 {
                    return Err(Raise::value_error("translation table must be 256 characters long"));
                }
                let delete = if args.given(2).is_some() { like(args, 2)? } else { Vec::new() };
                let out = vm.polled(copy(args)?, |bytes| bytes.filter(|b| !delete.contains(b)).map(|b| table[b as usize]).collect())?;
                same(args, out)
            }),
            $($more,)*
        ]
    };
}

pub static METHODS: &[Builtin] = shared!(
    "bytes",
    Builtin::new("bytes.__bytes__", "(self, /)", "Convert this value to exact type bytes.", |_, args| same(
        args,
        copy(args)?
    )),
);

pub(crate) static BYTEARRAY_METHODS: &[Builtin] = shared!(
    "bytearray",
    Builtin::new(
        "bytearray.__init__",
        "(self, source=..., encoding=..., errors=...)",
        "Initialize self.  See help(type(self)) for accurate signature.",
        |vm, args| {
            this(args)?.resizable()?.clear();
            let data = read_source(vm, args, 1, Made::Bytearray)?;
            *this(args)?.resizable()? = data;
            Ok(Value::None)
        }
    ),
    Builtin::new(
        "bytearray.append",
        "(self, item, /)",
        "Append a single item to the end of the bytearray.",
        |vm, args| {
            let byte = byte(vm, args.get(1))?;
            this(args)?.resizable()?.push(byte);
            Ok(Value::None)
        }
    ),
    Builtin::new(
        "bytearray.extend",
        "(self, iterable_of_ints, /)",
        "Append all the items from the iterable.",
        |vm, args| {
            let more = items_to_append(vm, args.get(1))?;
            this(args)?.resizable()?.extend(more);
            Ok(Value::None)
        }
    ),
    Builtin::new(
        "bytearray.insert",
        "(self, index, item, /)",
        "Insert a single item before the given index.",
        |vm, args| {
            let (index, byte) = (clipped_index(vm, args.get(1))?, byte(vm, args.get(2))?);
            let array = this(args)?;
            let length = array.data.borrow().len() as i64;
            let at = if index < 0 { index.saturating_add(length) } else { index }.clamp(0, length);
            array.resizable()?.insert(at as usize, byte);
            Ok(Value::None)
        }
    ),
    Builtin::new("bytearray.pop", "(self, index=-1, /)", "Remove and return a single item at index.", |vm, args| {
        let index = clipped_index(vm, args.get(1))?;
        let array = this(args)?;
        let length = array.data.borrow().len() as i64;
        if length == 0 {
            return Err(Raise::new(Exc::IndexError, "pop from empty bytearray"));
        }
        let at = if index < 0 { index.saturating_add(length) } else { index };
        if !(0..length).contains(&at) {
            return Err(Raise::new(Exc::IndexError, "pop index out of range"));
        }
        let byte = array.resizable()?.remove(at as usize);
        Ok(Value::Int(byte as i64))
    }),
    Builtin::new(
        "bytearray.remove",
        "(self, value, /)",
        "Remove the first occurrence of a value in the bytearray.",
        |vm, args| {
            let byte = byte(vm, args.get(1))?;
            let array = this(args)?;
            let at = array.data.borrow().iter().position(|b| *b == byte);
            match at {
                Some(at) => {
                    array.resizable()?.remove(at);
                    Ok(Value::None)
                }
                None => Err(Raise::value_error("value not found in bytearray")),
            }
        }
    ),
    Builtin::new("bytearray.clear", "(self, /)", "Remove all items from the bytearray.", |_, args| {
        this(args)?.resizable()?.clear();
        Ok(Value::None)
    }),
    Builtin::new("bytearray.copy", "(self, /)", "Return a copy of B.", |_, args| same(args, copy(args)?)),
    Builtin::new("bytearray.reverse", "(self, /)", "Reverse the order of the values in B in place.", |_, args| {
        this(args)?.data.borrow_mut().reverse();
        Ok(Value::None)
    }),
    Builtin::new("bytearray.__iadd__", "(self, value, /)", "Implement self+=value.", |_, args| {
        let more = super::memory_view::contents(args.get(1))?;
        let more =
            more.ok_or_else(|| Raise::type_error(format!("can't concat {} to bytearray", args.get(1).type_name())))?;
        this(args)?.resizable()?.extend(more);
        Ok(args.get(0).clone())
    }),
);

fn items_to_append(vm: &mut Vm, value: &Value) -> Result<Vec<u8>> {
    data_for(vm, value, Made::Bytearray).map_err(|raise| match (raise.says("cannot convert"), value.type_name()) {
        (false, _) => raise,
        (true, found) if value.as_str().is_some() => {
            Raise::type_error(format!("expected iterable of integers; got: '{found}'"))
        }
        (true, found) => Raise::type_error(format!("can't extend bytearray with {found}")),
    })
}

/// The bytes that replace a slice of a bytearray.
pub(crate) fn to_assign(vm: &mut Vm, value: &Value) -> Result<Vec<u8>> {
    const NUMBERS: [&str; 4] = ["__index__", "__int__", "__float__", "__complex__"];
    let class = vm.class_of(value);
    if value.as_str().is_some() || NUMBERS.iter().any(|method| class.lookup(method).is_some()) {
        return Err(Raise::type_error("can assign only bytes, buffers, or iterables of ints in range(0, 256)"));
    }
    data_for(vm, value, Made::Bytearray)
}

/// `item in bytes`, for other items than bytes: buffers and integers.
pub(crate) fn contains(vm: &mut Vm, bytes: &Bytes, item: &Value) -> Result<bool> {
    // As in CPython, exceptions of `__index__` are dropped.
    if let Some(code) = has_index(vm, item).then(|| clipped_index(vm, item).ok()).flatten() {
        let byte = u8::try_from(code).map_err(|_| Made::Bytearray.out_of_range())?;
        return Ok(bytes.data.borrow().contains(&byte));
    }
    let part = buffer(vm, item)?
        .ok_or_else(|| Raise::type_error(format!("a bytes-like object is required, not '{}'", item.type_name())))?;
    Ok(memchr::memmem::find(&bytes.data.borrow(), &part).is_some())
}

fn byte(vm: &mut Vm, value: &Value) -> Result<u8> {
    let code = clipped_index(vm, value)?;
    u8::try_from(code).map_err(|_| Made::Bytearray.out_of_range())
}
