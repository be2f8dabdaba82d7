//! Compiled code as bytes, so that it can be kept in a file.
//!
//! The bytes begin with a digest of what they were compiled from and with, and with one of the rest, so that neither old nor damaged
//! bytes are taken for code.

use super::constants::text_constant;
use super::op::{Code, CodeKind, Op, Parameters};
use super::{Flow, OperandSpans};
use crate::Value;
use crate::builtins::complex::{self, Complex};
use crate::object::{Str, intern};
use crate::source::Lease;
use crate::value::Truth;
use num_bigint::BigInt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::rc::Rc;

/// A digest of this crate's source and of the packages that it uses: other versions make other code.
const COMPILER: &str = env!("COMPILER_DIGEST");
const DIGEST: usize = 32;

#[derive(Serialize, Deserialize)]
struct Packed<'a> {
    name: &'a str,
    qualname: &'a str,
    kind: CodeKind,
    range: (u32, u32),
    parameters: Parameters,
    flow: Flow,
    doc: Option<&'a str>,
    ops: Cow<'a, [Op]>,
    spans: Cow<'a, [(u32, u32)]>,
    operands: Cow<'a, OperandSpans>,
    #[serde(borrow)]
    constants: Vec<Constant<'a>>,
    #[serde(borrow)]
    names: Vec<&'a str>,
    #[serde(borrow)]
    keywords: Vec<Vec<&'a str>>,
    #[serde(borrow)]
    codes: Vec<Packed<'a>>,
    #[serde(borrow)]
    locals: Vec<&'a str>,
    #[serde(borrow)]
    cells: Vec<&'a str>,
    own_cells: usize,
    first_inlined: usize,
    comprehensions: Cow<'a, [(u32, u32)]>,
    captures: Cow<'a, [u32]>,
    cell_parameters: Cow<'a, [(u32, u32)]>,
}

#[derive(Serialize, Deserialize)]
enum Constant<'a> {
    None,
    Ellipsis,
    Unbound,
    Bool(bool),
    Int(i64),
    Long(Cow<'a, [u8]>),
    Float(u64),
    Complex(u64, u64),
    Text(&'a str),
    Bytes(Cow<'a, [u8]>),
    #[serde(borrow)]
    Tuple(Vec<Constant<'a>>),
}

/// The bytes of code that was compiled from a text; `None` if one of its constants has no bytes.
pub(crate) fn pack(code: &Code, text: &str) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 2 * DIGEST];
    bytes = postcard::to_extend(&packed(code)?, bytes).ok()?;
    let whole = Sha256::digest(&bytes[2 * DIGEST..]);
    bytes[..DIGEST].copy_from_slice(&origin(text));
    bytes[DIGEST..2 * DIGEST].copy_from_slice(&whole);
    Some(bytes)
}

/// The source that unpacked code refers to.
pub(crate) struct Of {
    pub source: u32,
    pub is_users: bool,
    /// For a text that is dropped with its code.
    pub lease: Option<Rc<Lease>>,
}

/// The code in bytes that `pack` made of this text; `None` for all other bytes.
pub(crate) fn unpack(bytes: &[u8], text: &str, of: &Of) -> Option<Rc<Code>> {
    let (header, rest) = bytes.split_at_checked(2 * DIGEST)?;
    if header[..DIGEST] != origin(text) || header[DIGEST..] != Sha256::digest(rest)[..] {
        return None;
    }
    Some(unpacked(postcard::from_bytes(rest).ok()?, of))
}

/// What code depends on.
fn origin(text: &str) -> [u8; DIGEST] {
    Sha256::new().chain_update(COMPILER).chain_update(text).finalize().into()
}

fn packed(code: &Code) -> Option<Packed<'_>> {
    Some(Packed {
        name: &code.name,
        qualname: &code.qualname,
        kind: code.kind,
        range: code.range,
        parameters: code.parameters.clone(),
        flow: code.flow,
        doc: code.doc.as_deref(),
        ops: Cow::from(&code.ops),
        spans: Cow::from(&code.spans),
        operands: Cow::Borrowed(&code.operands),
        constants: code.constants.iter().map(constant).collect::<Option<_>>()?,
        names: texts(&code.names),
        keywords: code.keywords.iter().map(|names| texts(names)).collect(),
        codes: code.codes.iter().map(|code| packed(code)).collect::<Option<_>>()?,
        locals: texts(&code.locals),
        cells: texts(&code.cells),
        own_cells: code.own_cells,
        first_inlined: code.first_inlined,
        comprehensions: Cow::from(&code.comprehensions),
        captures: Cow::from(&code.captures),
        cell_parameters: Cow::from(&code.cell_parameters),
    })
}

fn texts(names: &[Str]) -> Vec<&str> {
    names.iter().map(Str::as_str).collect()
}

fn unpacked(packed: Packed, of: &Of) -> Rc<Code> {
    let keyword_set = |names: Vec<&str>| names.into_iter().map(intern).collect();
    let code = Code {
        name: packed.name.into(),
        qualname: packed.qualname.into(),
        source: of.source,
        range: packed.range,
        lease: of.lease.clone(),
        original: None,
        kind: packed.kind,
        parameters: packed.parameters,
        flow: packed.flow,
        is_users: of.is_users,
        version: 0,
        is_light: false,
        is_usual: false,
        doc: packed.doc.map(str::to_owned),
        ops: packed.ops.into_owned(),
        spans: packed.spans.into_owned(),
        operands: packed.operands.into_owned(),
        sites: Vec::new(),
        constants: packed.constants.into_iter().map(value).collect(),
        names: packed.names.into_iter().map(intern).collect(),
        keywords: packed.keywords.into_iter().map(keyword_set).collect(),
        codes: packed.codes.into_iter().map(|code| unpacked(code, of)).collect(),
        locals: packed.locals.into_iter().map(Str::new).collect(),
        cells: packed.cells.into_iter().map(Str::new).collect(),
        own_cells: packed.own_cells,
        first_inlined: packed.first_inlined,
        comprehensions: packed.comprehensions.into_owned(),
        captures: packed.captures.into_owned(),
        cell_parameters: packed.cell_parameters.into_owned(),
    };
    code.finished()
}

fn constant(value: &Value) -> Option<Constant<'_>> {
    Some(match value {
        Value::None => Constant::None,
        Value::Ellipsis => Constant::Ellipsis,
        Value::Unbound => Constant::Unbound,
        Value::Bool(truth) => Constant::Bool(truth.get()),
        Value::Int(number) => Constant::Int(*number),
        Value::BigInt(number) => Constant::Long(number.to_signed_bytes_le().into()),
        Value::Float(number) => Constant::Float(number.to_bits()),
        Value::Str(text) => Constant::Text(text.as_str()),
        Value::Bytes(bytes) if !bytes.mutable => Constant::Bytes(bytes.data.borrow().clone().into()),
        Value::Tuple(items) => Constant::Tuple(items.iter().map(constant).collect::<Option<_>>()?),
        Value::Native(_) => {
            let number = complex::own(value)?;
            Constant::Complex(number.re.to_bits(), number.im.to_bits())
        }
        _ => return None,
    })
}

fn value(constant: Constant) -> Value {
    match constant {
        Constant::None => Value::None,
        Constant::Ellipsis => Value::Ellipsis,
        Constant::Unbound => Value::Unbound,
        Constant::Bool(truth) => Value::Bool(Truth::from(truth)),
        Constant::Int(number) => Value::Int(number),
        Constant::Long(bytes) => Value::BigInt(Rc::new(BigInt::from_signed_bytes_le(&bytes))),
        Constant::Float(bits) => Value::from(f64::from_bits(bits)),
        Constant::Complex(re, im) => Value::from(Complex::new(f64::from_bits(re), f64::from_bits(im))),
        Constant::Text(text) => text_constant(text),
        Constant::Bytes(bytes) => Value::bytes(bytes.into_owned()),
        Constant::Tuple(items) => Value::tuple(items.into_iter().map(value).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Of, pack, unpack};
    use crate::compile::{Code, Last, Names, Program, compile};
    use crate::syntax;
    use crate::tree::Grammar;
    use std::rc::Rc;

    const OF: Of = Of { source: 0, is_users: true, lease: None };

    fn compiled(text: &str) -> Rc<Code> {
        let body = syntax::parse(text, 0, Grammar::Cell).expect("valid source");
        let (last, names) = (Last::Dropped, Names::Globals);
        compile(Program { body: &body, source: 0, text, is_users: true, lease: None, last, names }).expect("code")
    }

    /// The sources of the standard library: every statement of the language is in them.
    fn modules() -> Vec<String> {
        let files = std::fs::read_dir("../stdlib/src").expect("the library").flatten();
        let sources = files.filter(|file| file.path().extension().is_some_and(|end| end == "py"));
        sources.map(|file| std::fs::read_to_string(file.path()).expect("text")).collect()
    }

    #[test]
    fn code_comes_back_as_it_was() {
        let constants =
            "x = None, ..., True, -1, 2**70, 10**30, -0.0, 1e300, 2j, '\\ud800', 'a b', b'\\xff', ((), (1, ('y',)))";
        let sources: Vec<String> = modules().into_iter().chain([constants.to_owned()]).collect();
        assert!(sources.len() > 100);
        for text in sources {
            syntax::with_room(|| {
                let code = compiled(&text);
                let bytes = pack(&code, &text).expect("constants that have bytes");
                let back = unpack(&bytes, &text, &OF).expect("its own bytes");
                assert_eq!(pack(&back, &text), Some(bytes));
                assert_eq!((&back.ops, &back.spans, back.is_usual), (&code.ops, &code.spans, code.is_usual));
                assert_eq!(back.sites.len(), code.sites.len());
            });
        }
    }

    #[test]
    fn other_bytes_are_no_code() {
        let text = "def f(x):\n    return [x, 'text', 1.5]\n";
        let bytes = pack(&compiled(text), text).expect("constants that have bytes");
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(unpack(&damaged, text, &OF).is_none(), "byte {at}");
            assert!(unpack(&bytes[..at], text, &OF).is_none(), "the first {at} bytes");
        }
        assert!(unpack(&bytes, "def f(x):\n    return [x, 'text', 2.5]\n", &OF).is_none());
        assert!(unpack(&bytes, text, &OF).is_some());
    }
}
